#include "tests/ui/runs/fake_backend.h"
#include "ui/files/note_keeper.h"
#include "ui/files/session_store.h"
#include "ui/shell/main_window.h"
#include "ui/teach/lesson_controller.h"
#include "ui/teach/step_editor.h"

#include <signal.h>
#include <QApplication>
#include <QJsonObject>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;

namespace {

constexpr const char* kEdit = "with Benchmark('all'):\n    wait()\n    wait()  # 我的修改\n";

std::unique_ptr<MainWindow> windowFor(ui::look::Theme& theme, const Session& session)
{
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(std::make_shared<FakeFrontEnd>(),
                                          {FakeFrontEnd::program("13.3.1", "with Benchmark('all'):\n    wait()\n")});
    setup.machines.listed = {{"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "", {}, {}}};
    return std::make_unique<MainWindow>(theme, setup, session);
}

void editListing(MainWindow& window)
{
    window.bench().document.listing().setSource(QString::fromUtf8(kEdit));
}

void drawNote(MainWindow& window)
{
    ui::model::Note note;
    note.text = "Look here";
    window.parts().notes->book().add(note);
}

void typeStep(MainWindow& window)
{
    window.parts().lessons->author().addStep();
    window.findChild<QLineEdit*>("stepTitleField")->setText("Typed");
    window.findChild<QPlainTextEdit*>("stepTextField")->setPlainText("and not accepted");
}

void addStep(MainWindow& window)
{
    typeStep(window);
    window.findChild<ui::teach::StepEditor*>()->accept();
}

/// Types texts that the dialog refuses: an empty title, an unknown measure, and a text of more than kMaxLetters
/// characters.
void typeRefused(MainWindow& window)
{
    window.parts().lessons->author().addStep();
    window.findChild<QPlainTextEdit*>("stepTextField")->setPlainText(QString(5000, 'x'));
    window.findChild<QLineEdit*>("stepQuestionField")->setText("How long?");
    window.findChild<QLineEdit*>("stepMeasureField")->setText("nothing of a run");
}

void removeTitle(MainWindow& window)
{
    addStep(window);
    window.parts().lessons->author().editLesson();
    window.findChild<QPlainTextEdit*>("lessonLearnedField")->setPlainText("Waits cost time");
    window.findChild<QLineEdit*>("lessonTitleField")->clear();
}

const std::map<QString, void (*)(MainWindow&)> kEdits{{"listing", editListing},      {"note", drawNote},
                                                      {"typed step", typeStep},      {"step", addStep},
                                                      {"refused step", typeRefused}, {"refused title", removeTitle}};

/// Main function of the process to be killed: opens the window, edits, prints "saved" after autosave, and waits.
int edit(const QString& what, const QString& path)
{
    QSettings settings(path, QSettings::IniFormat);
    ui::look::Theme theme;
    SessionStore store(settings);
    const auto window = windowFor(theme, store.read());
    window->show();
    QObject::connect(window.get(), &MainWindow::edited, &store, &SessionStore::writeSoon);
    bool hasEdited = false;
    QObject::connect(window.get(), &MainWindow::runShown, window.get(), [&] {
        if (std::exchange(hasEdited, true))
            return;
        store.follow(window->bench().document, [&] { return window->session(); });
        kEdits.at(what)(*window);
    });
    QObject::connect(&store, &SessionStore::saved, window.get(), [] {
        std::puts("saved");
        std::fflush(stdout);
    });
    return QApplication::exec();
}

}  // namespace

/// Tests that edits are saved automatically, so that they survive if the process is killed.
class TestAutosave : public QObject {
    Q_OBJECT

private slots:
    void killedProcessLosesNoEdit();
    void killedProcessLosesNoNote();
    void killedProcessLosesNoLesson_data();
    void killedProcessLosesNoLesson();
    void killedProcessLosesNoInvalidTextOfADialog_data();
    void killedProcessLosesNoInvalidTextOfADialog();
    void normalExitIsNotReportedAsAKill();
    void sessionIsStoredWhileTheUserTypes();

private:
    void editAndKill(const QString& what, Session& session);

    QTemporaryDir m_folder;
};

/// Starts a process that edits, kills it after autosave, and returns the session that the next start reads.
void TestAutosave::editAndKill(const QString& what, Session& session)
{
    const QString path = m_folder.filePath(what);
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {"--edit", what, path});
    QVERIFY(process.waitForStarted());
    QVERIFY(process.waitForReadyRead(60000));
    QVERIFY(process.readAllStandardOutput().startsWith("saved"));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGKILL), 0);
    QVERIFY(process.waitForFinished());
    QVERIFY(process.exitStatus() == QProcess::CrashExit);
    QSettings settings(path, QSettings::IniFormat);
    const SessionStore store(settings);
    QVERIFY(store.wasKilled());
    session = store.read();
}

void TestAutosave::sessionIsStoredWhileTheUserTypes()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath("overlap.ini"), QSettings::IniFormat);
    SessionStore store(settings);
    ui::look::Theme theme;
    const auto window = windowFor(theme, {});
    window->show();
    store.follow(window->bench().document, [&] { return window->session(); });
    QSignalSpy saved(&store, &SessionStore::saved);
    QTimer typing;
    connect(&typing, &QTimer::timeout, &store, &SessionStore::writeSoon);
    typing.start(SessionStore::kDelayMs / 10);
    QVERIFY(saved.wait());
}

void TestAutosave::killedProcessLosesNoNote()
{
    Session session;
    editAndKill("note", session);

    ui::look::Theme theme;
    const auto window = windowFor(theme, session);
    window->show();
    QTRY_COMPARE(window->parts().notes->book().notes().size(), std::size_t{1});
    QCOMPARE(window->parts().notes->book().notes()[0].text, QStringLiteral("Look here"));
}

void TestAutosave::killedProcessLosesNoLesson_data()
{
    QTest::addColumn<QString>("what");

    QTest::newRow("a step that is not saved") << "step";
    QTest::newRow("texts in an open dialog") << "typed step";
}

void TestAutosave::killedProcessLosesNoLesson()
{
    QFETCH(QString, what);
    Session session;
    editAndKill(what, session);

    ui::look::Theme theme;
    const auto window = windowFor(theme, session);
    window->show();
    QSignalSpy ready(window.get(), &MainWindow::firstReady);
    QVERIFY(ready.wait());
    const ui::teach::LessonPlayer& player = window->parts().lessons->player();
    QCOMPARE(player.count(), 1);
    QCOMPARE(player.step().title["en"], QStringLiteral("Typed"));
    QCOMPARE(player.step().text["en"], QStringLiteral("and not accepted"));
    QCOMPARE(window->session().lesson, session.lesson);
    // After the lesson is saved to a file, the session no longer stores it.
    window->parts().lessons->author().saveTo(m_folder.filePath(what + ".overlap-lesson.json"));
    QVERIFY(window->session().lesson.isEmpty());
}

void TestAutosave::killedProcessLosesNoInvalidTextOfADialog_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("dialog");
    QTest::addColumn<QStringList>("texts");

    QTest::newRow("a step") << "refused step"
                            << "stepEditor" << QStringList{"", QString(5000, 'x'), "How long?", "nothing of a run"};
    QTest::newRow("a lesson without a title") << "refused title"
                                              << "lessonEditor" << QStringList{"", "Waits cost time"};
}

void TestAutosave::killedProcessLosesNoInvalidTextOfADialog()
{
    QFETCH(QString, what);
    QFETCH(QString, dialog);
    QFETCH(QStringList, texts);
    Session session;
    editAndKill(what, session);

    ui::look::Theme theme;
    const auto window = windowFor(theme, session);
    window->show();
    const auto* const editor = window->findChild<ui::teach::WordsDialog*>(dialog);
    QVERIFY(editor != nullptr);
    QTRY_VERIFY(editor->isVisible());
    QVERIFY(!editor->isAcceptable());
    const QJsonObject typed = editor->typed();
    for (const QString& text : texts)
        QVERIFY2(std::ranges::find(typed, QJsonValue(text)) != typed.end(), qPrintable(text));
    QCOMPARE(window->session().lesson, session.lesson);
}

void TestAutosave::killedProcessLosesNoEdit()
{
    Session session;
    editAndKill("listing", session);

    ui::look::Theme theme;
    const auto window = windowFor(theme, session);
    window->show();
    QSignalSpy ready(window.get(), &MainWindow::firstReady);
    QVERIFY(ready.wait());
    QCOMPARE(window->bench().document.text().source(), QString::fromUtf8(kEdit));
    QVERIFY(window->bench().document.text().isModified());
}

void TestAutosave::normalExitIsNotReportedAsAKill()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    ui::listing::ProgramDocument document;
    Session session;
    session.folder = "/somewhere";
    SessionStore store(settings);
    store.follow(document, [&] { return session; });
    QSignalSpy saved(&store, &SessionStore::saved);
    emit document.listing().textChanged();
    QVERIFY(saved.wait());
    QVERIFY(store.wasKilled());
    store.end(session);
    QVERIFY(!store.wasKilled());
    QCOMPARE(store.read().folder, QStringLiteral("/somewhere"));
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc == 4 && qstrcmp(argv[1], "--edit") == 0)
        return edit(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]));
    TestAutosave test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_autosave.moc"

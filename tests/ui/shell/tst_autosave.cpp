#include "tests/ui/runs/fake_backend.h"
#include "ui/files/session_store.h"
#include "ui/shell/main_window.h"

#include <signal.h>
#include <QApplication>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

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

/// Main function of the process to be killed: opens the window, edits, prints "saved" after autosave, and waits.
int edit(const QString& path)
{
    QSettings settings(path, QSettings::IniFormat);
    ui::look::Theme theme;
    SessionStore store(settings);
    const auto window = windowFor(theme, store.read());
    window->show();
    QObject::connect(window.get(), &MainWindow::firstReady, window.get(), [&] {
        store.follow(window->bench().document, [&] { return window->session(); });
        window->bench().document.listing().setSource(QString::fromUtf8(kEdit));
    });
    QObject::connect(&store, &SessionStore::saved, window.get(), [] {
        std::puts("saved");
        std::fflush(stdout);
    });
    return QApplication::exec();
}

}  // namespace

/// Autosave of edits for a process that is killed.
class TestAutosave : public QObject {
    Q_OBJECT

private slots:
    void killedProcessLosesNoEdit();
    void normalExitIsNotReportedAsAKill();
};

void TestAutosave::killedProcessLosesNoEdit()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("settings.ini");
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {"--edit", path});
    QVERIFY(process.waitForStarted());
    QVERIFY(process.waitForReadyRead(60000));
    QVERIFY(process.readAllStandardOutput().startsWith("saved"));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGKILL), 0);
    QVERIFY(process.waitForFinished());
    QVERIFY(process.exitStatus() == QProcess::CrashExit);

    QSettings settings(path, QSettings::IniFormat);
    const SessionStore store(settings);
    QVERIFY(store.wasKilled());
    ui::look::Theme theme;
    const auto window = windowFor(theme, store.read());
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
    if (argc == 3 && qstrcmp(argv[1], "--edit") == 0)
        return edit(QString::fromLocal8Bit(argv[2]));
    TestAutosave test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_autosave.moc"

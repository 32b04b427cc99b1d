#include "tests/ui/runs/fake_backend.h"
#include "tests/ui/shell/all_asked.h"
#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/listing/program_tree.h"
#include "ui/look/languages.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/teach/lesson_author.h"
#include "ui/teach/lesson_controller.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::look::Language;
using ui::teach::Lesson;
using ui::teach::Step;

namespace {

ui::teach::Texts inThree(const char* english, const char* chinese, const char* korean)
{
    return {{QStringLiteral("en"), QString::fromUtf8(english)},
            {QStringLiteral("zh"), QString::fromUtf8(chinese)},
            {QStringLiteral("ko"), QString::fromUtf8(korean)}};
}

Step stepNamed(const char* english, const char* chinese, const char* korean)
{
    Step step;
    step.title = inThree(english, chinese, korean);
    step.text = inThree("What is to be seen.", "看这里。", "볼 것.");
    step.program = QStringLiteral("13.3.1");
    return step;
}

engine::frontend::Program withAdvice(engine::frontend::Program program)
{
    program.suggestions[engine::frontend::Dialect::Torch].push_back({"Flip", "Without it {after}.", 2, {}});
    return program;
}

Lesson threeSteps()
{
    Lesson lesson;
    lesson.title = inThree("Three", "三步", "셋");
    lesson.steps = {stepNamed("One", "一", "하나"), stepNamed("Two", "二", "둘"), stepNamed("Last", "末", "끝")};
    return lesson;
}

QStringList titlesOf(const Lesson& lesson)
{
    QStringList titles;
    for (const Step& step : lesson.steps)
        titles << step.title.value(QStringLiteral("en"));
    return titles;
}

}  // namespace

/// Tests lessons in the window: the bar, the menu, and that an untrusted lesson file does not run.
class TestLessonWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyButtonOfTheBarHasATooltipAndAName();
    void visibleLessonBarIsRetranslated();
    void stepsCanBeMovedAndRemoved();
    void savedLessonIsReadUnchanged();
    void lessonFileRunsOnlyWhenTrusted();
    void openingAnotherProgramPausesTheLesson();
    void unansweredQuestionHidesAdvice();

private:
    [[nodiscard]] ui::teach::LessonController& lessons() { return *m_window->parts().lessons; }
    void begin();
    void open(std::vector<engine::frontend::Program> programs);

    std::unique_ptr<ui::look::Languages> m_languages;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<MainWindow> m_window;
};

void TestLessonWindow::init()
{
    open({FakeFrontEnd::program("13.3.1", "with one:\n    wait()\n")});
}

void TestLessonWindow::open(std::vector<engine::frontend::Program> programs)
{
    m_window.reset();
    m_languages = std::make_unique<ui::look::Languages>();
    m_languages->choose(Language::English);
    m_theme = std::make_unique<ui::look::Theme>();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, std::move(programs));
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    setup.languages = m_languages.get();
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(shown.wait());
}

void TestLessonWindow::cleanup()
{
    m_window.reset();
    m_languages.reset();
}

/// Opens a lesson and waits until its first step is shown.
void TestLessonWindow::begin()
{
    QSignalSpy shown(&lessons().stage(), &ui::teach::StepStage::shown);
    lessons().player().open(threeSteps());
    QVERIFY(shown.size() > 0 || shown.wait());
    QVERIFY(lessons().bar().isVisible());
}

void TestLessonWindow::everyButtonOfTheBarHasATooltipAndAName()
{
    begin();
    int count = 0;
    for (const QAbstractButton* button : lessons().bar().findChildren<QAbstractButton*>()) {
        if (!button->isVisible())
            continue;
        ++count;
        QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->objectName()));
        QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(), qPrintable(button->objectName()));
        QVERIFY2(button->focusPolicy() & Qt::TabFocus, qPrintable(button->objectName()));
    }
    QCOMPARE(count, 5);
}

void TestLessonWindow::visibleLessonBarIsRetranslated()
{
    begin();
    lessons().player().advance();
    QTRY_VERIFY(lessons().stage().isSettled());
    const int runs = m_frontEnd->runs;
    const QString english = lessons().bar().spoken();
    QVERIFY(english.contains(QLatin1String("Step 2 of 3")));

    for (const auto& [language, title, next] :
         {std::tuple(Language::Korean, QStringLiteral("둘"), QStringLiteral("볼 것.")),
          std::tuple(Language::Chinese, QStringLiteral("二"), QStringLiteral("看这里。"))}) {
        m_languages->choose(language);
        QApplication::processEvents();

        const QString spoken = lessons().bar().spoken();
        QVERIFY2(spoken.contains(title) && spoken.contains(next), qPrintable(spoken));
        QVERIFY2(!spoken.contains(QLatin1String("Step")), qPrintable(spoken));
        for (const QAbstractButton* button : lessons().bar().findChildren<QAbstractButton*>())
            if (button->isVisible())
                for (const QChar letter : button->text() + button->toolTip().section(QLatin1Char('('), 0, 0))
                    QVERIFY2(letter.unicode() > 0x7f || !letter.isLetter(), qPrintable(button->toolTip()));
        QVERIFY(m_window->bench().actions.named(QStringLiteral("stepEarlier"))->text() !=
                QLatin1String("Step ear&lier"));
    }
    m_languages->choose(Language::English);
    QApplication::processEvents();
    QCOMPARE(lessons().bar().spoken(), english);
    // A change of the language keeps the step and starts no run.
    QCOMPARE(lessons().player().index(), 1);
    QCOMPARE(m_frontEnd->runs.load(), runs);
}

void TestLessonWindow::stepsCanBeMovedAndRemoved()
{
    begin();
    const auto act = [this](const char* name) { m_window->bench().actions.named(QLatin1String(name))->trigger(); };
    const auto isOn = [this](const char* name) {
        return m_window->bench().actions.named(QLatin1String(name))->isEnabled();
    };
    QVERIFY(!isOn("stepEarlier"));
    QVERIFY(isOn("stepLater"));

    act("stepLater");
    QCOMPARE(titlesOf(lessons().player().lesson()), QStringList({"Two", "One", "Last"}));
    QCOMPARE(lessons().player().index(), 1);
    QVERIFY(lessons().bar().spoken().contains(QLatin1String("Step 2 of 3")));
    act("stepLater");
    QCOMPARE(titlesOf(lessons().player().lesson()), QStringList({"Two", "Last", "One"}));
    QVERIFY(!isOn("stepLater"));
    act("stepEarlier");
    act("stepEarlier");
    QCOMPARE(titlesOf(lessons().player().lesson()), QStringList({"One", "Two", "Last"}));
    QVERIFY(!isOn("stepEarlier"));

    act("removeStep");
    QCOMPARE(titlesOf(lessons().player().lesson()), QStringList({"Two", "Last"}));
    QCOMPARE(lessons().player().index(), 0);
    act("closeLesson");
    QVERIFY(!lessons().bar().isVisible());
    QVERIFY(!isOn("stepLater") && !isOn("saveLesson") && isOn("addStep"));
}

void TestLessonWindow::savedLessonIsReadUnchanged()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.overlap-lesson.json"));
    begin();
    m_window->bench().actions.named(QStringLiteral("stepLater"))->trigger();

    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QTimer::singleShot(0, this, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>()->setText(path);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    });
    m_window->bench().actions.named(QStringLiteral("saveLesson"))->trigger();

    const auto read = ui::teach::readLessonFile(path);
    QVERIFY2(read, read ? "" : read.error().english().c_str());
    QVERIFY(*read == lessons().player().lesson());

    // If the file cannot be written, it stays unchanged and an error is reported.
    moveStep(lessons().player(), -1);
    QSignalSpy failed(&lessons(), &ui::teach::LessonController::failed);
    lessons().author().saveTo(folder.filePath(QStringLiteral("none/mine.overlap-lesson.json")));
    QCOMPARE(failed.size(), 1);
    QVERIFY(*ui::teach::readLessonFile(path) == *read);
}

void TestLessonWindow::lessonFileRunsOnlyWhenTrusted()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("theirs.overlap-lesson.json"));
    Lesson theirs = threeSteps();
    theirs.steps[0].listing = QStringLiteral("with theirs:\n    wait()");
    QVERIFY(ui::teach::writeLessonFile(theirs, path));
    const int runs = m_frontEnd->runs;
    const auto question = [this] { return m_window->findChild<QMessageBox*>(QStringLiteral("lessonTrust")); };

    lessons().open(path);
    QVERIFY(question() != nullptr);
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    question()->reject();
    QTRY_VERIFY(question() == nullptr);
    QVERIFY(!lessons().player().isOpen());
    tests::waitForAllAsked(m_window->bench().controller);
    QCOMPARE(m_frontEnd->runs.load(), runs + 2);

    QSignalSpy shown(&lessons().stage(), &ui::teach::StepStage::shown);
    lessons().open(path);
    QTest::mouseClick(question()->findChild<QPushButton*>(QStringLiteral("beginLesson")), Qt::LeftButton);
    QVERIFY(shown.size() > 0 || shown.wait());
    QVERIFY(m_frontEnd->runs > runs + 2);
    const std::lock_guard lock(m_frontEnd->mutex);
    QVERIFY(m_frontEnd->last.source.find("theirs") != std::string::npos);
}

void TestLessonWindow::openingAnotherProgramPausesTheLesson()
{
    open({FakeFrontEnd::program("13.3.1", "wait()\n"), FakeFrontEnd::program("13.3.2", "wait()\n")});
    begin();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->openProgram("13.3.2");

    QVERIFY(shown.wait());
    auto* next = lessons().bar().findChild<QPushButton*>("nextStep");
    QVERIFY2(next->text().contains("Back to step 1"), qPrintable(next->text()));
    QVERIFY2(!lessons().bar().spoken().contains("What is to be seen"), "no words about another program");

    QTest::mouseClick(next, Qt::LeftButton);

    QTRY_COMPARE(m_window->bench().document.program().id, std::string("13.3.1"));
    QCOMPARE(lessons().player().index(), 0);
    QVERIFY(lessons().bar().spoken().contains("What is to be seen"));

    // Closing the lesson while another program is open keeps that program.
    m_window->openProgram("13.3.2");
    lessons().player().close();
    QCOMPARE(m_window->bench().document.program().id, std::string("13.3.2"));
}

void TestLessonWindow::unansweredQuestionHidesAdvice()
{
    open({withAdvice(FakeFrontEnd::program("13.3.1", "with one:\n    wait()\nwork\n"))});
    auto& card = m_window->parts().panes->right().tryThis();
    QTRY_VERIFY(!card.isHidden());
    Lesson lesson = threeSteps();
    lesson.steps[0].question = ui::teach::Question();
    lesson.steps[0].question->text = inThree("How long?", "?", "?");
    lesson.steps[0].question->expected = inThree("So long.", "?", "?");

    lessons().player().open(lesson);

    QTRY_VERIFY(lessons().stage().isSettled());
    QVERIFY(lessons().stage().isAsking());
    QVERIFY(card.isHidden());
    // The advice stays hidden while the question is open, even if predict-first is turned on and off.
    m_window->bench().actions.predictFirst->trigger();
    m_window->bench().actions.predictFirst->trigger();
    m_window->desk().starter().run();
    QTRY_VERIFY(m_window->desk().isSettled());
    QVERIFY(card.isHidden());
    lessons().player().answer(std::nullopt);
    QTRY_VERIFY(!card.isHidden());
}

QTEST_MAIN(TestLessonWindow)
#include "tst_lesson_window.moc"

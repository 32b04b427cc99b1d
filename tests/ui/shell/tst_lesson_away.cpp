#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/files/note_keeper.h"
#include "ui/runs/banner.h"
#include "ui/shell/main_window.h"
#include "ui/teach/lesson_author.h"
#include "ui/teach/lesson_controller.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::teach::Lesson;
using ui::teach::Step;

namespace {

ui::teach::Texts english(const char* text)
{
    return {{QStringLiteral("en"), QString::fromUtf8(text)}};
}

Step stepOf(const char* title, const char* program)
{
    Step step;
    step.title = english(title);
    step.text = english("What is to be seen.");
    step.program = QString::fromUtf8(program);
    return step;
}

/// A lesson of two steps about program 13.3.1. The first step flips a switch.
Lesson twoSteps()
{
    Lesson lesson;
    lesson.id = QStringLiteral("two");
    lesson.section = QStringLiteral("13.3 Automatic parallelism");
    lesson.title = english("Two steps");
    lesson.steps = {stepOf("One", "13.3.1"), stepOf("Two", "13.3.1")};
    lesson.steps[0].setting.flips = {{2, false}};
    return lesson;
}

/// A listing of one line, as typed by the user.
QString mine(const char* text = "wait()  # mine")
{
    return QString::fromUtf8(text);
}

}  // namespace

/// Tests that the user's listings are restored after a lesson, whatever was opened in between, and that a paused lesson
/// shows nothing about another open program.
class TestLessonAway : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup()
    {
        m_frontEnd->isLoadHeld = false;
        m_window.reset();
    }
    void editsAreRestoredAfterAPausedLesson();
    void editsDuringAPausedLessonAreKept();
    void editsOfTheOriginalProgramDuringALessonPauseAreKept();
    void editsOfADirectlyOpenedProgramSurviveTheLesson();
    void lessonLeavesNoEditsOrFlips();
    void newProgramAndMachineAreRestoredAfterALesson();
    void fileIsRestoredAfterALesson();
    void closedLessonLeavesNoChangesIfTheUsersFileIsDeleted();
    void closedLessonLeavesNoChangesIfTheUsersFileIsUnreadable();
    void savedNewProgramIsRestoredAfterALesson();
    void lessonFileThatIsLoadedAfterTheEndOfTheLessonIsNotOpened();
    void lessonFileThatIsLoadedAfterTheEndOfItsStepIsNotOpened();
    void lessonFilesAreFoundByEquivalentPaths();
    void sessionStoresOnlyListingsOfTheUser();
    void sessionStoresNoMachineOrViewOfALesson();
    void presenterShowsNoNumbersOfAnotherProgram();
    void showingTheAnswerDuringAPauseReturnsToTheStep();
    void answerDoesNotChangeListingsOfTheUser();
    void lessonIsNotPausedInStepsAboutTheOpenProgram();
    void notesOfTheUserAreRestoredDuringAPause();

private:
    [[nodiscard]] ui::teach::LessonController& lessons() { return *m_window->parts().lessons; }
    [[nodiscard]] ui::listing::ProgramDocument& document() { return m_window->bench().document; }
    [[nodiscard]] QString program() { return QString::fromStdString(document().program().id); }
    /// Starts a shipped lesson and waits until its first step is shown.
    void begin(const char* id = "two");
    void settle() { QTRY_VERIFY(m_window->desk().isSettled() && lessons().stage().isSettled()); }
    /// Opens a lesson whose first step uses the file `path` in the folder of the shipped lesson.
    void beginWithFile(const char* path);
    /// Waits until the front end has answered all earlier requests: loading files, then finding the waits of a new
    /// listing.
    void loadAll();
    [[nodiscard]] bool isAway()
    {
        return lessons().bar().findChild<QPushButton*>("nextStep")->text().contains(QLatin1String("Back to step"));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<MainWindow> m_window;
};

void TestLessonAway::init()
{
    QVERIFY(ui::teach::writeLessonFile(twoSteps(), m_folder.filePath(QStringLiteral("two.overlap-lesson.json"))));
    m_theme = std::make_unique<ui::look::Theme>();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    Setup setup;
    setup.backend =
        FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "with one:\n    wait()\nwork\n"),
                                           FakeFrontEnd::program("13.3.2", "with two:\n    wait()\nwork\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"other", "Another", engine::trace::PlatformKind::Virtual, 2, "/m/other.json", {}, {}}};
    setup.lessons = m_folder.path();
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(shown.wait());
    QTRY_VERIFY(!document().text().switches().points().empty());
}

void TestLessonAway::begin(const char* id)
{
    QSignalSpy shown(&lessons().stage(), &ui::teach::StepStage::shown);
    lessons().open(QString::fromUtf8(id));
    QVERIFY(shown.size() > 0 || shown.wait());
    settle();
    QVERIFY(!document().text().switches().isOn(2));
}

void TestLessonAway::editsAreRestoredAfterAPausedLesson()
{
    document().listing().setSource(mine());
    begin();
    m_window->openProgram("13.3.2");

    lessons().player().close();
    m_window->openProgram("13.3.1");

    QCOMPARE(document().text().source(), mine());
}

void TestLessonAway::editsDuringAPausedLessonAreKept()
{
    begin();
    m_window->openProgram("13.3.2");
    document().listing().setSource(mine());
    m_window->bench().actions.newProgram->trigger();
    document().listing().setSource(mine("wait()  # new"));
    const QString fresh = program();

    QTest::mouseClick(lessons().bar().findChild<QPushButton*>("nextStep"), Qt::LeftButton);

    QTRY_COMPARE(program(), QStringLiteral("13.3.1"));
    lessons().player().close();
    m_window->openProgram("13.3.2");
    QCOMPARE(document().text().source(), mine());
    m_window->openProgram(fresh);
    QCOMPARE(document().text().source(), mine("wait()  # new"));
}

void TestLessonAway::editsOfTheOriginalProgramDuringALessonPauseAreKept()
{
    m_window->openProgram("13.3.2");
    document().listing().setSource(mine("wait()  # before"));
    begin();
    m_window->openProgram("13.3.2");
    QCOMPARE(document().text().source(), mine("wait()  # before"));
    document().listing().setSource(mine("wait()  # meanwhile"));
    QTest::mouseClick(lessons().bar().findChild<QPushButton*>("nextStep"), Qt::LeftButton);
    QTRY_COMPARE(program(), QStringLiteral("13.3.1"));

    lessons().player().close();

    QCOMPARE(program(), QStringLiteral("13.3.2"));
    QCOMPARE(document().text().source(), mine("wait()  # meanwhile"));
}

void TestLessonAway::editsOfADirectlyOpenedProgramSurviveTheLesson()
{
    begin();
    m_window->openProgram("13.3.1");
    QTRY_VERIFY(document().text().switches().isOn(2));
    document().listing().setSource(mine());

    lessons().player().goTo(0);
    settle();
    QVERIFY(document().text().source() != mine());
    lessons().player().close();
    m_window->openProgram("13.3.1");

    QCOMPARE(document().text().source(), mine());
}

void TestLessonAway::lessonLeavesNoEditsOrFlips()
{
    m_window->openProgram("13.3.2");
    begin();
    document().listing().setSource(mine("wait()  # in the lesson"));
    settle();

    lessons().player().close();

    QCOMPARE(program(), QStringLiteral("13.3.2"));
    m_window->openProgram("13.3.1");
    QVERIFY(document().text().source().startsWith(QLatin1String("with one:")));
    QTRY_VERIFY(document().text().switches().isOn(2));
}

void TestLessonAway::newProgramAndMachineAreRestoredAfterALesson()
{
    m_window->bench().actions.newProgram->trigger();
    document().listing().setSource(mine());
    m_window->desk().chooseMachine(QStringLiteral("other"));
    settle();
    begin();
    QCOMPARE(m_window->parts().machines->chosenId(), QStringLiteral("book-v100"));

    lessons().player().close();

    QCOMPARE(program(), QStringLiteral("own:1"));
    QCOMPARE(document().text().source(), mine());
    QCOMPARE(m_window->parts().machines->chosenId(), QStringLiteral("other"));
    m_window->openProgram("13.3.1");
    QTRY_VERIFY2(document().text().switches().isOn(2), "the lesson's flip is not the reader's");
}

void TestLessonAway::fileIsRestoredAfterALesson()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_COMPARE(program(), file.fileName());
    document().listing().setSource(mine());
    begin();
    document().listing().setSource(mine("wait()  # in the lesson"));

    lessons().player().close();

    QTRY_COMPARE(program(), file.fileName());
    QCOMPARE(document().text().source(), mine());
    m_window->openProgram("13.3.1");
    QVERIFY2(document().text().source().startsWith(QLatin1String("with one:")),
             "the lesson's listing is not the reader's");
}

void TestLessonAway::closedLessonLeavesNoChangesIfTheUsersFileIsDeleted()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_COMPARE(program(), file.fileName());
    begin();
    QVERIFY(file.remove());

    lessons().player().close();

    QCOMPARE(program(), QStringLiteral("13.3.1"));
    QTRY_VERIFY2(document().text().switches().isOn(2), "the reader's own listing of the program that is open");
    document().listing().setSource(mine());
    m_window->openProgram("13.3.2");
    m_window->openProgram("13.3.1");
    QCOMPARE(document().text().source(), mine());
}

void TestLessonAway::closedLessonLeavesNoChangesIfTheUsersFileIsUnreadable()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("theirs.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_window->openProgram(file.fileName());
    QTRY_COMPARE(program(), file.fileName());
    begin();
    m_frontEnd->isLoadFailing = true;

    lessons().player().close();

    QTRY_VERIFY(m_window->bench().banner.isOpen());
    QCOMPARE(m_window->bench().banner.message().title, QStringLiteral("This file could not be opened"));
    QCOMPARE(program(), QStringLiteral("13.3.1"));
    QTRY_VERIFY2(document().text().switches().isOn(2), "the reader's own listing of the program that is open");
    document().listing().setSource(mine());
    const auto torch = engine::frontend::Dialect::Torch;
    QCOMPARE(m_window->session().programs[QStringLiteral("13.3.1")].sources[torch], mine());
}

void TestLessonAway::savedNewProgramIsRestoredAfterALesson()
{
    m_window->bench().actions.newProgram->trigger();
    document().listing().setSource(mine());
    document().setSaved(m_folder.filePath(QStringLiteral("mine.py")), {});
    begin();

    lessons().player().close();

    QCOMPARE(program(), QStringLiteral("own:1"));
    QCOMPARE(document().text().source(), mine());
}

void TestLessonAway::beginWithFile(const char* path)
{
    begin();
    m_window->openProgram("13.3.1");
    settle();
    QFile file(m_folder.filePath(QStringLiteral("prog.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("sub")));
    Lesson lesson = twoSteps();
    lesson.steps[0].program = QString::fromUtf8(path);
    lesson.steps[0].setting = {};
    lessons().player().open(lesson);
}

void TestLessonAway::loadAll()
{
    m_frontEnd->isLoadHeld = false;
    document().listing().setSource(mine("1\n2\nwait()"));
    QTRY_VERIFY(document().text().switches().at(3) != nullptr);
}

void TestLessonAway::lessonFileThatIsLoadedAfterTheEndOfTheLessonIsNotOpened()
{
    m_frontEnd->isLoadHeld = true;
    beginWithFile("prog.py");
    lessons().player().close();
    QVERIFY(m_window->listings().owner() == ui::files::ListingKeeper::Owner::Reader);

    loadAll();

    QCOMPARE(program(), QStringLiteral("13.3.1"));
    QVERIFY(m_window->listings().owner() == ui::files::ListingKeeper::Owner::Reader);
}

void TestLessonAway::lessonFileThatIsLoadedAfterTheEndOfItsStepIsNotOpened()
{
    m_frontEnd->isLoadHeld = true;
    beginWithFile("prog.py");
    lessons().player().advance();
    settle();

    loadAll();

    QCOMPARE(program(), QStringLiteral("13.3.1"));
    QVERIFY(!isAway());
}

void TestLessonAway::lessonFilesAreFoundByEquivalentPaths()
{
    for (const char* path : {"./prog.py", "sub/../prog.py"}) {
        beginWithFile(path);

        QTRY_COMPARE(program(), m_folder.filePath(QStringLiteral("prog.py")));

        QVERIFY2(!isAway(), path);
        QVERIFY(m_window->listings().owner() != ui::files::ListingKeeper::Owner::Reader);
        lessons().player().close();
        QTRY_COMPARE(program(), QStringLiteral("13.3.1"));
    }
}

void TestLessonAway::sessionStoresNoMachineOrViewOfALesson()
{
    Lesson lesson = twoSteps();
    lesson.steps[0].setting.machine = QStringLiteral("other");
    begin();
    lessons().player().open(lesson);
    settle();
    QCOMPARE(m_window->parts().machines->chosenId(), QStringLiteral("other"));
    m_window->bench().range.setRange({engine::Nanoseconds{0}, engine::Nanoseconds{1000}});

    const Session session = m_window->session();

    QCOMPARE(session.machine, QStringLiteral("book-v100"));
    QVERIFY(!session.view);
    lessons().player().close();
    settle();
    m_window->bench().range.setRange({engine::Nanoseconds{0}, engine::Nanoseconds{1000}});
    QVERIFY(m_window->session().view);
}

void TestLessonAway::sessionStoresOnlyListingsOfTheUser()
{
    const auto torch = engine::frontend::Dialect::Torch;
    m_window->openProgram("13.3.2");
    document().listing().setSource(mine());
    begin();
    Session session = m_window->session();
    QCOMPARE(session.program, QStringLiteral("13.3.2"));
    QCOMPARE(session.programs[QStringLiteral("13.3.2")].sources[torch], mine());

    m_window->openProgram("13.3.2");
    document().listing().setSource(mine("wait()  # meanwhile"));

    session = m_window->session();
    QCOMPARE(session.programs[QStringLiteral("13.3.2")].sources[torch], mine("wait()  # meanwhile"));
    lessons().player().goTo(0);
    QTRY_COMPARE(program(), QStringLiteral("13.3.1"));
    document().listing().setSource(mine("wait()  # in the lesson"));
    QVERIFY(m_window->session().programs[QStringLiteral("13.3.1")].sources.empty());
}

void TestLessonAway::presenterShowsNoNumbersOfAnotherProgram()
{
    Lesson lesson = twoSteps();
    lesson.steps[0].text = english("Issued: {operations}.");
    begin();
    lessons().player().open(lesson);
    settle();
    m_window->bench().actions.named(QStringLiteral("presenterView"))->trigger();
    QLabel* now = nullptr;
    for (QWidget* window : QApplication::topLevelWidgets())
        if (auto* label = window->findChild<QLabel*>(QStringLiteral("presenterNow")))
            now = label;
    QVERIFY(now != nullptr);
    QVERIFY2(now->text().contains(QLatin1String("Issued: 1.")), qPrintable(now->text()));

    m_window->openProgram("13.3.2");
    settle();

    QVERIFY2(now->text().contains(QStringLiteral("Issued: —.")), qPrintable(now->text()));
}

void TestLessonAway::showingTheAnswerDuringAPauseReturnsToTheStep()
{
    Lesson lesson = twoSteps();
    lesson.steps[0].question = ui::teach::Question();
    lesson.steps[0].question->text = english("How long?");
    lesson.steps[0].question->expected = english("So long.");
    lesson.steps[0].question->change = ui::teach::Setting();
    lesson.steps[0].question->change->flips = {{2, true}};
    lessons().player().open(lesson);
    settle();
    m_window->openProgram("13.3.2");
    settle();

    lessons().player().advance();  // advances as the presenter view does

    QTRY_COMPARE(program(), QStringLiteral("13.3.1"));
    settle();
    QVERIFY(lessons().stage().isAsking());
    QTRY_VERIFY(!document().text().switches().isOn(2));
    m_window->openProgram("13.3.2");
    QTRY_VERIFY2(document().text().switches().isOn(2), "the answer has changed nothing there");
}

/// The user has opened the program of the step. The first answer only returns to the step, which then asks its question
/// again.
void TestLessonAway::answerDoesNotChangeListingsOfTheUser()
{
    Lesson lesson = twoSteps();
    lesson.steps[0].text = english("Issued: {operations}.");
    lesson.steps[0].setting = {};
    lesson.steps[0].question = ui::teach::Question();
    lesson.steps[0].question->text = english("How long?");
    lesson.steps[0].question->expected = english("So long.");
    lesson.steps[0].question->change = ui::teach::Setting();
    lesson.steps[0].question->change->flips = {{2, false}};
    lessons().player().open(lesson);
    settle();
    m_window->openProgram("13.3.1");
    settle();
    QVERIFY(isAway());
    QVERIFY2(!lessons().stage().isAsking(), "nothing of one's own is hidden");

    lessons().player().advance();

    settle();
    QVERIFY(lessons().stage().isAsking());
    QVERIFY(!isAway());
    QVERIFY(m_window->listings().owner() != ui::files::ListingKeeper::Owner::Reader);
    lessons().player().advance();
    QTRY_VERIFY(!document().text().switches().isOn(2));
    m_window->openProgram("13.3.1");
    QTRY_VERIFY(document().text().switches().at(2) != nullptr);
    QVERIFY2(document().text().switches().isOn(2), "the answer has changed nothing there");

    // A step that the author has just inserted applies to the open program. Answering it does not change the user's
    // listing.
    lessons().player().close();
    insertStep(lessons().player(), lesson.steps[0]);
    QVERIFY(!isAway());
    lessons().player().advance();
    settle();
    m_window->openProgram("13.3.1");
    QTRY_VERIFY(document().text().switches().at(2) != nullptr);
    QVERIFY(document().text().switches().isOn(2));
}

void TestLessonAway::lessonIsNotPausedInStepsAboutTheOpenProgram()
{
    begin();
    m_window->openProgram("13.3.2");
    settle();
    QVERIFY(isAway());

    insertStep(lessons().player(), stepOf("About the other", "13.3.2"));
    QVERIFY2(!isAway(), "the step is about what is open");

    moveStep(lessons().player(), -1);
    QVERIFY(!isAway());
    lessons().player().advance();
    QTRY_COMPARE(program(), QStringLiteral("13.3.1"));
    settle();
    QVERIFY(!isAway());

    // Goes back from a paused step to a step that applies to the open program.
    m_window->openProgram("13.3.2");
    settle();
    QVERIFY(isAway());
    lessons().player().goBack();
    QVERIFY(!isAway());
}

void TestLessonAway::notesOfTheUserAreRestoredDuringAPause()
{
    m_window->openProgram("13.3.2");
    settle();
    ui::model::Note own;
    own.text = QStringLiteral("mine");
    m_window->parts().notes->book().add(own);
    begin();
    QVERIFY(m_window->parts().notes->book().notes().empty());

    m_window->openProgram("13.3.2");
    settle();

    QCOMPARE(m_window->parts().notes->book().notes().size(), std::size_t{1});
}

QTEST_MAIN(TestLessonAway)
#include "tst_lesson_away.moc"

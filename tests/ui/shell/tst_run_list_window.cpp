#include "engine/trace/imported.h"
#include "engine/trace/recorder.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/labels.h"
#include "ui/look/segmented.h"
#include "ui/run_choice/compare_control.h"
#include "ui/run_choice/runs_pane.h"
#include "ui/runs/change_strip.h"
#include "ui/runs/earlier_runs.h"
#include "ui/runs/run_shelf.h"
#include "ui/runs/status_line.h"
#include "ui/shell/main_window.h"
#include "ui/shell/views.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace ui::run_choice;
using namespace ui::files;
using namespace ui::runs;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::compare::Which;

/// Tests the list of runs in the window: its content, and its commands by keyboard.
class TestRunListWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void emptyListSuggestsTheNextStep();
    void runsWithTheSameSettingsAreListedOnce();
    void typedNameRenamesTheRunAndTriggersNoCommand();
    void deletedRunsAreRestoredByTheUndoKey();
    void selectedRunIsComparedWithTheDisplayedOne();
    void twoSelectedRunsAreCompared();
    void threeRunsAreComparedWithTheFirst();
    void stoppedRunHasNoLengthInTheComparison();
    void makespansAreVisibleBesideTheParameters();
    void openedRunRestoresItsSettings();
    void traceOpensWithItsListingAndSwitches();
    void listingOfATraceRunsOnlyIfTheUserAllowsIt();
    void machineOfATraceIsNotUsedForLaterPrograms();
    void suggestionsOfATraceDoNotRunInTheBackground();
    void runOfAClosedProgramOpensItsListing();
    void openedMeasuredRunIsShownAgain();
    void unreadableRunIsReported();
    void unwritableFolderIsReportedOnce();
    void traceWithoutAListingShowsItsMachineAndCannotBeRun_data();
    void traceWithoutAListingShowsItsMachineAndCannotBeRun();
    void parameterChangeIsShownIfTheLastRunIsTooLargeToBeKept();

private:
    [[nodiscard]] RunList& list() { return m_window->parts().compareControl->earlier().list(); }
    [[nodiscard]] RunsPane& pane();
    [[nodiscard]] QComboBox& machineBox() { return *m_window->findChild<QComboBox*>(QStringLiteral("machine")); }
    [[nodiscard]] CompareControl& compare() { return *m_window->parts().compareControl; }
    [[nodiscard]] qint64 milliseconds(Which which)
    {
        return compare().pair()->of(which).side.scope.length().count() / 1'000'000;
    }
    void setN(const char* n);
    void select(const QList<int>& rows);
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier)
    {
        QTest::keyClick(&pane().table(), key, with);
    }
    void settle() { QTRY_VERIFY(m_window->desk().isSettled()); }
    /// Waits until the listing is analysed and all requested runs have ended: requests a prediction, which runs last,
    /// and waits for it. The prediction is not counted in the runs of the front end.
    void waitForRuns();

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestRunListWindow::init()
{
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    auto program = FakeFrontEnd::program("13.3.1", "work\nwait()\n");
    program.parameters.push_back({"n", "matrix side", engine::frontend::ParameterKind::Integer, "1", 1, 20000, {}, ""});
    Setup setup;
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {program, FakeFrontEnd::program("13.3.2", "work\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
        {"this-computer", "This computer", engine::trace::PlatformKind::Real, 2, "", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->desk().isSettled() && !m_window->bench().document.text().switches().points().empty());
}

RunsPane& TestRunListWindow::pane()
{
    m_window->parts().views->show(QStringLiteral("runs"));
    return *m_window->findChild<RunsPane*>();
}

void TestRunListWindow::setN(const char* n)
{
    m_window->bench().document.parameters().set("n", QString::fromLatin1(n));
    settle();
}

void TestRunListWindow::select(const QList<int>& rows)
{
    auto* selection = pane().table().selectionModel();
    selection->clearSelection();
    for (const int row : rows)
        selection->select(list().index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    pane().table().setFocus();
}

void TestRunListWindow::waitForRuns()
{
    engine::frontend::RunRequest last;
    last.program.id = "last";
    last.source = "work\n";
    last.machine = "book-v100";
    QTRY_VERIFY(m_window->bench().document.text().isAnalysed());
    const auto isAnswered = std::make_shared<bool>(false);
    m_window->bench().controller.thread().predict(
        last, m_window.get(), [isAnswered](const auto&) { *isAnswered = true; }, RunThread::Use::Lasting);
    QTRY_VERIFY(*isAnswered);
    --m_frontEnd->runs;
}

void TestRunListWindow::emptyListSuggestsTheNextStep()
{
    list().remove({0});
    QVERIFY(pane().findChild<QLabel*>(QStringLiteral("noRuns"))->isVisible());
    QVERIFY(!pane().table().isVisible());

    setN("3");

    QVERIFY(!pane().findChild<QLabel*>(QStringLiteral("noRuns"))->isVisible());
    QVERIFY(pane().table().isVisible());
}

void TestRunListWindow::runsWithTheSameSettingsAreListedOnce()
{
    setN("3");
    m_window->bench().document.edits().flip(2);
    settle();
    m_window->bench().document.edits().flip(2);
    settle();

    QCOMPARE(list().rowCount(), 3);
    QCOMPARE(list().index(0, RunList::Waits).data().toString(), QStringLiteral("all on"));
    QCOMPARE(list().index(0, RunList::Values).data().toString(), QStringLiteral("matrix side = 3"));
    QCOMPARE(list().index(1, RunList::Waits).data().toString(), QStringLiteral("off: 2"));
    QCOMPARE(list().index(2, RunList::Makespan).data().toString(), QStringLiteral("2.00 ms"));
}

void TestRunListWindow::typedNameRenamesTheRunAndTriggersNoCommand()
{
    select({0});

    press(Qt::Key_F2);
    auto* editor = pane().table().findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QSignalSpy opened(&pane(), &RunsPane::openRequested);
    QTest::keyClicks(editor, QStringLiteral("with every wait"));
    QTest::keyClick(editor, Qt::Key_Return);

    QTRY_COMPARE(list().nameAt(0), QStringLiteral("with every wait"));
    QVERIFY2(opened.isEmpty(), "the key that ends the name opens nothing");
    QVERIFY2(!compare().isOpen(), "letters of the name are no commands");
}

void TestRunListWindow::deletedRunsAreRestoredByTheUndoKey()
{
    setN("3");
    setN("4");
    select({0, 2});

    press(Qt::Key_Delete);

    QCOMPARE(list().rowCount(), 1);
    auto* undo = pane().findChild<QPushButton*>(QStringLiteral("undoDelete"));
    QVERIFY(undo->isVisible());
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(list().rowCount(), 3);
    QVERIFY(!undo->isVisible());
    QCOMPARE(m_window->bench().document.parameters().value("n"), QStringLiteral("4"));
}

void TestRunListWindow::selectedRunIsComparedWithTheDisplayedOne()
{
    setN("7");
    select({1});

    press(Qt::Key_Return, Qt::ShiftModifier);

    QVERIFY(compare().isOpen());
    QCOMPARE(milliseconds(Which::A), qint64{2});
    QCOMPARE(milliseconds(Which::B), qint64{14});
}

void TestRunListWindow::twoSelectedRunsAreCompared()
{
    setN("3");
    setN("7");
    select({1, 2});

    press(Qt::Key_Return, Qt::ShiftModifier);

    QVERIFY(compare().isOpen());
    QCOMPARE(milliseconds(Which::A), qint64{2});
    QCOMPARE(milliseconds(Which::B), qint64{6});
}

void TestRunListWindow::threeRunsAreComparedWithTheFirst()
{
    setN("3");
    setN("7");
    select({0, 1, 2});
    press(Qt::Key_Return, Qt::ShiftModifier);
    auto* bar = m_window->findChild<QWidget*>(QStringLiteral("compareRunsBar"));
    QVERIFY(bar->isVisible());
    QCOMPARE(milliseconds(Which::B), qint64{6});
    const auto thirdMilliseconds = [this]() -> qint64 {
        const auto& more = m_window->findChild<ui::compare::CompareCanvas*>()->scene().more;
        return more.size() == 1 ? more[0]->side(Which::B).scope.length().count() / 1'000'000 : -1;
    };
    QCOMPARE(thirdMilliseconds(), qint64{14});

    const auto& canvas = *m_window->findChild<ui::compare::CompareCanvas*>();
    QCOMPARE(canvas.scene().pair->of(Which::B).title, QStringLiteral("matrix side 1 → 3"));
    QCOMPARE(canvas.scene().more[0]->of(Which::B).title, QStringLiteral("matrix side 1 → 7"));
    const auto* scope = m_window->findChild<QLabel*>(QStringLiteral("measuresScope"));
    QCOMPARE(scope->text(), QStringLiteral("Scope: whole run"));
    QVERIFY(m_window->parts().statusLine->text().contains(QLatin1String("Scope: whole run")));
    const auto& findings = compare().pair()->comparison().findings;
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const engine::analysis::Finding& finding) {
        return ui::compare::findingText(finding) == QLatin1String("matrix side is 1 in A, 3 in B");
    }));
    auto* others = bar->findChild<ui::look::Segmented*>();
    QCOMPARE(others->count(), 2);
    emit others->chosen(1);

    QCOMPARE(milliseconds(Which::A), qint64{2});
    QCOMPARE(milliseconds(Which::B), qint64{14});
    QCOMPARE(thirdMilliseconds(), qint64{6});
    compare().close();
    QVERIFY(!bar->isVisible());
    select({1, 2});
    press(Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(thirdMilliseconds(), qint64{-1});
}

void TestRunListWindow::stoppedRunHasNoLengthInTheComparison()
{
    setN("3");
    m_frontEnd->isCutShort = true;
    setN("7");
    select({0, 1, 2});
    press(Qt::Key_Return, Qt::ShiftModifier);
    const auto* others =
        m_window->findChild<QWidget*>(QStringLiteral("compareRunsBar"))->findChild<ui::look::Segmented*>();
    QStringList texts;
    for (const auto* button : others->findChildren<QAbstractButton*>())
        texts << button->text();

    QCOMPARE(texts, (QStringList{QStringLiteral("matrix side 1 → 3: 6.00 ms, 0.33×"),
                                 QStringLiteral("matrix side 1 → 7: stopped early")}));
}

void TestRunListWindow::makespansAreVisibleBesideTheParameters()
{
    setN("3");
    auto& table = pane().table();
    QCoreApplication::processEvents();

    const int right = table.columnViewportPosition(RunList::Makespan) + table.columnWidth(RunList::Makespan);

    QVERIFY2(right <= table.viewport()->width(), qPrintable(QString::number(right)));
}

void TestRunListWindow::openedRunRestoresItsSettings()
{
    setN("3");
    m_window->bench().document.edits().flip(2);
    settle();
    m_window->openProgram("13.3.2");
    settle();
    select({2});
    QCOMPARE(list().index(2, RunList::Values).data().toString(), QStringLiteral("matrix side = 3"));

    press(Qt::Key_Return);

    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    settle();
    QTRY_COMPARE(m_window->bench().feed.trace()->extent(), engine::Nanoseconds{6'000'000});
    QCOMPARE(m_window->bench().document.parameters().value("n"), QStringLiteral("3"));
    QVERIFY(m_window->bench().document.text().switches().isOn(2));
}

namespace {

/// A trace with a listing, as a run of `program` on the virtual machine writes it.
engine::trace::TracePtr traceOf(const char* program, const char* source,
                                std::vector<std::pair<std::int32_t, bool>> switches = {})
{
    auto info = std::make_shared<engine::trace::RunInfo>();
    info->program = program;
    info->title = "Their program";
    info->source = source;
    info->machine = "book-v100";
    info->values = engine::trace::ValueMode::Computed;
    info->parameters = {{"n", "5"}};
    info->switches = std::move(switches);
    engine::trace::Recorder recorder;
    recorder.write(engine::trace::RunRecord(info));
    tests::writeOneOperation(recorder, engine::Nanoseconds{1000}, engine::Bytes{1 << 20}, 1);
    recorder.write(engine::trace::EndRecord{engine::Nanoseconds{1000}, true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace

void TestRunListWindow::traceOpensWithItsListingAndSwitches()
{
    const auto& document = m_window->bench().document;
    m_window->openProgram("13.3.2");
    settle();
    const int runs = m_frontEnd->runs;
    const auto trace = traceOf("13.3.1", "work\nwait()\n", {{2, false}});

    m_window->desk().showTrace(trace);

    QCOMPARE(document.program().id, std::string("13.3.1"));
    QCOMPARE(document.parameters().value("n"), QStringLiteral("5"));
    QTRY_VERIFY(!document.text().switches().points().empty());
    QVERIFY(!document.text().switches().isOn(2));
    QTRY_COMPARE(m_window->bench().feed.context().syncPoints.value(2, true), false);
    QVERIFY(m_window->bench().feed.trace() == trace);
    QCOMPARE(m_frontEnd->runs.load(), runs);

    // A flip starts a run immediately, and the opened trace becomes the previous run.
    m_window->bench().document.edits().flip(2);

    QTRY_COMPARE(m_window->bench().feed.trace()->extent(), engine::Nanoseconds{10'000'000});
    QVERIFY(m_window->bench().feed.hasBefore() && m_window->bench().feed.before().trace == trace);
}

void TestRunListWindow::machineOfATraceIsNotUsedForLaterPrograms()
{
    const ui::machines::Machines& machines = *m_window->parts().machines;
    m_window->openProgram("13.3.1");
    settle();
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));

    m_window->desk().showTrace(traceOf("13.3.1", "work\nwait()\n"));
    m_window->desk().showTrace(traceOf("13.3.2", "work\nwait()\n"));

    QCOMPARE(machines.chosenId(), QStringLiteral("book-v100"));

    m_window->openProgram("13.3.2");

    QCOMPARE(machines.chosenId(), QStringLiteral("this-computer"));
}

void TestRunListWindow::listingOfATraceRunsOnlyIfTheUserAllowsIt()
{
    auto& document = m_window->bench().document;
    const int runs = m_frontEnd->runs;
    const auto trace = traceOf("13.3.1", "work\nwait()\nwork on their computer\n");

    m_window->desk().showTrace(trace);

    QCOMPARE(document.text().source(), QStringLiteral("work\nwait()\nwork on their computer"));
    QVERIFY(!document.isTrusted());
    QTRY_VERIFY(!document.text().switches().points().empty());
    document.edits().flip(2);
    waitForRuns();
    QCOMPARE(m_frontEnd->runs.load(), runs);
    QVERIFY(m_window->bench().feed.trace() == trace);

    // Playing and pausing the trace does not permit a run of its listing.
    m_window->bench().actions.play->trigger();
    m_window->bench().actions.play->trigger();
    waitForRuns();
    QCOMPARE(m_frontEnd->runs.load(), runs);
    m_window->desk().showTrace(trace);
    m_window->desk().starter().run();

    QTRY_COMPARE(m_frontEnd->runs.load(), runs + 1);
    settle();

    // The listing remains untrusted if the trace is opened from the list of runs.
    NamedRun theirs;
    theirs.trace = list().at(0).trace;
    theirs.context = RunSummary::fromJson(list().at(0).summary.toJson())->context();
    m_window->openProgram("13.3.1");
    settle();
    m_window->desk().openRun(theirs);
    QVERIFY(!document.isTrusted());

    // The user's own listing of this program is unchanged.
    m_window->openProgram("13.3.1");
    QCOMPARE(document.text().source(), QStringLiteral("work\nwait()"));
    QVERIFY(document.isTrusted());
}

/// The window runs the suggestions after an out-of-memory error in the background, but not for a trace from somebody
/// else.
void TestRunListWindow::suggestionsOfATraceDoNotRunInTheBackground()
{
    engine::frontend::RunRequest request;
    request.program.id = "theirs";
    request.source = "hungry\ny = [x.mm(x) for _ in range(10)]\n";
    request.machine = "book-v100";
    engine::trace::Recorder recorder;
    const auto failed = m_frontEnd->run(request, recorder);
    QVERIFY(failed.has_value() && failed->trace->error());
    const int runs = m_frontEnd->runs, forecasts = m_frontEnd->forecasts;

    m_window->desk().showTrace(failed->trace);
    emit m_window->desk().changed(ui::desk::Aspect::Result);
    waitForRuns();

    QVERIFY(!m_window->bench().document.isTrusted());
    QCOMPARE(m_frontEnd->runs.load(), runs);
    QCOMPARE(m_frontEnd->forecasts.load(), forecasts);
}

void TestRunListWindow::runOfAClosedProgramOpensItsListing()
{
    NamedRun run;
    run.trace = traceOf("own", "their work\n");

    m_window->desk().openRun(run);

    QVERIFY(m_window->bench().feed.trace() == run.trace);
    QCOMPARE(m_window->bench().document.text().source(), QStringLiteral("their work"));
    QVERIFY(m_window->session().program != QLatin1String("own"));
}

void TestRunListWindow::openedMeasuredRunIsShownAgain()
{
    m_frontEnd->isMeasured = true;
    m_window->desk().chooseMachine(QStringLiteral("this-computer"));
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->desk().starter().run();
    QVERIFY(shown.wait());
    const auto measured = m_window->bench().feed.trace();
    setN("9");
    m_window->openProgram("13.3.2");
    const int runs = m_frontEnd->runs;
    select({0});

    press(Qt::Key_Return);

    QVERIFY(m_window->bench().feed.trace() == measured);
    QVERIFY(!m_window->bench().feed.context().isStale);
    QCOMPARE(m_window->bench().document.parameters().value("n"), QStringLiteral("1"));
    QCOMPARE(m_frontEnd->runs.load(), runs);
}

void TestRunListWindow::unreadableRunIsReported()
{
    QTemporaryDir home;
    {
        RunShelf yesterday(home.path());
        yesterday.noteShown(m_window->bench().feed.trace(), QStringLiteral("old"));
    }
    for (const QString& name : QDir(home.path()).entryList({QStringLiteral("*.overlap")}, QDir::Files)) {
        QFile file(home.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    list().remove({0});
    compare().earlier().storeIn(home.path());
    QCOMPARE(list().rowCount(), 1);
    select({0});

    press(Qt::Key_Return);

    QTRY_COMPARE(m_window->bench().banner.message().title, QStringLiteral("This run could not be read"));
    QCOMPARE(list().rowCount(), 0);
}

void TestRunListWindow::unwritableFolderIsReportedOnce()
{
    const QTemporaryDir home;
    QFile file(home.filePath(QStringLiteral("not a folder")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    compare().earlier().storeIn(file.fileName());
    Banner& banner = m_window->bench().banner;

    m_window->bench().feed.pinBefore();

    QTRY_VERIFY(banner.isOpen());
    QVERIFY2(banner.message().title.contains(file.fileName()), qPrintable(banner.message().title));
    QCOMPARE(banner.message().acts.size(), std::size_t{1});
    banner.close();
    m_window->bench().feed.unpinBefore();
    QSignalSpy refused(compare().earlier().findChild<RunShelf*>(), &RunShelf::refused);
    m_window->bench().feed.pinBefore();
    QVERIFY(refused.wait());
    QVERIFY(!banner.isOpen());
}

void TestRunListWindow::traceWithoutAListingShowsItsMachineAndCannotBeRun_data()
{
    QTest::addColumn<QString>("machine");
    QTest::newRow("imported") << QString::fromLatin1(engine::trace::kImportedMachine);
    QTest::newRow("of another computer") << QString::fromLatin1(engine::trace::kThisComputer);
}

void TestRunListWindow::traceWithoutAListingShowsItsMachineAndCannotBeRun()
{
    QFETCH(QString, machine);
    engine::trace::Recorder recorder;
    auto info = std::make_shared<engine::trace::RunInfo>();
    info->program = "trace.json";
    info->machine = machine.toStdString();
    info->machineLabel = "2× A100";
    recorder.write(engine::trace::RunRecord(info));
    tests::writeOneOperation(recorder, engine::Nanoseconds{1000}, engine::Bytes{1 << 30});
    recorder.write(engine::trace::EndRecord{engine::Nanoseconds{1000}, true});
    recorder.finish();
    const int machines = machineBox().count();
    QCOMPARE(machineBox().currentText(), QStringLiteral("Virtual · 2× V100"));

    m_window->desk().showTrace(recorder.snapshot());

    QCOMPARE(machineBox().currentText(), QStringLiteral("Trace · 2× A100"));
    auto* run = m_window->findChild<QPushButton*>(QStringLiteral("runButton"));
    QVERIFY(!run->isEnabled());
    QVERIFY(!m_window->bench().actions.run->isEnabled());
    QVERIFY2(run->toolTip().contains(QLatin1String("cannot be run again")), qPrintable(run->toolTip()));
    QVERIFY2(run->toolTip().contains(QLatin1String("returns to Program 13.3.1")), qPrintable(run->toolTip()));
    m_window->desk().leaveTrace();
    settle();
    QVERIFY(run->isEnabled());
    QVERIFY(m_window->bench().actions.run->isEnabled());
    QCOMPARE(machineBox().currentText(), QStringLiteral("Virtual · 2× V100"));
    QCOMPARE(machineBox().count(), machines);
}

void TestRunListWindow::parameterChangeIsShownIfTheLastRunIsTooLargeToBeKept()
{
    using namespace engine;
    trace::Recorder recorder;
    auto info = std::make_shared<trace::RunInfo>(m_window->bench().feed.trace()->run());
    recorder.write(trace::RunRecord(info));
    tests::writeOneOperation(recorder, Nanoseconds{1000}, Bytes{1 << 30}, 1);
    for (std::uint32_t i = 1; i <= ui::model::RunBefore::kMaxOperations; ++i) {
        trace::IssueRecord issue;
        issue.op = OpId{i};
        issue.name = NameId{0};
        issue.device = DeviceId{0};
        recorder.write(issue);
    }
    recorder.write(trace::EndRecord{Nanoseconds{1000}, true});
    recorder.finish();
    m_window->bench().feed.show(recorder.snapshot(), m_window->bench().feed.context());

    setN("3");

    const auto* strip = m_window->findChild<ChangeStrip*>();
    QVERIFY(!m_window->bench().feed.hasBefore());
    QVERIFY(strip->isVisible());
    QVERIFY2(strip->sentence().startsWith(QStringLiteral("matrix side 1 → 3: ")), qPrintable(strip->sentence()));
    QVERIFY2(strip->sentence().endsWith(QLatin1String("it has 200,001 operations, and at most 200,000 are kept.")),
             qPrintable(strip->sentence()));
    setN("4");
    QVERIFY(m_window->bench().feed.hasBefore());
    QVERIFY(!strip->sentence().contains(QLatin1String("200,001")));
}

QTEST_MAIN(TestRunListWindow)
#include "tst_run_list_window.moc"

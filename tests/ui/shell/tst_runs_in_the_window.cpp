#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "tests/ui/shell/two_programs_window.h"
#include "ui/commands/actions.h"
#include "ui/run_choice/compare_control.h"
#include "ui/runs/banner.h"
#include "ui/runs/status_line.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/teach/predict_first.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

using namespace ui::run_choice;
using namespace ui::runs;
using namespace ui::shell;
using namespace ui::teach;

/// Tests the conditions under which the window runs programs, and the views of a run.
class TestRunsInTheWindow : public QObject, tests::TwoProgramsWindow {
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void programOnAVirtualMachineRunsWithoutARequest();
    void keyBPinsTheDisplayedRun();
    void noProgramRunsBeforeAGuess();
    void holdingTheGuessBarAtItsEndExtendsItsRange();
    void keyCOpensTheComparison();
    void flipRunsTheProgramAgain();
    void fieldBesideTheMachineSetsTheNumberOfRanks();
    void controlBesideTheMachineTurnsComputedValuesOnAndOff();
    void programOnARealMachineRunsOnlyOnRequest();
    void simulationEndsWhenARealMachineIsChosen();
    void flipAfterARealRunMarksItStale();
    void flipDuringARealRunKeepsItsTraceAsStale();
    void stopCommandEndsARun();
    void closingTheWindowDuringARunStopsTheRun();
    void refusedRunIsReportedAsNotStarted();
    void syntaxErrorIsShownInTheStatusLine();
    void trainingOpensItsCharts();
    void liveTrainingOpensItsChartsWithoutTheWhyCard();
};

void TestRunsInTheWindow::trainingOpensItsCharts()
{
    QVERIFY(!m_window->parts().charts->isVisible());

    m_window->bench().feed.show(tests::trainingTrace({{1, 2}, 2, 8}), {});

    QVERIFY(m_window->parts().charts->isVisible());
    QVERIFY(m_window->parts().panes->right().why().isVisible());
    QVERIFY(m_window->parts().statusLine->text().contains("2 GPUs"));
    m_window->bench().actions.named("charts")->trigger();
    QVERIFY(!m_window->parts().charts->isVisible());
}

void TestRunsInTheWindow::liveTrainingOpensItsChartsWithoutTheWhyCard()
{
    auto recorder = std::make_shared<engine::trace::Recorder>();
    m_window->bench().feed.follow(recorder, {});

    tests::writeTraining({{1, 2}, 2, 8, 3}, *recorder);

    QTRY_VERIFY(m_window->parts().charts->isVisible());
    QVERIFY(!m_window->parts().panes->right().why().isVisible());
    const auto* clock = m_window->findChild<QLabel*>(QStringLiteral("clock"));
    QTRY_VERIFY2(clock->text().startsWith(QLatin1String("epoch")), qPrintable(clock->text()));
}

void TestRunsInTheWindow::programOnAVirtualMachineRunsWithoutARequest()
{
    QCOMPARE(m_frontEnd->runs.load(), 1);
    QVERIFY(m_window->parts().statusLine->text().startsWith("Finished"));
    QVERIFY(m_window->windowTitle().startsWith("Program 13.3.1"));
    auto* chip = m_window->findChild<QLabel*>("platformChip");
    QCOMPARE(chip->text(), QStringLiteral("simulated"));
}

void TestRunsInTheWindow::keyBPinsTheDisplayedRun()
{
    auto* chip = m_window->findChild<QWidget*>("beforeChip");
    QVERIFY(!chip->isVisible());

    QTest::keyClick(&m_window->bench().timeline, Qt::Key_B);

    // The run of the fake front end issues no operations, so it is not pinned.
    QVERIFY(!chip->isVisible());
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
    QTest::keyClick(&m_window->bench().timeline, Qt::Key_B);
    QVERIFY(chip->isVisible());
    QVERIFY(m_window->findChild<QLabel*>("beforeText")->text().startsWith("Before"));
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpusOverlap), {});
    QVERIFY(m_window->bench().timeline.scene().before.ghost != nullptr);
    QTest::mouseClick(m_window->findChild<QWidget*>("dropBefore"), Qt::LeftButton);
    QVERIFY(!chip->isVisible());
    QVERIFY(!m_window->bench().feed.isBeforePinned());
}

void TestRunsInTheWindow::noProgramRunsBeforeAGuess()
{
    const int before = m_frontEnd->runs;

    m_window->bench().actions.predictFirst->trigger();

    auto* card = m_window->findChild<QWidget*>("guessCard");
    QVERIFY(card != nullptr && card->isVisible());
    QCOMPARE(m_frontEnd->runs.load(), before);
    QVERIFY(m_window->bench().feed.trace()->blocks().empty());
    auto* field = m_window->findChild<QWidget*>("guessCard")->findChild<QLineEdit*>("guess");
    field->clear();
    QTest::keyClicks(field, "3");
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QTest::mouseClick(m_window->findChild<QWidget*>("guessCard")->findChild<QWidget*>("submitGuess"), Qt::LeftButton);
    QVERIFY(shown.wait());
    QVERIFY(!card->isVisible());
    QCOMPARE(m_frontEnd->runs.load(), before + 1);
    // Repeating the run needs no second guess. A flip needs a new guess.
    m_window->bench().actions.run->trigger();
    QVERIFY(shown.wait());
    QTRY_VERIFY(m_window->findChild<QCheckBox*>("syncSwitch2") != nullptr);
    m_window->bench().document.edits().flip(2);
    QTRY_VERIFY(card->isVisible());
    m_window->bench().actions.predictFirst->trigger();
    QVERIFY(!card->isVisible());
    QVERIFY(shown.wait());
}

void TestRunsInTheWindow::holdingTheGuessBarAtItsEndExtendsItsRange()
{
    m_window->bench().actions.predictFirst->trigger();
    auto* bar = m_window->findChild<GuessBar*>("guessBar");
    auto* field = m_window->findChild<QWidget*>("guessCard")->findChild<QLineEdit*>("guess");
    const double before = QLocale().toDouble(field->text());
    QVERIFY(before > 0);

    QTest::mousePress(bar, Qt::LeftButton, {}, QPoint(bar->width() - 2, 12));

    QTRY_VERIFY(QLocale().toDouble(field->text()) > 20 * before);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, QPoint(bar->width() - 2, 12));
    QVERIFY(!bar->isGrowing());
}

void TestRunsInTheWindow::keyCOpensTheComparison()
{
    CompareControl& compare = *m_window->parts().compareControl;
    auto* button = m_window->findChild<QPushButton*>("compareButton");
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});

    // The window compares the blocks of the displayed run, because no run is pinned.
    QTest::keyClick(&m_window->bench().timeline, Qt::Key_C);

    QVERIFY(compare.isOpen());
    QVERIFY(button->isChecked());
    QVERIFY(!m_window->bench().timeline.isVisible());
    QVERIFY(m_window->parts().statusLine->text().contains("Gain"));
    QVERIFY(m_window->findChild<QLabel*>("whyText")->text().contains("line 15"));
    const double speedUp = compare.pair()->comparison().speedUp();
    QVERIFY(speedUp > 1.5);
    QTest::mouseClick(m_window->findChild<QWidget*>("swapSides"), Qt::LeftButton);
    QVERIFY(compare.pair()->comparison().speedUp() < 1.0 / 1.5);
    QTest::keyClick(m_window->findChild<QWidget*>("compareCanvas"), Qt::Key_Escape);
    QVERIFY(!compare.isOpen());
    QVERIFY(!button->isChecked());
    QVERIFY(m_window->bench().timeline.isVisible());

    // When another run is displayed, the comparison with the pinned run is updated.
    QTest::keyClick(&m_window->bench().timeline, Qt::Key_B);
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpusOverlap), {});
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(compare.isOpen());
    QCOMPARE(compare.pair()->of(ui::compare::Which::A).title, QStringLiteral("Before"));
    QVERIFY(compare.pair()->comparison().speedUp() > 1.0);
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
    QCOMPARE(compare.pair()->comparison().speedUp(), 1.0);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!compare.isOpen());
    QVERIFY(m_window->parts().statusLine->text().startsWith("Finished"));
}

void TestRunsInTheWindow::flipRunsTheProgramAgain()
{
    QTRY_VERIFY(m_window->findChild<QCheckBox*>("syncSwitch2") != nullptr);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->bench().document.edits().flip(2);

    QVERIFY(shown.wait());
    const std::lock_guard lock(m_frontEnd->mutex);
    QCOMPARE(m_frontEnd->last.off, std::vector<int>{2});
}

void TestRunsInTheWindow::fieldBesideTheMachineSetsTheNumberOfRanks()
{
    auto* field = m_window->findChild<QSpinBox*>("ranks");
    QVERIFY2(!field->isVisible(), "the program does not communicate");
    m_window->bench().document.listing().setSource(QStringLiteral("import torch.distributed as dist\nwait()\n"));
    QVERIFY(field->isVisible() && field->isEnabled());
    QTRY_VERIFY(m_window->desk().isSettled());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    field->setValue(3);

    QVERIFY(shown.wait());
    const auto ran = [this] {
        const std::lock_guard lock(m_frontEnd->mutex);
        return m_frontEnd->last.parameters;
    };
    QCOMPARE(ran()["ranks"], std::string("3"));
    m_window->bench().document.undoStack().undo();
    QVERIFY(shown.wait());
    QCOMPARE(field->value(), 1);
    QVERIFY(!ran().contains("ranks"));
    m_window->desk().chooseMachine("this-computer");
    QVERIFY(field->isVisible() && field->isEnabled());
    QVERIFY(field->toolTip().contains("mpirun"));
    auto* here = field->findChild<QAction*>("ranksOnThisComputer");
    QVERIFY(field->actions().contains(here) && !here->isVisible());

    m_window->bench().document.parameters().set("hosts", "/some/hosts.txt");
    QVERIFY2(!field->text().contains("hosts.txt") && !here->isVisible(), "one rank runs on this computer");
    field->setValue(2);
    m_window->bench().actions.run->trigger();

    QVERIFY(shown.wait());
    QCOMPARE(ran()["hosts"], std::string("/some/hosts.txt"));
    QVERIFY(field->text().contains("hosts.txt"));
    QVERIFY(field->toolTip().contains("/some/hosts.txt"));
    QVERIFY(here->isVisible());
    here->trigger();
    QVERIFY(!field->text().contains("hosts.txt"));
}

void TestRunsInTheWindow::controlBesideTheMachineTurnsComputedValuesOnAndOff()
{
    using engine::trace::ValueMode;
    auto* control = m_window->findChild<QWidget*>("values");
    const QList<QRadioButton*> segments = control->findChildren<QRadioButton*>();
    QCOMPARE(segments.size(), 2);
    QVERIFY2(segments[1]->isChecked(), "the program computes values unless its header says times only");
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    QTest::mouseClick(segments[0], Qt::LeftButton);

    QVERIFY(shown.wait());
    QVERIFY(m_window->bench().actions.timesOnly->isChecked());
    QCOMPARE(m_window->bench().document.request().values, std::optional(ValueMode::TimingOnly));
    m_window->bench().actions.computedValues->trigger();
    QVERIFY(shown.wait());
    QVERIFY(segments[1]->isChecked());
    const std::optional<ValueMode> ran = [this] {
        const std::lock_guard lock(m_frontEnd->mutex);
        return m_frontEnd->last.values;
    }();
    QCOMPARE(ran, std::optional(ValueMode::Computed));
    QCOMPARE(m_window->session().programs["13.3.1"].values, std::optional(ValueMode::Computed));
    m_window->desk().chooseMachine("this-computer");
    QVERIFY2(!control->isVisible() && !m_window->bench().actions.timesOnly->isEnabled(),
             "this computer always computes");
    m_window->desk().chooseMachine("book-v100");
    QVERIFY(control->isVisible());
}

void TestRunsInTheWindow::programOnARealMachineRunsOnlyOnRequest()
{
    const int before = m_frontEnd->runs;

    m_window->desk().chooseMachine("this-computer");

    QTRY_VERIFY(m_window->findChild<QWidget*>("emptyState")->isVisible());
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QCOMPARE(m_frontEnd->runs.load(), before);
    QCOMPARE(m_window->findChild<QLabel*>("platformChip")->text(), QStringLiteral("measured"));
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().actions.run->trigger();
    QVERIFY(shown.wait());
    QVERIFY(!m_window->findChild<QWidget*>("emptyState")->isVisible());
}

void TestRunsInTheWindow::simulationEndsWhenARealMachineIsChosen()
{
    m_window->openProgram("13.3.2");
    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.2"));
    QVERIFY(m_window->bench().controller.isBusy());

    m_window->desk().chooseMachine("this-computer");

    QVERIFY(m_window->findChild<QWidget*>("emptyState")->isVisible());
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QVERIFY2(m_window->bench().feed.trace()->run().program.empty(), "a simulation under the name of this computer");
}

void TestRunsInTheWindow::flipAfterARealRunMarksItStale()
{
    m_frontEnd->isMeasured = true;
    m_window->desk().chooseMachine("this-computer");
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->bench().actions.run->trigger();
    QVERIFY(shown.wait());
    QVERIFY(!m_window->bench().feed.context().isStale);
    const int before = m_frontEnd->runs;

    m_window->bench().document.edits().flip(2);

    QTRY_VERIFY(!m_window->bench().document.text().switches().isOn(2));
    QVERIFY(m_window->bench().feed.context().isStale);
    QCOMPARE(m_window->bench().banner.message().title, QStringLiteral("The listing changed since this run"));
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QCOMPARE(m_frontEnd->runs.load(), before);
}

void TestRunsInTheWindow::flipDuringARealRunKeepsItsTraceAsStale()
{
    m_window->desk().chooseMachine("this-computer");
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QTRY_VERIFY(m_window->findChild<QWidget*>("emptyState")->isVisible());
    m_frontEnd->isHeld = true;
    m_window->bench().actions.run->trigger();
    QTRY_COMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));

    m_window->bench().document.edits().flip(2);

    QTRY_VERIFY(!m_window->bench().document.text().switches().isOn(2));
    QVERIFY(!m_window->findChild<QWidget*>("emptyState")->isVisible());
    QCOMPARE(m_window->bench().feed.trace()->run().program, std::string("13.3.1"));
    QVERIFY(m_window->bench().feed.context().isStale);
    m_frontEnd->isHeld = false;
    QTRY_VERIFY(m_window->bench().controller.isUpToDate());
    QVERIFY(m_window->bench().feed.context().isStale);
    QVERIFY(m_window->bench().banner.isOpen());
}

void TestRunsInTheWindow::stopCommandEndsARun()
{
    m_window->openProgram("13.3.2");
    auto* button = m_window->findChild<QPushButton*>("runButton");
    QTRY_VERIFY(button->accessibleName() == "Stop");
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    QTest::mouseClick(button, Qt::LeftButton);

    QVERIFY(shown.wait(60000));
    QVERIFY(m_window->parts().statusLine->text().startsWith("Stopped"));
    QCOMPARE(button->accessibleName(), QStringLiteral("Run"));
}

void TestRunsInTheWindow::closingTheWindowDuringARunStopsTheRun()
{
    m_window->openProgram("13.3.2");
    QTRY_VERIFY(m_window->bench().controller.isBusy());

    m_window->close();
    m_window.reset();

    QVERIFY(m_frontEnd->stops >= 1);
}

void TestRunsInTheWindow::refusedRunIsReportedAsNotStarted()
{
    m_frontEnd->isRefusing = true;
    m_window->bench().document.edits().flip(2);

    QTRY_VERIFY(m_window->bench().banner.isOpen());
    QCOMPARE(m_window->bench().banner.message().title, QStringLiteral("The program was not started"));
    QVERIFY(m_window->parts().statusLine->text().startsWith("Not started"));
    QVERIFY(m_window->bench().feed.context().isStale);

    m_frontEnd->isRefusing = false;
    m_window->bench().document.undoStack().undo();

    QTRY_VERIFY(m_window->parts().statusLine->text().startsWith("Finished"));
    QVERIFY(!m_window->bench().feed.context().isStale);
    QVERIFY(!m_window->bench().banner.isOpen());
}

void TestRunsInTheWindow::syntaxErrorIsShownInTheStatusLine()
{
    m_window->bench().document.listing().setSource("def (");

    QTRY_VERIFY(m_window->bench().feed.context().isStale);
    QVERIFY2(m_window->parts().statusLine->text().startsWith("Line 1 is not Python: invalid syntax"),
             qPrintable(m_window->parts().statusLine->text()));
    QVERIFY(!m_window->bench().banner.isOpen());

    m_frontEnd->isRefusing = true;  // as the engine refuses invalid Python
    m_window->desk().starter().run();

    QTRY_VERIFY(m_window->bench().banner.isOpen());
    QCOMPARE(m_window->bench().banner.message().acts.size(), std::size_t{1});
}

QTEST_MAIN(TestRunsInTheWindow)
#include "tst_runs_in_the_window.moc"

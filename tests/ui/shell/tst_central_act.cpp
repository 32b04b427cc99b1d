#include "tests/engine/trace/sample_traces.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/listing/listing_layout.h"
#include "ui/listing/program_pane.h"
#include "ui/listing/sync_switch.h"
#include "ui/runs/status_line.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/timeline/timeline_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextCursor>

#include <functional>
#include <initializer_list>

using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;

namespace tests {

/// Counts the events of one type, whichever widget receives them.
class EventCounter : public QObject {
public:
    explicit EventCounter(QEvent::Type type) : m_type(type) { qApp->installEventFilter(this); }

    [[nodiscard]] int countDuring(const std::function<void()>& work)
    {
        m_count = 0;
        work();
        return m_count;
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        m_count += event->type() == m_type;
        return false;
    }

private:
    const QEvent::Type m_type;
    int m_count = 0;
};

}  // namespace tests

namespace {

/// In a listing 400 pixels wide, the second line of this program is wrapped and followed by a line with code.
constexpr const char* kWrapped = "work\nwait()  # a comment of more than fifty characters, with an end\nwork\nwork\n";

}  // namespace

/// Tests that the window shows the previous run, a sentence and Undo after a flip, an edit or a changed parameter. Also
/// tests the keys that replay a run.
class TestCentralAct : public QObject {
    Q_OBJECT

private slots:
    void init() { open({}); }
    void cleanup() { m_window.reset(); }
    void sentenceAboutTheChangeIsShownAfterAFlip();
    void switchingAWaitChangesTheScopeToTheWholeRun();
    void scopeChosenByTheUserIsKeptAfterAFlip();
    void sentenceAboutTheChangeIsShownAfterAWaitIsInserted();
    void undoReturnsToThePreviousRun();
    void redoIsOfferedAfterUndo();
    void undoKeyInAParameterFieldUndoesTheParameter();
    void undoRevertsATypedEditAsAWhole();
    void keepAsBeforeButtonPinsTheDisplayedRun();
    void sentenceAboutAMeasuredRunGivesNoReason();
    void repeatedRunWithoutAChangeShowsNoSentence();
    void lengthOfAStoppedRunIsNotCompared();
    void openingAnotherProgramRemovesThePreviousRun();
    void timeAxisCoversTheLongerOfBothRuns();
    void calloutIsShownUntilTheFirstFlip();
    void calloutWithoutRoomCausesNoRepaints();
    void calloutCoversNoRowOfAWrappedLine();
    void tooltipOfASwitchFollowsItsState();
    void choosingAPaceReplaysTheRun();
    void spaceKeyOnAPaceButtonPlaysAndPauses();
    void clickedButtonReturnsTheFocusToTheTimeline();
    void clickBesideATextReturnsTheFocusToTheTimeline();
    void letterKeysTriggerTimelineCommandsFromEveryPane();
    void keyboardFocusIsVisibleInEveryPane();
    void keyboardFocusSkipsPartsWithoutAControl();
    void openingAProgramFocusesTheTimeline();

private:
    void open(const Session& session);
    void openTimed();
    void flip(int line);
    [[nodiscard]] QWidget* strip() { return m_window->findChild<QWidget*>("changeStrip"); }
    [[nodiscard]] QString sentence() { return m_window->findChild<QLabel*>("changeSentence")->text(); }
    [[nodiscard]] ui::listing::ProgramDocument& document() { return m_window->bench().document; }

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestCentralAct::open(const Session& session)
{
    m_window.reset();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_theme = std::make_unique<ui::look::Theme>();
    Setup setup;
    auto program = FakeFrontEnd::program("13.3.1", "work\nwait()\nwait()\n");
    engine::frontend::Parameter size;
    size.name = "n";
    size.label = "matrix size";
    size.value = "1";
    size.minimum = 1;
    program.parameters = {size};
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {program, FakeFrontEnd::program("13.3.2", "work\nwait()\n"),
                                                       FakeFrontEnd::program("13.3.3", "timed work\nwait()\n"),
                                                       FakeFrontEnd::program("13.3.4", kWrapped)});
    setup.machines.listed = {
        {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}}};
    m_window = std::make_unique<MainWindow>(*m_theme, setup, session);
    m_window->resize(1440, 900);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    m_window->show();
    QVERIFY(shown.wait());
    QTRY_VERIFY(!document().text().switches().points().empty());
}

/// Opens another program first, then the program with timed blocks.
void TestCentralAct::openTimed()
{
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    for (const char* program : {"13.3.2", "13.3.3"}) {
        m_window->openProgram(program);
        QVERIFY(shown.wait());
    }
    QTRY_VERIFY(document().listing().text().isAnalysed());
}

void TestCentralAct::flip(int line)
{
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    document().edits().flip(line);
    QVERIFY(shown.wait());
}

void TestCentralAct::sentenceAboutTheChangeIsShownAfterAFlip()
{
    QVERIFY(!strip()->isVisible());
    QVERIFY(m_window->bench().timeline.scene().before.ghost == nullptr);

    flip(2);

    QVERIFY(strip()->isVisible());
    QVERIFY2(sentence().startsWith("Line 2 off"), qPrintable(sentence()));
    QVERIFY2(sentence().endsWith("Whole run 2.00 → 1.00 ms."), qPrintable(sentence()));
    QVERIFY(m_window->bench().timeline.scene().before.ghost != nullptr);
    QVERIFY2(m_window->parts().statusLine->text().contains("2.00 → 1.00 ms") ||
                 m_window->parts().statusLine->text().contains("0.0020 → 0.0010 s"),
             qPrintable(m_window->parts().statusLine->text()));
}

void TestCentralAct::switchingAWaitChangesTheScopeToTheWholeRun()
{
    openTimed();
    const ui::model::Selection& selection = m_window->bench().selection;
    QCOMPARE(selection.block(), 1);

    flip(2);

    QCOMPARE(selection.block(), -1);
    QVERIFY2(m_window->parts().statusLine->text().contains("Scope: whole run"),
             qPrintable(m_window->parts().statusLine->text()));
    openTimed();
    QVERIFY2(selection.block() == 1, "a program opens on its last timed block");
}

void TestCentralAct::scopeChosenByTheUserIsKeptAfterAFlip()
{
    openTimed();
    ui::model::Selection& selection = m_window->bench().selection;
    selection.setBlock(0);
    flip(2);
    QCOMPARE(selection.block(), 0);

    const ui::model::TimeRange part{engine::Nanoseconds{0}, engine::Nanoseconds{300'000}};
    selection.setRange(part);
    flip(2);
    QVERIFY(selection.range() == part);

    openTimed();
    flip(2);
    QVERIFY2(selection.block() == -1, "the choice ends with its program");
}

void TestCentralAct::sentenceAboutTheChangeIsShownAfterAWaitIsInserted()
{
    ui::listing::ProgramListing& listing = document().listing();
    QTRY_VERIFY(listing.text().insertionAfter(1) != nullptr);

    flip(1);

    QCOMPARE(listing.text().source(), QStringLiteral("work\nwait()\nwait()\nwait()"));
    // If several lines are equal, the last of them counts as the inserted one.
    QVERIFY2(sentence().startsWith("Wait on line 4 inserted"), qPrintable(sentence()));
    QTRY_VERIFY(listing.text().isAnalysed());
    flip(2);
    QVERIFY2(sentence().startsWith("Wait on line 4 removed"), qPrintable(sentence()));
}

void TestCentralAct::undoReturnsToThePreviousRun()
{
    flip(2);
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    QTest::mouseClick(m_window->findChild<QPushButton*>("undoChange"), Qt::LeftButton);

    QVERIFY(shown.wait());
    QVERIFY(document().text().switches().isOn(2));
    QVERIFY2(sentence().startsWith("Line 2 on"), qPrintable(sentence()));
}

void TestCentralAct::redoIsOfferedAfterUndo()
{
    auto* button = m_window->findChild<QPushButton*>("undoChange");
    flip(2);
    QCOMPARE(button->accessibleName(), QStringLiteral("Undo"));
    {
        QSignalSpy shown(m_window.get(), &MainWindow::runShown);
        button->click();
        QVERIFY(shown.wait());
    }
    QCOMPARE(button->accessibleName(), QStringLiteral("Redo"));
    QVERIFY(document().undoStack().canRedo());

    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    button->click();
    QVERIFY(shown.wait());

    QVERIFY(!document().text().switches().isOn(2));
    QCOMPARE(button->accessibleName(), QStringLiteral("Undo"));
    QVERIFY2(!document().undoStack().canRedo(), "the button must not add a change");
}

void TestCentralAct::undoKeyInAParameterFieldUndoesTheParameter()
{
    auto* field = m_window->findChild<QLineEdit*>("parameter.n");
    QVERIFY(field != nullptr);
    const QString before = field->text();
    field->setFocus();
    field->selectAll();
    const int runs = m_frontEnd->runs;
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QTest::keyClicks(field, "72");
    QVERIFY(shown.wait());
    QCOMPARE(m_frontEnd->runs.load(), runs + 1);
    QVERIFY2(sentence().startsWith("matrix size 1 → 72: "), qPrintable(sentence()));
    QCOMPARE(document().parameters().value("n"), QStringLiteral("72"));

    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document().parameters().value("n"), before);
    QCOMPARE(field->text(), before);

    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(document().parameters().value("n"), QStringLiteral("72"));
    QCOMPARE(field->text(), QStringLiteral("72"));
}

void TestCentralAct::undoRevertsATypedEditAsAWhole()
{
    const QString source = document().text().source();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    auto& listing = m_window->parts().panes->program().listing();
    listing.setFocus();
    listing.moveCursor(QTextCursor::End);
    QTest::keyClicks(&listing, "a = 1");
    QTest::keyClick(&listing, Qt::Key_Return);
    QTest::keyClicks(&listing, "b = 2");
    QVERIFY(shown.wait());
    QVERIFY2(sentence().startsWith("Listing edited."), qPrintable(sentence()));

    QTest::mouseClick(m_window->findChild<QPushButton*>("undoChange"), Qt::LeftButton);

    QCOMPARE(document().text().source(), source);
}

void TestCentralAct::keepAsBeforeButtonPinsTheDisplayedRun()
{
    flip(2);
    const auto kept = m_window->bench().feed.trace();

    QTest::mouseClick(m_window->findChild<QPushButton*>("keepAsBefore"), Qt::LeftButton);
    flip(3);

    QVERIFY(m_window->bench().feed.isBeforePinned());
    QCOMPARE(m_window->bench().feed.before().trace, kept);
    QVERIFY(m_window->findChild<QWidget*>("beforeChip")->isVisible());
    QTest::mouseClick(m_window->findChild<QWidget*>("dropBefore"), Qt::LeftButton);
    QVERIFY(!m_window->bench().feed.isBeforePinned());
    QVERIFY(!m_window->findChild<QWidget*>("beforeChip")->isVisible());
}

void TestCentralAct::sentenceAboutAMeasuredRunGivesNoReason()
{
    m_frontEnd->isMeasured = true;
    flip(2);
    flip(2);

    QVERIFY2(sentence() == "Line 2 on. Whole run 1.00 → 2.00 ms, one run each.", qPrintable(sentence()));
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    document().listing().setSource("work\nwait()\nwait()\n# changed\n");
    QVERIFY(shown.wait());
    QVERIFY2(sentence() == "Listing edited. Whole run 2.00 ms: no difference that one run shows.",
             qPrintable(sentence()));
}

void TestCentralAct::repeatedRunWithoutAChangeShowsNoSentence()
{
    m_window->bench().feed.pinBefore();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->desk().starter().run();

    QVERIFY(shown.wait());
    QVERIFY2(!strip()->isVisible(), qPrintable(sentence()));
}

void TestCentralAct::lengthOfAStoppedRunIsNotCompared()
{
    m_frontEnd->isCutShort = true;
    flip(2);
    QVERIFY2(sentence() == "Line 2 off. This run was stopped, so lengths are not compared.", qPrintable(sentence()));
    m_frontEnd->isCutShort = false;
    flip(2);
    QVERIFY2(sentence() == "Line 2 on. The run before was stopped, so lengths are not compared.",
             qPrintable(sentence()));
}

void TestCentralAct::openingAnotherProgramRemovesThePreviousRun()
{
    flip(2);
    m_window->bench().actions.keepBefore->trigger();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);

    m_window->openProgram("13.3.2");

    QVERIFY(shown.wait());
    QVERIFY(!strip()->isVisible());
    QVERIFY(!m_window->findChild<QWidget*>("beforeChip")->isVisible());
    QVERIFY(m_window->bench().timeline.scene().before.ghost == nullptr);
}

void TestCentralAct::timeAxisCoversTheLongerOfBothRuns()
{
    auto& timeline = m_window->bench().timeline;
    const auto long1 = m_window->bench().range.range();

    flip(2);
    QCOMPARE(m_window->bench().range.range().length(), long1.length());
    QVERIFY(m_window->bench().feed.trace()->extent() < timeline.scene().before.ghost->end());
    flip(2);

    QCOMPARE(m_window->bench().range.range().length(), long1.length());
    m_window->bench().range.setRange({engine::Nanoseconds{100'000}, engine::Nanoseconds{300'000}});
    flip(2);
    QCOMPARE(m_window->bench().range.range().begin, engine::Nanoseconds{100'000});
}

void TestCentralAct::calloutIsShownUntilTheFirstFlip()
{
    auto* callout = m_window->findChild<QWidget*>("flipPointer");
    QTRY_VERIFY(callout->isVisible());
    QVERIFY(!m_window->session().hasFlipped);
    auto& listing = m_window->parts().panes->program().listing();
    QTextCursor end(listing.document()->findBlockByNumber(1));
    end.movePosition(QTextCursor::EndOfBlock);
    QVERIFY2(callout->x() > listing.viewport()->mapTo(&listing, listing.cursorRect(end).center()).x(),
             "the line below has code");

    m_window->bench().actions.stage->trigger();
    QVERIFY2(!callout->isVisible(), "an audience sees the stage");
    m_window->bench().actions.stage->trigger();
    QTRY_VERIFY(callout->isVisible());

    flip(2);

    QVERIFY(!callout->isVisible());
    const Session kept = m_window->session();
    QVERIFY(kept.hasFlipped);
    open(kept);
    QVERIFY(!m_window->findChild<QWidget*>("flipPointer")->isVisible());
}

/// A callout without room must not cause repaints. In an earlier version, each event of the gutter showed and hid the
/// callout.
void TestCentralAct::calloutWithoutRoomCausesNoRepaints()
{
    auto* callout = m_window->findChild<QWidget*>("flipPointer");
    QTRY_VERIFY(callout->isVisible());
    m_window->parts().panes->program().listing().setFixedWidth(60);
    QTRY_VERIFY(!callout->isVisible());
    callout->move(0, 0);  // the callout covers the switches, as it does before it is first placed
    callout->parentWidget()->update();
    tests::EventCounter paints(QEvent::Paint);

    QTRY_VERIFY(paints.countDuring([] {
        for (int i = 0; i < 20; ++i)
            QCoreApplication::processEvents();
    }) == 0);

    QVERIFY(!callout->isVisible());
}

void TestCentralAct::calloutCoversNoRowOfAWrappedLine()
{
    QSignalSpy run(m_window.get(), &MainWindow::runShown);
    m_window->openProgram("13.3.4");
    QVERIFY(run.wait());
    auto* callout = m_window->findChild<QWidget*>("flipPointer");
    auto& listing = m_window->parts().panes->program().listing();
    int shown = 0;
    for (int width = 380; width < 640; width += 10) {
        listing.setFixedWidth(width);
        for (int i = 0; i < 5; ++i)
            QCoreApplication::processEvents();
        const QTextBlock line = listing.document()->findBlockByNumber(1);
        if (!callout->isVisible() || line.layout()->lineCount() < 2)
            continue;
        ++shown;
        for (const ui::listing::ListingRow& row : listing.visibleRows())
            for (const QRectF& code : ui::listing::codeRects(row))
                QVERIFY2(!code.translated(listing.viewport()->pos()).intersects(callout->geometry()),
                         qPrintable(QStringLiteral("%1: line %2").arg(width).arg(row.line)));
    }
    QVERIFY(shown > 0);
}

void TestCentralAct::tooltipOfASwitchFollowsItsState()
{
    QTRY_VERIFY(m_window->findChild<ui::listing::SyncSwitch*>("syncSwitch2") != nullptr);
    auto* sync = m_window->findChild<ui::listing::SyncSwitch*>("syncSwitch2");
    QVERIFY2(sync->toolTip().startsWith("Line 2 waits here"), qPrintable(sync->toolTip()));

    flip(2);

    QVERIFY2(sync->toolTip().startsWith("Line 2 does not wait"), qPrintable(sync->toolTip()));
}

void TestCentralAct::choosingAPaceReplaysTheRun()
{
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
    const int runs = m_frontEnd->runs;
    auto* run = m_window->findChild<QPushButton*>("runButton");

    m_window->bench().actions.paceSlow->trigger();

    QVERIFY(m_window->bench().playhead.isPlaying());
    QVERIFY2(!m_window->parts().statusLine->text().contains("Finished"), "a replay in the middle is not finished");
    QCOMPARE(run->accessibleName(), QStringLiteral("Pause"));
    QTest::mouseClick(run, Qt::LeftButton);
    QVERIFY(!m_window->bench().playhead.isPlaying());
    QVERIFY(m_window->parts().statusLine->text().startsWith("Replay paused"));
    QTest::mouseClick(run, Qt::LeftButton);
    QVERIFY(m_window->bench().playhead.isPlaying());
    QCOMPARE(m_frontEnd->runs.load(), runs);
}

void TestCentralAct::spaceKeyOnAPaceButtonPlaysAndPauses()
{
    m_window->bench().feed.show(tests::sampleTrace(tests::Sample::TwoGpus), {});
    m_window->bench().actions.paceReal->trigger();
    QVERIFY(m_window->bench().playhead.isPlaying());
    QRadioButton* segment = nullptr;
    for (auto* each : m_window->findChildren<QRadioButton*>())
        if (each->text() == "Slow motion")
            segment = each;
    QVERIFY(segment != nullptr);
    segment->setFocus(Qt::TabFocusReason);

    QTest::keyClick(segment, Qt::Key_Space);
    QVERIFY(!m_window->bench().playhead.isPlaying());
    QTest::keyClick(segment, Qt::Key_Space);

    QVERIFY(m_window->bench().playhead.isPlaying());
    QVERIFY(m_window->bench().playhead.pace() == ui::model::Pace::RealTime);
}

void TestCentralAct::clickedButtonReturnsTheFocusToTheTimeline()
{
    auto& listing = m_window->parts().panes->program().listing();
    QTest::mouseClick(listing.viewport(), Qt::LeftButton);
    QVERIFY(listing.hasFocus() || m_window->focusWidget() == &listing);

    QTest::mouseClick(m_window->findChild<QPushButton*>("runButton"), Qt::LeftButton);

    QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(&m_window->bench().timeline));
}

void TestCentralAct::clickBesideATextReturnsTheFocusToTheTimeline()
{
    auto& listing = m_window->parts().panes->program().listing();
    listing.setFocus();
    QTest::mouseClick(listing.viewport(), Qt::LeftButton);
    QCoreApplication::processEvents();
    QCOMPARE(m_window->focusWidget(), static_cast<QWidget*>(&listing));

    QTest::mouseClick(m_window->parts().statusLine, Qt::LeftButton, {}, QPoint(2, 2));

    QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(&m_window->bench().timeline));
}

void TestCentralAct::letterKeysTriggerTimelineCommandsFromEveryPane()
{
    auto& graph = m_window->parts().panes->right().graph();
    auto* machine = m_window->findChild<QComboBox*>("machine");
    for (QWidget* focused : {static_cast<QWidget*>(&graph), static_cast<QWidget*>(machine)}) {
        m_window->bench().feed.unpinBefore();
        focused->setFocus(Qt::MouseFocusReason);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_B);
        QVERIFY2(m_window->bench().feed.isBeforePinned(), qPrintable(focused->objectName()));
    }
}

void TestCentralAct::keyboardFocusIsVisibleInEveryPane()
{
    auto& timeline = m_window->bench().timeline;
    timeline.setFocus();
    QStringList visited;
    for (int i = 0; i < 12; ++i) {
        m_window->bench().actions.nextPane->trigger();
        QWidget* focused = m_window->focusWidget();
        visited << focused->objectName();
        QVERIFY(focused != nullptr && focused->focusPolicy() != Qt::NoFocus);
        const auto* ring = focused->findChild<QWidget*>("focusRing", Qt::FindDirectChildrenOnly);
        const bool isStyled = qobject_cast<QAbstractButton*>(focused) != nullptr ||
                              qobject_cast<QLineEdit*>(focused) != nullptr ||
                              qobject_cast<QComboBox*>(focused) != nullptr;
        QVERIFY2(isStyled || (ring != nullptr && ring->isVisible() && ring->size() == focused->size()),
                 qPrintable(focused->objectName()));
    }
    QVERIFY(visited.contains(QLatin1String("graphCanvas")));
    QVERIFY(visited.contains(QLatin1String("runButton")));
    m_window->parts().panes->program().listing().setFocus(Qt::MouseFocusReason);
    timeline.setFocus(Qt::MouseFocusReason);
    QVERIFY2(m_window->findChild<QWidget*>("focusRing") == nullptr, "the focus came by mouse");
}

void TestCentralAct::keyboardFocusSkipsPartsWithoutAControl()
{
    m_window->openProgram("13.3.2");  // this program has no parameters
    for (int i = 0; i < 12; ++i) {
        m_window->bench().actions.nextPane->trigger();
        QVERIFY2((m_window->focusWidget()->focusPolicy() & Qt::TabFocus) != 0,
                 qPrintable(m_window->focusWidget()->objectName()));
    }
}

void TestCentralAct::openingAProgramFocusesTheTimeline()
{
    m_window->parts().panes->program().listing().setFocus();

    m_window->openProgram("13.3.2");

    QCOMPARE(m_window->focusWidget(), static_cast<QWidget*>(&m_window->bench().timeline));
}

QTEST_MAIN(TestCentralAct)

#include "tst_central_act.moc"

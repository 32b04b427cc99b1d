#include "engine/analysis/op_match.h"
#include "engine/trace/recorder.h"
#include "tests/ui/timeline/sample_stage.h"
#include "tests/ui/timeline/visible_tooltip.h"
#include "ui/drawing/description.h"
#include "ui/drawing/frontend_painter.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/veil.h"
#include "ui/look/contrast.h"
#include "ui/memory/memory_rows.h"

#include <QAction>
#include <QApplication>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <set>

using engine::Nanoseconds;
using engine::OpId;
using tests::Sample;
using tests::visibleTooltip;
using ui::model::TimeRange;
using namespace ui::drawing;
using namespace ui::timeline;
using namespace std::chrono_literals;

namespace {

struct Stage : tests::SampleStage {
    using SampleStage::SampleStage;
    [[nodiscard]] QPoint centreOf(OpId op) const { return rectOf(view.scene(), op)->center().toPoint(); }
};

}  // namespace

class TestTimelineView : public QObject {
    Q_OBJECT

private slots:
    void timelineOpensAtTheFirstTimedBlock();
    void everySampleTraceIsPaintedAtEverySize();
    void clickOnABarSelectsItsOperation();
    void centringAnOperationZoomsInIfTheWholeRunIsVisible();
    void everyBarIsFoundWhereItIsDrawn();
    void clickOnABracketSelectsOrDeselectsItsBlock();
    void clickOnAFlagRequestsToFlipItsSyncPoint();
    void flagOfAWaitHasPriorityOverThatOfASwitchedOffSyncPoint();
    void waitsOfALoopShareOneFlagUntilZoomedIn();
    void progressCountsOnlyOperationsOfTheFailedStatement();
    void dragSetsTheRulerWhichSnapsToEdgesOfSpans();
    void middleDragMovesTheView();
    void wheelZoomsAtThePointer();
    void previousRunIsOutlinedInTheThinRowOfEachLane();
    void runOfAnotherProgramIsNotShownAsThePreviousRun();
    void timelineHasTabFocusAndAccessibleNames();
    void timelineShowsNewOperationsOfALiveRun();
    void selectedBlockBecomesTheScopeWhenALiveRunHasRecordedIt();
    void rangeThatTheUserChoseIsKeptAfterAFlip();
    void tooltipOfACopyContainsSizeRateWaitAndConcurrentWork();
    void tooltipFollowsTheContentBelowThePointer();
    void tooltipIsHiddenWhenTheViewGetsAnotherSize();
    void memoryRowsAreBelowTheLanes();
    void memoryRowsAreFoldedInALowWindow();
    void shadeOutsideTheScopeDoesNotCoverTheMemoryLegend();
    void rowsThatDoNotFitCanBeScrolled();
    void labelsOnBarsOutsideTheScopeStayReadable();
    void timelineWithoutLanesAcceptsKeysAndClicks();
};

void TestTimelineView::timelineOpensAtTheFirstTimedBlock()
{
    Stage stage(Sample::TwoGpus);

    QCOMPARE(stage.range.origin(), stage.feed.trace()->blocks()[0].begin);
    QVERIFY(stage.range.range().begin < stage.range.origin());
    QVERIFY(stage.range.range().begin > Nanoseconds{0});
    QVERIFY(stage.range.range().end > stage.feed.trace()->extent());
}

void TestTimelineView::everySampleTraceIsPaintedAtEverySize()
{
    for (int sample = 0; sample <= static_cast<int>(Sample::Live); ++sample)
        for (const QSize& size : {QSize(1, 1), QSize(140, 60), QSize(360, 240), QSize(1600, 900)}) {
            Stage stage(static_cast<Sample>(sample), size);
            const QImage picture = stage.view.grab().toImage();
            QCOMPARE(picture.size(), size * stage.view.devicePixelRatioF());
            // The lowest row of pixels is painted, too: unpainted pixels are black.
            for (int x = 0; x < picture.width(); x += 7)
                QVERIFY(picture.pixelColor(x, picture.height() - 1) != QColor(Qt::black));
            stage.key(Qt::Key_X);
            stage.key(Qt::Key_Home);
            stage.range.setRange({0ns, 20ns});
            stage.settle();
            QVERIFY(!stage.view.grab().isNull());
        }
}

void TestTimelineView::clickOnABarSelectsItsOperation()
{
    Stage stage(Sample::TwoGpus);
    const OpId op = stage.labelled("y[17]", "GPU 1");
    QVERIFY(op.isValid());

    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.centreOf(op));

    QCOMPARE(stage.selection.op().index, op.index);
    QCOMPARE(stage.selection.line(), stage.feed.trace()->op(op).line);
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPoint(400, 230));
    QVERIFY2(!stage.selection.op().isValid(), "a click on nothing selects nothing");
}

void TestTimelineView::centringAnOperationZoomsInIfTheWholeRunIsVisible()
{
    Stage stage(Sample::TwoGpus);
    const OpId op = stage.labelled("y[17]", "GPU 1");
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, stage.centreOf(op));
    stage.key(Qt::Key_0);
    const auto whole = stage.range.range();

    stage.key(Qt::Key_F);

    QVERIFY(stage.range.range().length() < whole.length() / 2);
    QVERIFY(stage.range.range().contains(stage.feed.trace()->op(op).started));
}

void TestTimelineView::everyBarIsFoundWhereItIsDrawn()
{
    Stage stage(Sample::CopyOverlap, {1400, 900});
    const auto& trace = *stage.feed.trace();
    int found = 0;

    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const auto rect = rectOf(stage.view.scene(), OpId{i});
        if (!rect || !stage.view.scene().plotRect().contains(rect->center()) || rect->width() < 1)
            continue;
        ++found;
        QCOMPARE(operationAt(stage.view.scene(), rect->center()).index, static_cast<quint32>(i));
    }

    QVERIFY(found > 100);
}

void TestTimelineView::clickOnABracketSelectsOrDeselectsItsBlock()
{
    Stage stage(Sample::TwoGpus);
    const auto& block = stage.feed.trace()->blocks()[1];
    const Row* row = stage.view.scene().layout.rowOf(RowKind::Benchmarks);
    const double x = stage.view.scene().xOf(block.begin + (block.end - block.begin) / 2);

    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPoint(static_cast<int>(x), row->top + 20));
    QCOMPARE(stage.selection.block(), 1);
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPoint(static_cast<int>(x), row->top + 20));
    QCOMPARE(stage.selection.block(), -1);
}

void TestTimelineView::clickOnAFlagRequestsToFlipItsSyncPoint()
{
    Stage stage(Sample::TwoGpus);
    QSignalSpy flips(&stage.view, &TimelineView::flipRequested);
    const Row* frontend = stage.view.scene().layout.rowOf(RowKind::Frontend);
    int clicked = 0;

    for (int x = 140; x < stage.view.width(); x += 3) {
        const QPoint point(x, frontend->top + 5);
        if (flagAt(stage.view.scene(), point) < 0)
            continue;
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, point);
        ++clicked;
    }

    QVERIFY(clicked > 3);
    QCOMPARE(flips.count(), clicked);
    QVERIFY(std::any_of(flips.begin(), flips.end(), [](const auto& flip) { return flip[0].toInt() == 15; }));
}

/// Both flags end at the right edge, where only one fits: the flag of the wait is shown.
void TestTimelineView::flagOfAWaitHasPriorityOverThatOfASwitchedOffSyncPoint()
{
    engine::trace::Recorder recorder;
    recorder.write(engine::trace::LineRecord{0ms, 999ms, 22});
    engine::trace::WaitRecord wait;
    wait.begin = 999ms;
    wait.end = 1000ms;
    wait.line = 23;
    recorder.write(wait);
    recorder.write(engine::trace::EndRecord{1000ms, true});
    recorder.finish();
    Stage stage(Sample::Empty);
    ui::model::RunContext context;
    context.syncPoints = {{22, false}, {23, true}};
    stage.feed.show(recorder.snapshot(), context);
    stage.settle();
    stage.range.setRange({0ms, 1000ms});
    QCOMPARE(stage.view.scene().digest->marks().size(), std::size_t{2});

    const Row* frontend = stage.view.scene().layout.rowOf(RowKind::Frontend);
    const int flag = flagAt(stage.view.scene(), QPointF(stage.view.width() - 6, frontend->top + 5));

    QVERIFY(flag >= 0);
    QCOMPARE(stage.view.scene().digest->marks()[static_cast<std::size_t>(flag)].line, 23);
}

/// However many waits a loop has, they share one flag, so that loops of equal structure look the same.
void TestTimelineView::waitsOfALoopShareOneFlagUntilZoomedIn()
{
    for (const int waits : {30, 50, 200}) {
        engine::trace::Recorder recorder;
        for (int i = 0; i < waits; ++i) {
            engine::trace::WaitRecord wait;
            wait.begin = 10ms * i;
            wait.end = wait.begin + 9ms;
            wait.line = 17;
            recorder.write(wait);
        }
        recorder.write(engine::trace::EndRecord{10ms * waits, true});
        recorder.finish();
        Stage stage(Sample::Empty);
        stage.feed.show(recorder.snapshot(), {});
        stage.settle();
        const auto flagsIn = [&](ui::model::TimeRange range) {
            stage.range.setRange(range);
            stage.settle();
            const Row* frontend = stage.view.scene().layout.rowOf(RowKind::Frontend);
            std::set<int> flags;
            for (int x = 137; x < stage.view.width(); ++x)
                flags.insert(flagAt(stage.view.scene(), QPointF(x, frontend->top + 5)));
            flags.erase(-1);
            return flags;
        };

        const std::set<int> whole = flagsIn({0ms, 10ms * (waits + 1)});
        const std::set<int> near = flagsIn({0ms, 95ms});

        QCOMPARE(whole, std::set<int>{waits - 1});
        QVERIFY2(near.size() > 5, "where there is room each has its own");
    }
}

/// The failed statement issued 44 products. Their input is not counted, because another statement created it.
void TestTimelineView::progressCountsOnlyOperationsOfTheFailedStatement()
{
    Stage stage(Sample::OutOfMemory);

    QCOMPARE(stage.view.scene().digest->progress().issued, std::size_t{44});
    QCOMPARE(Stage(Sample::TwoGpus).view.scene().digest->progress().issued, std::size_t{0});
}

void TestTimelineView::dragSetsTheRulerWhichSnapsToEdgesOfSpans()
{
    Stage stage(Sample::TwoGpus);
    const auto& trace = *stage.feed.trace();
    const Row* row = nullptr;
    for (const Row& candidate : stage.view.scene().layout.rows)
        if (candidate.title == QStringLiteral("GPU 1"))
            row = &candidate;
    QVERIFY(row != nullptr);
    const int y = row->top + row->barTop + 20;
    const Nanoseconds edge =
        trace.index(row->lane).spans()[trace.index(row->lane).firstBeginningAt(trace.blocks()[1].begin)].begin;
    // Zoom in until adjacent edges of spans are many pixels apart.
    stage.range.setRange({edge - 100ms, edge + 60ms});
    const int from = static_cast<int>(stage.view.scene().xOf(edge)) + 4;

    QTest::mousePress(&stage.view, Qt::LeftButton, {}, QPoint(from, y));
    QTest::mouseMove(&stage.view, QPoint(from - 60, y));
    QTest::mouseMove(&stage.view, QPoint(from - 90, y));
    QTest::mouseRelease(&stage.view, Qt::LeftButton, {}, QPoint(from - 90, y));

    QVERIFY(stage.selection.ruler().has_value());
    QVERIFY2(stage.selection.ruler()->end == edge, "within 6 pixels it snaps to the edge of a span");
    QVERIFY(stage.selection.ruler()->begin < edge);
}

void TestTimelineView::middleDragMovesTheView()
{
    Stage stage(Sample::TwoGpus);
    stage.range.setRange({600ms, 900ms});
    const TimeRange before = stage.range.range();

    QTest::mousePress(&stage.view, Qt::MiddleButton, {}, QPoint(400, 200));
    QTest::mouseMove(&stage.view, QPoint(300, 200));
    QTest::mouseRelease(&stage.view, Qt::MiddleButton, {}, QPoint(300, 200));

    QVERIFY(stage.range.range().begin > before.begin);
    QCOMPARE(stage.range.range().length(), before.length());
}

void TestTimelineView::wheelZoomsAtThePointer()
{
    Stage stage(Sample::TwoGpus);
    const QPointF at(500, 200);
    const Nanoseconds under = stage.view.scene().timeAt(at.x());
    QWheelEvent wheel(at, stage.view.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);

    QCoreApplication::sendEvent(&stage.view, &wheel);
    stage.settle();

    QVERIFY(std::abs(stage.view.scene().xOf(under) - at.x()) < 1);
    QVERIFY(stage.range.canGoBack());
}

void TestTimelineView::previousRunIsOutlinedInTheThinRowOfEachLane()
{
    Stage stage(Sample::TwoGpus);
    stage.feed.pinBefore();
    QVERIFY(stage.view.scene().before.ghost == nullptr);
    const Nanoseconds end = stage.feed.trace()->extent();

    stage.feed.show(tests::sampleTrace(Sample::TwoGpusOverlap), {});
    stage.settle();

    const Ghost* ghost = stage.view.scene().before.ghost;
    QVERIFY(ghost != nullptr);
    QVERIFY(ghost->end() > stage.feed.trace()->extent());
    QVERIFY(stage.range.range().end > ghost->end());
    QCOMPARE(ghost->end() - ghost->shift, end);
    // In the thin row of the lane, the operation is an outline: its inside has the colour of the background.
    const auto& op = ghost->trace->op(OpId{ghost->trace->opCount() - 1});
    const engine::LaneId lane = engine::analysis::matchingLane(*ghost->trace, op.lane, *stage.feed.trace());
    const Row* row = stage.view.scene().layout.rowOf(lane);
    QVERIFY(row != nullptr);
    QVERIFY(row->ghostHeight > 0);
    const QImage image = stage.view.grab().toImage();
    const int x = static_cast<int>(stage.view.scene().xOf(op.finished + ghost->shift)) - 6;
    const int top = static_cast<int>(stage.view.scene().yOf(*row)) + row->ownHeight();
    const QColor band = stage.theme.tokens().band;
    int outlines = 0;
    for (int y = top; y < top + row->ghostHeight; ++y)
        for (int column = x - 8; column <= x; ++column)
            outlines += image.pixelColor(column, y) != band ? 1 : 0;
    QVERIFY2(outlines > 0, "the outline must be visible");
    QVERIFY2(outlines < 9 * row->ghostHeight / 3, "the outline must have no fill");
    QCOMPARE(image.pixelColor(x, top - 2), band);

    stage.feed.forgetBefore();
    QVERIFY(stage.view.scene().before.ghost == nullptr);
}

void TestTimelineView::runOfAnotherProgramIsNotShownAsThePreviousRun()
{
    Stage stage(Sample::TwoGpus);
    stage.feed.pinBefore();

    stage.feed.show(tests::sampleTrace(Sample::CopyOverlap), {});

    QVERIFY(stage.view.scene().before.ghost == nullptr);
}

void TestTimelineView::timelineHasTabFocusAndAccessibleNames()
{
    Stage stage(Sample::TwoGpus);

    QVERIFY(stage.view.focusPolicy() & Qt::TabFocus);
    QVERIFY2(stage.view.accessibleName().startsWith(QStringLiteral("Timeline, 302 operation")),
             qPrintable(stage.view.accessibleName()));
    stage.selection.setBlock(2);
    stage.selection.selectOp(stage.labelled("y[17]", "GPU 1"));
    QVERIFY2(stage.view.accessibleDescription().startsWith(QStringLiteral("y[17], compute, GPU 1")),
             qPrintable(stage.view.accessibleDescription()));
    QVERIFY2(stage.view.accessibleName().contains(QStringLiteral("makespan 0.5")),
             qPrintable(stage.view.accessibleName()));
}

void TestTimelineView::timelineShowsNewOperationsOfALiveRun()
{
    Stage stage(Sample::Empty);
    auto recorder = std::make_shared<engine::trace::Recorder>();
    stage.feed.follow(recorder, {});
    stage.settle();

    tests::write(Sample::Live, *recorder);
    QTRY_VERIFY(stage.feed.trace()->opCount() > 200);
    stage.settle();

    QCOMPARE(stage.range.extent().end, stage.feed.trace()->extent());
    QVERIFY(stage.view.scene().layout.rowOf(RowKind::Compute) != nullptr);
    QVERIFY(!stage.view.scene().digest->marks().empty());
    QVERIFY(stage.view.scene().digest->frontend().spans().size() >= stage.feed.trace()->opCount());
    stage.feed.finishFollowing(recorder->snapshot());
    stage.settle();
}

void TestTimelineView::selectedBlockBecomesTheScopeWhenALiveRunHasRecordedIt()
{
    Stage stage(Sample::TwoGpus);
    stage.selection.setBlock(2);
    auto recorder = std::make_shared<engine::trace::Recorder>();
    stage.feed.follow(recorder, {});
    stage.settle();
    QCOMPARE(stage.view.scene().chosen.block, -1);

    tests::write(Sample::TwoGpus, *recorder);
    QTRY_COMPARE(stage.feed.trace()->blocks().size(), std::size_t{3});
    stage.settle();

    QCOMPARE(stage.view.scene().chosen.block, 2);
    QVERIFY2(stage.range.range().end > stage.feed.trace()->extent(), "the opening view shows the whole run");
    stage.feed.finishFollowing(recorder->snapshot());
    stage.settle();
}

void TestTimelineView::rangeThatTheUserChoseIsKeptAfterAFlip()
{
    Stage stage(Sample::TwoGpus);
    stage.key(Qt::Key_W);
    const TimeRange chosen = stage.range.range();

    stage.feed.show(tests::sampleTrace(Sample::TwoGpusOverlap), {});
    stage.settle();
    QVERIFY(std::abs((stage.range.range().begin - chosen.begin).count()) < chosen.length().count());
    QCOMPARE(stage.range.range().length(), chosen.length());

    stage.view.showOpeningView();
    stage.feed.show(tests::sampleTrace(Sample::TwoGpus), {});
    stage.settle();
    QVERIFY2(stage.range.range().end > stage.feed.trace()->extent(), "an opening view opens again");
}

/// The pointer rests on an operation while the visible range moves to a time without one, and the run is replaced.
void TestTimelineView::tooltipFollowsTheContentBelowThePointer()
{
    Stage stage(Sample::TwoGpus);
    const QPoint at = stage.centreOf(stage.labelled("y[17]", "GPU 1"));
    QTest::mouseMove(&stage.view, at - QPoint(0, 2));
    QTest::mouseMove(&stage.view, at);
    QTRY_VERIFY(visibleTooltip() != nullptr);
    const QString before = visibleTooltip()->lines().front().text;

    stage.range.setRange({Nanoseconds{0}, Nanoseconds{1'000'000}});
    stage.settle();
    QTRY_VERIFY(visibleTooltip() == nullptr || visibleTooltip()->lines().front().text != before);

    stage.feed.show(std::make_shared<const engine::trace::Trace>(), {});
    stage.settle();
    QTRY_VERIFY(visibleTooltip() == nullptr);
}

/// A key starts stage mode, which resizes the timeline, while the pointer rests on an operation.
void TestTimelineView::tooltipIsHiddenWhenTheViewGetsAnotherSize()
{
    Stage stage(Sample::TwoGpus);
    const QPoint at = stage.centreOf(stage.labelled("y[17]", "GPU 1"));
    QTest::mouseMove(&stage.view, at - QPoint(0, 2));
    QTest::mouseMove(&stage.view, at);
    QTRY_VERIFY(visibleTooltip() != nullptr);

    stage.view.setStage(true);
    stage.view.resize(stage.view.size() + QSize(-200, 60));
    stage.settle();

    QVERIFY(visibleTooltip() == nullptr);
}

void TestTimelineView::tooltipOfACopyContainsSizeRateWaitAndConcurrentWork()
{
    Stage stage(Sample::CopyOverlap);
    const auto& trace = *stage.feed.trace();
    OpId copy;
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        if (trace.op(OpId{i}).kind == engine::trace::Kind::CopyOut && trace.text(trace.op(OpId{i}).label) == "y_cpu[3]")
            copy = OpId{i};
    QVERIFY(copy.isValid());

    QStringList texts;
    for (const auto& line : describe(stage.view.scene(), copy))
        texts << line.text;

    const QString all = texts.join(QLatin1Char('\n'));
    QVERIFY2(all.contains(QString::fromUtf8("Copy GPU 0 → CPU · 61.04 MiB")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("GB/s")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("Waited ")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("Meanwhile GPU 0 computes y[")), qPrintable(all));
}

void TestTimelineView::memoryRowsAreBelowTheLanes()
{
    Stage stage(Sample::TwoGpus);
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);

    stage.view.setRows(&rows);
    stage.settle();

    QCOMPARE(rows.count(), 3);
    const Row* first = stage.view.scene().layout.rowOf(RowKind::Extra);
    QVERIFY(first != nullptr);
    QCOMPARE(first->height, 24);
    QVERIFY(first->top > stage.view.scene().layout.rowOf(RowKind::Compute)->top);
    stage.feed.show(tests::sampleTrace(Sample::Empty), {});
    stage.settle();
    QVERIFY(stage.view.scene().layout.rowOf(RowKind::Extra) == nullptr);
}

void TestTimelineView::memoryRowsAreFoldedInALowWindow()
{
    Stage stage(Sample::TwoGpus, {936, 900});
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
    stage.view.setRows(&rows);
    stage.settle();
    QVERIFY(rows.sizeOf(1).stretches);

    stage.view.resize(936, 430);

    QVERIFY2(!rows.sizeOf(1).stretches, "a row without room is a line");
    rows.clickHeader(1);
    QVERIFY2(rows.sizeOf(1).stretches && !rows.sizeOf(2).stretches, "a click opens it");
}

void TestTimelineView::shadeOutsideTheScopeDoesNotCoverTheMemoryLegend()
{
    Stage stage(Sample::TwoGpus, {936, 900});
    ui::memory::MemoryRows rows(stage.theme, stage.feed, stage.range);
    stage.view.setRows(&rows);
    stage.selection.setBlock(1);
    stage.range.setRange(stage.range.extent());
    stage.settle();
    const ui::drawing::Scene& scene = stage.view.scene();
    const Row* key = scene.layout.rowOf(RowKind::Extra);
    QVERIFY(key != nullptr);
    const int x = static_cast<int>(scene.xOf(scene.scope().begin)) - 4;
    QVERIFY(x > scene.plotLeft());

    const QImage image = stage.view.grab().toImage();

    QCOMPARE(image.pixelColor(x, static_cast<int>(scene.yOf(*key)) + 3), stage.theme.tokens().chrome);
    QVERIFY(image.pixelColor(x, static_cast<int>(scene.yOf(*key)) + key->height + 12) != stage.theme.tokens().plot);
}

void TestTimelineView::rowsThatDoNotFitCanBeScrolled()
{
    Stage stage(Sample::TwoGpus, {936, 900});
    auto* bar = stage.view.findChild<QScrollBar*>("timelineRows");
    QVERIFY(bar != nullptr && !bar->isVisible());
    QCOMPARE(stage.view.scene().size.width(), 936);

    stage.view.resize(936, 260);
    stage.settle();

    QVERIFY(bar->isVisible() && bar->maximum() > 0);
    QCOMPARE(stage.view.scene().size.width(), 936 - bar->width());
    bar->setValue(bar->maximum());
    QCOMPARE(stage.view.scene().scroll, bar->maximum());
    const Row& last = *(stage.view.scene().layout.rows.end() - 3);  // the last row that scrolls; the legend and the
                                                                    // overview follow it
    QVERIFY(stage.view.scene().yOf(last) + last.height <= stage.view.scene().lanesRect().bottom() + 1);
    stage.key(Qt::Key_PageUp);
    QVERIFY(bar->value() < bar->maximum());
    QCOMPARE(bar->value(), stage.view.scene().scroll);

    stage.view.resize(936, 900);
    stage.settle();
    QVERIFY(!bar->isVisible());
    QCOMPARE(stage.view.scene().scroll, 0);
}

/// Bars outside the scope are greyed out; their labels are not greyed out.
void TestTimelineView::labelsOnBarsOutsideTheScopeStayReadable()
{
    Stage stage(Sample::TwoGpus);
    const Scene& scene = stage.view.scene();
    QVERIFY(scene.origin > Nanoseconds{0});

    for (const ui::look::Mode mode : {ui::look::Mode::Light, ui::look::Mode::Dark}) {
        stage.theme.setMode(mode);
        const ui::look::KindColours& colours = stage.theme.kind(engine::trace::Kind::Compute);
        const QColor before = veiled(scene, scene.xOf(scene.origin) - 1, colours.fill);
        QVERIFY(before != colours.fill);
        QCOMPARE(veiled(scene, scene.xOf(scene.origin) + 1, colours.fill), colours.fill);
        const QColor letters = ui::look::moreReadable(before, colours.textOnFill, colours.textOnTint);
        QVERIFY(ui::look::contrastOf(letters, before) >= 4.0);
        QVERIFY(ui::look::contrastOf(colours.textOnFill, before) < ui::look::contrastOf(letters, before));
    }
}

void TestTimelineView::timelineWithoutLanesAcceptsKeysAndClicks()
{
    Stage stage(Sample::Elementwise);
    stage.feed.show(std::make_shared<const engine::trace::Trace>(), {});
    stage.settle();

    for (int key : {Qt::Key_W, Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_BracketLeft, Qt::Key_X, Qt::Key_Z,
                    Qt::Key_F, Qt::Key_M, Qt::Key_T, Qt::Key_Return, Qt::Key_PageDown, Qt::Key_End})
        stage.key(key);
    QTest::mouseClick(&stage.view, Qt::LeftButton, {}, QPoint(300, 300));
    QTest::mouseDClick(&stage.view, Qt::LeftButton, {}, QPoint(300, 300));
    QVERIFY(!stage.view.grab().isNull());
}

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"

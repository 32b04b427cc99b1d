#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/drawing/lane_layout.h"

#include <QTest>
#include <algorithm>

using tests::Sample;
using namespace ui::drawing;

class TestLaneLayout : public QObject {
    Q_OBJECT

private slots:
    void rowsNeverOverlap_data();
    void rowsNeverOverlap();
    void rowsHaveTheirDesignedHeights();
    void unusedGpuHasAFoldedRow();
    void nearlyIdleWorkersShareAFoldedRow();
    void nearlyIdleStreamIsFoldedAndOtherStreamsShareItsHeight_data();
    void nearlyIdleStreamIsFoldedAndOtherStreamsShareItsHeight();
    void memoryRowsOfATrainingFitAboveTheOverview();
    void rowsKeepTheirPositionsAfterAFlip();
    void stretchableExtraRowsShareTheRemainingHeight();
    void activeLanesGrowToAtMostTwiceTheirHeight();
    void rowsKeepTheirMinimumHeightInALowWindow();
    void memoryRowIsFullyVisibleOrFullyBelowTheView();
    void lanesGrowToThreeTimesTheirHeightIfNoMemoryRowStretches();
    void idleLanesShareOneRow();
    void idleLaneUsedByThePreviousRunKeepsItsRow();
    void idleLanesAreLeftOutIfMemoryRowsNeedTheRoom();
    void compactLayoutIsLowerThanTheNormalOne();
    void rowAtReturnsTheRowOfAPoint();
};

namespace {

LaneLayout layoutOf(Sample sample, LayoutOptions options = {})
{
    return layOut(*tests::sampleTrace(sample), options);
}

const Row* groupNamed(const LaneLayout& layout, const QString& title)
{
    for (const Row& row : layout.rows)
        if (row.startsGroup && row.title == title)
            return &row;
    return nullptr;
}

}  // namespace

void TestLaneLayout::rowsNeverOverlap_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("height");

    for (int sample = 0; sample <= static_cast<int>(Sample::Live); ++sample)
        for (double scale : {0.8, 1.0, 2.0})
            for (int height : {0, 300, 2000})
                QTest::addRow("sample %d at %d %% in %d px", sample, static_cast<int>(scale * 100), height)
                    << sample << scale << height;
}

void TestLaneLayout::rowsNeverOverlap()
{
    QFETCH(int, sample);
    QFETCH(double, scale);
    QFETCH(int, height);
    LayoutOptions options;
    options.scale = scale;
    options.height = height;
    options.extra = {{24, false}, {90, true}, {90, true}};

    const LaneLayout layout = layoutOf(static_cast<Sample>(sample), options);

    int bottom = 0;
    for (const Row& row : layout.rows) {
        QVERIFY(row.top >= bottom);
        QVERIFY(row.height > 0);
        QVERIFY2(row.barTop + row.barHeight <= row.height, "bars stay in their row");
        QVERIFY(row.barHeight > 0);
        bottom = row.bottom();
    }
    QCOMPARE(layout.height, bottom);
    QVERIFY(layout.height >= height);
}

void TestLaneLayout::rowsHaveTheirDesignedHeights()
{
    const LaneLayout layout = layoutOf(Sample::TwoGpus);

    QCOMPARE(layout.rows.front().height, 26);
    QCOMPARE(layout.headerWidth, 136);
    QCOMPARE(layout.rowOf(RowKind::Benchmarks)->height, 50);
    QCOMPARE(layout.rowOf(RowKind::Frontend)->top, 78);
    QCOMPARE(layout.rowOf(RowKind::Frontend)->height, 46);
    const Row* gpu = groupNamed(layout, QStringLiteral("GPU 0"));
    QVERIFY(gpu != nullptr);
    QCOMPARE(gpu->top, 124);
    QCOMPARE(gpu->height, 72);
    QCOMPARE(gpu->barHeight, 42);
    QCOMPARE(gpu->labelHeight, 16);
    QCOMPARE(groupNamed(layout, QStringLiteral("GPU 1"))->top, 198);
    QCOMPARE(layout.rowOf(RowKind::Overview)->height, 54);
}

void TestLaneLayout::unusedGpuHasAFoldedRow()
{
    const LaneLayout layout = layoutOf(Sample::CopyOverlap);

    const Row* idle = groupNamed(layout, QStringLiteral("GPU 1"));
    QVERIFY(idle != nullptr);
    QCOMPARE(idle->kind, RowKind::Folded);
    QCOMPARE(idle->height, 22);
    QCOMPARE(groupNamed(layout, QStringLiteral("GPU 0"))->kind, RowKind::Compute);
}

void TestLaneLayout::nearlyIdleWorkersShareAFoldedRow()
{
    using engine::trace::DeviceKind, engine::trace::DeviceRecord, engine::trace::EndRecord, engine::trace::IssueRecord,
        engine::trace::LaneRecord, engine::trace::LaneRole, engine::trace::LifeRecord, engine::trace::OpState;
    engine::trace::Store store;
    store.apply(DeviceRecord{engine::DeviceId(0), DeviceKind::Cpu, "CPU", "", {}, {}, 0});
    for (std::uint32_t i = 0; i < 4; ++i)
        store.apply(LaneRecord{engine::LaneId(i), engine::DeviceId(0), LaneRole::CpuWorker,
                               static_cast<std::uint16_t>(i), "worker", 0});
    const auto work = [&](std::uint32_t lane, std::int64_t begin, std::int64_t end) {
        const engine::OpId op(store.snapshot()->opCount());
        IssueRecord issue;
        issue.op = op;
        issue.device = engine::DeviceId(0);
        store.apply(issue);
        store.apply(LifeRecord{op,
                               engine::LaneId(lane),
                               {},
                               engine::Nanoseconds{begin},
                               engine::Nanoseconds{end},
                               OpState::Done,
                               {},
                               {},
                               {}});
    };
    for (std::uint32_t lane : {1U, 2U})
        work(lane, 10, 20);
    work(0, 0, 90'000);
    work(3, 0, 90'000);
    store.apply(EndRecord{engine::Nanoseconds{100'000}, true});

    const LaneLayout layout = layOut(*store.snapshot(), {});

    const Row* folded = layout.rowOf(engine::LaneId(1));
    QVERIFY(folded != nullptr);
    QCOMPARE(folded->kind, RowKind::Folded);
    QCOMPARE(folded->height, 22);
    QCOMPARE(layout.rowOf(engine::LaneId(2)), folded);
    QCOMPARE(layout.rowOf(engine::LaneId(3))->kind, RowKind::Work);
}

void TestLaneLayout::nearlyIdleStreamIsFoldedAndOtherStreamsShareItsHeight_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("second");
    QTest::newRow("two streams are tall") << 2 << 72;
    QTest::newRow("four streams are lower") << 4 << 56;
    QTest::newRow("eight streams are low") << 8 << 28;
}

void TestLaneLayout::nearlyIdleStreamIsFoldedAndOtherStreamsShareItsHeight()
{
    using engine::trace::DeviceKind, engine::trace::DeviceRecord, engine::trace::EndRecord, engine::trace::IssueRecord,
        engine::trace::LaneRecord, engine::trace::LaneRole, engine::trace::LifeRecord, engine::trace::OpState;
    QFETCH(int, streams);
    QFETCH(int, second);
    engine::trace::Store store;
    store.apply(DeviceRecord{engine::DeviceId(0), DeviceKind::Gpu, "GPU 0", "", {}, {}, 0});
    for (int i = 0; i <= streams; ++i) {
        store.apply(LaneRecord{engine::LaneId(i), engine::DeviceId(0), LaneRole::Compute, static_cast<std::uint16_t>(i),
                               "compute " + std::to_string(i + 1), 0});
        IssueRecord issue;
        issue.op = engine::OpId(i);
        issue.device = engine::DeviceId(0);
        store.apply(issue);
        const std::int64_t end = i == 0 ? 100 : 90'000;
        store.apply(LifeRecord{issue.op,
                               engine::LaneId(i),
                               {},
                               engine::Nanoseconds{0},
                               engine::Nanoseconds{end},
                               OpState::Done,
                               {},
                               {},
                               {}});
    }
    store.apply(EndRecord{engine::Nanoseconds{100'000}, true});

    const LaneLayout layout = layOut(*store.snapshot(), {});

    QCOMPARE(layout.rowOf(engine::LaneId(0))->kind, RowKind::Folded);
    QCOMPARE(groupNamed(layout, QStringLiteral("GPU 0"))->lane, engine::LaneId(1));
    QCOMPARE(layout.rowOf(engine::LaneId(2))->height, second);
}

void TestLaneLayout::memoryRowsOfATrainingFitAboveTheOverview()
{
    LayoutOptions options;
    options.extra = {{20, false}, {62, true}, {62, true}};
    options.height = 556;  // height of the timeline above the charts in a 1440 x 900 window

    const LaneLayout layout = layOut(*tests::trainingTrace({{1, 2}, 3, 8}), options);

    const Row* overview = layout.rowOf(RowKind::Overview);
    for (const Row& row : layout.rows)
        if (row.kind == RowKind::Extra)
            QVERIFY2(row.bottom() <= 556 - overview->height, "memory stands above the overview without scrolling");
}

void TestLaneLayout::rowsKeepTheirPositionsAfterAFlip()
{
    const LaneLayout before = layoutOf(Sample::TwoGpus);
    const LaneLayout after = layoutOf(Sample::TwoGpusOverlap);

    QCOMPARE(before.rows.size(), after.rows.size());
    for (std::size_t i = 0; i < before.rows.size(); ++i) {
        QCOMPARE(before.rows[i].top, after.rows[i].top);
        QVERIFY(before.rows[i].lane == after.rows[i].lane);
    }
}

void TestLaneLayout::stretchableExtraRowsShareTheRemainingHeight()
{
    LayoutOptions options;
    options.height = 1200;
    options.extra = {{24, false}, {90, true}, {90, true}};

    const LaneLayout layout = layoutOf(Sample::TwoGpus, options);

    std::vector<int> heights;
    for (const Row& row : layout.rows)
        if (row.kind == RowKind::Extra)
            heights.push_back(row.height);
    QCOMPARE(heights.size(), std::size_t{3});
    QCOMPARE(heights[0], 24);
    QVERIFY(std::abs(heights[1] - heights[2]) <= 1);
    QVERIFY(heights[1] > 90);
    QCOMPARE(layout.height, 1200);
}

/// In a tall window with memory rows that stretch, active lanes grow to at most twice their height.
void TestLaneLayout::activeLanesGrowToAtMostTwiceTheirHeight()
{
    LayoutOptions options;
    options.extra = {{24, false}, {48, true}, {48, true}};
    options.height = 640;
    const LaneLayout usual = layoutOf(Sample::TwoGpus, options);
    options.height = 3000;
    const LaneLayout tall = layoutOf(Sample::TwoGpus, options);

    QCOMPARE(usual.rowOf(RowKind::Compute)->height, layoutOf(Sample::TwoGpus).rowOf(RowKind::Compute)->height);
    QCOMPARE(tall.rowOf(RowKind::Compute)->height, 2 * usual.rowOf(RowKind::Compute)->height);
    QCOMPARE(tall.rowOf(RowKind::Benchmarks)->height, usual.rowOf(RowKind::Benchmarks)->height);
    QCOMPARE(tall.height, 3000);
}

/// If all memory rows are thin, the lanes use the remaining height and grow to three times their height.
void TestLaneLayout::lanesGrowToThreeTimesTheirHeightIfNoMemoryRowStretches()
{
    LayoutOptions options;
    options.extra = {{24, false}, {24, false}, {24, false}};
    options.height = 3000;

    const LaneLayout tall = layoutOf(Sample::TwoGpus, options);

    QCOMPARE(tall.rowOf(RowKind::Compute)->height, 3 * layoutOf(Sample::TwoGpus).rowOf(RowKind::Compute)->height);
}

void TestLaneLayout::memoryRowIsFullyVisibleOrFullyBelowTheView()
{
    LayoutOptions options;
    options.extra = {{24, false}, {90, true}, {90, true}};
    const auto traces = {tests::sampleTrace(Sample::TwoGpus), tests::trainingTrace({{1, 2}, 3, 8})};
    for (const engine::trace::TracePtr& trace : traces)
        for (options.height = 250; options.height < 800; options.height += 7) {
            const LaneLayout layout = layOut(*trace, options);

            const int fold = options.height - layout.pinnedBottom;
            for (const Row& row : layout.rows)
                if (row.kind == RowKind::Extra)
                    QVERIFY2(row.top >= fold || row.bottom() <= fold, qPrintable(QString::number(options.height)));
        }
}

void TestLaneLayout::rowsKeepTheirMinimumHeightInALowWindow()
{
    LayoutOptions options;
    options.height = 200;
    options.extra = {{90, true}};

    const LaneLayout layout = layoutOf(Sample::TwoGpus, options);

    QVERIFY(layout.height > 200);
    QCOMPARE(layout.rowOf(RowKind::Extra)->height, 90);
}

/// In the sample, the lanes for copies and for the CPU are idle.
void TestLaneLayout::idleLanesShareOneRow()
{
    const engine::trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);

    const LaneLayout layout = layOut(*trace, {});

    const Row* idle = groupNamed(layout, QStringLiteral("Idle lanes"));
    QVERIFY(idle != nullptr);
    QCOMPARE(idle->height, 22);
    QVERIFY(groupNamed(layout, QStringLiteral("CPU")) == nullptr);
    QVERIFY(layout.rowOf(RowKind::Copy) == nullptr && layout.rowOf(RowKind::Link) == nullptr);
    for (const engine::trace::LaneRecord& lane : trace->lanes())
        if (lane.role == engine::trace::LaneRole::CopyIn || lane.role == engine::trace::LaneRole::CpuWorker)
            QCOMPARE(layout.rowOf(lane.id), idle);
    QVERIFY2(groupNamed(layoutOf(Sample::Live), QStringLiteral("Idle lanes")) == nullptr, "they may be used yet");
}

/// If a flip removes all copies, the row of the copies remains, because it shows the copies of the previous run.
void TestLaneLayout::idleLaneUsedByThePreviousRunKeepsItsRow()
{
    const engine::trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
    const auto copies =
        std::ranges::find(trace->lanes(), engine::trace::LaneRole::CopyOut, &engine::trace::LaneRecord::role);
    QVERIFY(copies != trace->lanes().end());
    LayoutOptions options;
    options.ghost.lanes = {copies->id};

    const LaneLayout layout = layOut(*trace, options);

    QCOMPARE(layout.rowOf(copies->id)->kind, RowKind::Copy);
    QCOMPARE(layout.rowOf(copies->id)->lane, copies->id);
}

void TestLaneLayout::idleLanesAreLeftOutIfMemoryRowsNeedTheRoom()
{
    const auto hasIdle = [](const LaneLayout& layout) {
        return groupNamed(layout, QStringLiteral("Idle lanes")) != nullptr;
    };
    LayoutOptions options;
    options.extra = {{24, false}, {90, true}, {90, true}};
    options.height = 1;
    while (!hasIdle(layoutOf(Sample::TwoGpus, options)))
        options.height += 1;
    const LaneLayout roomy = layoutOf(Sample::TwoGpus, options);
    QCOMPARE(roomy.height, options.height);

    options.height -= 1;
    const LaneLayout tight = layoutOf(Sample::TwoGpus, options);

    QCOMPARE(tight.height, options.height);
    const Row* memory = tight.rowOf(RowKind::Extra);
    QVERIFY(memory != nullptr && memory->top < roomy.rowOf(RowKind::Extra)->top);
}

void TestLaneLayout::compactLayoutIsLowerThanTheNormalOne()
{
    LayoutOptions compact;
    compact.density = Density::Compact;

    QVERIFY(layoutOf(Sample::TwoGpus, compact).height < layoutOf(Sample::TwoGpus).height);
}

void TestLaneLayout::rowAtReturnsTheRowOfAPoint()
{
    const LaneLayout layout = layoutOf(Sample::TwoGpus);

    for (const Row& row : layout.rows) {
        QCOMPARE(layout.rowAt(row.top), &row);
        QCOMPARE(layout.rowAt(row.bottom() - 1), &row);
    }
    QVERIFY(layout.rowAt(-1) == nullptr);
    QVERIFY(layout.rowAt(layout.height) == nullptr);
}

QTEST_APPLESS_MAIN(TestLaneLayout)
#include "tst_lane_layout.moc"

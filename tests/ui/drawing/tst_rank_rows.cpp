#include "tests/ui/drawing/rank_stage.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/rank_bands.h"
#include "ui/drawing/rank_digest.h"
#include "ui/drawing/rank_layout.h"
#include "ui/drawing/rank_painter.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace std::chrono_literals;
using engine::Nanoseconds;
using engine::OpId;
using engine::trace::LaneRole;
using tests::RanksPlan;
using tests::RankStage;
using ui::drawing::BandKind;
using ui::drawing::RankBands;
using ui::drawing::Row;
using ui::drawing::RowKind;

/// Runs of several ranks in the timeline: rows, bands, collectives.
class TestRankRows : public QObject {
    Q_OBJECT

private slots:
    void upTo8RanksHaveRowsForTheirLanes();
    void moreThan8RanksAreFolded();
    void foldedRanksUseTheHeight();
    void manyRanksShareABand();
    void latestRanksComeFirst();
    void overviewKeepsEveryOperation();
    void originOfAnOperationIsItsRankAndCollective();
    void waitsArePaintedBetweenOwnAndLastArrival();
    void laneOfAGroupShowsOnlyItsCollectives();
    void operationsOfFoldedRanksAreHit();
    void bandCellsHaveTheTrueBusyTime_data();
    void bandCellsHaveTheTrueBusyTime();
    void waitsOfBandCellsAddUpToThoseOfTheRanks();
    void rowsOfABandFollowTheOrderOfRanks();
    void bandsNameTheRankThatOthersWaitFor();
    void emptyViewsAreSafe();

private:
    [[nodiscard]] static int countOf(const RankStage& stage, RowKind kind)
    {
        return static_cast<int>(std::ranges::count(stage.scene.layout.rows, kind, &Row::kind));
    }
};

namespace {

RanksPlan planOf(std::uint32_t ranks)
{
    RanksPlan plan;
    plan.ranks = ranks;
    plan.steps = 3;
    return plan;
}

/// The cells of all rows of a band.
struct BandCells {
    int columns = 0;
    int rows = 0;
    std::array<std::vector<float>, ui::drawing::kBandKinds> busy{};
    std::vector<float> waiting{};

    void reset(int newColumns, int newRows)
    {
        columns = newColumns;
        rows = newRows;
    }
};

void fill(const RankBands& bands, const ui::model::TimeRange& range, const std::vector<std::uint32_t>& order,
          BandCells& cells)
{
    const auto width = static_cast<std::size_t>(cells.columns);
    const std::size_t size = width * static_cast<std::size_t>(cells.rows);
    for (std::vector<float>& kind : cells.busy)
        kind.assign(size, 0.0F);
    cells.waiting.assign(size, 0.0F);
    bands.forEachRow({range, order, cells.columns, cells.rows}, [&](int row, const ui::drawing::BandRow& from) {
        const std::size_t first = static_cast<std::size_t>(row) * width;
        for (std::size_t kind = 0; kind < cells.busy.size(); ++kind)
            if (from.busy[kind] != nullptr)
                std::copy_n(from.busy[kind], width, &cells.busy[kind][first]);
        std::copy_n(from.waiting, width, &cells.waiting[first]);
    });
}

double sumOf(const std::vector<float>& cells)
{
    return std::accumulate(cells.begin(), cells.end(), 0.0);
}

}  // namespace

void TestRankRows::upTo8RanksHaveRowsForTheirLanes()
{
    const RankStage stage(tests::sampleRanks(planOf(4)));

    QCOMPARE(countOf(stage, RowKind::Node), 2);
    QCOMPARE(countOf(stage, RowKind::Compute), 4);
    QCOMPARE(countOf(stage, RowKind::Communication), 4);
    QCOMPARE(countOf(stage, RowKind::Frontend), 0);
    int bottom = 0;
    for (const Row& row : stage.scene.layout.rows) {
        QVERIFY(row.top >= bottom);
        bottom = row.bottom();
        QVERIFY(row.barTop >= 0 && row.barTop + row.barHeight <= row.height);
    }
}

void TestRankRows::moreThan8RanksAreFolded()
{
    const RankStage stage(tests::sampleRanks(planOf(16)));

    QCOMPARE(countOf(stage, RowKind::Rank), 16);
    QCOMPARE(countOf(stage, RowKind::Node), 8);
    for (const Row& row : stage.scene.layout.rows) {
        if (row.kind != RowKind::Rank)
            continue;
        QCOMPARE(row.folded.size(), std::size_t{3});
        int bottom = row.barTop;
        for (const Row& lane : lanesOfFolded(*stage.scene.trace, row)) {
            QVERIFY(lane.barTop >= bottom);
            bottom = lane.barTop + lane.barHeight;
        }
        QVERIFY(bottom <= row.height);
    }
}

void TestRankRows::foldedRanksUseTheHeight()
{
    tests::RanksPlan plan = planOf(16);
    plan.ranksPerNode = 16;
    const auto heightOf = [&](int height) {
        const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, height});
        const auto row = std::ranges::find(stage.scene.layout.rows, RowKind::Rank, &Row::kind);
        return row != stage.scene.layout.rows.end() ? row->height : 0;
    };

    QVERIFY(heightOf(780) > heightOf(300));
    QCOMPARE(heightOf(5000), 2 * heightOf(300));
}

void TestRankRows::manyRanksShareABand()
{
    const RankStage stage(tests::sampleRanks(planOf(65)));

    QCOMPARE(countOf(stage, RowKind::Band), 1);
    QCOMPARE(countOf(stage, RowKind::Rank), 0);
    QVERIFY(stage.digest.ranks()->bands != nullptr);
    QCOMPARE(stage.scene.trace->opCount(), std::size_t{0});
}

void TestRankRows::latestRanksComeFirst()
{
    RanksPlan plan = planOf(6);
    plan.lateRank = 4;
    RankStage stage(tests::sampleRanks(plan));
    ui::drawing::LayoutOptions options;
    options.height = stage.scene.size.height();
    options.rankOrder = stage.digest.ranks()->latestFirst();

    const auto rows = ui::drawing::layOut(*stage.scene.trace, options).rows;

    std::vector<int> members;
    for (const Row& row : rows)
        if (row.kind == RowKind::Compute)
            members.push_back(row.member);
    QCOMPARE(members.size(), 6U);
    QCOMPARE(members.front(), 4);
    QVERIFY(std::ranges::none_of(rows, [](const Row& row) { return row.kind == RowKind::Node; }));
    stage.scene.layout.rows = rows;
    QVERIFY(!stage.paint().isNull());
}

void TestRankRows::overviewKeepsEveryOperation()
{
    RanksPlan plan = planOf(4);
    plan.clockOffset = 7340us;
    const engine::ranks::RunSetPtr set = tests::sampleRanks(plan);

    const engine::trace::TracePtr trace = engine::ranks::overviewOf(set);

    std::size_t operations = 0;
    std::size_t edges = 0;
    for (const auto& member : set->members()) {
        operations += member.trace->opCount();
        edges += member.trace->edges().size();
    }
    QCOMPARE(trace->opCount(), operations);
    QCOMPARE(trace->edges().size(), edges);
    QCOMPARE(trace->dropped(), std::uint64_t{0});
    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        const engine::trace::Op shown = trace->op(OpId{i});
        const auto origin = *engine::ranks::originOf(*trace, OpId{i});
        const auto& member = set->members()[origin.member];
        const engine::trace::Op own = member.trace->op(origin.op);
        QCOMPARE(shown.started, member.clock.toReference(own.started));
        QCOMPARE(shown.finished, member.clock.toReference(own.finished));
        QCOMPARE(trace->text(shown.name), member.trace->text(own.name));
        QCOMPARE(trace->devices()[shown.device.index].member, origin.member);
        if (i > 0)
            QVERIFY(trace->op(OpId{i - 1}).issueBegin <= shown.issueBegin);
    }
}

void TestRankRows::originOfAnOperationIsItsRankAndCollective()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(4));
    const engine::trace::TracePtr trace = engine::ranks::overviewOf(set);
    int collectives = 0;

    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        const auto origin = engine::ranks::originOf(*trace, OpId{i});
        QCOMPARE(origin->collective != nullptr, trace->op(OpId{i}).kind == engine::trace::Kind::Collective);
        if (origin->collective == nullptr)
            continue;
        ++collectives;
        QCOMPARE(origin->arrival->member, origin->member);
        QCOMPARE(origin->arrival->posted, trace->op(OpId{i}).ready);
    }
    QCOMPARE(collectives, 4 * 9);
    QVERIFY(!engine::ranks::originOf(*trace, OpId{trace->opCount()}));
    QVERIFY(!engine::ranks::originOf(*set->members()[0].trace, OpId{0}));
}

void TestRankRows::waitsArePaintedBetweenOwnAndLastArrival()
{
    RanksPlan plan = planOf(4);
    const engine::ranks::RunSetPtr set = tests::sampleRanks(plan);
    RankStage stage(set);
    const auto& collective = set->collectives()[1];  // no other transfer is on the lane during this one
    stage.scene.range = {collective.firstPosted - 10ms, collective.done + 5ms};
    const QImage image = stage.paint();
    const QRgb ground = stage.theme.tokens().band.rgb();

    for (const Row& row : stage.scene.layout.rows) {
        if (row.kind != RowKind::Communication)
            continue;
        const bool isLast = static_cast<std::uint32_t>(row.member) == collective.lastMember;
        const int y = static_cast<int>(stage.scene.yOf(row)) + row.barTop + 5;
        int wait = 0;
        int transfer = 0;
        for (double x = stage.scene.xOf(collective.firstPosted) + 12; x < stage.scene.xOf(collective.lastPosted) - 12;
             ++x)
            wait += image.pixel(static_cast<int>(x), y) != ground ? 1 : 0;
        for (double x = stage.scene.xOf(collective.lastPosted) + 8; x < stage.scene.xOf(collective.done) - 2; ++x)
            transfer += image.pixel(static_cast<int>(x), y) != ground ? 1 : 0;
        const double width = stage.scene.xOf(collective.lastPosted) - stage.scene.xOf(collective.firstPosted) - 24;
        QVERIFY2(isLast ? wait < width * 0.2 : wait > width * 0.9, qPrintable(QString::number(wait)));
        QVERIFY(transfer > (stage.scene.xOf(collective.done) - stage.scene.xOf(collective.lastPosted)) * 0.7);
    }
}

void TestRankRows::laneOfAGroupShowsOnlyItsCollectives()
{
    using namespace engine::trace;
    const RanksPlan plan = planOf(4);
    const auto op = [&](std::uint32_t rank) {
        return OpId{static_cast<std::size_t>(tests::RanksSchedule(plan).operationsOfRank(rank))};
    };
    const Nanoseconds end = tests::sampleRanks(plan)->extent();
    const auto set = tests::sampleRanks(plan, [&](std::uint32_t rank) {
        std::vector<Record> records{GroupRecord{engine::GroupId{1}, "", {0, 1}}};
        if (rank > 1)
            return records;
        records.emplace_back(LaneRecord{engine::LaneId{4}, engine::DeviceId{1}, LaneRole::Communication, 1, "", 0});
        IssueRecord issue;
        issue.op = op(rank);
        issue.begin = issue.end = end;
        issue.kind = Kind::Collective;
        issue.device = engine::DeviceId{1};
        LifeRecord life;
        life.op = issue.op;
        life.lane = engine::LaneId{4};
        life.ready = life.started = end;
        life.finished = end + 5ms;
        CollectiveRecord collective;
        collective.op = issue.op;
        collective.what.group = engine::GroupId{1};
        collective.posted = end;
        collective.arrived = end;
        collective.done = end + 5ms;
        records.insert(records.end(), {issue, life, collective});
        return records;
    });
    RankStage stage(set);
    const auto& ofAll = set->collectives()[1];
    stage.scene.range = {ofAll.firstPosted - 10ms, ofAll.done + 5ms};

    const QImage image = stage.paint();

    int groups = 0;
    for (const Row& row : stage.scene.layout.rows) {
        if (row.kind != RowKind::Communication)
            continue;
        const int y = static_cast<int>(stage.scene.yOf(row)) + row.barTop + 5;
        int painted = 0;
        const double left = stage.scene.xOf(ofAll.firstPosted) + 12, right = stage.scene.xOf(ofAll.lastPosted) - 12;
        for (double x = left; x < right; ++x)
            painted += image.pixel(static_cast<int>(x), y) != stage.theme.tokens().band.rgb() ? 1 : 0;
        if (stage.scene.trace->lanes()[row.lane.index].index == 0)
            continue;
        ++groups;
        QVERIFY2(painted < 0.2 * (right - left), qPrintable(QString::number(painted)));  // lines of the grid
    }
    QCOMPARE(groups, 2);
}

void TestRankRows::operationsOfFoldedRanksAreHit()
{
    const RankStage stage(tests::sampleRanks(planOf(16)));
    const ui::drawing::Scene& scene = stage.scene;
    int hits = 0;

    for (std::size_t i = 0; i < scene.trace->opCount(); i += 7) {
        const auto rect = rectOf(scene, OpId{i});
        QVERIFY(rect.has_value());
        const Row* row = scene.layout.rowOf(scene.trace->op(OpId{i}).lane);
        QCOMPARE(row->kind, RowKind::Rank);
        if (rect->width() < 4 || !scene.lanesRect().contains(rect->center()))
            continue;
        QCOMPARE(operationAt(scene, rect->center()), OpId{i});
        ++hits;
    }
    QVERIFY(hits > 20);
}

void TestRankRows::bandCellsHaveTheTrueBusyTime_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("rows");
    QTest::newRow("whole run") << 0.0 << 1.0 << 300;
    QTest::newRow("fewer pixels than ranks") << 0.0 << 1.0 << 37;
    QTest::newRow("a third") << 0.3 << 0.63 << 300;
    QTest::newRow("a step") << 0.4 << 0.5 << 90;
    QTest::newRow("a twentieth") << 0.62 << 0.67 << 300;
    QTest::newRow("a few operations") << 0.5 << 0.503 << 90;
}

void TestRankRows::bandCellsHaveTheTrueBusyTime()
{
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, rows);
    RanksPlan plan = planOf(80);
    plan.clockOffset = 11us;
    plan.layers = 40;
    const engine::ranks::RunSetPtr set = tests::sampleRanks(plan);
    const RankBands bands(set);
    const double extent = engine::toSeconds(set->extent());
    const ui::model::TimeRange range{engine::fromSeconds(from * extent), engine::fromSeconds(to * extent)};
    std::vector<std::uint32_t> order(80);
    std::iota(order.rbegin(), order.rend(), 0);
    BandCells cells;
    cells.reset(1200, rows);

    fill(bands, range, order, cells);

    std::array<double, ui::drawing::kBandKinds> expected{};
    for (const auto& member : set->members())
        for (const auto& lane : member.trace->lanes()) {
            if (lane.role == LaneRole::Frontend)
                continue;
            for (const auto& span : member.trace->spans(lane.id)) {
                const Nanoseconds begin = std::max(range.begin, member.clock.toReference(span.begin));
                const Nanoseconds end = std::min(range.end, member.clock.toReference(span.end()));
                expected[static_cast<std::size_t>(ui::drawing::bandKindOf(span.kind))] +=
                    std::max(0.0, engine::toSeconds(end - begin));
            }
        }
    const double cell = engine::toSeconds(range.length()) / cells.columns * 80.0 / rows;
    const double whole = engine::toSeconds(range.length()) * 80;
    for (std::size_t kind = 0; kind < ui::drawing::kBandKinds; ++kind) {
        const double painted = sumOf(cells.busy[kind]) * cell;
        QVERIFY2(std::abs(painted - expected[kind]) <= 0.005 * std::max(expected[kind], 0.02 * whole),
                 qPrintable(QString("kind %1: %2 instead of %3").arg(kind).arg(painted).arg(expected[kind])));
        for (const float share : cells.busy[kind])
            QVERIFY(share >= -1e-3F && share <= 1.001F);
    }
}

void TestRankRows::waitsOfBandCellsAddUpToThoseOfTheRanks()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(80));
    const RankBands bands(set);
    std::vector<std::uint32_t> order(80);
    std::iota(order.begin(), order.end(), 0);
    BandCells cells;
    cells.reset(900, 200);

    fill(bands, {0ns, set->extent()}, order, cells);

    double expected = 0;
    for (const auto& collective : set->collectives())
        for (const auto& arrival : set->arrivals(collective))
            expected += engine::toSeconds(collective.waitOf(arrival));
    const double painted = sumOf(cells.waiting) * engine::toSeconds(set->extent()) / 900 * 80.0 / 200;
    QVERIFY(std::abs(painted - expected) < 0.005 * expected);
}

void TestRankRows::rowsOfABandFollowTheOrderOfRanks()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(80));
    const RankBands bands(set);
    BandCells all;
    all.reset(100, 80);
    std::vector<std::uint32_t> order(80);
    std::iota(order.begin(), order.end(), 0);
    fill(bands, {0ns, set->extent()}, order, all);
    std::swap(order[3], order[70]);
    BandCells swapped;
    swapped.reset(100, 80);

    fill(bands, {0ns, set->extent()}, order, swapped);

    for (std::size_t kind = 0; kind < ui::drawing::kBandKinds; ++kind)
        for (std::size_t x = 0; x < 100; ++x) {
            QVERIFY(std::abs(all.busy[kind][300 + x] - swapped.busy[kind][7000 + x]) < 1e-4F);
            QVERIFY(std::abs(all.busy[kind][x] - swapped.busy[kind][x]) < 1e-4F);
        }
}

void TestRankRows::bandsNameTheRankThatOthersWaitFor()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(65));
    RankStage stage(set);
    const auto plates = [&](const engine::ranks::MatchedCollective& collective) {
        stage.scene.range = {collective.firstPosted - 2ms, collective.lastPosted + 2ms};
        stage.scene.style.hasLabels = true;
        const QImage labelled = stage.paint();
        stage.scene.style.hasLabels = false;
        const QImage plain = stage.paint();
        const auto row = std::ranges::find(stage.scene.layout.rows, RowKind::Band, &Row::kind);
        const int y = static_cast<int>(stage.scene.yOf(*row)) + row->barTop + row->barHeight / 2;
        int changed = 0;
        for (int x = static_cast<int>(stage.scene.plotLeft()); x < labelled.width(); ++x)
            changed += labelled.pixel(x, y) != plain.pixel(x, y) ? 1 : 0;
        return changed;
    };

    // The others have nothing left to do while they wait with the second bucket. With the first, they still compute.
    QVERIFY(plates(set->collectives()[1]) > 50);
    QCOMPARE(plates(set->collectives()[0]), 0);
}

void TestRankRows::emptyViewsAreSafe()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(65));
    const RankBands bands(set);
    BandCells cells;

    fill(bands, {0ns, 0ns}, {}, cells);
    cells.reset(10, 10);
    fill(bands, {set->extent() * 2, set->extent() * 3}, {0, 1}, cells);

    QCOMPARE(sumOf(cells.busy[0]), 0.0);
    RankStage stage(set, ui::look::Mode::Dark, {200, 60});
    QVERIFY(!stage.paint().isNull());
}

QTEST_MAIN(TestRankRows)
#include "tst_rank_rows.moc"

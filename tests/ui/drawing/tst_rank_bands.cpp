#include "tests/ui/drawing/rank_stage.h"
#include "ui/drawing/ranks/rank_bands.h"
#include "ui/drawing/ranks/rank_digest.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

using namespace std::chrono_literals;
using engine::Nanoseconds;
using engine::trace::LaneRole;
using tests::planOf;
using tests::RanksPlan;
using tests::RankStage;
using ui::drawing::RankBands;
using ui::drawing::Row;
using ui::drawing::RowKind;

/// Tests runs with too many ranks for one row each: bands of ranks, and rows of late ranks between the bands.
class TestRankBands : public QObject {
    Q_OBJECT

private slots:
    void manyRanksShareABand();
    void aLateRankHasARowBetweenBands();
    void bandsAndLateRanksAreInTheRequestedOrder();
    void bandCellsHaveTheExactBusyTime_data();
    void bandCellsHaveTheExactBusyTime();
    void waitsInBandCellsAddUpToTheWaitsOfTheRanks_data();
    void waitsInBandCellsAddUpToTheWaitsOfTheRanks();
    void rowsOfABandAreInTheRequestedOrder();
    void bandsShowTheNumberOfTheRankThatOthersWaitFor();
    void partsOfABandOutsideTheScopeAreShaded();
    void bandCellsOfATimeRangeWithoutWorkAreEmpty();
};

namespace {

/// The busy and waiting fractions of a band's cells, row by row.
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

void TestRankBands::manyRanksShareABand()
{
    RanksPlan plan = planOf(65);
    plan.late = tests::Late::Nobody;
    const RankStage stage(tests::sampleRanks(plan));

    QCOMPARE(countOf(stage, RowKind::Band), 1);
    QCOMPARE(countOf(stage, RowKind::Rank), 0);
    QVERIFY(stage.digest.ranks()->bands != nullptr);
    QCOMPARE(stage.scene.trace->opCount(), std::size_t{0});
}

void TestRankBands::aLateRankHasARowBetweenBands()
{
    RanksPlan plan = planOf(1024);
    plan.lateRank = 700;
    plan.layers = 4;
    const RankStage stage(tests::sampleRanks(plan));
    const auto& rows = stage.scene.layout.rows;

    const auto late = std::ranges::find(rows, RowKind::Rank, &Row::kind);

    QVERIFY(late != rows.end());
    QCOMPARE(late->member, 700);
    QCOMPARE(late->title, QString("Rank 700 · node350"));
    QVERIFY(late->height >= 40);
    QCOMPARE((late - 1)->ranks.size(), std::size_t{700});
    QCOMPARE((late + 1)->ranks.size(), std::size_t{323});
    QCOMPARE((late + 1)->ranks.front(), 701U);
    QVERIFY(late->bottom() <= stage.scene.size.height());
    // The heights of the bands are proportional to their numbers of ranks.
    QVERIFY(std::abs((late - 1)->height / 700.0 - (late + 1)->height / 323.0) < 0.05);
    // At the end of the wait, the late rank computes while the ranks in the band below it wait.
    const auto& collective = stage.scene.trace->rankPart().set->collectives()[1];
    QCOMPARE(collective.lastMember, 700U);
    const QImage image = stage.paint();
    const double x = stage.scene.xOf(collective.lastPosted) - 4;
    const auto colourAt = [&](const Row& row, int y) {
        return image.pixelColor(static_cast<int>(x), static_cast<int>(stage.scene.yOf(row)) + row.barTop + y);
    };
    const QColor backward = stage.theme.kind(engine::trace::Kind::Backward).fill;
    const auto distance = [](const QColor& a, const QColor& b) {
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
    };
    QVERIFY(distance(colourAt(*late, 2), backward) < 20);  // a pixel above the dimension line of the delay
    QVERIFY(distance(colourAt(*(late + 1), 20), backward) > 60);
}

void TestRankBands::bandsAndLateRanksAreInTheRequestedOrder()
{
    RankStage stage(tests::sampleRanks(planOf(70)));
    std::vector<std::uint32_t> order(70);
    std::iota(order.rbegin(), order.rend(), 0);

    stage.layOut(order);

    std::vector<std::uint32_t> shown;
    for (const Row& row : stage.scene.layout.rows)
        if (row.kind == RowKind::Band)
            shown.insert(shown.end(), row.ranks.begin(), row.ranks.end());
        else if (row.kind == RowKind::Rank)
            shown.push_back(static_cast<std::uint32_t>(row.member));
    QCOMPARE(shown, order);
    stage.layOut(stage.digest.ranks()->alikeTogether());
    const auto first = std::ranges::find(stage.scene.layout.rows, RowKind::Rank, &Row::kind);
    QCOMPARE(first->member, 3);  // sorted by similarity, rank 3 comes first, because it differs most from the others
    QVERIFY(std::ranges::none_of(stage.scene.layout.rows.begin(), first,
                                 [](const Row& row) { return row.kind == RowKind::Band; }));
}

void TestRankBands::bandCellsHaveTheExactBusyTime_data()
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

void TestRankBands::bandCellsHaveTheExactBusyTime()
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

void TestRankBands::waitsInBandCellsAddUpToTheWaitsOfTheRanks_data()
{
    QTest::addColumn<std::uint32_t>("first");
    QTest::addColumn<std::uint32_t>("ranks");
    QTest::newRow("all ranks") << 0U << 80U;
    QTest::newRow("the first ones") << 0U << 5U;
    QTest::newRow("others") << 60U << 7U;
}

void TestRankBands::waitsInBandCellsAddUpToTheWaitsOfTheRanks()
{
    QFETCH(std::uint32_t, first);
    QFETCH(std::uint32_t, ranks);
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(80));
    const RankBands bands(set);
    std::vector<std::uint32_t> order(ranks);
    std::iota(order.begin(), order.end(), first);
    std::swap(order.front(), order.back());
    BandCells cells;
    cells.reset(900, 200);

    fill(bands, {0ns, set->extent()}, order, cells);

    double expected = 0;
    for (const auto& collective : set->collectives())
        for (const auto& arrival : set->arrivals(collective))
            expected += arrival.member >= first && arrival.member < first + ranks
                            ? engine::toSeconds(collective.waitOf(arrival))
                            : 0;
    const double painted = sumOf(cells.waiting) * engine::toSeconds(set->extent()) / 900 * ranks / 200;
    QVERIFY(std::abs(painted - expected) < 0.005 * expected);
    bands.forEachRow({{0ns, set->extent()}, order, 900, 1, false}, [](int /*row*/, const ui::drawing::BandRow& row) {
        QCOMPARE(std::accumulate(row.waiting, row.waiting + 900, 0.0F), 0.0F);
    });
}

void TestRankBands::rowsOfABandAreInTheRequestedOrder()
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

void TestRankBands::bandsShowTheNumberOfTheRankThatOthersWaitFor()
{
    const engine::ranks::RunSetPtr set = tests::sampleRanks(planOf(65));
    RankStage stage(set);
    const auto plates = [&](const engine::ranks::MatchedCollective& collective) {
        stage.scene.range = {collective.firstPosted - 2ms, collective.lastPosted + 2ms};
        stage.scene.style.hasLabels = true;
        const QImage labelled = stage.paint();
        stage.scene.style.hasLabels = false;
        const QImage plain = stage.paint();
        const auto row = std::ranges::max_element(stage.scene.layout.rows, {}, &Row::height);
        const int y = static_cast<int>(stage.scene.yOf(*row)) + row->barTop + row->barHeight / 2;
        int changed = 0;
        for (int x = static_cast<int>(stage.scene.plotLeft()); x < labelled.width(); ++x)
            changed += labelled.pixel(x, y) != plain.pixel(x, y) ? 1 : 0;
        return changed;
    };

    // While the ranks of the band wait for the second bucket, they are idle, so the band has a label. While they wait
    // for the first bucket, they still compute.
    QVERIFY(plates(set->collectives()[1]) > 50);
    QCOMPARE(plates(set->collectives()[0]), 0);
}

void TestRankBands::partsOfABandOutsideTheScopeAreShaded()
{
    RanksPlan plan = planOf(100);
    plan.lateRank = 50;
    RankStage stage(tests::sampleRanks(plan));
    const Nanoseconds middle = stage.scene.extent.end / 2;
    const QImage plain = stage.paint();
    stage.scene.chosen.part = ui::model::TimeRange{Nanoseconds{}, middle};

    const QImage image = stage.paint();

    const auto differencesIn = [&](const Row& row, double from, double to) {
        int count = 0;
        const int y = static_cast<int>(stage.scene.yOf(row)) + row.barTop + 6;
        for (int x = static_cast<int>(from); x < static_cast<int>(to); ++x)
            count += image.pixel(x, y) != plain.pixel(x, y) ? 1 : 0;
        return count;
    };
    const double left = stage.scene.plotLeft() + 5, edge = stage.scene.xOf(middle);
    int rows = 0;
    for (const Row& row : stage.scene.layout.rows) {
        if (row.kind != RowKind::Rank && row.kind != RowKind::Band)
            continue;
        ++rows;
        QCOMPARE(differencesIn(row, left, edge - 2), 0);
        QVERIFY(differencesIn(row, edge + 2, stage.scene.xOf(stage.scene.extent.end) - 2) > 300);
    }
    QCOMPARE(rows, 3);
}

void TestRankBands::bandCellsOfATimeRangeWithoutWorkAreEmpty()
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

QTEST_MAIN(TestRankBands)
#include "tst_rank_bands.moc"

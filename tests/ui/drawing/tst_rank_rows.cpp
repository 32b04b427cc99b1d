#include "tests/ui/drawing/rank_stage.h"
#include "tests/ui/drawing/text_probe.h"
#include "ui/drawing/hit_test.h"
#include "ui/drawing/ranks/rank_digest.h"
#include "ui/drawing/ranks/rank_layout.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/format.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace std::chrono_literals;
using engine::Nanoseconds;
using engine::OpId;
using engine::trace::LaneRole;
using tests::planOf;
using tests::RanksPlan;
using tests::RankStage;
using ui::drawing::Row;
using ui::drawing::RowKind;

/// Tests how the timeline shows runs of several ranks: their rows and collectives.
class TestRankRows : public QObject {
    Q_OBJECT

private slots:
    void upTo8RanksHaveOneRowPerLane();
    void moreThan8RanksHaveOneRowEach();
    void rowsOfFoldedRanksGrowWithTheHeightOfTheView();
    void fourRanksFitIntoALowView_data();
    void fourRanksFitIntoALowView();
    void ranksInLowRowsHaveNamesThatDoNotOverlap();
    void rowsOfComputersAreLeftOutIfRanksDoNotFit();
    void rowsOfComputersAreAtMostHalfAsHighAsTheRowsOfRanks();
    void rankThatIsAloneOnItsComputerHasNoRowForTheComputer();
    void ranksCanBeSortedByDecreasingLateness();
    void overviewContainsEveryOperation();
    void originOfAnOperationContainsItsRankAndCollective();
    void waitOfARankIsPaintedFromItsArrivalToTheLastArrival();
    void laneOfAGroupShowsOnlyCollectivesOfThisGroup();
    void operationsOfFoldedRanksAreFoundByPosition();
    void rankDigestIsNotUsedForATraceWithMoreRanks();
    void rowsOfLateRanksGetTheRemainingHeight();
    void delayOfALateRankIsPainted_data();
    void delayOfALateRankIsPainted();
};

void TestRankRows::upTo8RanksHaveOneRowPerLane()
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

void TestRankRows::moreThan8RanksHaveOneRowEach()
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

void TestRankRows::rowsOfFoldedRanksGrowWithTheHeightOfTheView()
{
    tests::RanksPlan plan = planOf(16);
    plan.ranksPerNode = 16;
    const auto heightOf = [&](int height) {
        const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, height});
        const auto row = std::ranges::find(stage.scene.layout.rows, RowKind::Rank, &Row::kind);
        return row != stage.scene.layout.rows.end() ? row->height : 0;
    };

    QVERIFY(heightOf(500) > heightOf(300));
    QVERIFY(heightOf(780) > heightOf(500));
    QCOMPARE(heightOf(5000), heightOf(9000));
}

void TestRankRows::fourRanksFitIntoALowView_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("copyRows");    // number of separate rows for copies
    QTest::addColumn<int>("foldedRows");  // number of rows that several lanes, or all lanes of a rank, share
    QTest::newRow("as tall as the rows") << 780 << 4 << 0;
    QTest::newRow("1440 x 900 with charts") << 470 << 0 << 4;
    QTest::newRow("a small window") << 300 << 0 << 4;
}

void TestRankRows::fourRanksFitIntoALowView()
{
    QFETCH(int, height);
    QFETCH(int, copyRows);
    QFETCH(int, foldedRows);
    RanksPlan plan = planOf(4);
    plan.ranksPerNode = 4;

    const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, height});

    QCOMPARE(countOf(stage, RowKind::Copy), copyRows);
    QCOMPARE(countOf(stage, RowKind::Rank), foldedRows);
    for (const Row& row : stage.scene.layout.rows) {
        QVERIFY2(row.bottom() <= height, qPrintable(QString::number(row.bottom())));
        if (row.member >= 0)
            QVERIFY(row.bottom() <= height - stage.scene.layout.pinnedBottom);
    }
    for (const auto& lane : stage.scene.trace->lanes())
        QVERIFY(lane.role == LaneRole::Frontend || stage.scene.layout.rowOf(lane.id) != nullptr);
    QVERIFY(!stage.paint().isNull());
}

void TestRankRows::ranksInLowRowsHaveNamesThatDoNotOverlap()
{
    RanksPlan plan = planOf(64);
    plan.ranksPerNode = 8;
    plan.lateRank = 15;  // the last rank of the second node
    const RankStage stage(tests::sampleRanks(plan));
    const auto& rows = stage.scene.layout.rows;

    int named = 0;
    double last = -1e9;
    for (const Row& row : rows) {
        QVERIFY(row.bottom() <= stage.scene.size.height());
        if (row.kind != RowKind::Rank)
            continue;
        QVERIFY(row.member != 15 || (row.isNamed && row.height >= 13));
        if (!row.isNamed)
            continue;
        const double middle = row.top + row.height / 2.0;
        QVERIFY(middle - last >= 12.5);
        last = middle;
        ++named;
    }
    QCOMPARE(countOf(stage, RowKind::Rank), 64);
    QVERIFY2(named >= 16, qPrintable(QString::number(named)));
}

void TestRankRows::rowsOfComputersAreLeftOutIfRanksDoNotFit()
{
    RanksPlan plan = planOf(64);
    plan.ranksPerNode = 8;

    const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, 520});

    const auto& rows = stage.scene.layout.rows;
    QCOMPARE(countOf(stage, RowKind::Node), 0);
    QCOMPARE(std::ranges::count_if(rows, [](const Row& row) { return row.kind == RowKind::Rank && row.startsGroup; }),
             8);
    for (const Row& row : rows) {
        QVERIFY(row.bottom() <= 520);
        if (row.kind != RowKind::Rank || !row.isNamed || row.height >= 13)
            continue;
        for (const Row& other : rows)  // no line crosses a name
            QVERIFY(!other.startsGroup || std::abs(other.top - (row.top + row.height / 2.0)) >= 6);
    }
    QCOMPARE(std::ranges::count_if(rows, [](const Row& row) { return row.isNamed && row.title.contains("node"); }), 8);
}

void TestRankRows::rowsOfComputersAreAtMostHalfAsHighAsTheRowsOfRanks()
{
    RanksPlan plan = planOf(16);
    plan.ranksPerNode = 2;
    for (int height = 300; height <= 1000; height += 50) {
        const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, height});
        int nodes = 0, ranks = 0;
        for (const Row& row : stage.scene.layout.rows) {
            nodes += row.kind == RowKind::Node ? row.height : 0;
            ranks += row.kind == RowKind::Rank ? row.height : 0;
        }
        QVERIFY2(nodes * 2 <= ranks, qPrintable(QStringLiteral("%1: %2 of %3").arg(height).arg(nodes).arg(ranks)));
    }
}

void TestRankRows::rankThatIsAloneOnItsComputerHasNoRowForTheComputer()
{
    RanksPlan plan = planOf(4);
    plan.ranksPerNode = 1;
    const RankStage few(tests::sampleRanks(plan));
    plan.ranks = 16;
    const RankStage many(tests::sampleRanks(plan));

    for (const RankStage* stage : {&few, &many}) {
        QCOMPARE(countOf(*stage, RowKind::Node), 0);
        int named = 0;
        for (const Row& row : stage->scene.layout.rows)
            named += row.member >= 0 && (row.title + row.subtitle).contains("node") ? 1 : 0;
        QCOMPARE(named, stage == &few ? 4 : 16);
    }
}

void TestRankRows::ranksCanBeSortedByDecreasingLateness()
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

void TestRankRows::overviewContainsEveryOperation()
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

void TestRankRows::originOfAnOperationContainsItsRankAndCollective()
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

void TestRankRows::waitOfARankIsPaintedFromItsArrivalToTheLastArrival()
{
    RanksPlan plan = planOf(4);
    const engine::ranks::RunSetPtr set = tests::sampleRanks(plan);
    RankStage stage(set);
    const auto& collective = set->collectives()[1];  // no other collective of its lane overlaps it
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

void TestRankRows::laneOfAGroupShowsOnlyCollectivesOfThisGroup()
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
        QVERIFY2(painted < 0.2 * (right - left), qPrintable(QString::number(painted)));  // only grid lines are painted
    }
    QCOMPARE(groups, 2);
}

void TestRankRows::operationsOfFoldedRanksAreFoundByPosition()
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

/// In a live run, the digest may be older than the trace.
void TestRankRows::rankDigestIsNotUsedForATraceWithMoreRanks()
{
    RankStage stage(tests::sampleRanks(planOf(16)));
    QVERIFY(ui::drawing::rankDigestOf(stage.scene) != nullptr);

    stage.scene.trace = engine::ranks::overviewOf(tests::sampleRanks(planOf(20)));
    stage.layOut({});

    QVERIFY(ui::drawing::rankDigestOf(stage.scene) == nullptr);
    QVERIFY(!stage.paint().isNull());
}

void TestRankRows::rowsOfLateRanksGetTheRemainingHeight()
{
    RanksPlan plan = planOf(64);
    plan.ranksPerNode = 8;
    const RankStage stage(tests::sampleRanks(plan), ui::look::Mode::Light, {1000, 480});
    const auto heightOf = [&](int member) {
        const auto& rows = stage.scene.layout.rows;
        return std::ranges::find_if(rows,
                                    [&](const Row& row) { return row.member == member && row.kind == RowKind::Rank; })
            ->height;
    };

    QVERIFY2(heightOf(3) > 4 * heightOf(4), qPrintable(QString::number(heightOf(3))));
    QVERIFY(stage.scene.layout.height <= 480);
}

void TestRankRows::delayOfALateRankIsPainted_data()
{
    QTest::addColumn<std::uint32_t>("ranks");
    QTest::newRow("two ranks") << 2U;
    QTest::newRow("lanes") << 4U;
    QTest::newRow("a band") << 70U;
}

void TestRankRows::delayOfALateRankIsPainted()
{
    QFETCH(std::uint32_t, ranks);
    RanksPlan plan = planOf(ranks);
    plan.lateRank = ranks == 2 ? 1 : 3;
    const auto set = tests::sampleRanks(plan);
    RankStage stage(set);
    const auto& step = stage.digest.ranks()->lateness.steps[1];
    stage.scene.range = {step.scope.begin, step.scope.end};

    tests::TextProbe probe(stage.scene.size);
    QPainter painter(&probe);
    static_cast<void>(paintContent(painter, stage.scene));
    painter.end();

    std::vector<Nanoseconds> posted;
    for (const auto& arrival : set->arrivals(set->collectives()[step.collective]))
        posted.push_back(arrival.posted);
    std::ranges::sort(posted);
    const Nanoseconds usual = ranks == 2 ? posted.front() : posted[posted.size() / 2];
    QStringList texts;
    for (const tests::PaintedText& text : probe.visibleTexts())
        texts << text.text;
    const QString late = QStringLiteral("+") + ui::look::durationText(posted.back() - usual);
    QCOMPARE(texts.filter(late).size(), 1);
    QVERIFY2(texts.filter(late).front().contains(QStringLiteral("1.9")), qPrintable(texts.join('|')));
}

QTEST_MAIN(TestRankRows)
#include "tst_rank_rows.moc"

#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_groups.h"
#include "engine/analysis/rank_work.h"
#include "tests/engine/ranks/sample_ranks.h"

#include <QTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace engine;
using namespace engine::analysis;
using namespace std::chrono_literals;
using tests::Late;
using tests::RanksPlan;

/// Tests groups of equally late ranks, bins of their lateness, and the work of each rank compared with the median.
class TestRankGroups : public QObject {
    Q_OBJECT

private slots:
    void adjacentRanksWithSimilarTimesShareAGroup();
    void groupsCoverAllRanksAndSeparateTheLateRank();
    void latenessBinsContainEveryRankOnce();
    void latenessBelow5PercentOfAStepIsNotNotable();
    void workOfARankIsTheMeanOperationTimePerStep();
    void timesThatExplainAStragglerHaveTheStatedRatio();
    void timesThatExplainAStragglerExcludeStepsAfterTheEndOfARank();
    void eachOfTwoRanksIsComparedWithTheOther();
};

namespace {

/// Ten steps of 100 ms; 1 ms is 1 % of a step.
Lateness latenessOf(const std::vector<Nanoseconds>& late)
{
    Lateness lateness;
    lateness.steps.resize(10);
    lateness.total = 1s;
    for (const Nanoseconds time : late)
        lateness.ranks.push_back({time, {}, 0, {}});
    return lateness;
}

std::vector<std::uint32_t> countsOf(const std::vector<RankGroup>& groups)
{
    std::vector<std::uint32_t> counts;
    for (const RankGroup& group : groups)
        counts.push_back(group.count);
    return counts;
}

}  // namespace

void TestRankGroups::adjacentRanksWithSimilarTimesShareAGroup()
{
    using Counts = std::vector<std::uint32_t>;
    QVERIFY(equalRanks(latenessOf({})).empty());
    QCOMPARE(countsOf(equalRanks(latenessOf({5ms}))), Counts{1});
    // Neighbours differ by at most 0.6 ms, but the first rank and the third by more than 1 ms.
    QCOMPARE(countsOf(equalRanks(latenessOf({0ms, 600us, 1200us, 1300us}))), (Counts{2, 2}));
    QCOMPARE(countsOf(equalRanks(latenessOf({0ms, 1ms, 0ms}))), Counts{3});
    Lateness lateness = latenessOf({0ms, 0ms, 0ms, 0ms, 0ms});
    lateness.stragglers.push_back({2, 10, 10ms, 0.1});
    QCOMPARE(countsOf(equalRanks(lateness)), (Counts{2, 1, 2}));
    lateness.stragglers.clear();
    lateness.ranks[3].waits = 2ms;
    lateness.ranks[4].cost = 2ms;
    QCOMPARE(countsOf(equalRanks(lateness)), (Counts{3, 1, 1}));
}

void TestRankGroups::groupsCoverAllRanksAndSeparateTheLateRank()
{
    RanksPlan plan;
    plan.ranks = 40;
    plan.lateRank = 7;
    const Lateness lateness = analysis::lateness(*tests::sampleRanks(plan));

    const std::vector<RankGroup> groups = equalRanks(lateness);

    QVERIFY(groups.size() < 40);
    std::uint32_t next = 0;
    for (const RankGroup& group : groups) {
        QCOMPARE(group.first, next);
        next += group.count;
        QVERIFY(group.count == 1 || !(group.first <= 7 && 7 < group.first + group.count));
        const Nanoseconds allowed = lateness.total / 10 / std::ssize(lateness.steps) / 10 + 1ns;
        for (const std::uint32_t i : group.members())
            for (const std::uint32_t k : group.members()) {
                const RankLateness& a = lateness.ranks[i];
                const RankLateness& b = lateness.ranks[k];
                QVERIFY(std::chrono::abs(a.late - b.late) <= allowed);
                QVERIFY(std::chrono::abs(a.waits - b.waits) <= allowed);
                QVERIFY(std::chrono::abs(a.cost - b.cost) <= allowed);
            }
    }
    QCOMPARE(next, 40U);
}

void TestRankGroups::latenessBinsContainEveryRankOnce()
{
    Lateness lateness = latenessOf({-400us, 0ms, 100us, 20ms, 21ms, 49ms});
    lateness.stragglers.push_back({5, 10, 10ms, 0.1});

    const std::vector<LatenessBin> bins = latenessBins(lateness);

    QVERIFY(latenessBins(latenessOf({})).empty());
    QCOMPARE(latenessBins(latenessOf({0ms, 0ms})).size(), std::size_t{1});
    QVERIFY(bins.size() <= 26);
    std::vector<std::uint32_t> members;
    for (const LatenessBin& bin : bins) {
        QCOMPARE(bin.end - bin.begin, bins.front().end - bins.front().begin);
        QCOMPARE(bin.hasNamed, std::ranges::count(bin.members, 5U) > 0);
        for (const std::uint32_t member : bin.members) {
            QVERIFY(bin.begin <= lateness.ranks[member].late && lateness.ranks[member].late < bin.end);
            members.push_back(member);
        }
    }
    std::ranges::sort(members);
    QCOMPARE(members, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
    const Nanoseconds width = bins.front().end - bins.front().begin;
    QCOMPARE((bins.front().begin + width / 2) % width, 0ns);
    // One bin is centred on 0, so that noise around 0 does not separate equal ranks.
    QCOMPARE(latenessBins(latenessOf({-40us, 30us, 0us, 20ms})).front().members.size(), std::size_t{3});
}

void TestRankGroups::latenessBelow5PercentOfAStepIsNotNotable()
{
    Lateness lateness = latenessOf({1500ns, 5100us, -8ms, 4ms});

    QVERIFY(!lateness.isNotable(0));
    QVERIFY(lateness.isNotable(1));  // 5.1 % of a step
    QVERIFY(!lateness.isNotable(2));
    QVERIFY(!lateness.isNotable(3));
    lateness.stragglers.push_back({3, 10, 4ms, 0.05});
    QVERIFY(lateness.isNotable(3));
}

void TestRankGroups::workOfARankIsTheMeanOperationTimePerStep()
{
    RanksPlan plan;
    plan.ranks = 6;
    plan.clockOffset = 5s;
    const auto set = tests::sampleRanks(plan);
    const Lateness lateness = analysis::lateness(*set);

    const RankWork work = workOf(*set, lateness);

    QCOMPARE(work.ranks.size(), std::size_t{6});
    constexpr auto kBackward = static_cast<std::size_t>(WorkKind::Backward);
    for (std::size_t i = 0; i < 6; ++i) {
        Nanoseconds backward{};
        const trace::Trace& trace = *set->members()[i].trace;
        for (std::size_t op = 0; op < trace.opCount(); ++op)
            if (trace.op(OpId{op}).kind == trace::Kind::Backward)
                backward += trace.op(OpId{op}).finished - trace.op(OpId{op}).started;
        QVERIFY(std::chrono::abs(work.ranks[i][kBackward] - backward / plan.steps) <= 1us);
    }
    const double ratio = toSeconds(work.ranks[3][kBackward]) / toSeconds(work.median[kBackward]);
    QVERIFY2(std::abs(ratio - 1.9) < 0.05, qPrintable(QString::number(ratio)));
    // The work in all steps is the sum of the work in each step.
    Nanoseconds ofSteps{};
    for (const StepLateness& step : lateness.steps)
        ofSteps += workOf(*set, {step.scope}).ranks[3][kBackward];
    QVERIFY(std::chrono::abs(ofSteps / plan.steps - work.ranks[3][kBackward]) <= 1us);
    QCOMPARE(delayedBy(lateness, 3).size(), static_cast<std::size_t>(plan.steps - 1));
    QVERIFY(delayedBy(lateness, 0).empty());
    // The mean transfer time of a rank and step is Lateness::transfer divided by the number of steps.
    Nanoseconds transfers{};
    for (const WorkTimes& rank : work.ranks)
        transfers += rank[static_cast<std::size_t>(WorkKind::Transfers)];
    const double expected = toSeconds(lateness.transfer) * 6 / plan.steps;
    QVERIFY(std::abs(toSeconds(transfers) / expected - 1) < 0.001);
}

void TestRankGroups::timesThatExplainAStragglerHaveTheStatedRatio()
{
    const auto set = tests::sampleRanks({});
    const Lateness lateness = analysis::lateness(*set);
    RanksPlan late;
    late.late = Late::Input;
    const auto other = tests::sampleRanks(late);
    const Lateness input = analysis::lateness(*other);

    const auto times = reasonTimes(*set, lateness, lateness.stragglers.at(0));

    QCOMPARE(times.size(), std::size_t{4});
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::abs(toSeconds(*times[3]) / toSeconds(*times[i]) - lateness.stragglers[0].reason.ratio) < 0.1);
    QVERIFY(reasonTimes(*other, input, input.stragglers.at(0)).empty());
}

/// Rank 1 dies before the last step.
void TestRankGroups::timesThatExplainAStragglerExcludeStepsAfterTheEndOfARank()
{
    const RanksPlan plan;
    RanksPlan shorter = plan;
    --shorter.steps;
    std::vector<ranks::Member> members = tests::sampleMembers(plan);
    members[1].trace = tests::sampleRank(shorter, 1, trace::Detail::Operations);
    const auto set = ranks::RunSet::make(std::move(members)).value();
    const Lateness lateness = analysis::lateness(*set);
    QVERIFY(!set->collectives().back().isWhole);
    QCOMPARE(lateness.stragglers.at(0).member, 3U);

    const auto times = reasonTimes(*set, lateness, lateness.stragglers[0]);

    QVERIFY2(std::abs(toSeconds(times.at(1).value()) / toSeconds(times.at(0).value()) - 1) < 0.05,
             qPrintable(QString::number(toSeconds(*times[1]))));
}

void TestRankGroups::eachOfTwoRanksIsComparedWithTheOther()
{
    RanksPlan plan;
    plan.ranks = 2;
    plan.lateRank = 1;
    const auto two = tests::sampleRanks(plan);
    const auto four = tests::sampleRanks({});

    const RankWork work = workOf(*two, analysis::lateness(*two));
    const RankWork ofFour = workOf(*four, analysis::lateness(*four));

    QCOMPARE(work.usual(0), work.ranks[1]);
    QCOMPARE(work.usual(1), work.ranks[0]);
    QVERIFY(ofFour.usual(3) == ofFour.median);
}

QTEST_GUILESS_MAIN(TestRankGroups)
#include "tst_rank_groups.moc"

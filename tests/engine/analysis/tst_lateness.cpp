#include "engine/analysis/comparison.h"
#include "engine/analysis/lateness.h"
#include "engine/analysis/likeness.h"
#include "engine/analysis/rank_summary.h"
#include "engine/analysis/warnings.h"
#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <string>

using namespace engine;
using namespace engine::analysis;
using namespace std::chrono_literals;
using ranks::RunSetPtr;
using tests::Late;
using tests::RanksPlan;

Q_DECLARE_METATYPE(tests::Late)
Q_DECLARE_METATYPE(engine::analysis::LateCause)

class TestLateness : public QObject {
    Q_OBJECT

private slots:
    void lateRankIsNamedWithItsCauseAndLine_data();
    void lateRankIsNamedWithItsCauseAndLine();
    void equalRanksHaveNoStraggler();
    void noRankIsNamedAsLateIfClocksContradictEachOther();
    void recomputationConfirmsThatEveryStragglerWasLast();
    void waitTimeExcludesTheWorkOfTheWaitingRank();
    void lostAndExposedTimesAreWithinTheirBounds();
    void noTransferIsHiddenIfNoWorkOverlapsIt();
    void clockOffsetAndDriftDoNotChangeTheLostTime();
    void iterationsOfTheLoopAreStepsIfNoStepsAreRecorded();
    void stepLastsAsLongAsItsWorkIfTheProgramRunsAhead();
    void eachCollectiveIsAStepIfThereIsNoLoop();
    void sleepIsNamedAsTheCauseWithItsLine();
    void equalWorkInAnotherOrderIsNotMoreWork();
    void delayByALargerBatchIsAttributedToAllOperations();
    void sentenceNamesTheRankThatCausedOneLongWait();
    void singleRankLosesNoTime();
    void summaryListsRanksCollectivesAndStragglers();
    void ranksWithSimilarWorkAreSortedNextToEachOther();
    void latenessOfTwoRanksHasOppositeSigns();
    void noCauseIsNamedIfTheOperationsAreNotLoaded();
    void comparisonOfRankRunsNeverStatesTheProgramAsReason();
    void latenessExcludesStepsBeforeTheFirstTimedBlock();
    void comparisonOfRankRunsContainsTheirLostTimes_data();
    void comparisonOfRankRunsContainsTheirLostTimes();
    void differentNumberOfRanksIsTheReasonForTheDifference();
    void overviewContainsTheWarningsOfEachRank();
};

namespace {

RanksPlan planOf(Late late, std::uint32_t ranks = 4)
{
    RanksPlan plan;
    plan.late = late;
    plan.ranks = ranks;
    plan.steps = 6;
    return plan;
}

}  // namespace

/// An overview of several ranks contains no waits, so it is unknown how long a rank's program worked.
void TestLateness::comparisonOfRankRunsNeverStatesTheProgramAsReason()
{
    const auto of = [](Late late) {
        return engine::analysis::wholeSide(engine::ranks::overviewOf(tests::sampleRanks(planOf(late))));
    };

    const auto comparison = engine::analysis::compareRuns(of(Late::Issue), of(Late::Nobody));

    using ReasonKind = engine::analysis::Reason::Kind;
    QVERIFY(comparison.saved() != engine::Nanoseconds{});
    QVERIFY(comparison.reason.what != ReasonKind::Program && comparison.reason.against != ReasonKind::Program);
}

namespace {

Side sideOf(const RanksPlan& plan)
{
    return wholeSide(ranks::overviewOf(tests::sampleRanks(plan)));
}

}  // namespace

void TestLateness::latenessExcludesStepsBeforeTheFirstTimedBlock()
{
    const RanksPlan plan = planOf(Late::Slower);
    const RunSetPtr plain = tests::sampleRanks(plan);
    const trace::StepRecord third = plain->members().front().trace->programPart().steps[2];

    const RunSetPtr set = tests::sampleRanks(plan, [&](std::uint32_t) {
        return std::vector<trace::Record>{trace::BlockRecord{third.begin, plain->extent(), 20, "epoch", 1, false}};
    });

    const Scope scope = runScope(*set);
    const Scope shown = runScope(*ranks::overviewOf(set));
    QCOMPARE(scope.begin, third.begin);
    QCOMPARE(scope.begin, shown.begin);
    QCOMPARE(scope.end, shown.end);
    const Lateness all = lateness(*plain);
    const Lateness timed = lateness(*set);
    QCOMPARE(timed.steps.size(), all.steps.size() - 2);
    QCOMPARE(timed.steps.front().scope.begin, third.begin);
    QCOMPARE(timed.lost, all.lost - all.steps[0].cost - all.steps[1].cost);
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(summaryJson(*set))).object();
    QCOMPARE(json["makespan"].toDouble(), toSeconds(shown.length()));
    QCOMPARE(json["steps"].toInt(), 4);
}

void TestLateness::comparisonOfRankRunsContainsTheirLostTimes_data()
{
    QTest::addColumn<Late>("late");
    QTest::addColumn<bool>("isOverlapped");
    QTest::addColumn<int>("reason");
    QTest::newRow("a rank is late") << Late::Slower << true << int(Reason::Kind::LateRanks);
    QTest::newRow("buckets are sent after backward")
        << Late::Nobody << false << int(Reason::Kind::ExposedCommunication);
}

void TestLateness::comparisonOfRankRunsContainsTheirLostTimes()
{
    QFETCH(Late, late);
    QFETCH(bool, isOverlapped);
    QFETCH(int, reason);
    RanksPlan slow = planOf(late);
    slow.isOverlapped = isOverlapped;
    const RanksPlan fast = planOf(Late::Nobody);

    const RunComparison comparison = compareRuns(sideOf(slow), sideOf(fast));

    const Lateness a = lateness(*tests::sampleRanks(slow));
    const Lateness b = lateness(*tests::sampleRanks(fast));
    const auto check = [&](Measure what, double ofA, double ofB) {
        const MeasureRow* const row = comparison.measure(what);
        QVERIFY(row != nullptr);
        QCOMPARE(row->a, ofA);
        QCOMPARE(row->b, ofB);
    };
    check(Measure::LostToLateRanks, toSeconds(a.lost), toSeconds(b.lost));
    check(Measure::ExposedCommunication, toSeconds(a.exposed), toSeconds(b.exposed));
    check(Measure::HiddenCommunication, a.hiddenShare(), b.hiddenShare());
    // No row, because the overview does not contain the waits of the programs.
    QVERIFY(comparison.measure(Measure::ProgramWaits) == nullptr);
    QCOMPARE(int(comparison.reason.what), reason);
    QVERIFY(comparison.reason.isASlower);
    QVERIFY(2 * comparison.reason.share >= comparison.reason.total);
    QCOMPARE(comparison.reason.total, comparison.lengthA() - comparison.lengthB());
}

void TestLateness::differentNumberOfRanksIsTheReasonForTheDifference()
{
    using Subject = Finding::Subject;
    const RanksPlan four = planOf(Late::Nobody);
    RanksPlan two = planOf(Late::Nobody, 2);
    two.steps = 9;

    const RunComparison comparison = compareRuns(sideOf(four), sideOf(two));

    QCOMPARE(int(comparison.reason.what), int(Reason::Kind::OtherRanks));
    QVERIFY(!comparison.reason.isASlower);
    const auto isFound = [&](Subject what, bool isEqual) {
        return std::ranges::any_of(comparison.findings, [&](const Finding& finding) {
            return finding.what == what && finding.isEqual == isEqual;
        });
    };
    QVERIFY(isFound(Subject::Operations, false));
    QVERIFY(isFound(Subject::Edges, false));
    QVERIFY(!isFound(Subject::Edges, true));
    QVERIFY(!isFound(Subject::Work, true));
}

/// All programs except that of rank 1 wait for their work; the overview does not contain these waits.
void TestLateness::overviewContainsTheWarningsOfEachRank()
{
    const RanksPlan plan = planOf(Late::Nobody);
    const RunSetPtr plain = tests::sampleRanks(plan);

    const RunSetPtr set = tests::sampleRanks(plan, [&](std::uint32_t rank) {
        trace::WaitRecord wait;
        wait.begin = plain->extent() - Nanoseconds{1000};
        wait.end = plain->extent();
        return rank == 1 ? std::vector<trace::Record>() : std::vector<trace::Record>{wait};
    });
    const std::vector<Warning> warnings = timingWarnings(*ranks::overviewOf(set));

    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY2(warnings.front().text.english().starts_with("rank 1: GPU 1 is still busy when the program ends"),
             warnings.front().text.english().c_str());
}

void TestLateness::lateRankIsNamedWithItsCauseAndLine_data()
{
    QTest::addColumn<Late>("late");
    QTest::addColumn<LateCause>("cause");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("says");
    QTest::newRow("slower operations")
        << Late::Slower << LateCause::Slower << 23
        << R"(its conv2d_backward \(line 23\) takes 1.9 times as long as on the median rank.)";
    QTest::newRow("late data") << Late::Input << LateCause::Input << 21
                               << R"(its data \(line 21\) arrive (29.9|30) ms later than on the median rank.)";
    QTest::newRow("more operations") << Late::More << LateCause::MoreWork << 23 << "it runs more conv2d_backward";
    QTest::newRow("slow copies") << Late::Copies << LateCause::SlowCopies << 21
                                 << R"(its copies \(line 21\) take 31(.[012])? ms)";
    QTest::newRow("late program") << Late::Issue << LateCause::Issue << 23
                                  << R"(its program issues relu_backward \(line 23\) (29.9|30) ms later)";
}

void TestLateness::lateRankIsNamedWithItsCauseAndLine()
{
    QFETCH(Late, late);
    QFETCH(LateCause, cause);
    QFETCH(int, line);
    QFETCH(const QString, says);  // a regular expression, because compilers round the generated times differently
    const RunSetPtr set = tests::sampleRanks(planOf(late));

    const Lateness result = lateness(*set);

    QCOMPARE(result.stragglers.size(), std::size_t{1});
    const Straggler& straggler = result.stragglers.front();
    const QString sentence = QString::fromStdString(sentenceOf(*set, result, straggler).english());
    QCOMPARE(set->members()[straggler.member].info.rank, 3u);
    QCOMPARE(straggler.steps, 6u);
    QVERIFY2(straggler.reason.cause == cause, qPrintable(sentence));
    QCOMPARE(straggler.reason.line, line);
    QVERIFY2(sentence.startsWith("Rank 3 costs the others"), qPrintable(sentence));
    QVERIFY2(sentence.contains(QRegularExpression(says)), qPrintable(sentence));
    for (const OpId op : straggler.reason.ops)
        QCOMPARE(set->members()[3].trace->op(op).line, line);
    QVERIFY(!straggler.reason.ops.empty());
}

void TestLateness::equalRanksHaveNoStraggler()
{
    RanksPlan plan = planOf(Late::Nobody);
    for (plan.seed = 1; plan.seed <= 20; ++plan.seed)
        QVERIFY(lateness(*tests::sampleRanks(plan)).stragglers.empty());
}

void TestLateness::noRankIsNamedAsLateIfClocksContradictEachOther()
{
    RanksPlan plan = planOf(Late::Slower);
    plan.clockUncertainty = std::chrono::microseconds(2);
    std::vector<ranks::Member> members = tests::sampleMembers(plan);
    members[2].clock.shift(-std::chrono::milliseconds(10));

    const Lateness found = lateness(*ranks::RunSet::make(std::move(members)).value());

    QVERIFY(found.isClockWrong && !found.isKnown());
    for (std::uint32_t member = 0; member < plan.ranks; ++member)
        QVERIFY(!found.isNotable(member));
    QVERIFY(found.named().empty());
}

/// Recomputes from the collectives which rank was last and by how much, without the sums in the result.
void TestLateness::recomputationConfirmsThatEveryStragglerWasLast()
{
    for (const Late late : {Late::Nobody, Late::Slower, Late::Input, Late::More, Late::Copies, Late::Issue})
        for (const double factor : {1.02, 1.1, 1.5}) {
            RanksPlan plan = planOf(late);
            plan.lateFactor = factor;
            const RunSetPtr set = tests::sampleRanks(plan);

            for (const Straggler& straggler : lateness(*set).stragglers) {
                Nanoseconds total{};
                Nanoseconds later{};
                int last = 0;
                const auto& first = set->members().front();
                for (const trace::StepRecord& step : first.trace->programPart().steps) {
                    total += step.end - step.begin;
                    // Only the last of the three collectives of a step shows the whole delay of the step.
                    for (const auto& collective : set->collectives()) {
                        if (collective.lastPosted < step.begin || collective.lastPosted >= step.end ||
                            collective.what.sequence % 3 != 2)
                            continue;
                        std::vector<Nanoseconds> posted;
                        for (const auto& arrival : set->arrivals(collective))
                            if (arrival.member != straggler.member)
                                posted.push_back(arrival.posted);
                        std::ranges::sort(posted);
                        last += collective.lastMember == straggler.member ? 1 : 0;
                        later += collective.lastPosted - posted[posted.size() / 2];
                    }
                }
                QVERIFY(last * 2 >= 6);
                QVERIFY(toSeconds(later) >= 0.045 * toSeconds(total));
            }
        }
}

/// Computes the expected waits in steps of 1 us: a rank waits while it has posted a collective that another rank has
/// not posted, and its own lanes are idle.
void TestLateness::waitTimeExcludesTheWorkOfTheWaitingRank()
{
    RanksPlan plan = planOf(Late::Slower);
    plan.steps = 2;
    const RunSetPtr set = tests::sampleRanks(plan);
    const Lateness result = lateness(*set);

    for (std::uint32_t member = 0; member < 4; ++member) {
        const trace::Trace& trace = *set->members()[member].trace;
        std::int64_t waits = 0;
        for (Nanoseconds t{}; t < set->extent(); t += 1us) {
            bool waitsForOthers = false;
            for (const auto& collective : set->collectives())
                waitsForOthers |= collective.lastMember != member && set->arrivals(collective)[member].posted <= t &&
                                  t < collective.lastPosted;
            bool works = false;
            for (const trace::LaneRecord& lane : trace.lanes())
                if (lane.role == trace::LaneRole::Compute || lane.role == trace::LaneRole::CopyIn)
                    works |= trace.index(lane.id).busy(t, t + 1us) > 0ns;
            waits += waitsForOthers && !works ? 1 : 0;
        }
        const double expected = static_cast<double>(waits) * 1e-6 / plan.steps;
        QVERIFY2(std::abs(toSeconds(result.ranks[member].waits) - expected) < 50e-6,
                 qPrintable(QString("%1 %2").arg(toSeconds(result.ranks[member].waits)).arg(expected)));
    }
}

void TestLateness::lostAndExposedTimesAreWithinTheirBounds()
{
    for (const Late late : {Late::Nobody, Late::Slower, Late::Input, Late::More})
        for (const std::uint32_t ranks : {1u, 2u, 16u}) {
            const Lateness result = lateness(*tests::sampleRanks(planOf(late, ranks)));

            QVERIFY(result.lost >= 0ns);
            QVERIFY(result.exposed >= 0ns);
            QVERIFY(result.exposed <= result.transfer);
            QVERIFY(result.withoutLateness() > 0ns);
            QVERIFY(result.withPerfectOverlap() > 0ns);
            QVERIFY(result.hiddenShare() >= 0 && result.hiddenShare() <= 1);
            const auto total = std::accumulate(result.steps.begin(), result.steps.end(), Nanoseconds{},
                                               [](Nanoseconds sum, const StepLateness& s) { return sum + s.cost; });
            QCOMPARE(total, result.lost);
        }
}

void TestLateness::noTransferIsHiddenIfNoWorkOverlapsIt()
{
    RanksPlan plan = planOf(Late::Nobody);
    const double overlapped = lateness(*tests::sampleRanks(plan)).hiddenShare();
    plan.isOverlapped = false;

    const double serial = lateness(*tests::sampleRanks(plan)).hiddenShare();

    QVERIFY(overlapped > 0.3);
    QVERIFY(serial < 0.01);
}

void TestLateness::clockOffsetAndDriftDoNotChangeTheLostTime()
{
    RanksPlan plan = planOf(Late::Slower);
    const Lateness exact = lateness(*tests::sampleRanks(plan));
    plan.clockOffset = 7340us;
    plan.clockDrift = 20e-6;

    const Lateness skewed = lateness(*tests::sampleRanks(plan));

    QCOMPARE(skewed.stragglers.size(), std::size_t{1});
    QVERIFY(std::chrono::abs(skewed.stragglers[0].cost - exact.stragglers[0].cost) < 10us);
}

/// The cost of a late rank per step must not depend on whether the program has recorded its steps, nor on the number of
/// collectives in a step.
void TestLateness::iterationsOfTheLoopAreStepsIfNoStepsAreRecorded()
{
    for (const Late late : {Late::Slower, Late::Input, Late::Issue}) {
        const RanksPlan plan = planOf(late);
        const Lateness told = lateness(*tests::sampleRanks(plan));

        const RunSetPtr set = ranks::RunSet::make(tests::sampleMembers(plan, tests::Steps::No)).value();
        const Lateness result = lateness(*set);

        QVERIFY(result.areStepsOfALoop);
        QCOMPARE(result.steps.size(), std::size_t(plan.steps));
        QCOMPARE(result.stragglers.size(), std::size_t{1});
        QVERIFY(std::chrono::abs(result.stragglers[0].cost - told.stragglers[0].cost) < 100us);
        QVERIFY(result.stragglers[0].reason.cause == told.stragglers[0].reason.cause);
    }
}

/// The program issues all steps without a wait; its GPUs run them long afterwards.
void TestLateness::stepLastsAsLongAsItsWorkIfTheProgramRunsAhead()
{
    RanksPlan plan = planOf(Late::Slower);
    const Lateness slow = lateness(*tests::sampleRanks(plan));
    plan.isAhead = true;

    const RunSetPtr set = tests::sampleRanks(plan);
    const Lateness result = lateness(*set);

    QVERIFY(set->members().front().trace->programPart().steps[5].end < 2ms);
    QCOMPARE(result.steps.size(), std::size_t{6});
    QCOMPARE(result.stragglers.size(), std::size_t{1});
    QCOMPARE(result.stragglers[0].steps, 6u);
    QVERIFY(std::chrono::abs(result.lost - slow.lost) < 1ms);
    QVERIFY(std::chrono::abs(result.total - set->extent()) < 5ms);
    QVERIFY(result.stragglers[0].reason.cause == LateCause::Slower);
}

void TestLateness::eachCollectiveIsAStepIfThereIsNoLoop()
{
    for (const int buckets : {1, 3}) {
        RanksPlan plan = planOf(Late::Slower);
        plan.steps = 1;
        plan.buckets = buckets;
        const RunSetPtr set = ranks::RunSet::make(tests::sampleMembers(plan, tests::Steps::No)).value();

        const Lateness result = lateness(*set);

        QVERIFY(!result.areStepsOfALoop);
        QCOMPARE(result.steps.size(), std::size_t(buckets));
        QVERIFY(result.lost > 0ns);
        for (const Straggler& straggler : result.stragglers) {
            const QString sentence = QString::fromStdString(sentenceOf(*set, result, straggler).english());
            QVERIFY2(sentence.contains(" per collective: "), qPrintable(sentence));
        }
        QVERIFY(buckets > 1 || result.stragglers.size() == 1);
    }
}

void TestLateness::equalWorkInAnotherOrderIsNotMoreWork()
{
    const RunSetPtr set = tests::sampleRanks(planOf(Late::Order));

    const Lateness result = lateness(*set);

    QCOMPARE(result.stragglers.size(), std::size_t{1});
    const QString sentence = QString::fromStdString(sentenceOf(*set, result, result.stragglers[0]).english());
    QVERIFY2(sentence.endsWith("no single difference from the median rank explains half of it."), qPrintable(sentence));
}

void TestLateness::sleepIsNamedAsTheCauseWithItsLine()
{
    RanksPlan plan = planOf(Late::Sleep);
    for (const std::uint32_t ranks : {2u, 4u}) {
        plan.ranks = ranks;
        plan.lateRank = ranks - 1;
        const RunSetPtr set = tests::sampleRanks(plan);

        const Lateness result = lateness(*set);

        QCOMPARE(result.stragglers.size(), std::size_t{1});
        const QString sentence = QString::fromStdString(sentenceOf(*set, result, result.stragglers[0]).english());
        QVERIFY2(sentence.endsWith(ranks == 2 ? "it spends 30 ms more in time.sleep (line 10) than rank 0."
                                              : "it spends 30 ms more in time.sleep (line 10) than the median rank."),
                 qPrintable(sentence));
    }
}

/// The forward and the backward operations of the late rank are slower; neither alone explains half of the delay.
void TestLateness::delayByALargerBatchIsAttributedToAllOperations()
{
    RanksPlan plan = planOf(Late::Larger);
    plan.lateFactor = 2;
    plan.buckets = 1;
    const RunSetPtr set = tests::sampleRanks(plan);

    const Lateness result = lateness(*set);

    QCOMPARE(result.stragglers.size(), std::size_t{1});
    QVERIFY(result.stragglers[0].reason.cause == LateCause::AllSlower);
    const QString sentence = QString::fromStdString(sentenceOf(*set, result, result.stragglers[0]).english());
    QVERIFY2(sentence.contains("its operations take 2.2 times as long as on the median rank, above all conv2d"),
             qPrintable(sentence));
}

void TestLateness::sentenceNamesTheRankThatCausedOneLongWait()
{
    RanksPlan plan = planOf(Late::Sleep);
    plan.lateStep = 3;
    plan.lateRank = 1;
    const RunSetPtr set = tests::sampleRanks(plan);

    const Lateness result = lateness(*set);

    QVERIFY(result.stragglers.empty());
    QVERIFY(result.rare);
    QCOMPARE(result.rare->member, 1u);
    QCOMPARE(QString::fromStdString(sentenceOf(*set, result, *result.rare).english()),
             "Most of the lost time, 30.3 ms, is spent waiting for rank 1: it spends 30 ms more in time.sleep "
             "(line 10) than the median rank.");
}

void TestLateness::singleRankLosesNoTime()
{
    const Lateness result = lateness(*tests::sampleRanks(planOf(Late::Slower, 1)));

    QCOMPARE(result.lost, 0ns);
    QVERIFY(result.stragglers.empty());
}

void TestLateness::summaryListsRanksCollectivesAndStragglers()
{
    const RunSetPtr set = tests::sampleRanks(planOf(Late::Slower));

    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(summaryJson(*set))).object();

    QCOMPARE(json["ranks"].toArray().size(), 4);
    QCOMPARE(json["collectives"].toArray().size(), 18);
    QCOMPARE(json["collectives"][0]["kind"].toString(), "all_reduce");
    QVERIFY(json["collectives"][0]["posted"].toDouble() >= json["collectives"][0]["first_posted"].toDouble());
    QVERIFY(json["collectives"][0]["posted"].toDouble() <= json["collectives"][0]["last_posted"].toDouble());
    QVERIFY(json["collectives"][0]["hidden"].toDouble() > 0);
    QVERIFY(json["collectives"][0].toObject().contains("full"));
    QCOMPARE(json["stragglers"][0]["rank"].toInt(), 3);
    QVERIFY(json["stragglers"][0]["sentence"].toString().startsWith("Rank 3 costs"));
    QVERIFY(json["overlap_communication"].toDouble() > 0);
    QVERIFY(json["bounds"]["no_rank_late"].toDouble() < json["bounds"]["step_time"].toDouble());
    QCOMPARE(QByteArray::fromStdString(summaryJson(*set)), QByteArray::fromStdString(summaryJson(*set)));
}

/// Of ten ranks, ranks 0, 3, 6 and 9 run more operations, and rank 6 is also late.
void TestLateness::ranksWithSimilarWorkAreSortedNextToEachOther()
{
    RanksPlan plan = planOf(Late::Slower, 10);
    plan.lateRank = 6;
    RanksPlan more = plan;
    more.layers = 2 * plan.layers;
    std::vector<ranks::Member> members = tests::sampleMembers(plan);
    const std::vector<ranks::Member> others = tests::sampleMembers(more);
    for (std::size_t i = 0; i < members.size(); i += 3)
        members[i] = others[i];
    const RunSetPtr set = *ranks::RunSet::make(std::move(members));

    const std::vector<std::uint32_t> order = byLikeness(*set, lateness(*set));

    QCOMPARE(order.front(), 6U);
    std::vector<std::uint32_t> first(order.begin(), order.begin() + 4);
    std::ranges::sort(first);
    QCOMPARE(first, (std::vector<std::uint32_t>{0, 3, 6, 9}));
    std::vector<std::uint32_t> all = order;
    std::ranges::sort(all);
    for (std::uint32_t i = 0; i < 10; ++i)
        QCOMPARE(all[i], i);
}

void TestLateness::latenessOfTwoRanksHasOppositeSigns()
{
    RanksPlan plan = planOf(Late::Slower, 2);
    plan.lateRank = 1;

    const Lateness result = lateness(*tests::sampleRanks(plan));

    QVERIFY(result.ranks[1].late > 5ms);
    QVERIFY(result.ranks[0].late < -5ms);
}

/// Many ranks of a large run have only spans, so no cause in their operations may be named.
void TestLateness::noCauseIsNamedIfTheOperationsAreNotLoaded()
{
    std::vector<ranks::Member> members = tests::sampleMembers(planOf(Late::Slower));
    for (std::uint32_t i = 0; i < 4; ++i)
        if (i != 0)
            members[i].trace = tests::sampleRank(planOf(Late::Slower), i, trace::Detail::Spans);
    const RunSetPtr set = *ranks::RunSet::make(std::move(members));

    const Lateness result = lateness(*set);

    QCOMPARE(result.stragglers.size(), 1U);
    QCOMPARE(result.stragglers[0].member, 3U);
    QCOMPARE(result.stragglers[0].reason.cause, LateCause::NotLoaded);
    const std::string sentence = sentenceOf(*set, result, result.stragglers[0]).english();
    QVERIFY2(sentence.ends_with(": the operations that would show why are not loaded."), sentence.c_str());
}

QTEST_GUILESS_MAIN(TestLateness)
#include "tst_lateness.moc"

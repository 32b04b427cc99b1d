#include "engine/ranks/overview.h"
#include "engine/ranks/run_set.h"
#include "tests/engine/ranks/sample_ranks.h"

#include <QTest>

#include <algorithm>

using namespace engine;
using namespace std::chrono_literals;
using ranks::Arrival;
using ranks::MatchedCollective;
using ranks::Member;
using ranks::RunSet;
using ranks::RunSetPtr;
using tests::RanksPlan;

class TestRunSet : public QObject {
    Q_OBJECT

private slots:
    void everyCollectiveIsMatchedOnAllRanks_data();
    void everyCollectiveIsMatchedOnAllRanks();
    void timesOfSkewedClocksAreCorrected();
    void noRankCompletesACollectiveBeforeTheLastArrival();
    void contradictoryClocksAreDetected();
    void noCollectiveIsMatchedOnAllRanksIfOneRankIsMissing();
    void collectiveIsNotMatchedOnAllRanksIfOneCallsAnother();
    void oneTraceMayStandForSeveralEqualRanks();
    void collectiveIsFoundByEachOfItsOperations();
    void tracesOfDifferentRunsAreRefused();
    void overviewShowsTheOutputOfAllRanks_data();
    void overviewShowsTheOutputOfAllRanks();
    void overviewShowsTheWarningsOfAllRanks();
};

void TestRunSet::overviewShowsTheOutputOfAllRanks_data()
{
    QTest::addColumn<bool>("isFirstOnly");
    QTest::addColumn<QByteArray>("printed");
    QTest::newRow("all ranks print") << false << QByteArray("[rank1]: a 1\n[rank1]: b\n[rank0]: a 0\n[rank0]: b\n");
    QTest::newRow("the first rank prints") << true << QByteArray("a 0\nb\n");
}

void TestRunSet::overviewShowsTheOutputOfAllRanks()
{
    QFETCH(bool, isFirstOnly);
    QFETCH(QByteArray, printed);
    RanksPlan plan;
    plan.ranks = 2;

    const RunSetPtr set = tests::sampleRanks(plan, [&](std::uint32_t rank) {
        std::vector<trace::Record> records;
        if (rank == 0 || !isFirstOnly)
            records.emplace_back(trace::OutputRecord{rank == 0 ? 2ms : 1ms, 1, trace::OutputStream::Standard,
                                                     "a " + std::to_string(rank) + "\nb\n"});
        return records;
    });

    const trace::TracePtr trace = ranks::overviewOf(set);
    QByteArray text;
    for (const trace::OutputRecord& output : trace->programPart().outputs)
        text += QByteArray::fromStdString(output.text);
    QCOMPARE(text, printed);
}

void TestRunSet::overviewShowsTheWarningsOfAllRanks()
{
    RanksPlan plan;
    plan.ranks = 3;

    const RunSetPtr set = tests::sampleRanks(plan, [&](std::uint32_t rank) {
        std::vector<trace::Record> records{trace::NoteRecord{2ms, Message(std::string("of all")), true, 0, {}}};
        if (rank == 2)
            records.emplace_back(trace::NoteRecord{1ms, Message(std::string("of one")), true, 0, {}});
        return records;
    });

    const auto trace = ranks::overviewOf(set);
    QCOMPARE(trace->notes().size(), std::size_t{2});
    QCOMPARE(trace->notes()[0].text.english(), std::string("rank 2: of one"));
    QCOMPARE(trace->notes()[1].text.english(), std::string("of all"));
}

void TestRunSet::everyCollectiveIsMatchedOnAllRanks_data()
{
    QTest::addColumn<std::uint32_t>("ranks");
    for (const std::uint32_t ranks : {1u, 2u, 4u, 16u, 64u})
        QTest::addRow("%u ranks", ranks) << ranks;
}

void TestRunSet::everyCollectiveIsMatchedOnAllRanks()
{
    QFETCH(std::uint32_t, ranks);
    RanksPlan plan;
    plan.ranks = ranks;
    const tests::RanksSchedule schedule(plan);

    const RunSetPtr set = tests::sampleRanks(plan);

    QCOMPARE(set->rankCount(), ranks);
    QCOMPARE(set->nodeCount(), (ranks + 1) / 2);
    QCOMPARE(set->collectives().size(), std::size_t(plan.steps * plan.buckets));
    for (const MatchedCollective& collective : set->collectives()) {
        QVERIFY(collective.isWhole);
        QCOMPARE(collective.count, ranks);
        const int step = static_cast<int>(collective.what.sequence) / plan.buckets;
        const int bucket = static_cast<int>(collective.what.sequence) % plan.buckets;
        Nanoseconds last{};
        for (const Arrival& arrival : set->arrivals(collective)) {
            QCOMPARE(arrival.posted, schedule.posted(arrival.member, step, bucket));
            last = std::max(last, arrival.posted);
        }
        QCOMPARE(collective.lastPosted, last);
        QCOMPARE(set->arrivals(collective)[collective.lastMember].posted, last);
        QCOMPARE(collective.done, schedule.done(step, bucket));
    }
}

void TestRunSet::timesOfSkewedClocksAreCorrected()
{
    RanksPlan plan;
    const RunSetPtr exact = tests::sampleRanks(plan);
    plan.clockOffset = 7340us;
    plan.clockDrift = 20e-6;
    plan.clockUncertainty = 5us;

    const RunSetPtr skewed = tests::sampleRanks(plan);

    QCOMPARE(skewed->collectives().size(), exact->collectives().size());
    // A run starts when its earliest trace starts. Here, other ranks start before rank 0.
    const Nanoseconds start =
        skewed->arrivals(skewed->collectives()[0])[0].posted - exact->arrivals(exact->collectives()[0])[0].posted;
    QCOMPARE(skewed->members()[3].clock.toReference(0ns), 0ns);
    QVERIFY(start > 22ms && start < 23ms);
    for (std::size_t i = 0; i < exact->collectives().size(); ++i) {
        const auto a = exact->arrivals(exact->collectives()[i]);
        const auto b = skewed->arrivals(skewed->collectives()[i]);
        for (std::size_t rank = 0; rank < a.size(); ++rank) {
            const Nanoseconds error = b[rank].posted - a[rank].posted - start;
            QVERIFY2(std::chrono::abs(error) <= 2ns, qPrintable(QString::number(error.count())));
        }
    }
}

void TestRunSet::noRankCompletesACollectiveBeforeTheLastArrival()
{
    const RunSetPtr set = tests::sampleRanks({});

    for (const MatchedCollective& collective : set->collectives())
        for (const Arrival& arrival : set->arrivals(collective)) {
            QVERIFY(arrival.done >= collective.lastPosted);
            QVERIFY(collective.waitOf(arrival) >= 0ns);
        }
}

void TestRunSet::contradictoryClocksAreDetected()
{
    RanksPlan plan;
    plan.clockOffset = 5ms;
    plan.clockUncertainty = 2us;
    const RunSetPtr right = tests::sampleRanks(plan);
    QVERIFY(!right->clockConflict());
    QVERIFY(ranks::overviewOf(right)->notes().empty());

    std::vector<Member> members = tests::sampleMembers(plan);
    members[2].clock.shift(-10ms);  // as if the clock had jumped after the comparison
    const RunSetPtr wrong = RunSet::make(std::move(members)).value();
    const auto& conflict = wrong->clockConflict();

    QVERIFY(conflict);
    QCOMPARE(conflict->rank, 2u);
    QVERIFY(conflict->collectives > 0);
    QVERIFY(conflict->by > 1ms);
    // Ranks 2 and 3 contradict each other, so the uncertainty of both clocks contains the contradiction.
    for (std::uint32_t i = 0; i < plan.ranks; ++i) {
        const ranks::ClockMap& clock = wrong->members()[i].clock;
        QCOMPARE(clock.doubt(), i >= 2 ? conflict->by : 0ns);
        QVERIFY(clock.uncertaintyAt({}) >= clock.doubt() && clock.largestUncertainty() >= clock.doubt());
    }
    // In `wrong`, waits of ranks 2 and 3, and waits for them, do not count. In `right`, every wait counts.
    for (const RunSetPtr& set : {right, wrong})
        for (const MatchedCollective& collective : set->collectives())
            for (const Arrival& arrival : set->arrivals(collective)) {
                const bool isDoubted = set == wrong && (arrival.member >= 2 || collective.lastMember >= 2);
                QCOMPARE(set->hasWaited(collective, arrival), collective.waitOf(arrival) > 0ns && !isDoubted);
            }
    // A set made from the members of `wrong` finds the same contradiction.
    const auto again = RunSet::make({wrong->members().begin(), wrong->members().end()});
    QCOMPARE((*again)->clockConflict()->by, conflict->by);
    // The overview shows the contradiction as a note.
    const trace::TracePtr overview = ranks::overviewOf(wrong);
    QCOMPARE(overview->notes().size(), std::size_t{1});
    QVERIFY(overview->notes()[0].isWarning);
    QVERIFY(overview->notes()[0].text.english().starts_with("The clocks of the ranks contradict each other"));
}

void TestRunSet::noCollectiveIsMatchedOnAllRanksIfOneRankIsMissing()
{
    std::vector<Member> members = tests::sampleMembers({});
    members.erase(members.begin() + 2);

    const RunSetPtr set = RunSet::make(std::move(members)).value();

    QCOMPARE(set->rankCount(), 3u);
    QCOMPARE(set->expectedRanks(), 4u);
    QCOMPARE(set->find(2), nullptr);
    QCOMPARE(set->find(3)->info.rank, 3u);
    QVERIFY(std::ranges::none_of(set->collectives(), &MatchedCollective::isWhole));
}

void TestRunSet::collectiveIsNotMatchedOnAllRanksIfOneCallsAnother()
{
    RanksPlan plan;
    std::vector<Member> members = tests::sampleMembers(plan);
    plan.buckets = 2;  // so the third call of this rank and those of the other ranks are for different buckets
    members[1] = tests::sampleMembers(plan)[1];

    const RunSetPtr set = RunSet::make(std::move(members)).value();

    QVERIFY(set->collectives().front().isWhole);
    const auto third = std::ranges::find(set->collectives(), 2u, [](const auto& c) { return c.what.sequence; });
    QVERIFY(!third->isWhole);
}

void TestRunSet::oneTraceMayStandForSeveralEqualRanks()
{
    RanksPlan plan;
    plan.ranks = 10;
    std::vector<Member> members = tests::sampleMembers(plan);
    members[4].count = 6;
    members.resize(5);

    const RunSetPtr set = RunSet::make(std::move(members)).value();

    QCOMPARE(set->rankCount(), 10u);
    QCOMPARE(set->find(9), &set->members()[4]);
    QCOMPARE(set->find(10), nullptr);
    QVERIFY(set->collectives().front().isWhole);
}

void TestRunSet::collectiveIsFoundByEachOfItsOperations()
{
    const RunSetPtr set = tests::sampleRanks({});
    const MatchedCollective& collective = set->collectives()[4];

    for (const Arrival& arrival : set->arrivals(collective))
        QCOMPARE(set->collectiveOf(arrival.member, arrival.op), &collective);
    QCOMPARE(set->collectiveOf(0, OpId{0}), nullptr);
    QCOMPARE(set->collectiveOf(99, OpId{0}), nullptr);
}

void TestRunSet::tracesOfDifferentRunsAreRefused()
{
    std::vector<Member> twice = tests::sampleMembers({});
    twice.push_back(twice.front());
    std::vector<Member> mixed = tests::sampleMembers({});
    mixed[2].info.count = 8;
    std::vector<Member> others = tests::sampleMembers({});
    for (std::size_t i = 0; i < others.size(); ++i)
        others[i].info.run = i == 3 ? 7 : 8;
    std::vector<Member> older = tests::sampleMembers({});
    older[1].info.run = 8;  // the other traces have no run number, as in older versions

    QCOMPARE(RunSet::make(std::move(twice)).error().code, ErrorCode::BadFile);
    QCOMPARE(RunSet::make(std::move(mixed)).error().code, ErrorCode::BadFile);
    QCOMPARE(RunSet::make(std::move(others)).error().english(),
             "the traces of ranks 0 and 3 are of different runs. Choose a folder with the traces of one run.");
    QVERIFY(RunSet::make(std::move(older)));
    QCOMPARE(RunSet::make({}).error().code, ErrorCode::BadFile);
}

QTEST_GUILESS_MAIN(TestRunSet)
#include "tst_run_set.moc"

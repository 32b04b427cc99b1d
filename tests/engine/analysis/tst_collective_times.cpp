#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/trace/bucket_label.h"
#include "tests/engine/ranks/sample_ranks.h"

#include <QTest>

#include <algorithm>

using namespace engine;
using namespace engine::analysis;
using ranks::RunSetPtr;
using tests::Late;
using tests::RanksPlan;

/// Tests when the inputs of collectives are computed and when the ranks submit them, and the fraction of each transfer
/// that other work hides.
class TestCollectiveTimes : public QObject {
    Q_OBJECT

private slots:
    void inputTimeOfACollectiveIsTheEndOfItsLastInput();
    void inputTimeIsUnknownIfARankHasNoOperations();
    void inputTimeIsUnknownIfAnInputHasNotEnded();
    void bucketsOfAStepAreSortedByTheirNumbers();
    void bucketNumberIsReadOnlyFromLabelsOfBuckets();
};

namespace {

RanksPlan planOf(Late late)
{
    RanksPlan plan;
    plan.late = late;
    plan.steps = 6;
    return plan;
}

}  // namespace

void TestCollectiveTimes::inputTimeOfACollectiveIsTheEndOfItsLastInput()
{
    RanksPlan plan = planOf(Late::Nobody);
    const RunSetPtr hidden = tests::sampleRanks(plan);
    plan.isOverlapped = false;
    const RunSetPtr shown = tests::sampleRanks(plan);

    for (const auto& collective : hidden->collectives()) {
        const CollectiveTimes times = timesOf(*hidden, collective);
        // `full` is the time when one of the ranks ended its last operation before the collective, other collectives
        // excluded.
        QVERIFY(times.full && std::ranges::any_of(hidden->arrivals(collective), [&](const ranks::Arrival& arrival) {
                    std::size_t before = arrival.op.index;
                    const trace::Trace& trace = *hidden->members()[arrival.member].trace;
                    while (trace.op(OpId{--before}).kind == trace::Kind::Collective) {
                    }
                    return trace.op(OpId{before}).finished == *times.full;
                }));
        QVERIFY(times.posted >= collective.firstPosted && times.posted <= collective.lastPosted);
        QVERIFY(times.hidden && *times.hidden >= 0 && *times.hidden <= 1);
    }
    QVERIFY(*timesOf(*hidden, hidden->collectives()[0]).hidden > 0.5);
    for (const auto& collective : shown->collectives())
        QCOMPARE(*timesOf(*shown, collective).hidden, 0.0);
}

/// A large run stores operations mostly for late ranks. A median of late ranks alone would not represent all ranks.
void TestCollectiveTimes::inputTimeIsUnknownIfARankHasNoOperations()
{
    std::vector<ranks::Member> members = tests::sampleMembers(planOf(Late::Slower));
    members[1].trace = tests::sampleRank(planOf(Late::Slower), 1, trace::Detail::Spans);
    const RunSetPtr set = *ranks::RunSet::make(std::move(members));

    for (const auto& collective : set->collectives())
        QVERIFY(!timesOf(*set, collective).full);
}

void TestCollectiveTimes::inputTimeIsUnknownIfAnInputHasNotEnded()
{
    std::vector<ranks::Member> members = tests::sampleMembers(planOf(Late::Nobody));
    members[1].trace = tests::sampleRank(planOf(Late::Nobody), 1, trace::Detail::Operations, 15);
    const RunSetPtr set = *ranks::RunSet::make(std::move(members));

    std::size_t without = 0;
    for (const auto& collective : set->collectives())
        if (const CollectiveTimes times = timesOf(*set, collective); !times.full)
            ++without;
        else
            QVERIFY(*times.full > Nanoseconds{});
    QVERIFY2(without > 0 && without < set->collectives().size(), qPrintable(QString::number(without)));
}

void TestCollectiveTimes::bucketsOfAStepAreSortedByTheirNumbers()
{
    RanksPlan plan = planOf(Late::Nobody);
    plan.buckets = 4;
    const RunSetPtr plain = tests::sampleRanks(plan);
    // Within a step, the labels are "other", "bucket 2", "bucket 1", "bucket 0".
    const RunSetPtr set = tests::sampleRanks(plan, [&](std::uint32_t rank) {
        const std::size_t names = plain->members()[rank].trace->nameCount();
        std::vector<trace::Record> records{trace::NameRecord{NameId{names + 3}, "other"}};
        for (std::size_t i = 0; i < 3; ++i)
            records.emplace_back(trace::NameRecord{NameId{names + i}, trace::bucketLabel(i)});
        for (const auto& collective : plain->collectives())
            records.emplace_back(trace::LabelRecord{
                plain->arrivals(collective)[rank].op, NameId{names + 3 - collective.what.sequence % 4}, {}});
        return records;
    });
    const Scope step = lateness(*set).steps[1].scope;

    const std::vector<Bucket> buckets = bucketsIn(*set, step, 2);

    QCOMPARE(buckets.size(), std::size_t{3});
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        QCOMPARE(buckets[i].number, static_cast<int>(i));
        QVERIFY(buckets[i].collective->lastPosted >= step.begin && buckets[i].collective->lastPosted < step.end);
        QCOMPARE(buckets[i].times.full.has_value(), i < 2);
    }
}

void TestCollectiveTimes::bucketNumberIsReadOnlyFromLabelsOfBuckets()
{
    QCOMPARE(trace::bucketOf(trace::bucketLabel(12)), std::optional(12));
    for (const std::string_view other : {"", "bucket ", "bucket", "bucket x", "bucket 3 of 4", "my bucket 3"})
        QVERIFY2(!trace::bucketOf(other), other.data());
}

QTEST_GUILESS_MAIN(TestCollectiveTimes)
#include "tst_collective_times.moc"

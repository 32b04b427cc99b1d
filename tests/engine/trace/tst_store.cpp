#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace engine;
using namespace engine::trace;
using tests::Sample;

class TestStore : public QObject {
    Q_OBJECT

private slots:
    void sampleTracesHaveTheTimesOfTheBook();
    void recordsInAnyOrderGiveTheSameRun();
    void lifetimesMayArriveInAnyOrder();
    void startedOperationRunsUntilItsLifeRecord();
    void hostWorkIsOnTheProgramsLane();
    void overlappingSpansOfALaneGiveOneNote();
    void memoryRecordsAreSortedByTime();
    void transferredBytesAreTheSumOfTheLinkRates();
    void edgesAreFoundFromBothEnds();
    void invalidRecordsAreCountedAndDropped();
    void endBeforeTheStartIsClampedToTheStart();
    void gapsInOperationIdsTakeNoMemory();
    void unknownIdsGiveEmptyValues();
    void storedOperationsEqualTheirRecords();
    void snapshotIsUnchangedIfAnOperationChangesLater();
    void recordedOperationTakesAtMost84Bytes();
    void snapshotIsTheSameObjectIfNothingChanged();
};

namespace {

/// A sink that stores records.
class Keep final : public Sink {
public:
    void write(Record record) override { records.push_back(std::move(record)); }
    NameId intern(std::string_view text) override
    {
        const auto found = std::find(texts.begin(), texts.end(), text);
        if (found != texts.end())
            return NameId{static_cast<std::size_t>(found - texts.begin())};
        texts.emplace_back(text);
        const NameId id{texts.size() - 1};
        write(NameRecord{id, texts.back()});
        return id;
    }

    std::vector<Record> records;
    std::vector<std::string> texts;
};

IssueRecord issueOf(std::uint32_t op)
{
    IssueRecord issue;
    issue.op = OpId{op};
    issue.end = Nanoseconds{op};
    issue.device = DeviceId{0};
    return issue;
}

LifeRecord lifeOf(std::uint32_t op, std::uint32_t lane, std::int64_t begin, std::int64_t end)
{
    return {OpId{op}, LaneId{lane}, Nanoseconds{begin}, Nanoseconds{begin}, Nanoseconds{end}, OpState::Done, {}, {},
            {}};
}

void describe(Store& store)
{
    store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    store.apply(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Frontend, 0, "Python", 0});
    store.apply(LaneRecord{LaneId{1}, DeviceId{0}, LaneRole::CpuWorker, 0, "worker", 0});
}

}  // namespace

void TestStore::sampleTracesHaveTheTimesOfTheBook()
{
    const auto near = [](double a, double b) { return std::abs(a - b) < 0.0002; };
    const TracePtr two = tests::sampleTrace(Sample::TwoGpus);
    QCOMPARE(two->opCount(), std::size_t{302});
    QCOMPARE(two->blocks().size(), std::size_t{3});
    QVERIFY(near(two->blocks()[0].seconds, 0.4967));
    QVERIFY(near(two->blocks()[1].seconds, 0.5151));
    QVERIFY(near(two->blocks()[2].seconds, 0.5000));
    const TracePtr copy = tests::sampleTrace(Sample::CopyOverlap);
    QCOMPARE(copy->opCount(), std::size_t{251});
    QVERIFY(near(copy->blocks()[0].seconds, 0.5019));
    QVERIFY(near(copy->blocks()[1].seconds, 2.7168));
    QVERIFY(near(copy->blocks()[2].seconds, 2.4682));
    const TracePtr oom = tests::sampleTrace(Sample::OutOfMemory);
    QCOMPARE(oom->opCount(), std::size_t{45});
    QVERIFY(near(oom->blocks()[0].seconds, 0.3314));
    QVERIFY(oom->blocks()[0].isFailed);
    QVERIFY(oom->error().has_value());
    QVERIFY(near(tests::sampleTrace(Sample::TwoGpusOverlap)->blocks()[0].seconds, 0.0013));
    const TracePtr live = tests::sampleTrace(Sample::Live);
    QVERIFY(live->isLive());
    QVERIFY(live->running(LaneId{2}).has_value());
    for (const TracePtr& trace : {two, copy, oom, live, tests::sampleTrace(Sample::Elementwise)}) {
        QCOMPARE(trace->dropped(), std::uint64_t{0});
        QVERIFY(trace->notes().empty());
    }
    QCOMPARE(tests::sampleTrace(Sample::Empty)->lanes().size(), std::size_t{10});
    QCOMPARE(tests::randomTrace(1, 3, 100)->opCount(), std::size_t{300});
}

/// Records of several threads arrive in any order. After the definitions, every order of the other records must give
/// the same run.
void TestStore::recordsInAnyOrderGiveTheSameRun()
{
    Keep keep;
    tests::write(Sample::CopyOverlap, keep);
    const auto isDefinition = [](const Record& r) {
        return std::holds_alternative<RunRecord>(r) || std::holds_alternative<DeviceRecord>(r) ||
               std::holds_alternative<LaneRecord>(r) || std::holds_alternative<NameRecord>(r);
    };
    const auto rest = std::stable_partition(keep.records.begin(), keep.records.end(), isDefinition);
    const TracePtr expected = tests::sampleTrace(Sample::CopyOverlap);

    std::mt19937 random(4);
    for (int round = 0; round < 10; ++round) {
        std::shuffle(rest, keep.records.end(), random);
        Store store;
        for (const Record& record : keep.records)
            store.apply(record);
        store.close();
        const TracePtr trace = store.snapshot();

        QCOMPARE(trace->dropped(), std::uint64_t{0});
        QCOMPARE(trace->opCount(), expected->opCount());
        QCOMPARE(trace->edges().size(), expected->edges().size());
        QCOMPARE(trace->extent().count(), expected->extent().count());
        for (std::size_t i = 0; i < trace->opCount(); ++i) {
            QCOMPARE(trace->op(OpId{i}).finished.count(), expected->op(OpId{i}).finished.count());
            QCOMPARE(trace->op(OpId{i}).state, expected->op(OpId{i}).state);
        }
        for (const LaneRecord& lane : expected->lanes()) {
            QCOMPARE(trace->spans(lane.id).size(), expected->spans(lane.id).size());
            QCOMPARE(trace->index(lane.id).busy().count(), expected->index(lane.id).busy().count());
            QVERIFY(!trace->running(lane.id));
        }
    }
}

void TestStore::lifetimesMayArriveInAnyOrder()
{
    Store store;
    describe(store);
    for (std::uint32_t op = 0; op < 100; ++op)
        store.apply(issueOf(op));
    for (std::uint32_t op = 100; op-- > 0;)
        store.apply(lifeOf(op, 1, op * 10, op * 10 + 10));
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->spans(LaneId{1}).size(), std::size_t{100});
    for (std::uint32_t i = 0; i < 100; ++i)
        QCOMPARE(trace->spans(LaneId{1})[i].op.index, i);
    QVERIFY(trace->notes().empty());
}

void TestStore::startedOperationRunsUntilItsLifeRecord()
{
    Store store;
    describe(store);
    store.apply(issueOf(0));
    store.apply(issueOf(1));
    QVERIFY(!store.snapshot()->running(LaneId{1}));
    store.apply(StartRecord{OpId{0}, LaneId{1}, Nanoseconds{5}});
    QCOMPARE(store.snapshot()->running(LaneId{1})->index, 0U);
    store.apply(StartRecord{OpId{1}, LaneId{1}, Nanoseconds{9}});
    store.apply(lifeOf(0, 1, 5, 9));
    QCOMPARE(store.snapshot()->running(LaneId{1})->index, 1U);
    store.apply(lifeOf(1, 1, 9, 12));
    QVERIFY(!store.snapshot()->running(LaneId{1}));
    store.apply(StartRecord{OpId{1}, LaneId{1}, Nanoseconds{9}});
    QVERIFY2(!store.snapshot()->running(LaneId{1}), "a life that overtook its start stands");
}

void TestStore::hostWorkIsOnTheProgramsLane()
{
    Store store;
    describe(store);
    store.apply(HostRecord{Nanoseconds{5}, Nanoseconds{9}, 3, {}, {}, {}});
    store.apply(HostRecord{Nanoseconds{10}, Nanoseconds{12}, 4, {}, {}, LaneId{1}});
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->spans(LaneId{0}).size(), std::size_t{1});
    QCOMPARE(trace->spans(LaneId{0})[0].kind, Kind::Host);
    QVERIFY(!trace->spans(LaneId{0})[0].op.isValid());
    QCOMPARE(trace->programPart().hosts[trace->spans(LaneId{1})[0].extra].line, 4);
}

void TestStore::overlappingSpansOfALaneGiveOneNote()
{
    Store store;
    describe(store);
    for (std::uint32_t op = 0; op < 10; ++op) {
        store.apply(issueOf(op));
        store.apply(lifeOf(op, 1, op * 10, op * 10 + 15));
    }
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->notes().size(), std::size_t{1});
    QVERIFY(trace->notes()[0].isWarning);
    QCOMPARE(trace->spans(LaneId{1}).size(), std::size_t{10});

    // A saved file contains both the note and the spans from which the note follows. Opening it must not add the note
    // twice.
    store.apply(trace->notes()[0]);
    QCOMPARE(store.snapshot()->notes().size(), std::size_t{1});
}

void TestStore::memoryRecordsAreSortedByTime()
{
    Store store;
    describe(store);
    for (const std::int64_t time : {5, 1, 9, 5, 3, 7}) {
        MemoryRecord record;
        record.time = Nanoseconds{time};
        record.device = DeviceId{0};
        store.apply(record);
    }
    const TracePtr trace = store.snapshot();

    QVERIFY(std::is_sorted(trace->memory(DeviceId{0}).begin(), trace->memory(DeviceId{0}).end(),
                           [](const auto& a, const auto& b) { return a.time < b.time; }));
    QCOMPARE(trace->memory(DeviceId{0}).size(), std::size_t{6});
}

void TestStore::transferredBytesAreTheSumOfTheLinkRates()
{
    using namespace std::chrono_literals;
    Store store;
    const LaneId link{0};
    store.apply(LaneRecord{link, {}, LaneRole::Link, 0, "PCIe → GPU 0", 16e9});
    store.apply(LinkRateRecord{1s, link, 10e9});
    const TracePtr early = store.snapshot();
    store.apply(LinkRateRecord{2s, link, 0});
    store.apply(LinkRateRecord{3s, link, 5e9});
    store.apply(LinkRateRecord{3s, link, 4e9});
    store.apply(LinkRateRecord{2s, link, 1e9});  // earlier than the previous record
    store.apply(LinkRateRecord{4s, link, -1});   // negative
    store.apply(LinkRateRecord{4s, link, std::numeric_limits<double>::infinity()});
    store.apply(LinkRateRecord{4s, link, std::numeric_limits<double>::quiet_NaN()});
    store.apply(LinkRateRecord{4s, LaneId{7}, 1e9});  // no such lane
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->dropped(), std::uint64_t{5});
    QCOMPARE(trace->rates(link).size(), std::size_t{4});
    const std::vector<std::pair<Nanoseconds, double>> expected{{0s, 0},    {1s, 0},        {1500ms, 5e9},
                                                               {2s, 10e9}, {2500ms, 10e9}, {4s, 14e9}};
    for (const auto& [time, bytes] : expected)
        QCOMPARE(transferred(trace->rates(link), time), bytes);
    QCOMPARE(transferred(early->rates(link), 4s), 30e9);
    QVERIFY(trace->rates(LaneId{7}).empty());
    QCOMPARE(transferred(trace->rates(LaneId{7}), 4s), 0.0);
}

void TestStore::edgesAreFoundFromBothEnds()
{
    Store store;
    describe(store);
    for (std::uint32_t op = 0; op < 5; ++op)
        store.apply(issueOf(op));
    store.apply(DependencyRecord{OpId{0}, OpId{4}, DependencyKind::ReadAfterWrite});
    const TracePtr before = store.snapshot();
    store.apply(DependencyRecord{OpId{1}, OpId{4}, DependencyKind::WriteAfterRead});
    store.apply(DependencyRecord{OpId{0}, OpId{2}, DependencyKind::WriteAfterWrite});
    const TracePtr trace = store.snapshot();

    QCOMPARE(before->edges().into(OpId{4}).size(), std::size_t{1});
    QCOMPARE(before->edges().outOf(OpId{0}).size(), std::size_t{1});
    QCOMPARE(trace->edges().into(OpId{4}).size(), std::size_t{2});
    QCOMPARE(trace->edges().into(OpId{4})[1].from.index, 1U);
    QCOMPARE(trace->edges().outOf(OpId{0}).size(), std::size_t{2});
    QCOMPARE(trace->edges().outOf(OpId{0})[0].to.index, 4U);
    QVERIFY(trace->edges().into(OpId{}).empty());
}

void TestStore::invalidRecordsAreCountedAndDropped()
{
    Store store;
    describe(store);
    store.apply(issueOf(0));
    store.apply(issueOf(0));                                                                          // duplicate
    store.apply(LaneRecord{LaneId{9}, DeviceId{0}, LaneRole::Compute, 0, "gap", 0});                  // after a gap
    store.apply(DeviceRecord{DeviceId{9}, DeviceKind::Gpu, "gap", {}, {}, {}, 0});                    // after a gap
    store.apply(NameRecord{NameId{5}, "gap"});                                                        // after a gap
    store.apply(DependencyRecord{OpId{0}, OpId{0}, DependencyKind::ReadAfterWrite});                  // edge to itself
    store.apply(lifeOf(0, 77, 5, 3));                                                                 // no such lane
    store.apply(lifeOf(0, 1, 5, 7));                                                                  // duplicate
    store.apply(MemoryRecord{Nanoseconds{1}, DeviceId{4}, MemoryAct::Free, {}, {}, {}, {}, {}, {}});  // no such device
    store.apply(RunRecord{});                                                                         // empty record
    store.apply(lifeOf(3, 1, 0, 1));                                                                  // never issued
    store.close();
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->dropped(), std::uint64_t{10});
    QCOMPARE(trace->opCount(), std::size_t{1});
    QVERIFY(!trace->op(OpId{0}).lane.isValid());
    QVERIFY(trace->op(OpId{0}).finished >= trace->op(OpId{0}).started);
}

void TestStore::endBeforeTheStartIsClampedToTheStart()
{
    constexpr Nanoseconds kBegin{9}, kEnd{5};
    Store store;
    describe(store);
    store.apply(WaitRecord{kBegin, kEnd, 1, {}, WaitTarget::All, {}, {}, {}});
    store.apply(HostRecord{kBegin, kEnd, 1, {}, {}, {}});
    store.apply(LineRecord{kBegin, kEnd, 1});
    store.apply(BlockRecord{kBegin, kEnd, 1, "block", 0, false});
    store.apply(StepRecord{kBegin, kEnd, StepKind::Batch, 0, 1, 1});
    const TracePtr trace = store.snapshot();

    QCOMPARE(trace->waits()[0].end, kBegin);
    QCOMPARE(trace->programPart().hosts[0].end, kBegin);
    QCOMPARE(trace->programPart().lines[0].end, kBegin);
    QCOMPARE(trace->blocks()[0].end, kBegin);
    QCOMPARE(trace->programPart().steps[0].end, kBegin);
    QCOMPARE(trace->extent(), kBegin);
}

void TestStore::gapsInOperationIdsTakeNoMemory()
{
    Store store;
    describe(store);
    for (std::uint32_t i = 0; i < 1000; ++i)
        store.apply(issueOf(4'000'000'000U - i * 1000));
    QCOMPARE(store.snapshot()->opCount(), std::size_t{0});
    // In reverse order each record waits for all smaller numbers; this must not cause deep recursion.
    for (std::uint32_t op = 100'000; op-- > 0;)
        store.apply(issueOf(op));
    QCOMPARE(store.snapshot()->opCount(), std::size_t{100'000});
}

void TestStore::unknownIdsGiveEmptyValues()
{
    Store store;
    const TracePtr trace = store.snapshot();

    QVERIFY(!trace->has(OpId{}));
    QCOMPARE(trace->op(OpId{3}).state, OpState::Issued);
    QVERIFY(trace->text(NameId{3}).empty());
    QVERIFY(trace->spans(LaneId{3}).empty());
    QVERIFY(trace->memory(DeviceId{3}).empty());
    QVERIFY(!trace->running(LaneId{}));
    QVERIFY(trace->isLive());
}

/// Operations have equal or different statements. Their times are close to each other or up to 146 years apart.
void TestStore::storedOperationsEqualTheirRecords()
{
    constexpr std::uint32_t kOps = 3000;
    constexpr std::int64_t kFar[] = {
        0, 1, -1, 68'000'000'000, 207'000'000'000, -70'000'000'000, INT64_MAX / 4, INT64_MIN / 4};
    std::mt19937_64 random(7);
    const auto below = [&random](std::uint64_t n) { return random() % n; };
    const auto timeNear = [&](std::int64_t start) {
        return Nanoseconds{below(50) == 0 ? kFar[below(8)] : start + static_cast<std::int64_t>(below(1'000'000))};
    };
    Store store;
    describe(store);
    std::vector<IssueRecord> issues;
    std::vector<LifeRecord> lives;
    for (std::uint32_t op = 0; op < kOps; ++op) {
        const std::int64_t start = std::int64_t{op} * 1000;
        IssueRecord issue = issueOf(op);
        issue.begin = timeNear(start);
        issue.end = std::max(issue.begin, timeNear(start));
        issue.name = NameId{below(3)};
        issue.phase = below(4) == 0 ? NameId{} : NameId{below(3)};
        issue.layer = below(4) == 0 ? NameId{} : NameId{below(3)};
        issue.shape = below(4) == 0 ? NameId{} : NameId{below(3)};
        issue.kind = static_cast<Kind>(below(7));
        issue.hostMemory = static_cast<HostMemory>(below(5));
        issue.line = static_cast<std::int32_t>(below(5)) - 1;
        issue.flops = below(9) == 0 ? -0.0 : static_cast<double>(below(3)) * 1e12;
        issue.bytes = Bytes{static_cast<std::int64_t>(below(3) << 40)};
        issue.outputBytes = Bytes{static_cast<std::int64_t>(random())};
        store.apply(issues.emplace_back(issue));
        LifeRecord life = lifeOf(op, 1, 0, 0);
        life.lane = below(9) == 0 ? LaneId{} : LaneId{below(2)};
        life.ready = timeNear(start);
        life.started = timeNear(start);
        life.finished = std::max(life.started, timeNear(start));
        life.state = static_cast<OpState>(3 + below(4));
        life.readyCause = {static_cast<CauseKind>(below(9)), below(3) == 0 ? OpId{} : OpId{below(kOps)}};
        life.startCause = {static_cast<CauseKind>(below(9)), OpId{random() & 0xffffffff}};
        life.culprit = below(99) == 0 ? OpId{below(kOps)} : OpId{};
        store.apply(lives.emplace_back(life));
        store.apply(LabelRecord{OpId{op}, NameId{random() & 0xffffffff}, NameId{random() & 0xffffffff}});
    }
    const TracePtr trace = store.snapshot();

    for (std::uint32_t i = 0; i < kOps; ++i) {
        const Op op = trace->op(OpId{i});
        const IssueRecord& issue = issues[i];
        const LifeRecord& life = lives[i];
        QCOMPARE(op.id, OpId{i});
        QVERIFY(op.issueBegin == issue.begin && op.issued == issue.end);
        QVERIFY(op.name == issue.name && op.phase == issue.phase && op.line == issue.line);
        QVERIFY(op.layer == issue.layer && op.shape == issue.shape);
        QVERIFY(op.kind == issue.kind && op.hostMemory == issue.hostMemory && op.device == issue.device);
        QVERIFY(op.flops == issue.flops && std::signbit(op.flops) == std::signbit(issue.flops));
        QVERIFY(op.bytes == issue.bytes && op.outputBytes == issue.outputBytes);
        QVERIFY(op.ready == life.ready && op.started == life.started && op.finished == life.finished);
        QVERIFY(op.state == life.state && op.lane == life.lane && op.culprit == life.culprit);
        QVERIFY(op.readyCause.kind == life.readyCause.kind && op.readyCause.op == life.readyCause.op);
        QVERIFY(op.startCause.kind == life.startCause.kind && op.startCause.op == life.startCause.op);
    }
}

void TestStore::snapshotIsUnchangedIfAnOperationChangesLater()
{
    Store store;
    describe(store);
    store.apply(issueOf(0));
    store.apply(issueOf(1));
    const TracePtr issued = store.snapshot();
    store.apply(StartRecord{OpId{0}, LaneId{1}, Nanoseconds{5}});
    store.apply(StartRecord{OpId{1}, LaneId{0}, Nanoseconds{INT64_MAX}});
    const TracePtr running = store.snapshot();
    store.apply(lifeOf(0, 1, 5, 9));
    store.apply(lifeOf(1, 0, 7, 8));
    const TracePtr done = store.snapshot();

    for (const OpId op : {OpId{0}, OpId{1}}) {
        QCOMPARE(issued->op(op).state, OpState::Issued);
        QVERIFY(!issued->op(op).lane.isValid());
        QCOMPARE(running->op(op).state, OpState::Running);
        QCOMPARE(running->op(op).finished, Nanoseconds{0});
        QCOMPARE(done->op(op).state, OpState::Done);
    }
    QCOMPARE(running->op(OpId{1}).started, Nanoseconds{INT64_MAX});
    QCOMPARE(done->op(OpId{1}).started, Nanoseconds{7});
}

/// The measured memory is that of a loop of 16 statements on two lanes, with its spans and their index.
void TestStore::recordedOperationTakesAtMost84Bytes()
{
    constexpr std::uint32_t kOps = 1024 * 400;
    Store store;
    describe(store);
    for (std::uint32_t op = 0; op < kOps; ++op) {
        IssueRecord issue = issueOf(op);
        issue.begin = issue.end = Nanoseconds{std::int64_t{op} * 10'000};
        issue.line = static_cast<std::int32_t>(op % 16);
        store.apply(issue);
        store.apply(lifeOf(op, op % 2, issue.begin.count(), issue.begin.count() + 9000));
    }
    const std::size_t withoutEdges = store.snapshot()->bytes();
    for (std::uint32_t op = 1; op < kOps; ++op)
        store.apply(DependencyRecord{OpId{op - 1}, OpId{op}, DependencyKind::ReadAfterWrite});
    const std::size_t withEdges = store.snapshot()->bytes();

    const double perOp = static_cast<double>(withoutEdges) / kOps;
    QVERIFY2(perOp <= 84, qPrintable(QString::number(perOp)));
    const double perEdge = static_cast<double>(withEdges - withoutEdges) / kOps;
    QVERIFY2(perEdge <= 16.1, qPrintable(QString::number(perEdge)));
}

void TestStore::snapshotIsTheSameObjectIfNothingChanged()
{
    Store store;
    describe(store);
    const TracePtr first = store.snapshot();
    QCOMPARE(store.snapshot(), first);
    store.apply(issueOf(0));
    QVERIFY(store.snapshot() != first);
    QVERIFY(store.snapshot()->version() > first->version());
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"

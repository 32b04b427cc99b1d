#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <thread>

using namespace engine;
using namespace engine::trace;
using tests::Sample;

class TestRecorder : public QObject {
    Q_OBJECT

private slots:
    void recordsOfManyThreadsAreAllStored();
    void recordsOfWorkersMayOvertakeThoseOfTheProgram();
    void snapshotsWhileWritingAreConsistent();
    void laterRecordsDoNotChangeASnapshot();
    void versionOfTheRecorderEqualsThatOfItsSnapshot();
    void equalTextsGetEqualNameIds();
    void teeReceivesEveryRecordInOrder();
    void teeReceivesTheEndOfAStepWithoutASnapshot();
    void snapshotContainsThePhaseOfAnOperation();
    void oneThreadMayWriteToTwoRecorders();
    void unreadRecordsAreFreed();
    void recorderShowsTheSnapshotOfAnotherRecorder();
};

namespace {

void describe(Recorder& recorder, int lanes)
{
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    for (int i = 0; i < lanes; ++i)
        recorder.write(LaneRecord{LaneId{i}, DeviceId{0}, LaneRole::CpuWorker, static_cast<std::uint16_t>(i), "w", 0});
}

IssueRecord issueOf(std::uint32_t op, NameId name = {})
{
    IssueRecord issue;
    issue.op = OpId{op};
    issue.begin = Nanoseconds{op};
    issue.end = Nanoseconds{op + 1};
    issue.name = name;
    issue.device = DeviceId{0};
    return issue;
}

LifeRecord lifeOf(std::uint32_t op, int lane)
{
    const Nanoseconds begin{std::int64_t{op} * 10};
    return {OpId{op}, LaneId{lane}, begin, begin, begin + Nanoseconds{10}, OpState::Done, {}, {}, {}};
}

}  // namespace

void TestRecorder::recordsOfManyThreadsAreAllStored()
{
    constexpr int kThreads = 4;
    constexpr std::int32_t kEach = 30'000;
    Recorder recorder;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < kThreads; ++thread)
            threads.emplace_back([&recorder, thread] {
                for (std::int32_t i = 0; i < kEach; ++i) {
                    recorder.write(LineRecord{Nanoseconds{i}, Nanoseconds{i}, thread * kEach + i});
                    if (i % 100 == 0)
                        recorder.write(OutputRecord{Nanoseconds{i}, i, OutputStream::Standard,
                                                    "a longer text " + std::to_string(i)});
                }
            });
    }
    recorder.finish();
    const TracePtr trace = recorder.snapshot();

    QCOMPARE(trace->programPart().lines.size(), std::size_t{kThreads} * kEach);
    QCOMPARE(trace->programPart().outputs.size(), std::size_t{kThreads} * kEach / 100);
    std::vector<std::int32_t> last(kThreads, -1);
    std::vector<bool> seen(kThreads * kEach);
    for (const LineRecord& line : trace->programPart().lines) {
        const auto thread = static_cast<std::size_t>(line.line / kEach);
        QVERIFY2(line.line % kEach > last[thread], "records of one thread keep their order");
        last[thread] = line.line % kEach;
        QVERIFY(!seen[static_cast<std::size_t>(line.line)]);
        seen[static_cast<std::size_t>(line.line)] = true;
    }
}

/// A program issues operations that two workers end immediately. The store must see a complete run, in whatever order
/// the lanes are drained.
void TestRecorder::recordsOfWorkersMayOvertakeThoseOfTheProgram()
{
    constexpr std::uint32_t kOps = 40'000;
    Recorder recorder;
    describe(recorder, 2);
    std::atomic<std::uint32_t> issued = 0;
    {
        std::vector<std::jthread> workers;
        for (std::uint32_t worker = 0; worker < 2; ++worker)
            workers.emplace_back([&, worker] {
                for (std::uint32_t op = worker; op < kOps; op += 2) {
                    while (issued.load(std::memory_order_acquire) <= op)
                        std::this_thread::yield();
                    recorder.write(StartRecord{OpId{op}, LaneId{static_cast<int>(worker)}, Nanoseconds{op}});
                    recorder.write(lifeOf(op, static_cast<int>(worker)));
                }
            });
        workers.emplace_back([&] {
            for (std::uint32_t op = 0; op < kOps; ++op) {
                recorder.write(issueOf(op, recorder.intern("op " + std::to_string(op % 100))));
                if (op > 0)
                    recorder.write(DependencyRecord{OpId{op - 1}, OpId{op}, DependencyKind::ReadAfterWrite});
                issued.store(op + 1, std::memory_order_release);
            }
        });
        while (issued.load(std::memory_order_relaxed) < kOps) {
            static_cast<void>(recorder.snapshot());
            std::this_thread::yield();
        }
    }
    recorder.finish();
    const TracePtr trace = recorder.snapshot();

    QCOMPARE(trace->opCount(), std::size_t{kOps});
    QCOMPARE(trace->dropped(), std::uint64_t{0});
    QCOMPARE(trace->edges().size(), std::size_t{kOps - 1});
    for (std::uint32_t op = 0; op < kOps; ++op) {
        QCOMPARE(trace->op(OpId{op}).state, OpState::Done);
        QCOMPARE(trace->text(trace->op(OpId{op}).name), std::string_view("op " + std::to_string(op % 100)));
    }
    QCOMPARE(trace->spans(LaneId{0}).size() + trace->spans(LaneId{1}).size(), std::size_t{kOps});
    QVERIFY(!trace->running(LaneId{0}) && !trace->running(LaneId{1}));
    QCOMPARE(trace->edges().into(OpId{5}).size(), std::size_t{1});
    QVERIFY(trace->notes().empty());
}

void TestRecorder::snapshotsWhileWritingAreConsistent()
{
    Recorder recorder;
    describe(recorder, 1);
    std::atomic<bool> isDone = false;
    std::atomic<int> looks = 0;
    std::uint32_t written = 0;
    // On a loaded machine the reader may be slow, so the writer continues until enough snapshots were taken.
    std::jthread writer([&](const std::stop_token& stop) {
        for (std::uint32_t op = 0; !stop.stop_requested() && (op < 60'000 || looks.load() < 10); ++op) {
            recorder.write(issueOf(op, recorder.intern("mm")));
            recorder.write(StartRecord{OpId{op}, LaneId{0}, Nanoseconds{std::int64_t{op} * 10}});
            recorder.write(lifeOf(op, 0));
            written = op + 1;
        }
        isDone.store(true);
    });

    std::uint64_t version = 0;
    while (!isDone.load()) {
        const TracePtr trace = recorder.snapshot();
        QVERIFY(trace->version() >= version);
        version = trace->version();
        ++looks;
        const Column<Span>& spans = trace->spans(LaneId{0});
        std::size_t done = 0;
        for (std::size_t i = trace->opCount() > 100 ? trace->opCount() - 100 : 0; i < trace->opCount(); ++i)
            done += trace->op(OpId{i}).state == OpState::Done ? 1 : 0;
        QVERIFY(spans.size() <= trace->opCount() && spans.size() + 1 >= trace->opCount());
        QVERIFY(done + 1 >= std::min<std::size_t>(100, trace->opCount()));
        if (!spans.empty()) {
            QCOMPARE(trace->index(LaneId{0}).busy().count(), static_cast<std::int64_t>(spans.size()) * 10);
            QCOMPARE(trace->text(trace->op(spans.back().op).name), std::string_view("mm"));
        }
    }
    writer.join();
    recorder.finish();
    QCOMPARE(recorder.snapshot()->opCount(), std::size_t{written});
}

void TestRecorder::laterRecordsDoNotChangeASnapshot()
{
    Recorder recorder;
    describe(recorder, 1);
    for (std::uint32_t op = 0; op < 3000; ++op)
        recorder.write(issueOf(op));
    const TracePtr before = recorder.snapshot();
    for (std::uint32_t op = 0; op < 3000; ++op) {
        recorder.write(LabelRecord{OpId{op}, recorder.intern("y"), {}});
        recorder.write(lifeOf(op, 0));
    }
    const TracePtr after = recorder.snapshot();

    QCOMPARE(before->op(OpId{1500}).state, OpState::Issued);
    QCOMPARE(before->text(before->op(OpId{1500}).label), std::string_view());
    QVERIFY(before->spans(LaneId{0}).empty());
    QCOMPARE(after->op(OpId{1500}).state, OpState::Done);
    QCOMPARE(after->text(after->op(OpId{1500}).label), std::string_view("y"));
    QCOMPARE(after->spans(LaneId{0}).size(), std::size_t{3000});
}

void TestRecorder::versionOfTheRecorderEqualsThatOfItsSnapshot()
{
    Recorder recorder;
    QCOMPARE(recorder.snapshot()->version(), recorder.version());
    tests::write(Sample::CopyOverlap, recorder);
    const std::uint64_t version = recorder.version();
    QVERIFY(version > 1000);
    QCOMPARE(recorder.snapshot()->version(), version);
    QCOMPARE(recorder.snapshot(), recorder.snapshot());
    recorder.finish();
    QCOMPARE(recorder.snapshot()->version(), version);
}

void TestRecorder::equalTextsGetEqualNameIds()
{
    Recorder recorder;
    const NameId empty = recorder.intern("");
    std::vector<NameId> names;
    for (int i = 0; i < 5000; ++i)
        names.push_back(recorder.intern("name " + std::to_string(i)));
    for (int i = 0; i < 5000; ++i)
        QCOMPARE(recorder.intern("name " + std::to_string(i)).index, names[static_cast<std::size_t>(i)].index);
    QCOMPARE(recorder.intern("").index, empty.index);
}

void TestRecorder::teeReceivesEveryRecordInOrder()
{
    class Count final : public Sink {
    public:
        void write(Record record) override
        {
            if (const auto* issue = std::get_if<IssueRecord>(&record)) {
                inOrder &= issue->op.index == issues++;
                for (const NameId id : {issue->name, issue->label, issue->text, issue->phase})
                    named &= !id.isValid() || id.index < names;
            }
            names += std::holds_alternative<NameRecord>(record) ? 1 : 0;
            ++records;
        }
        NameId intern(std::string_view) override { return {}; }

        std::size_t records = 0, issues = 0, names = 0;
        bool inOrder = true, named = true;
    };
    const auto count = std::make_shared<Count>();
    Recorder recorder;
    recorder.tee(count);
    tests::write(Sample::TwoGpus, recorder);
    recorder.finish();

    QCOMPARE(count->issues, std::size_t{302});
    QVERIFY(count->inOrder);
    QVERIFY(count->named);
    QCOMPARE(count->records, recorder.version() + count->names);
}

void TestRecorder::teeReceivesTheEndOfAStepWithoutASnapshot()
{
    struct Steps final : Sink {
        void write(Record record) override
        {
            if (std::holds_alternative<StepRecord>(record))
                isThere.set_value();
        }
        NameId intern(std::string_view) override { return {}; }
        std::promise<void> isThere;
    };
    const auto steps = std::make_shared<Steps>();
    Recorder recorder;
    recorder.tee(steps);
    recorder.write(StepRecord{});

    // The step arrives although snapshot() is not called and the lane is nearly empty.
    QCOMPARE(steps->isThere.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
}

void TestRecorder::snapshotContainsThePhaseOfAnOperation()
{
    Recorder recorder;
    describe(recorder, 1);
    IssueRecord issue = issueOf(0, recorder.intern("MatMul"));
    issue.phase = recorder.intern("forward");
    recorder.write(issue);
    recorder.finish();

    const TracePtr trace = recorder.snapshot();
    QCOMPARE(std::string(trace->text(trace->op(OpId{0}).phase)), std::string("forward"));
}

void TestRecorder::oneThreadMayWriteToTwoRecorders()
{
    for (int round = 0; round < 50; ++round) {
        Recorder first;
        Recorder second;
        for (std::int32_t i = 0; i < 10; ++i) {
            first.write(LineRecord{{}, {}, i});
            if (i % 2 == 0)
                second.write(LineRecord{{}, {}, i});
        }
        QCOMPARE(first.snapshot()->programPart().lines.size(), std::size_t{10});
        QCOMPARE(second.snapshot()->programPart().lines.size(), std::size_t{5});
    }
}

/// Only the leak check of the address sanitizer detects a leak here.
void TestRecorder::unreadRecordsAreFreed()
{
    Recorder recorder;
    for (std::int32_t i = 0; i < 5000; ++i)
        recorder.write(OutputRecord{{}, i, OutputStream::Standard, std::string(200, 'x')});
    QCOMPARE(recorder.version(), std::uint64_t{5000});
}

void TestRecorder::recorderShowsTheSnapshotOfAnotherRecorder()
{
    Recorder other;
    describe(other, 1);
    other.finish();
    Recorder recorder;
    QCOMPARE(recorder.version(), std::uint64_t{0});

    recorder.show(other.snapshot());

    QCOMPARE(recorder.snapshot()->lanes().size(), std::size_t{1});
    QCOMPARE(recorder.version(), other.snapshot()->version());
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"

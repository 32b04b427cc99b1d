#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/occupancy.h"
#include "engine/analysis/warnings.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>
#include <algorithm>
#include <chrono>

using namespace engine;
using namespace engine::analysis;
using tests::Sample;

namespace {

constexpr Nanoseconds ms(int t)
{
    return std::chrono::milliseconds(t);
}

/// A product of 1 ms, then a copy for which the program pins pages until 9 ms and waits until 10 ms.
trace::TracePtr pinningProgram()
{
    using namespace engine::trace;
    Recorder recorder;
    recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
    recorder.write(DeviceRecord{DeviceId{1}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
    const auto lane = [&](int id, int device, LaneRole role, const char* name) {
        recorder.write(LaneRecord{LaneId{id}, DeviceId{device}, role, 0, name, 0});
    };
    lane(0, 0, LaneRole::Frontend, "frontend");
    lane(1, 0, LaneRole::CpuWorker, "CPU");
    lane(2, 0, LaneRole::HostPages, "host pages");
    lane(3, 1, LaneRole::CopyOut, "copy out");
    const auto run = [&](int id, int onLane, Kind kind, Nanoseconds begin, Nanoseconds end) {
        IssueRecord issue;
        issue.op = OpId{id};
        issue.begin = issue.end = begin;
        issue.kind = kind;
        issue.line = id + 1;
        issue.device = DeviceId{onLane == 3 ? 1 : 0};
        recorder.write(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{onLane};
        life.ready = life.started = begin;
        life.finished = end;
        recorder.write(life);
    };
    run(0, 1, Kind::Compute, ms(0), ms(1));
    const NameId pin = recorder.intern("pin 64 MiB");
    recorder.write(HostRecord{ms(1), ms(9), 2, pin, OpId{1}, LaneId{2}});
    recorder.write(HostRecord{ms(1), ms(9), 2, pin, OpId{1}, {}});
    run(1, 3, Kind::CopyOut, ms(9), ms(10));
    WaitRecord wait;
    wait.begin = ms(9);
    wait.end = ms(10);
    wait.releasedBy = OpId{1};
    recorder.write(wait);
    recorder.write(EndRecord{ms(10), true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace

class TestBound : public QObject {
    Q_OBJECT

private slots:
    void stoppedProgramGivesNoWarning();

    void pathPartsSumToTheScope()
    {
        for (const Sample sample :
             {Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap, Sample::Elementwise}) {
            const auto trace = tests::sampleTrace(sample);
            const Scope scope = wholeRun(*trace);

            const PathSplit split = splitOf(*trace, criticalPath(*trace, scope));

            QCOMPARE(split.whole(), scope.length());
            QVERIFY(split.compute > Nanoseconds{0} || split.copy > Nanoseconds{0});
        }
    }

    void pagesThatTheProgramPinsAreAPartOfThePath()
    {
        const auto trace = pinningProgram();
        const Scope scope = wholeRun(*trace);

        const PathSplit split = splitOf(*trace, criticalPath(*trace, scope));

        QCOMPARE(split.pages, ms(8));
        QCOMPARE(split.copy, ms(1));
        QCOMPARE(split.whole(), scope.length());
        QCOMPARE(verdict(*trace, scope), Verdict::PageBound);
        QCOMPARE(boundOf(*trace, scope).by, Bound::By::Program);
        QCOMPARE(boundOf(*trace, scope).time, ms(9));
        QCOMPARE(boundOf(*trace, scope).stated(), std::chrono::microseconds(8900));
    }

    void workAfterTheProgramsEndIsNotChargedToItsThread()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const Scope run = runScope(*trace);
        QVERIFY(programEnd(*trace) < run.end);

        QVERIFY(lowerBounds(*trace, run).program <= programEnd(*trace) - run.begin);
    }

    void idleCpuLaneNamesThePageWorkOfItsCpu()
    {
        const auto trace = pinningProgram();

        QCOMPARE(idleAt(*trace, LaneId{1}, ms(2))->why, Idle::Why::PageWork);
        QCOMPARE(idleAt(*trace, LaneId{1}, ms(9))->why, Idle::Why::NothingLeft);
    }

    void idleLaneNamesTheCollectiveThatNeverTookPlace()
    {
        trace::Recorder recorder;
        tests::writeOneOperation(recorder, ms(1), Bytes{1 << 30});
        trace::IssueRecord call;
        call.op = OpId{1};
        call.kind = trace::Kind::Collective;
        call.device = DeviceId{0};
        call.begin = call.end = ms(2);
        recorder.write(call);
        recorder.write(trace::EndRecord{ms(5), false});
        recorder.finish();
        const auto trace = recorder.snapshot();

        QCOMPARE(idleAt(*trace, LaneId{0}, ms(1))->why, Idle::Why::NothingLeft);
        QCOMPARE(idleAt(*trace, LaneId{0}, ms(3))->why, Idle::Why::Collective);
        QCOMPARE(idleAt(*trace, LaneId{0}, ms(3))->op, OpId{1});
    }

    void boundIsNotLongerThanTheScope()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        for (std::size_t block = 0; block < trace->blocks().size(); ++block) {
            const Scope scope = blockScope(*trace, block);

            const Bound bound = boundOf(*trace, scope);

            QVERIFY(bound.time > Nanoseconds{0});
            QVERIFY(bound.time <= scope.length());
            if (bound.by == Bound::By::Lane)
                QCOMPARE(trace->index(bound.lane).busy(scope.begin, scope.end), bound.time);
        }
    }

    void idleGapNamesTheNextOperation()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        int named = 0, waits = 0;
        for (const auto& lane : trace->lanes()) {
            if (!isWorkLane(lane))
                continue;
            const auto& spans = trace->spans(lane.id);
            for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
                const Nanoseconds gap = spans[i + 1].begin - spans[i].end();
                QVERIFY(!idleAt(*trace, lane.id, spans[i].begin));
                if (gap <= Nanoseconds{1})
                    continue;
                const auto idle = idleAt(*trace, lane.id, spans[i].end() + gap / 2);
                QVERIFY(idle.has_value());
                QVERIFY(idle->next == spans[i + 1].op);
                ++named;
                waits += idle->why == Idle::Why::ProgramWaits ? 1 : 0;
            }
            if (!spans.empty())
                QVERIFY(idleAt(*trace, lane.id, trace->extent() * 2)->why == Idle::Why::NothingLeft);
        }
        QVERIFY(named > 0);
        QVERIFY2(waits > 0, "GPU 0 idles while the program waits for GPU 1");
    }
};

/// An operation of 3 ms on a GPU, issued by a program that ends after 1 ms.
void TestBound::stoppedProgramGivesNoWarning()
{
    using namespace engine::trace;
    const auto endedAt = [](bool isComplete) {
        Store store;
        store.apply(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
        store.apply(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::Compute, 0, "compute", 0});
        IssueRecord issue;
        issue.op = OpId{0};
        issue.end = ms(1);
        issue.kind = Kind::Compute;
        issue.device = DeviceId{0};
        store.apply(issue);
        LifeRecord life;
        life.op = OpId{0};
        life.lane = LaneId{0};
        life.started = ms(1);
        life.finished = ms(4);
        store.apply(life);
        store.apply(EndRecord{ms(4), isComplete});
        return store.snapshot();
    };

    QCOMPARE(timingWarnings(*endedAt(true)).size(), std::size_t{1});
    QVERIFY(timingWarnings(*endedAt(false)).empty());
}

QTEST_APPLESS_MAIN(TestBound)
#include "tst_bound.moc"

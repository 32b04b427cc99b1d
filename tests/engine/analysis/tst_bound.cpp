#include "engine/analysis/bound.h"
#include "engine/analysis/figures.h"
#include "engine/analysis/occupancy.h"
#include "engine/analysis/start.h"
#include "engine/analysis/warnings.h"
#include "engine/trace/recorder.h"
#include "engine/trace/store.h"
#include "tests/engine/trace/one_operation.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>
#include <algorithm>
#include <chrono>
#include <set>

using namespace engine;
using namespace engine::analysis;
using tests::Sample;

namespace {

constexpr Nanoseconds ms(int t)
{
    return std::chrono::milliseconds(t);
}

/// A CPU and a GPU, with the lanes that the programs below use. Lane 4 is a link.
struct Script {
    explicit Script(const char* dialect = "mxnet")
    {
        using namespace engine::trace;
        RunInfo run;
        run.dialect = dialect;
        recorder.write(std::make_shared<const RunInfo>(run));
        recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Cpu, "CPU", {}, {}, {}, 0});
        recorder.write(DeviceRecord{DeviceId{1}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
        const auto lane = [&](int id, DeviceId device, LaneRole role, const char* name) {
            recorder.write(LaneRecord{LaneId{id}, device, role, 0, name, 0});
        };
        lane(0, DeviceId{0}, LaneRole::Frontend, "frontend");
        lane(1, DeviceId{0}, LaneRole::CpuWorker, "CPU");
        lane(2, DeviceId{0}, LaneRole::HostPages, "host pages");
        lane(3, DeviceId{1}, LaneRole::CopyOut, "copy out");
        lane(4, {}, LaneRole::Link, "PCIe");
        lane(5, DeviceId{1}, LaneRole::Compute, "compute");
    }

    /// Adds an operation. The program issues it from `call` to `issued`; the operation runs from `begin` to `end`. If
    /// `after` is valid, the end of that operation made this one ready.
    void run(int onLane, trace::Kind kind, Nanoseconds call, Nanoseconds issued, Nanoseconds begin, Nanoseconds end,
             OpId after = {})
    {
        trace::IssueRecord issue;
        issue.op = OpId{count};
        issue.begin = call;
        issue.end = issued;
        issue.kind = kind;
        issue.line = ++count;
        issue.device = DeviceId{onLane == 5 ? 1 : 0};
        recorder.write(issue);
        trace::LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{onLane};
        life.ready = life.started = begin;
        life.finished = end;
        if (after.isValid())
            life.readyCause = {trace::CauseKind::Data, after};
        recorder.write(life);
    }
    trace::TracePtr end(Nanoseconds time)
    {
        recorder.write(trace::EndRecord{time, true});
        recorder.finish();
        return recorder.snapshot();
    }

    trace::Recorder recorder;
    int count = 0;
};

/// A product of 1 ms, then a copy for which the program pins pages until 9 ms and waits until 10 ms.
trace::TracePtr pinningProgram()
{
    Script script;
    trace::Recorder& recorder = script.recorder;
    script.run(1, trace::Kind::Compute, ms(0), ms(0), ms(0), ms(1));
    const NameId pin = recorder.intern("pin 64 MiB");
    recorder.write(trace::HostRecord{ms(1), ms(9), 2, pin, OpId{1}, LaneId{2}});
    recorder.write(trace::HostRecord{ms(1), ms(9), 2, pin, OpId{1}, {}});
    script.run(3, trace::Kind::CopyOut, ms(9), ms(9), ms(9), ms(10));
    trace::WaitRecord wait;
    wait.begin = ms(9);
    wait.end = ms(10);
    wait.releasedBy = OpId{1};
    recorder.write(wait);
    return script.end(ms(10));
}

}  // namespace

class TestBound : public QObject {
    Q_OBJECT

private slots:
    void stoppedRunGivesNoWarningAboutRunningWork();

    void startIsDelayedOnlyIfItsCauseEndsAfterTheInputIsReady()
    {
        Script script;
        script.run(5, trace::Kind::Compute, ms(0), ms(0), ms(0), ms(3));
        const OpId blocker{0};
        const auto runAfter = [&](Nanoseconds ready, Nanoseconds begin) {
            trace::IssueRecord issue;
            issue.op = OpId{script.count++};
            issue.device = DeviceId{1};
            script.recorder.write(issue);
            trace::LifeRecord life;
            life.op = issue.op;
            life.lane = LaneId{5};
            life.ready = ready;
            life.started = begin;
            life.finished = begin + ms(1);
            life.readyCause = {trace::CauseKind::Data, blocker};
            life.startCause = {trace::CauseKind::Stream, blocker};
            script.recorder.write(life);
            return issue.op;
        };
        const OpId delayed = runAfter(ms(2), ms(3));
        const OpId later = runAfter(ms(5), ms(6));

        const trace::TracePtr trace = script.end(ms(7));

        QVERIFY(hasDelayedStart(*trace, trace->op(delayed)));
        QCOMPARE(lastDelay(*trace, trace->op(delayed)).kind, trace::CauseKind::Stream);
        QVERIFY(!hasDelayedStart(*trace, trace->op(later)));
        QCOMPARE(lastDelay(*trace, trace->op(later)).kind, trace::CauseKind::Data);
        QVERIFY(!wasLaneFree(*trace, trace->op(delayed)));
    }

    void partsOfTheCriticalPathSumToTheLengthOfTheScope()
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

    void timeOfPinningPagesIsPartOfTheCriticalPath()
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

    /// The link's record of the copy ends together with the copy, but does not count as work of the program.
    void copyIsOnTheCriticalPathAlthoughTheProgramDoesNotWait()
    {
        Script script;
        script.run(5, trace::Kind::Compute, ms(0), ms(1), ms(1), ms(80));
        script.run(3, trace::Kind::CopyOut, ms(1), ms(2), ms(80), ms(90), OpId{0});
        script.recorder.write(trace::HostRecord{ms(80), ms(90), 2, script.recorder.intern("copy"), OpId{1}, LaneId{4}});
        const auto trace = script.end(ms(90));
        const Scope scope = wholeRun(*trace);

        const PathSplit split = splitOf(*trace, criticalPath(*trace, scope));

        QCOMPARE(split.copy, ms(10));
        QVERIFY(split.dispatch <= ms(2));
        QCOMPARE(split.whole(), scope.length());
        QVERIFY(verdict(*trace, scope) != Verdict::HostBound);
        // Copy and product run on the GPU, although the program issued the copy for the CPU.
        const auto warned = warnings(*trace);
        QCOMPARE(warned.size(), std::size_t{1});
        QCOMPARE(warned[0].device, DeviceId{1});
        QVERIFY2(warned[0].text.english().find("unfinished operations: 2") != std::string::npos,
                 warned[0].text.english().c_str());
    }

    void pageFaultsDuringACopyAreCountedAsPageTime()
    {
        Script script;
        script.run(3, trace::Kind::CopyOut, ms(0), ms(0), ms(0), ms(10));
        const NameId faults = script.recorder.intern("fault 64 MiB");
        script.recorder.write(trace::HostRecord{ms(2), ms(9), 1, faults, OpId{0}, LaneId{2}});
        trace::WaitRecord wait;
        wait.end = ms(10);
        wait.releasedBy = OpId{0};
        script.recorder.write(wait);
        const auto trace = script.end(ms(10));

        const PathSplit split = splitOf(*trace, criticalPath(*trace, wholeRun(*trace)));

        QCOMPARE(split.pages, ms(7));
        QCOMPARE(split.copy, ms(3));
        QCOMPARE(verdict(*trace, wholeRun(*trace)), Verdict::PageBound);
    }

    void timeInABlockingComputeCallIsCountedAsComputeTime()
    {
        Script script("torch");
        script.run(1, trace::Kind::Compute, ms(0), ms(1), ms(1), ms(30));
        script.run(1, trace::Kind::Compute, ms(32), ms(33), ms(33), ms(49));
        const auto trace = script.end(ms(50));
        const Scope scope = wholeRun(*trace);

        const PathSplit split = splitOf(*trace, criticalPath(*trace, scope));

        QCOMPARE(split.compute, ms(29) + ms(16));
        QCOMPARE(split.whole(), scope.length());
        QCOMPARE(verdict(*trace, scope), Verdict::ComputeBound);
    }

    void scopeIsNotSyncBoundIfItsWaitDelaysNoOperation()
    {
        Script script;
        script.run(1, trace::Kind::Compute, ms(0), ms(3), ms(0), ms(3));
        trace::WaitRecord wait;
        wait.begin = ms(3);
        wait.end = ms(13);
        script.recorder.write(wait);
        const auto trace = script.end(ms(13));

        QVERIFY(verdict(*trace, {ms(3), ms(13)}) != Verdict::SyncBound);
    }

    /// A copy of 10 ms, a wait for it, then work of 10 ms on another lane.
    void runIsSyncBoundOnlyIfTheDelayedWorkCouldStartEarlier_data()
    {
        QTest::addColumn<QList<int>>("onLink");  // for each span of the link, its operation; each span takes 10 ms
        QTest::addColumn<bool>("dependsOnTheCopy");
        QTest::addColumn<bool>("isSyncBound");
        QTest::newRow("nothing else holds it back") << QList<int>{0} << false << true;
        QTest::newRow("uses the link of the copy") << QList<int>{0, 1} << false << false;
        QTest::newRow("has two steps on a link of its own") << QList<int>{1, 1} << false << true;
        QTest::newRow("reads what is copied") << QList<int>{0} << true << false;
    }

    void runIsSyncBoundOnlyIfTheDelayedWorkCouldStartEarlier()
    {
        QFETCH(QList<int>, onLink);
        QFETCH(bool, dependsOnTheCopy);
        QFETCH(bool, isSyncBound);
        Script script;
        trace::Recorder& recorder = script.recorder;
        const NameId link = recorder.intern("PCIe");
        script.run(3, trace::Kind::CopyOut, ms(0), ms(0), ms(0), ms(10));
        for (int i = 0; i < onLink.size(); ++i)
            recorder.write(trace::HostRecord{ms(10 * i), ms(10 * i + 10), 1, link, OpId{onLink[i]}, LaneId{4}});
        trace::WaitRecord wait;
        wait.end = ms(10);
        wait.releasedBy = OpId{0};
        recorder.write(wait);
        script.run(5, trace::Kind::Compute, ms(10), ms(10), ms(10), ms(20));
        if (dependsOnTheCopy)
            recorder.write(trace::DependencyRecord{OpId{0}, OpId{1}});
        const auto trace = script.end(ms(20));

        const CriticalPath path = criticalPath(*trace, wholeRun(*trace));

        QCOMPARE(path.delayedByWaits, isSyncBound ? ms(10) : ms(0));
        QCOMPARE(verdict(*trace, wholeRun(*trace)) == Verdict::SyncBound, isSyncBound);
    }

    /// verdict() of a trace skips figures that cannot change its result.
    void verdictEqualsTheVerdictFromBoundsAndCriticalPath()
    {
        std::set<Verdict> seen;
        for (const Sample sample :
             {Sample::Elementwise, Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap}) {
            const auto trace = tests::sampleTrace(sample);
            for (int begin = 0; begin < 12; ++begin)
                for (int end = begin + 1; end <= 12; ++end) {
                    const Scope scope{trace->extent() * begin / 12, trace->extent() * end / 12};
                    const CriticalPath path = criticalPath(*trace, scope);
                    const Verdict expected = verdict(lowerBounds(*trace, scope), splitOf(*trace, path));

                    QCOMPARE(verdict(*trace, scope), expected);
                    QCOMPARE(verdict(*trace, scope, path), expected);
                    seen.insert(expected);
                }
        }
        QVERIFY(seen.contains(Verdict::SyncBound) && seen.size() >= 3);
    }

    /// A damaged file may place operations on a link. A valid file has only records of host work there.
    void delayByWaitsDoesNotExceedTheRunLengthIfCopiesShareALink()
    {
        Script script;
        script.run(4, trace::Kind::CopyOut, ms(0), ms(0), ms(0), ms(10));
        trace::WaitRecord wait;
        wait.end = ms(10);
        wait.releasedBy = OpId{0};
        script.recorder.write(wait);
        script.run(4, trace::Kind::CopyOut, ms(10), ms(10), ms(10), ms(20));
        script.run(5, trace::Kind::Compute, ms(10), ms(10), ms(10), ms(20));
        const auto trace = script.end(ms(20));

        QVERIFY(criticalPath(*trace, wholeRun(*trace)).delayedByWaits <= ms(20));
    }

    /// The program waits for a copy of 10 ms, and then for a product of 10 ms. The first wait cannot be omitted.
    void waitThatCannotBeOmittedIsNotCountedAsDelay()
    {
        Script script;
        script.run(3, trace::Kind::CopyIn, ms(0), ms(0), ms(0), ms(10));
        trace::WaitRecord wait;
        wait.end = ms(10);
        wait.target = trace::WaitTarget::Op;
        wait.op = wait.releasedBy = OpId{0};
        script.recorder.write(wait);
        script.run(5, trace::Kind::Compute, ms(10), ms(10), ms(10), ms(20));
        wait = {};
        wait.begin = ms(10);
        wait.end = ms(20);
        wait.releasedBy = OpId{1};
        script.recorder.write(wait);
        script.run(3, trace::Kind::CopyIn, ms(20), ms(20), ms(20), ms(30));
        const auto trace = script.end(ms(30));

        QCOMPARE(criticalPath(*trace, wholeRun(*trace)).delayedByWaits, ms(10));
    }

    void programTimeExcludesWorkAfterTheEndOfTheProgram()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpusOverlap);
        const Scope run = runScope(*trace);
        QVERIFY(programEnd(*trace) < run.end);

        QVERIFY(lowerBounds(*trace, run).program <= programEnd(*trace) - run.begin);
    }

    void cpuLaneIsIdleWhileTheCpuPinsPages()
    {
        const auto trace = pinningProgram();

        QCOMPARE(idleAt(*trace, LaneId{1}, ms(2))->why, Idle::Why::PageWork);
        QCOMPARE(idleAt(*trace, LaneId{1}, ms(9))->why, Idle::Why::NothingLeft);
    }

    void reasonOfAnIdleLaneIsACollectiveThatNeverCompleted()
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

    void lowerBoundIsNotLongerThanTheScope()
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

    void reasonOfAnIdleGapContainsTheNextOperation()
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

/// An operation of 3 ms on a GPU. The program issues it within 1 ms and does not wait for it.
void TestBound::stoppedRunGivesNoWarningAboutRunningWork()
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

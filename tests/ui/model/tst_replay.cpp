#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/model/breakpoints.h"
#include "ui/model/playhead.h"

#include <QSignalSpy>
#include <QTest>
#include <algorithm>

using engine::Nanoseconds;
using tests::Sample;
using namespace ui::model;
using namespace std::chrono_literals;

/// Tests queries at a time of a run: states of operations, sync points, current line, breakpoints.
class TestReplay : public QObject {
    Q_OBJECT

private slots:
    void operationCountsByStateMatchTheTrace()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        for (int step = 0; step <= 40; ++step) {
            const Nanoseconds now = trace->extent() * step / 40;
            std::size_t issued = 0, begun = 0, done = 0;
            for (std::size_t i = 0; i < trace->opCount(); ++i) {
                const auto& op = trace->op(engine::OpId{i});
                issued += op.issued <= now ? 1 : 0;
                begun += op.lane.isValid() && op.started <= now ? 1 : 0;
                done += op.lane.isValid() && op.finished <= now ? 1 : 0;
            }

            const StateCounts moment = countsAt(*trace, now);

            QCOMPARE(moment.issued, issued);
            QCOMPARE(moment.done, done);
            QCOMPARE(moment.running, begun - done);
            QCOMPARE(moment.queued, issued - begun);
        }
    }

    void steppingForwardAndBackFindsTheSameSyncPoints()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        std::vector<Nanoseconds> forward, back;
        for (auto at = nextSyncPoint(*trace, Nanoseconds{-1}); at; at = nextSyncPoint(*trace, *at))
            forward.push_back(*at);
        for (auto at = syncPointBefore(*trace, trace->extent() * 2); at; at = syncPointBefore(*trace, *at))
            back.push_back(*at);
        std::reverse(back.begin(), back.end());

        QVERIFY(forward.size() >= trace->waits().size());
        QVERIFY(forward == back);
        QVERIFY(!nextSyncPoint(*tests::sampleTrace(Sample::Empty), 0ns));
    }

    void lineOfTheInnermostStatementIsTheCurrentLine()
    {
        engine::trace::Store store;
        store.apply(engine::trace::LineRecord{20ns, 30ns, 2});
        store.apply(engine::trace::LineRecord{40ns, 50ns, 3});
        store.apply(engine::trace::LineRecord{10ns, 60ns, 7});
        store.apply(engine::trace::EndRecord{100ns, true});
        const LineTimes lines(*store.snapshot());

        QCOMPARE(lines.lineAt(5ns), 0);
        QCOMPARE(lines.lineAt(15ns), 7);
        QCOMPARE(lines.lineAt(25ns), 2);
        QCOMPARE(lines.lineAt(35ns), 7);
        QCOMPARE(lines.lineAt(45ns), 3);
        QCOMPARE(lines.lineAt(80ns), 3);
    }

    void playbackStopsAtABreakpointAndResumes()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        Breakpoints breakpoints;
        breakpoints.setRun(trace, LineTimes(*trace));
        const engine::OpId op{150};
        breakpoints.toggleOp(op);
        const Nanoseconds stop = trace->op(op).started;
        Playhead playhead;
        playhead.setExtent(trace->extent());
        playhead.setPace(Pace::RealTime);
        playhead.setFactor(1024);
        playhead.setStopAt([&](Nanoseconds from, Nanoseconds to) { return breakpoints.stopWithin(from, to); });

        playhead.play();
        QTRY_VERIFY(!playhead.isPlaying());
        QCOMPARE(playhead.time(), stop);
        playhead.play();
        QTRY_VERIFY(!playhead.isPlaying());
        QCOMPARE(playhead.time(), trace->extent());

        breakpoints.toggleOp(op);
        QVERIFY(breakpoints.isEmpty());
        QVERIFY(!breakpoints.stopWithin(0ns, trace->extent()));
    }

    void breakpointsStayWhenTheProgramRunsAgain()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        Breakpoints breakpoints;
        QSignalSpy changed(&breakpoints, &Breakpoints::changed);
        breakpoints.setRun(trace, LineTimes(*trace));
        breakpoints.toggleLine(23);
        breakpoints.toggleOp(engine::OpId{5});
        breakpoints.toggleLine(0);

        breakpoints.setRun(trace, LineTimes(*trace));
        QVERIFY(breakpoints.lines().contains(23) && breakpoints.ops().contains(5));
        breakpoints.clear();

        QVERIFY(breakpoints.isEmpty());
        QCOMPARE(changed.count(), 3);
    }

    void speedFactorIsLimitedAndResetByANewPace()
    {
        Playhead playhead;
        playhead.setExtent(1s);
        playhead.setPace(Pace::SlowMotion);
        const double slow = playhead.speed();
        playhead.setFactor(0.25);
        QCOMPARE(playhead.speed(), slow / 4);
        playhead.setFactor(1e9);
        QCOMPARE(playhead.factor(), 1024.0);
        playhead.setPace(Pace::RealTime);
        QCOMPARE(playhead.factor(), 1.0);
    }
};

QTEST_MAIN(TestReplay)
#include "tst_replay.moc"

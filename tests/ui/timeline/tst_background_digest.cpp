#include "ui/timeline/detail/background_digest.h"

#include "engine/trace/store.h"

#include <QSignalSpy>
#include <QTest>

using engine::Nanoseconds;
using ui::drawing::Continuity;
using ui::drawing::RunDigest;
using ui::timeline::BackgroundDigest;
using namespace engine::trace;

namespace {

constexpr int kFew = 100;
constexpr int kMany = 100'000;

/// Records a run: operations on two lanes that work at the same time.
class Run {
public:
    Run()
    {
        m_store.apply(DeviceRecord{engine::DeviceId{0}, DeviceKind::Cpu, "CPU", "", {}, {}, 0});
        for (const int lane : {0, 1})
            m_store.apply(LaneRecord{engine::LaneId{lane}, engine::DeviceId{0}, LaneRole::CpuWorker,
                                     static_cast<std::uint16_t>(lane), "compute", 0});
    }

    TracePtr grow(int operations)
    {
        for (const int end = m_count + operations; m_count < end; ++m_count)
            work(Nanoseconds{std::int64_t{m_count / 2} * 1'000}, Nanoseconds{900});
        return m_store.snapshot();
    }

    /// Adds an operation that ran between the first two operations of a lane, but whose records arrive after all
    /// others.
    void addLate()
    {
        work(Nanoseconds{910}, Nanoseconds{80});
        ++m_count;
    }

    TracePtr end()
    {
        m_store.apply(EndRecord{Nanoseconds{std::int64_t{m_count} * 1'000}, true});
        return m_store.snapshot();
    }

private:
    void work(Nanoseconds begin, Nanoseconds duration)
    {
        IssueRecord issue;
        issue.op = engine::OpId{m_count};
        issue.begin = issue.end = begin;
        issue.line = 1;
        issue.device = engine::DeviceId{0};
        m_store.apply(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = engine::LaneId{m_count % 2};
        life.ready = life.started = begin;
        life.finished = begin + duration;
        m_store.apply(life);
    }

    Store m_store;
    int m_count = 0;
};

TracePtr finishedRun(int operations)
{
    Run run;
    (void)run.grow(operations);
    return run.end();
}

/// Checks that `digest` equals a digest that is computed from `trace` in one step.
void compare(const RunDigest& digest, const TracePtr& trace)
{
    RunDigest expected;
    expected.update(*trace, {}, Continuity::NewRun);
    QCOMPARE(digest.frontend().spans().size(), trace->opCount());
    QCOMPARE(digest.issuedTo(engine::DeviceId{0}), trace->opCount());
    for (const auto& lane : trace->lanes())
        QCOMPARE(digest.groups(lane.id).size(), expected.groups(lane.id).size());
    const auto busy = [&](const RunDigest& of) { return of.concurrency().many().busy({}, trace->extent()); };
    QVERIFY(busy(expected) > Nanoseconds{0});
    QCOMPARE(busy(digest), busy(expected));
}

}  // namespace

/// Tests the digest that the timeline computes from a run: in update() for a short run, on a thread for a long one.
class TestBackgroundDigest : public QObject {
    Q_OBJECT

private slots:
    void digestOfAShortRunIsCompleteAfterUpdate()
    {
        BackgroundDigest background;
        const TracePtr run = finishedRun(kFew);
        background.update(run, {}, Continuity::NewRun);
        QVERIFY(background.isComplete());
        compare(background.digest(), run);
    }

    void labelsOfAFinishedRunIncludeOperationsThatWereRecordedLate()
    {
        Run run;
        RunDigest digest;
        digest.update(*run.grow(10), {}, Continuity::NewRun);
        run.addLate();

        digest.update(*run.end(), {}, Continuity::SameRun);

        const auto& groups = digest.groups(engine::LaneId{0});
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front().count, 6);
    }

    void digestOfALongRunIsCompleteWhenTheSignalIsEmitted()
    {
        BackgroundDigest background;
        QSignalSpy completed(&background, &BackgroundDigest::completed);
        const TracePtr run = finishedRun(kMany);
        background.update(run, {}, Continuity::NewRun);
        QVERIFY(!background.isComplete());
        QVERIFY(completed.wait());
        compare(background.digest(), run);
    }

    void newestRunReplacesALongRunThatIsBeingRead()
    {
        BackgroundDigest background;
        QSignalSpy completed(&background, &BackgroundDigest::completed);
        background.update(finishedRun(2 * kMany), {}, Continuity::NewRun);
        background.update(finishedRun(3 * kMany), {}, Continuity::NewRun);
        const TracePtr newest = finishedRun(kMany);
        background.update(newest, {}, Continuity::NewRun);
        QVERIFY(completed.wait());
        QCOMPARE(completed.size(), 1);
        compare(background.digest(), newest);
    }

    void shortRunReplacesALongRunThatIsBeingRead()
    {
        BackgroundDigest background;
        background.update(finishedRun(kMany), {}, Continuity::NewRun);
        const TracePtr newest = finishedRun(kFew);
        background.update(newest, {}, Continuity::NewRun);
        background.finish();
        compare(background.digest(), newest);
    }

    void digestOfARunThatGrowsWhileItIsReadIsComplete()
    {
        BackgroundDigest background;
        Run run;
        background.update(run.grow(kMany), {}, Continuity::NewRun);
        background.update(run.grow(kFew), {}, Continuity::SameRun);
        background.update(run.grow(kFew), {}, Continuity::SameRun);
        const TracePtr whole = run.end();
        background.update(whole, {}, Continuity::SameRun);
        background.finish();
        compare(background.digest(), whole);
    }

    void sameSnapshotIsNotReadAgain()
    {
        BackgroundDigest background;
        const TracePtr run = finishedRun(kMany);
        background.update(run, {}, Continuity::NewRun);
        background.finish();
        background.update(run, {}, Continuity::SameRun);
        QVERIFY(background.isComplete());
    }

    void runIsReadAgainIfASyncPointHasBeenSwitched()
    {
        BackgroundDigest background;
        const TracePtr run = finishedRun(kMany);
        background.update(run, {}, Continuity::NewRun);
        background.finish();
        ui::model::RunContext context;
        context.syncPoints[1] = false;
        background.update(run, context, Continuity::NewRun);
        QVERIFY(!background.isComplete());
        QCOMPARE(background.digest().issuedTo(engine::DeviceId{0}), run->opCount());
        background.finish();
        compare(background.digest(), run);
    }

    void digestIsCompleteIfASyncPointIsSwitchedDuringTheComputation()
    {
        BackgroundDigest background;
        const TracePtr run = finishedRun(kMany);
        background.update(run, {}, Continuity::NewRun);
        ui::model::RunContext context;
        context.syncPoints[1] = false;
        background.update(run, context, Continuity::NewRun);
        QSignalSpy completed(&background, &BackgroundDigest::completed);
        QTRY_VERIFY(!background.digest().isEmpty());
        QTRY_COMPARE(completed.size(), 1);
        compare(background.digest(), run);
    }

    void shortRunDoesNotWaitUntilThePreviousLongRunIsRead()
    {
        BackgroundDigest background;
        QSignalSpy completed(&background, &BackgroundDigest::completed);
        background.update(finishedRun(kMany), {}, Continuity::NewRun);
        const TracePtr newest = finishedRun(kFew);
        background.update(newest, {}, Continuity::NewRun);
        QVERIFY(background.isComplete());
        compare(background.digest(), newest);
        background.finish();
        QCOMPARE(completed.size(), 0);
        compare(background.digest(), newest);
    }

    void destroyedDigestEmitsNoSignal()
    {
        int count = 0;
        {
            BackgroundDigest background;
            connect(&background, &BackgroundDigest::completed, this, [&count] { ++count; });
            background.update(finishedRun(kMany), {}, Continuity::NewRun);
        }
        QCoreApplication::processEvents();
        QCOMPARE(count, 0);
    }
};

QTEST_MAIN(TestBackgroundDigest)

#include "tst_background_digest.moc"

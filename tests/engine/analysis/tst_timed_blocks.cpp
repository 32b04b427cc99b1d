#include "engine/analysis/timed_block.h"
#include "engine/analysis/warnings.h"
#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

using namespace engine;
using namespace engine::trace;
using namespace engine::analysis;
using tests::Sample;

/// Tests timed blocks whose clock stops before their work ends, and the warnings about them.
class TestTimedBlocks : public QObject {
    Q_OBJECT

private slots:
    void blockWithLateWorkIsMistimed_data();
    void blockWithLateWorkIsMistimed();
    void blockDelayedByEarlierWorkIsMistimed_data();
    void blockDelayedByEarlierWorkIsMistimed();
    void epochIsNotMistimedByEarlierWork();
    void warningStatesTheDeviceThatIsBusyAtTheEndOfABlock();
    void warningStatesTheWorkThatDelayedABlock();
    void copyThatEndsBeforeItsCallGivesNoWarning();
};

namespace {

enum class Delay : std::uint8_t { None, Stream, Wait, OtherDevice, BothDevices };

/// A block from 10 ms to 20 ms. Its product starts at 15 ms, when the work of an earlier warm-up ends. Without the
/// delay, the product starts at 10 ms.
TracePtr delayedBlock(Delay delay, const std::vector<StepRecord>& steps = {})
{
    constexpr auto ms = [](int t) { return Nanoseconds(std::chrono::milliseconds(t)); };
    Recorder recorder;
    for (int i = 0; i < 2; ++i) {
        recorder.write(DeviceRecord{DeviceId{i}, DeviceKind::Gpu, "GPU " + std::to_string(i), {}, {}, {}, 0});
        recorder.write(LaneRecord{LaneId{i}, DeviceId{i}, LaneRole::Compute, 0, "compute", 0});
    }
    const auto run = [&](int id, const char* name, int device, Nanoseconds issued, Nanoseconds begin, Nanoseconds end,
                         Cause cause) {
        IssueRecord issue;
        issue.op = OpId{id};
        issue.begin = issue.end = issued;
        issue.name = recorder.intern(name);
        issue.device = DeviceId{device};
        recorder.write(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{device};
        life.ready = issued;
        life.started = begin;
        life.finished = end;
        life.readyCause = {CauseKind::Issued, {}};
        life.startCause = cause;
        recorder.write(life);
    };
    const bool isOther = delay == Delay::OtherDevice;
    for (const StepRecord& step : steps)
        recorder.write(step);
    run(0, "warm-up", isOther ? 1 : 0, ms(1), ms(1), delay == Delay::None ? ms(9) : ms(15), {CauseKind::Issued, {}});
    if (delay == Delay::Wait) {
        WaitRecord wait;
        wait.begin = ms(10);
        wait.end = ms(15);
        wait.releasedBy = OpId{0};
        recorder.write(wait);
    }
    if (delay == Delay::BothDevices) {
        run(1, "second warm-up", 1, ms(1), ms(1), ms(15), {CauseKind::Issued, {}});
        for (int device = 0; device < 2; ++device)
            run(2 + device, "product", device, ms(10), ms(15), ms(20), {CauseKind::Stream, OpId{device}});
        recorder.write(BlockRecord{ms(10), ms(20), 1, "timed", 0.01, false});
        recorder.finish();
        return recorder.snapshot();
    }
    const bool isDelayed = delay == Delay::Stream || delay == Delay::Wait;
    run(1, "product", 0, delay == Delay::Wait ? ms(15) : ms(10), isDelayed ? ms(15) : ms(10), ms(20),
        delay == Delay::Stream ? Cause{CauseKind::Stream, OpId{0}} : Cause{CauseKind::Issued, {}});
    recorder.write(BlockRecord{ms(10), ms(20), 1, "timed", 0.01, false});
    recorder.write(EndRecord{ms(20), true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace

void TestTimedBlocks::blockWithLateWorkIsMistimed_data()
{
    QTest::addColumn<qint64>("clock");  // in ns
    QTest::addColumn<qint64>("work");
    QTest::addColumn<bool>("isFailed");
    QTest::addColumn<bool>("isMistimed");
    constexpr qint64 us = 1000, ms = 1000 * us;
    QTest::newRow("work ends with the clock") << 500 * ms << 500 * ms << false << false;
    QTest::newRow("1 % late") << 500 * ms << 505 * ms << false << false;
    QTest::newRow("more than 1 % late") << 500 * ms << 505 * ms + 1 << false << true;
    QTest::newRow("0.2 ms late in a short block") << 1 * ms << 1 * ms + 200 * us << false << false;
    QTest::newRow("more than 0.2 ms late in a short block") << 1 * ms << 1 * ms + 200 * us + 1 << false << true;
    QTest::newRow("a block that failed") << 500 * ms << 600 * ms << true << false;
}

void TestTimedBlocks::blockWithLateWorkIsMistimed()
{
    QFETCH(qint64, clock);
    QFETCH(qint64, work);
    QFETCH(bool, isFailed);
    TimedBlock block;
    block.begin = Nanoseconds{50};
    block.clock = block.begin + Nanoseconds{clock};
    block.work = block.begin + Nanoseconds{work};
    block.isFailed = isFailed;

    QTEST(block.isMistimed(), "isMistimed");
    QCOMPARE(block.scope().length().count(), std::max(clock, work));
}

void TestTimedBlocks::blockDelayedByEarlierWorkIsMistimed_data()
{
    QTest::addColumn<int>("delay");
    QTest::addColumn<bool>("isMistimed");
    QTest::newRow("earlier work has ended") << static_cast<int>(Delay::None) << false;
    QTest::newRow("the stream was busy with earlier work") << static_cast<int>(Delay::Stream) << true;
    QTest::newRow("the program waited for earlier work before it issued") << static_cast<int>(Delay::Wait) << true;
    QTest::newRow("earlier work on another device") << static_cast<int>(Delay::OtherDevice) << false;
}

void TestTimedBlocks::blockDelayedByEarlierWorkIsMistimed()
{
    QFETCH(int, delay);

    const TimedBlock block = timedBlock(*delayedBlock(static_cast<Delay>(delay)), 0);

    QTEST(block.isMistimed(), "isMistimed");
    QCOMPARE(block.delays.size(), std::size_t{block.isMistimed() ? 1U : 0U});
    if (block.isMistimed()) {
        QCOMPARE(block.delays[0].earlier, OpId{0});
        QCOMPARE(block.delays[0].delayed, OpId{1});
    }
    QVERIFY(!block.isClockEarly());
}

/// Some programs measure each epoch with a timed block. Such a block is not mistimed if earlier work delays it.
void TestTimedBlocks::epochIsNotMistimedByEarlierWork()
{
    constexpr auto ms = [](int t) { return Nanoseconds(std::chrono::milliseconds(t)); };
    const StepRecord batch{ms(11), ms(19), StepKind::Batch, 0, 1, 1};
    const StepRecord epoch{ms(10), ms(19), StepKind::Epoch, 0, 2, 1}, next{ms(19), ms(20), StepKind::Epoch, 1, 2, 1};

    QVERIFY(!timedBlock(*delayedBlock(Delay::Stream, {batch, epoch}), 0).isMistimed());
    QVERIFY(!timedBlock(*delayedBlock(Delay::Wait, {batch}), 0).isMistimed());
    QVERIFY(warnings(*delayedBlock(Delay::Stream, {batch, epoch})).empty());
    QVERIFY(timedBlock(*delayedBlock(Delay::Stream, {batch, epoch, next}), 0).isMistimed());
    QVERIFY(timedBlock(*delayedBlock(Delay::Stream, {epoch}), 0).isMistimed());
}

void TestTimedBlocks::warningStatesTheDeviceThatIsBusyAtTheEndOfABlock()
{
    const std::vector<Warning> all = warnings(*tests::sampleTrace(Sample::TwoGpus));

    const auto atEnd = std::find_if(all.begin(), all.end(), [](const Warning& w) { return w.line == 21; });
    QVERIFY(atEnd != all.end());
    QVERIFY2(atEnd->text.english().starts_with("GPU 1 is still busy when \"GPU1 & GPU2\" ends"),
             atEnd->text.english().c_str());
    for (const Warning& warning : all)
        QVERIFY2(warning.text.english().find("GPU 0") == std::string::npos, warning.text.english().c_str());
}

void TestTimedBlocks::warningStatesTheWorkThatDelayedABlock()
{
    const std::vector<Warning> all = warnings(*delayedBlock(Delay::Stream));

    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].text.english(),
             std::string("GPU 0 is still busy with earlier work when \"timed\" begins: warm-up ends 5 ms "
                         "later, and product of the block starts after it."));
    QVERIFY(warnings(*delayedBlock(Delay::OtherDevice)).empty());
    const std::vector<Warning> both = warnings(*delayedBlock(Delay::BothDevices));
    QCOMPARE(both.size(), std::size_t{2});
    QVERIFY(both[0].text.english().starts_with("GPU 0 is still busy") &&
            both[1].text.english().starts_with("GPU 1 is still busy"));
}

/// In a profiler's trace, a copy may end before its call returns.
void TestTimedBlocks::copyThatEndsBeforeItsCallGivesNoWarning()
{
    const auto warned = [](Nanoseconds callEnd) {
        Recorder recorder;
        recorder.write(DeviceRecord{DeviceId{0}, DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
        recorder.write(LaneRecord{LaneId{0}, DeviceId{0}, LaneRole::CopyOut, 0, "copy", 0});
        recorder.write(LaneRecord{LaneId{1}, {}, LaneRole::Frontend, 0, "thread", 0});
        IssueRecord issue;
        issue.op = OpId{0};
        issue.begin = issue.end = Nanoseconds{1000};
        issue.kind = Kind::CopyOut;
        issue.device = DeviceId{0};
        recorder.write(issue);
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{0};
        life.ready = life.started = Nanoseconds{2000};
        life.finished = Nanoseconds{900'000};
        recorder.write(life);
        recorder.write(HostRecord{Nanoseconds{1000}, callEnd, 0, {}, {}, LaneId{1}});
        recorder.write(EndRecord{std::max(callEnd, life.finished), true});
        recorder.finish();
        return warnings(*recorder.snapshot()).size();
    };

    QCOMPARE(warned(Nanoseconds{800'000}), std::size_t{1});
    QCOMPARE(warned(Nanoseconds{920'000}), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestTimedBlocks)
#include "tst_timed_blocks.moc"

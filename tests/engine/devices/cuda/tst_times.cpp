#include "engine/devices/cuda/detail/event_clock.h"
#include "engine/devices/cuda/detail/life_ledger.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <vector>

using namespace engine;
using namespace engine::devices::cuda::detail;

using Outcome = LifeLedger::Outcome;
using Timing = LifeLedger::Timing;

constexpr DeviceId kGpu{1};

/// Tests how host and device times are merged into the lifetime of an operation.
class TestTimes : public QObject {
    Q_OBJECT

private slots:
    void measuredTimeIsUsedUnchanged();
    void startOfAnOperationIsMovedToItsPredecessorsEnd();
    void endOfAnOperationIsNotAfterItsObservation();
    void untimedOperationLastsFromItsIssueToItsObservedEnd();
    void lifetimesAreWrittenInDependencyOrder();
    void flushesOfOtherDevicesDoNotWriteALifetime();
    void lifetimeIsNotWrittenWhileTimesOfItsKernelsMayFollow();
    void lateTimesAreNotCountedAsMissingIfAnotherStreamHasTimes();
    void discardedOperationDoesNotDelayOthers();
    void invalidTimesAreIgnored();
    void kernelTimesOfAnOperationAreMerged();
    void callbackReceivesTheTimesOfItsOperation();
    void operationThatWaitedForRanksMayBeReadyBeforeItIsIssued();
    void clockDriftIsCorrectedByAnchors();

private:
    static Nanoseconds at(std::int64_t us) { return Nanoseconds{us * 1000}; }

    std::vector<trace::LifeRecord> m_lives;
    const LifeLedger::Write m_write = [this](const trace::LifeRecord& life) { m_lives.push_back(life); };
};

void TestTimes::measuredTimeIsUsedUnchanged()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.ended(OpId{0}, at(50), Outcome::Done, LifeLedger::Interval{at(20), at(40)});

    QCOMPARE(m_lives.size(), std::size_t{1});
    QVERIFY(m_lives[0].ready == at(10) && m_lives[0].started == at(20) && m_lives[0].finished == at(40));
    QVERIFY(m_lives[0].state == trace::OpState::Done);
    QCOMPARE(ledger.adjustments().moved, 0);
}

void TestTimes::startOfAnOperationIsMovedToItsPredecessorsEnd()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.issued(OpId{1}, LaneId{2}, kGpu, at(11), std::array{OpId{0}}, Timing::None);
    ledger.ended(OpId{0}, at(60), Outcome::Done, LifeLedger::Interval{at(20), at(40)});
    ledger.ended(OpId{1}, at(60), Outcome::Done, LifeLedger::Interval{at(37), at(55)});

    QVERIFY(m_lives[1].started == at(40) && m_lives[1].finished == at(55));
    QVERIFY(m_lives[1].readyCause.op == OpId{0});
    QCOMPARE(ledger.adjustments().moved, 1);
    QVERIFY(ledger.adjustments().most == at(3));
}

void TestTimes::endOfAnOperationIsNotAfterItsObservation()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.ended(OpId{0}, at(50), Outcome::Done, LifeLedger::Interval{at(20), at(52)});

    QVERIFY(m_lives[0].finished == at(50));
}

void TestTimes::untimedOperationLastsFromItsIssueToItsObservedEnd()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.issued(OpId{1}, LaneId{1}, kGpu, at(12), {}, Timing::None);
    ledger.ended(OpId{0}, at(30), Outcome::Done, {});
    ledger.ended(OpId{1}, at(45), Outcome::Failed, {});

    QVERIFY(m_lives[0].started == at(10) && m_lives[0].finished == at(30));
    QVERIFY(m_lives[1].started == at(30) && m_lives[1].finished == at(45));
    QVERIFY(m_lives[1].state == trace::OpState::Failed);
}

void TestTimes::lifetimesAreWrittenInDependencyOrder()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.issued(OpId{1}, LaneId{2}, kGpu, at(11), std::array{OpId{0}}, Timing::None);
    ledger.issued(OpId{2}, LaneId{3}, kGpu, at(12), std::array{OpId{1}}, Timing::None);
    ledger.ended(OpId{2}, at(60), Outcome::Done, {});
    ledger.ended(OpId{1}, at(61), Outcome::Done, {});
    QVERIFY(m_lives.empty());
    ledger.ended(OpId{0}, at(62), Outcome::Done, {});

    QCOMPARE(m_lives.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(m_lives[i].op, OpId{i});
    QVERIFY(m_lives[2].started >= m_lives[1].finished && m_lives[1].started >= m_lives[0].finished);
}

void TestTimes::flushesOfOtherDevicesDoNotWriteALifetime()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.ended(OpId{0}, at(50), Outcome::Done, {});
    ledger.flushed(kGpu);
    for (int i = 0; i < 3; ++i)
        ledger.flushed(DeviceId{2});  // concerns another device, so it proves nothing for kGpu
    QVERIFY(m_lives.empty());
    ledger.timed(OpId{0}, {at(20), at(30)});
    ledger.flushed(kGpu);

    QCOMPARE(m_lives.size(), std::size_t{1});
    QVERIFY(m_lives[0].started == at(20) && m_lives[0].finished == at(30));
}

void TestTimes::lifetimeIsNotWrittenWhileTimesOfItsKernelsMayFollow()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    for (std::uint32_t op = 0; op < 3; ++op)
        ledger.issued(OpId{op}, LaneId{1 + op % 2}, kGpu, at(10), {}, Timing::Follow);
    ledger.ended(OpId{0}, at(50), Outcome::Done, {});
    for (int i = 0; i < 5; ++i)
        ledger.flushed(kGpu);  // the profiler's buffer contains an operation that still runs
    QVERIFY(m_lives.empty());
    ledger.timed(OpId{0}, {at(20), at(25)});
    ledger.timed(OpId{0}, {at(25), at(30)});  // second kernel of the operation
    ledger.flushed(kGpu);
    ledger.flushed(kGpu);
    QVERIFY(m_lives.empty());  // a third kernel may follow
    ledger.timed(OpId{1}, {at(31), at(40)});
    ledger.flushed(kGpu);
    QVERIFY(m_lives.empty());
    ledger.flushed(kGpu);

    QCOMPARE(m_lives.size(), std::size_t{1});
    QVERIFY(m_lives[0].started == at(20) && m_lives[0].finished == at(30));
    QCOMPARE(ledger.adjustments().missing, 0);
}

void TestTimes::lateTimesAreNotCountedAsMissingIfAnotherStreamHasTimes()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.issued(OpId{1}, LaneId{2}, kGpu, at(10), {}, Timing::Follow);
    ledger.issued(OpId{2}, LaneId{1}, kGpu, at(11), {}, Timing::Follow);  // keeps the device busy
    ledger.timed(OpId{1}, {at(12), at(13)});
    ledger.ended(OpId{1}, at(14), Outcome::Done, {});
    ledger.flushed(kGpu);
    ledger.flushed(kGpu);
    ledger.ended(OpId{0}, at(50), Outcome::Done, {});
    ledger.flushed(kGpu);
    ledger.timed(OpId{0}, {at(20), at(45)});
    ledger.ended(OpId{2}, at(60), Outcome::Done, {});
    ledger.finish();

    QCOMPARE(m_lives.size(), std::size_t{3});
    const auto first = std::ranges::find(m_lives, OpId{0}, &trace::LifeRecord::op);
    QVERIFY(first->started == at(20) && first->finished == at(45));
    QCOMPARE(ledger.adjustments().missing, 1);  // only the last operation has no time
}

void TestTimes::discardedOperationDoesNotDelayOthers()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.issued(OpId{1}, LaneId{1}, kGpu, at(12), {}, Timing::Follow);
    ledger.discard(OpId{1});
    QVERIFY(!ledger.contains(OpId{1}));
    ledger.issued(OpId{2}, LaneId{1}, kGpu, at(14), {}, Timing::Follow);
    ledger.timed(OpId{0}, {at(20), at(25)});
    ledger.timed(OpId{2}, {at(30), at(35)});
    ledger.ended(OpId{0}, at(50), Outcome::Done, {});
    ledger.ended(OpId{2}, at(50), Outcome::Done, {});
    ledger.flushed(kGpu);
    ledger.flushed(kGpu);

    QCOMPARE(m_lives.size(), std::size_t{2});
    QVERIFY(m_lives[1].op == OpId{2} && m_lives[1].readyCause.op == OpId{0});
}

void TestTimes::invalidTimesAreIgnored()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.issued(OpId{1}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.timed(OpId{0}, {at(0), at(0)});
    ledger.timed(OpId{1}, {at(40), at(35)});
    ledger.ended(OpId{0}, at(30), Outcome::Done, {});
    ledger.ended(OpId{1}, at(50), Outcome::Done, {});
    ledger.finish();

    QVERIFY(m_lives[0].started == at(10) && m_lives[0].finished == at(30));
    QVERIFY(m_lives[1].started == at(30) && m_lives[1].finished == at(50));
    QCOMPARE(ledger.adjustments().missing, 2);
}

void TestTimes::kernelTimesOfAnOperationAreMerged()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::Follow);
    ledger.timed(OpId{0}, {at(30), at(40)});
    ledger.timed(OpId{0}, {at(20), at(25)});
    ledger.ended(OpId{0}, at(50), Outcome::Done, {});
    ledger.finish();

    QVERIFY(m_lives[0].started == at(20) && m_lives[0].finished == at(40));
}

void TestTimes::callbackReceivesTheTimesOfItsOperation()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    std::vector<Nanoseconds> times;
    const auto note = [&times](const LifeLedger::Times& life) {
        times.push_back(life.begin);
        times.push_back(life.end);
    };
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.whenWritten(OpId{0}, note);
    QVERIFY(times.empty());
    ledger.ended(OpId{0}, at(50), Outcome::Done, LifeLedger::Interval{at(20), at(40)});
    ledger.whenWritten(OpId{0}, note);

    QVERIFY((times == std::vector{at(20), at(40), at(20), at(40)}));
}

/// A posted operation is ready at its posting or when its predecessor ends. It starts only after it was issued.
void TestTimes::operationThatWaitedForRanksMayBeReadyBeforeItIsIssued()
{
    m_lives.clear();
    LifeLedger ledger(m_write);
    ledger.issued(OpId{0}, LaneId{1}, kGpu, at(10), {}, Timing::None);
    ledger.issued(OpId{1}, LaneId{2}, kGpu, at(60), {}, Timing::None, at(15));
    ledger.issued(OpId{2}, LaneId{3}, kGpu, at(60), std::array{OpId{0}}, Timing::None, at(15));
    ledger.ended(OpId{0}, at(50), Outcome::Done, LifeLedger::Interval{at(20), at(40)});
    ledger.ended(OpId{1}, at(90), Outcome::Done, {});
    ledger.ended(OpId{2}, at(90), Outcome::Done, {});
    QVERIFY(m_lives[1].ready == at(15));
    QVERIFY(m_lives[1].started == at(60));
    QVERIFY(m_lives[2].ready == at(40));
    QVERIFY(m_lives[2].started == at(60));
}

void TestTimes::clockDriftIsCorrectedByAnchors()
{
    EventClock clock;
    QVERIFY(!clock.anchor());
    clock.setAnchor(nullptr, {at(990), at(1010)}, Nanoseconds{});
    QVERIFY(clock.anchor()->at == at(1000));
    QVERIFY(EventClock::map(*clock.anchor(), at(500)) == at(1500));

    // The device's clock is slow by a factor of 1e-5.
    clock.setAnchor(nullptr, {at(2'000'990), at(2'001'010)}, at(1'999'980));
    const Nanoseconds mapped = EventClock::map(*clock.anchor(), at(1'000'000));

    const Nanoseconds exact = at(2'001'000) + at(1'000'010);
    QVERIFY(std::abs((mapped - exact).count()) < 10);
}

QTEST_APPLESS_MAIN(TestTimes)
#include "tst_times.moc"

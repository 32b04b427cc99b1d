#include "engine/devices/sim/detail/simulator.h"
#include "tests/engine/devices/sim/driver.h"

#include <atomic>
#include <thread>

using namespace simtest;
using namespace engine::devices::sim::detail;

/// Calls of the platform cannot create a wait cycle, because an operation only waits for earlier ones. This test
/// therefore uses the simulator directly.
class TestDeadlock : public QObject {
    Q_OBJECT

private slots:
    void errorNamesTheOperationsOfAWaitCycle_invariant30();
    void waitOnAnIdleMachineReturns();
    void cancelFromAnotherThreadReleasesAWait_invariant30();
};

namespace {

Slot marker(State& state, Executor& executor)
{
    const Slot slot = state.operations.allocate();
    SimOp& op = state.operations[slot];
    op.id = state.operations.nextId();
    op.kind = OpClass::Marker;
    op.home = DeviceId{1};
    op.gpu = 0;
    op.stream = executor.resources().streams.add(DeviceId{1}, device::StreamKind::NonBlocking, StreamUse::Program);
    return slot;
}

}  // namespace

void TestDeadlock::errorNamesTheOperationsOfAWaitCycle_invariant30()
{
    const device::Machine book = machine("book-v100");
    const device::PlatformOptions options;
    Records records;
    TraceWriter trace(records);
    State state(book.torch, options, trace);
    Executor executor(state, nullptr);
    Simulator simulator(state, executor);
    const Slot first = marker(state, executor);
    ++state.operations[first].gates;  // the first operation is blocked until the second one exists
    QVERIFY(executor.submit(first, {}, {}, {}));
    const Slot second = marker(state, executor);
    state.operations.orderAfter(second, OpId{0});
    QVERIFY(executor.submit(second, {}, {}, {}));
    state.operations.orderAfter(first, OpId{1});

    const Status status = simulator.runUntil([&] { return state.operations.pending() == 0; });

    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::Deadlock);
    QVERIFY2(
        status.error().english().find("operation 0 waits for operation 1 waits for operation 0") != std::string::npos,
        status.error().english().c_str());
    executor.dropAll();
    for (const trace::LifeRecord& life : records.lives)
        QCOMPARE(life.state, trace::OpState::Cancelled);
}

void TestDeadlock::waitOnAnIdleMachineReturns()
{
    Driver d(machine("laptop-2019"), {});

    QVERIFY(d.platform().waitAll({}));
    d.platform().finish();

    QCOMPARE(d.records.ends.size(), std::size_t{1});
}

void TestDeadlock::cancelFromAnotherThreadReleasesAWait_invariant30()
{
    Driver d(machine("book-v100"), {});
    const VariableId x = d.uniform(d.gpu(0), 64);
    std::atomic<bool> isOver{false};
    std::thread stopper([&] {
        d.platform().cancel();
        isOver = true;
    });

    // For every interleaving of the two threads, pushes and waits return.
    Status status;
    while (status)
        status = d.failure ? Status{*d.failure} : (static_cast<void>(d.mm(x, d.gpu(0), 64)), d.platform().waitAll({}));
    stopper.join();

    QVERIFY(isOver);
    QCOMPARE(status.error().code, ErrorCode::Cancelled);
    d.platform().finish();
    d.platform().finish();
    for (const trace::LifeRecord& life : d.records.lives)
        QVERIFY(life.finished <= d.platform().now());
}

QTEST_APPLESS_MAIN(TestDeadlock)
#include "tst_deadlock.moc"

#include "tests/engine/devices/sim/semantics.h"

#include <chrono>

using namespace simtest;
using device::HostMemoryMode;
using device::PlatformOptions;
using device::Semantics;
using ops::Operator;

namespace {

/// A blocking copy; the variables must outlive the request.
device::OpRequest copyToHost(const VariableId& from, const VariableId& to)
{
    device::OpRequest copy;
    copy.operation.op = Operator::Copy;
    copy.operation.inputs = {{kN, kN}};
    copy.operation.output = {kN, kN};
    copy.reads = {&from, 1};
    copy.writes = {&to, 1};
    copy.device = kCpu;
    return copy;
}

}  // namespace

/// Tests guarantees of the frameworks and their limits, each by a small program.
class TestSemantics : public QObject {
    Q_OBJECT

private slots:
    void freedMemoryIsReusedImmediatelyOnItsStream_invariant20();
    void memoryUsedByAnotherStreamIsReusedAfterThatUse_invariant20();
    void platformIsUsableAfterOutOfMemory_invariant21();
    void mxnetWaitReportsOutOfMemoryAndDependentsAreSkipped_invariant21();
    void pagesAreFaultedOnlyAtTheirFirstUse_invariant23();
    void pushCostDoesNotDependOnTheTensorSize_invariant24();
    void programIsNotSlowerWithoutWaits_invariant25();
    void equalWorkOnEachOfTwoGpusTakesAsLongAsOnOneGpu_invariant27();
    void emptyCopiesTakeOnlyTheLatency_invariant29();
    void cancelEndsAQueueOf200000Operations_invariant30();
    void eachPushReturnsAfterItsOperationUnderTheNaivePolicy();
    void mxnetWaitIsQueuedOnTheCpuWorker();
    void nonBlockingTorchCopiesToTheHostUsePinnedMemory();
    void pageableNonBlockingCopyReturnsWhenItsDataAreStaged();
    void smallBlockingCopyToTheDeviceWaitsForEarlierWork();
    void blockingCopyCostsAWakeUp();
    void copyWhoseValuesAreReadNextIsRecordedAsOneWait();
    void copiesBetweenGpusWithoutALinkPassThroughTheHost();
    void readOfValuesThatWereNotComputedGivesAnError();
    void invalidCallsAreRefused();
    void finishRunsPendingOperationsAndIsIdempotent();
    void tenThousandTensorsLeaveNoMemoryAllocated();
    void waitallReturnsAfterAHundredThousandMarkerOperations();
};

void TestSemantics::freedMemoryIsReusedImmediatelyOnItsStream_invariant20()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);

    for (int i = 0; i < 10; ++i)
        d.drop(d.mm(x, d.gpu(0), kN));  // the product has not run yet

    QCOMPARE(d.platform().memory().levels(d.gpu(0)).reserved.value, std::int64_t{2} * 62 * (1 << 20));
    d.waitall();
}

void TestSemantics::memoryUsedByAnotherStreamIsReusedAfterThatUse_invariant20()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const StreamId side = *d.platform().streams().create(d.gpu(0));
    const VariableId x = d.uniform(d.gpu(0), kN);
    const VariableId y = d.mm(x, d.gpu(0), kN);
    static_cast<void>(d.mm(y, d.gpu(0), kN, side));

    d.drop(y);
    const std::int64_t before = d.platform().memory().levels(d.gpu(0)).reserved.value;
    const VariableId z = d.mm(x, d.gpu(0), kN);
    QVERIFY(d.platform().memory().levels(d.gpu(0)).reserved.value > before);
    d.waitall();
    d.drop(z);
    static_cast<void>(d.run(x, d.gpu(0), kN, 2));
    QCOMPARE(d.platform().memory().levels(d.gpu(0)).reserved.value, before + 62 * (1 << 20));
}

void TestSemantics::platformIsUsableAfterOutOfMemory_invariant21()
{
    Driver d(machine("card-4gb"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    auto y = d.run(x, d.gpu(0), kN, 100);
    QVERIFY(d.failure);
    QCOMPARE(y.size(), std::size_t{45});

    d.drop(y);
    d.failure.reset();
    y = d.run(x, d.gpu(0), kN, 44);

    QVERIFY(!d.failure);
    d.waitall();
    // To allocate a block of a different size, the pool empties its cache, which waits for the device.
    d.drop(y);
    const VariableId large = d.tensor(d.gpu(0), {20'000, 20'000});
    QVERIFY(d.apply(Operator::Fill, d.gpu(0), {}, large, {}, {20'000, 20'000}));
    QVERIFY(!d.apply(Operator::Fill, d.gpu(0), {}, d.tensor(d.gpu(0), {20'000, 20'000}), {}, {20'000, 20'000}));
}

void TestSemantics::mxnetWaitReportsOutOfMemoryAndDependentsAreSkipped_invariant21()
{
    Driver d(machine("card-4gb"), options(Semantics::MXNet));
    const VariableId x = d.uniform(d.gpu(0), kN);
    auto y = d.run(x, d.gpu(0), kN, 60);
    QVERIFY2(!d.failure, "issuing takes no memory");
    const VariableId z = d.mm(y.back(), d.gpu(0), kN);
    const OpId reader = d.lastOp;

    const Status all = d.platform().waitAll({});

    QVERIFY(!all);
    QCOMPARE(all.error().code, ErrorCode::OutOfMemory);
    QVERIFY(all.error().english().find("cudaMalloc retry failed: out of memory") != std::string::npos);
    QCOMPARE(d.records.life(reader).state, trace::OpState::Skipped);
    QVERIFY(d.records.life(reader).culprit.isValid());
    QCOMPARE(d.records.life(d.records.life(reader).culprit).state, trace::OpState::Failed);
    for (int i = 0; i < 2; ++i)
        QVERIFY2(!d.platform().waitToRead(z, {}), "poisoned until somebody writes it");
    // After y is freed, memory is available again, and a write makes z valid.
    d.drop(y);
    QVERIFY(d.apply(Operator::Fill, d.gpu(0), {}, z, {}, {kN, kN}));
    QVERIFY(d.platform().waitToRead(z, {}));
    d.platform().finish();
}

void TestSemantics::pagesAreFaultedOnlyAtTheirFirstUse_invariant23()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    const VariableId y = d.toHost(x, kN, false);
    const OpId second = *d.platform().push(copyToHost(x, y));

    const auto duration = [&](OpId op) { return toSeconds(d.records.life(op).finished - d.records.life(op).started); };
    QVERIFY(duration(OpId{1}) > 0.054);
    QVERIFY2(std::abs(duration(second) - 64e6 / 6e9 - 8e-6) < 1e-6, qPrintable(QString::number(duration(second))));
    QCOMPARE(d.records.issue(second).hostMemory, trace::HostMemory::PageableWarm);
}

void TestSemantics::pushCostDoesNotDependOnTheTensorSize_invariant24()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        std::vector<std::int64_t> costs;
        for (std::int64_t n : {64, 1024, 8000}) {
            Driver d(machine("book-v100"), options(semantics));
            const VariableId x = d.uniform(d.gpu(0), n);
            d.drop(d.mm(x, d.gpu(0), n));
            d.waitall();
            const VariableId y = d.mm(x, d.gpu(0), n);  // the product is in memory from the pool
            const std::int64_t begin = ns(d.platform().now());
            for (int i = 0; i < 100; ++i)
                static_cast<void>(d.apply(Operator::MatMul, d.gpu(0), {x, x}, y, {{n, n}, {n, n}}, {n, n}));
            costs.push_back(ns(d.platform().now()) - begin);
            d.waitall();
        }
        QCOMPARE(costs[0], costs[1]);
        QCOMPARE(costs[1], costs[2]);
    }
}

void TestSemantics::programIsNotSlowerWithoutWaits_invariant25()
{
    // t1: issue, t2: computation, t3: synchronization and wake-up. N equal operations take t1 + (N - 1) max(t1, t2) +
    // t2 + t3, but N (t1 + t2 + t3) with a wait after each.
    for (double t1 : {1e4, 1e5, 1e6})
        for (std::int64_t n : {64, 500, 2000}) {
            device::Machine laptop = machine("laptop-2019");
            laptop.mxnet.frontEnd.operatorNs = t1;
            laptop.mxnet.frontEnd.firstUseNs = t1;
            const auto total = [&](bool isWaiting, std::int64_t* t2) {
                Driver d(laptop, options(Semantics::MXNet));
                const VariableId x = d.uniform(kCpu, n);
                d.waitall();
                const std::int64_t begin = ns(d.platform().now());
                for (int i = 0; i < 100; ++i) {
                    const VariableId y = d.mm(x, kCpu, n);
                    if (isWaiting)
                        static_cast<void>(d.platform().waitToRead(y, {}));
                    d.drop(y);
                }
                d.waitall();
                const trace::LifeRecord& last = d.records.lives.back();
                *t2 = ns(last.finished - last.started);
                return ns(d.platform().now()) - begin;
            };
            std::int64_t t2 = 0;

            const std::int64_t synchronous = total(true, &t2);
            const std::int64_t asynchronous = total(false, &t2);

            QVERIFY(asynchronous <= synchronous);
            const double t3 = laptop.mxnet.frontEnd.wakeNs + laptop.mxnet.frontEnd.syncNs;
            const double model = t1 + 99 * std::max(t1, static_cast<double>(t2)) + static_cast<double>(t2) + t3;
            QVERIFY2(std::abs(static_cast<double>(asynchronous) - model) < 1000,
                     qPrintable(QString("%1 against %2").arg(asynchronous).arg(model)));
        }
}

void TestSemantics::equalWorkOnEachOfTwoGpusTakesAsLongAsOnOneGpu_invariant27()
{
    device::Machine equal = machine("book-v100");
    equal.torch.gpus[1] = equal.torch.gpus[0];
    const auto total = [&](int gpus) {
        Driver d(equal, options(Semantics::Torch));
        std::vector<VariableId> x;
        for (int i = 0; i < gpus; ++i)
            x.push_back(d.uniform(d.gpu(i), kN));
        d.waitall();
        const double begin = d.seconds();
        for (int i = 0; i < gpus; ++i)
            static_cast<void>(d.run(x[static_cast<std::size_t>(i)], d.gpu(i), kN, 30));
        d.waitall();
        return d.seconds() - begin;
    };

    const double one = total(1);

    QVERIFY(total(2) <= 1.2 * one);  // not 1.0, because every result needs fresh memory
    QVERIFY(total(2) >= one);
}

void TestSemantics::emptyCopiesTakeOnlyTheLatency_invariant29()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.tensor(d.gpu(0), {0, 4});
    const VariableId y = d.tensor(kCpu, {0, 4});
    QVERIFY(d.apply(Operator::Fill, d.gpu(0), {}, x, {}, {0, 4}));

    QVERIFY(d.apply(Operator::Copy, kCpu, {x}, y, {{0, 4}}, {0, 4}));
    d.waitall();

    const trace::LifeRecord& copy = d.records.life(d.lastOp);
    QVERIFY(ns(copy.finished - copy.started) <= 20'000);
}

void TestSemantics::cancelEndsAQueueOf200000Operations_invariant30()
{
    Driver d(machine("book-v100"), options(Semantics::MXNet));
    const VariableId x = d.uniform(d.gpu(0), 64);
    const VariableId y = d.tensor(d.gpu(0), {64, 64});
    constexpr int kQueued = 200'000;
    for (int i = 0; i < kQueued; ++i)
        static_cast<void>(d.apply(Operator::MatMul, d.gpu(0), {x, y}, y, {{64, 64}, {64, 64}}, {64, 64},
                                  device::DispatchClass::Free));
    QVERIFY(d.platform().pending() > kQueued - 10);

    const auto begin = std::chrono::steady_clock::now();
    d.platform().cancel();
    QCOMPARE(d.platform().waitAll({}).error().code, ErrorCode::Cancelled);
    QVERIFY(!d.apply(Operator::MatMul, d.gpu(0), {x, x}, y, {{64, 64}, {64, 64}}, {64, 64}));
    d.platform().finish();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    QCOMPARE(d.records.lives.size(), d.records.issues.size());
    QVERIFY(!d.records.ends.back().isComplete);
    qInfo("%d queued operations were dropped in %.3f s", kQueued, took.count());
}

void TestSemantics::eachPushReturnsAfterItsOperationUnderTheNaivePolicy()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        PlatformOptions naive = options(semantics);
        naive.policy = device::EnginePolicy::Naive;
        Driver d(machine("book-v100"), naive);
        const VariableId x1 = d.uniform(d.gpu(0), kN);
        const VariableId x2 = d.uniform(d.gpu(1), kN);
        static_cast<void>(d.mm(x1, d.gpu(0), kN));
        QCOMPARE(d.platform().pending(), std::int64_t{0});
        static_cast<void>(d.mm(x2, d.gpu(1), kN));
        static_cast<void>(d.toHost(x1, kN, true));
        QCOMPARE(d.platform().pending(), std::int64_t{0});
        for (std::size_t i = 1; i < d.records.lives.size(); ++i)
            QVERIFY(d.records.lives[i].started >= d.records.lives[i - 1].finished);
    }
}

void TestSemantics::mxnetWaitIsQueuedOnTheCpuWorker()
{
    Driver d(machine("laptop-2019"), options(Semantics::MXNet));
    const VariableId x = d.uniform(kCpu, 2000);
    const VariableId y = d.mm(x, kCpu, 2000);
    const OpId writer = d.lastOp;
    static_cast<void>(d.mm(x, kCpu, 2000));
    const OpId other = d.lastOp;

    QVERIFY(d.platform().waitToRead(y, {}));

    // MXNet's wait is an operation. The single worker first runs the other product, which was ready earlier.
    QVERIFY(d.platform().now() >= d.records.life(other).finished);
    QCOMPARE(d.records.waits.back().op, writer);
    QCOMPARE(d.records.waits.back().releasedBy, other);
}

void TestSemantics::nonBlockingTorchCopiesToTheHostUsePinnedMemory()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    d.sync(d.gpu(0));

    static_cast<void>(d.toHost(x, kN, true));
    QCOMPARE(d.records.issue(d.lastOp).hostMemory, trace::HostMemory::PinnedFresh);
    QVERIFY2(d.platform().pending() == 1, "the program goes on");
    static_cast<void>(d.toHost(x, kN, false));
    QCOMPARE(d.records.issue(d.lastOp).hostMemory, trace::HostMemory::PageableFresh);
    QCOMPARE(d.platform().pending(), std::int64_t{0});
    static_cast<void>(d.toHost(x, kN, true, HostMemoryMode::Pageable));
    QVERIFY2(d.platform().pending() == 0, "to pageable memory it blocks all the same");
}

void TestSemantics::pageableNonBlockingCopyReturnsWhenItsDataAreStaged()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId onHost = d.uniform(kCpu, kN);
    const VariableId x = d.tensor(d.gpu(0), {kN, kN});
    const std::array<VariableId, 1> reads{onHost};
    const std::array<VariableId, 1> writes{x};
    device::OpRequest copy;
    copy.operation.op = Operator::Copy;
    copy.operation.inputs = {{kN, kN}};
    copy.operation.output = {kN, kN};
    copy.reads = reads;
    copy.writes = writes;
    copy.device = d.gpu(0);
    copy.isNonBlocking = true;

    const OpId staged = *d.platform().push(copy);

    QVERIFY2(d.platform().pending() == 1, "the last piece is still on its way");
    d.sync(d.gpu(0));
    const trace::LifeRecord& life = d.records.life(staged);
    QVERIFY(toSeconds(life.finished - life.started) > 64e6 / 6e9);
    QCOMPARE(d.records.issue(staged).kind, trace::Kind::CopyIn);
    copy.isNonBlocking = false;
    QVERIFY(d.platform().push(copy));
    QCOMPARE(d.platform().pending(), std::int64_t{0});
}

void TestSemantics::smallBlockingCopyToTheDeviceWaitsForEarlierWork()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId onHost = d.uniform(kCpu, 64);
    const VariableId x = d.uniform(d.gpu(0), kN);
    const VariableId small = d.tensor(d.gpu(0), {64, 64});
    const std::array<VariableId, 1> reads{onHost};
    const std::array<VariableId, 1> writes{small};
    device::OpRequest copy;
    copy.operation.op = Operator::Copy;
    copy.operation.inputs = {{64, 64}};
    copy.operation.output = {64, 64};
    copy.reads = reads;
    copy.writes = writes;
    copy.device = d.gpu(0);
    d.sync(d.gpu(0));

    const VariableId y = d.mm(x, d.gpu(0), kN);
    copy.isNonBlocking = true;
    QVERIFY(d.platform().push(copy));
    QVERIFY2(d.platform().pending() > 0, "16 KiB are staged at once, the program goes on");
    copy.isNonBlocking = false;
    QVERIFY(d.platform().push(copy));
    QCOMPARE(d.platform().pending(), std::int64_t{0});
    d.drop(y);
}

// A blocking copy blocks the program's thread, as synchronize() does. After the copy, the thread needs time to wake up.
void TestSemantics::blockingCopyCostsAWakeUp()
{
    const auto secondsOf = [](double wakeNs, bool isNonBlocking, HostMemoryMode mode) {
        device::Machine mine = machine("book-v100");
        mine.torch.frontEnd.wakeNs = wakeNs;
        Driver d(mine, options(Semantics::Torch));
        const VariableId x = d.uniform(d.gpu(0), 1000);
        d.sync(d.gpu(0));
        const double begin = d.seconds();
        for (int i = 0; i < 3; ++i)
            d.drop(d.toHost(x, 1000, isNonBlocking, mode));
        return d.seconds() - begin;
    };
    const auto costOf = [&](bool isNonBlocking, HostMemoryMode mode) {
        return 1e6 * (secondsOf(25'000, isNonBlocking, mode) - secondsOf(0, isNonBlocking, mode));
    };

    QVERIFY(std::abs(costOf(false, HostMemoryMode::Pageable) - 3 * 25) < 0.01);
    QVERIFY(std::abs(costOf(false, HostMemoryMode::Pinned) - 3 * 25) < 0.01);
    QVERIFY(std::abs(costOf(true, HostMemoryMode::Pageable) - 3 * 25) < 0.01);  // CUDA waits in spite of isNonBlocking
    QVERIFY(std::abs(costOf(true, HostMemoryMode::Pinned)) < 0.01);
}

/// A copy whose values the program reads next takes as long as any blocking copy, but is recorded as one wait.
void TestSemantics::copyWhoseValuesAreReadNextIsRecordedAsOneWait()
{
    const auto waitsOf = [](bool isFetched) {
        Driver d(machine("book-v100"), options(Semantics::Torch));
        const VariableId x = d.uniform(d.gpu(0), kN);
        const VariableId y = d.tensor(kCpu, {kN, kN});
        device::OpRequest copy = copyToHost(x, y);
        copy.isFetched = isFetched;
        std::vector<trace::WaitRecord> waits;
        if (d.platform().push(copy) && d.platform().waitToRead(y, {}))
            waits = d.records.waits;
        return std::pair(waits, d.seconds());
    };

    const auto [copied, copiedIn] = waitsOf(false);
    const auto [fetched, fetchedIn] = waitsOf(true);

    QCOMPARE(fetchedIn, copiedIn);
    QCOMPARE(copied.size(), std::size_t{2});
    QCOMPARE(fetched.size(), std::size_t{1});
    QVERIFY(fetched[0].begin == copied[0].begin && fetched[0].end == copied[1].end);
    QVERIFY(fetched[0].releasedBy == copied[0].releasedBy && fetched[0].releasedBy.isValid());
}

void TestSemantics::copiesBetweenGpusWithoutALinkPassThroughTheHost()
{
    Driver d(machine("m60-2019"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    const VariableId y = d.tensor(d.gpu(1), {kN, kN});
    QVERIFY(d.apply(Operator::Copy, d.gpu(1), {x}, y, {{kN, kN}}, {kN, kN}));
    d.waitall();

    const trace::LifeRecord& copy = d.records.life(d.lastOp);
    QVERIFY(std::abs(toSeconds(copy.finished - copy.started) - 64e6 / 6e9) < 5e-5);
    int links = 0;
    for (const trace::HostRecord& host : d.records.hosts)
        links += host.lane.isValid() && d.records.role(host.lane) == trace::LaneRole::Link;
    QCOMPARE(links, 2);
    for (const char* link : {"PCIe 3.0 × 16 ← GPU 0", "PCIe 3.0 × 16 → GPU 1"})
        QVERIFY2(std::abs(d.records.transferred(link) - 64e6) < 100, link);
    QVERIFY(d.records.rates.back().rate == 0);
}

void TestSemantics::readOfValuesThatWereNotComputedGivesAnError()
{
    Driver d(machine("laptop-2019"), options(Semantics::MXNet));
    const VariableId x = d.uniform(kCpu, 100);
    QCOMPARE(d.platform().read(x).error().code, ErrorCode::Unavailable);  // the values are still being computed
    d.waitall();

    const auto read = d.platform().read(x);

    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Unavailable);
    QVERIFY(read.error().english().find("times only") != std::string::npos);
    PlatformOptions computed = options(Semantics::MXNet);
    computed.values = trace::ValueMode::Computed;
    Records sink;
    QVERIFY(!devices::sim::openVirtual(machine("laptop-2019"), computed, sink));
}

void TestSemantics::invalidCallsAreRefused()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), 100);
    const VariableId onOther = d.tensor(d.gpu(1), {100, 100});
    const device::VariableRequest nowhere{.device = DeviceId{7}, .shape = {1}, .hostMemory = {}};

    QVERIFY(!d.platform().create(nowhere));
    QVERIFY(!d.platform().create({.device = kCpu, .shape = {std::int64_t{1} << 62, 100}, .hostMemory = {}}));
    QVERIFY(!d.apply(Operator::MatMul, d.gpu(1), {x, x}, onOther, {{100, 100}, {100, 100}}, {100, 100}));
    QVERIFY(d.failure->english().find("GPU 0") != std::string::npos);
    QVERIFY(!d.apply(Operator::MatMul, d.gpu(0), {x, x}, x, {{100, 100}, {50, 100}}, {100, 100}));
    QVERIFY(!d.apply(Operator::MatMul, DeviceId{9}, {x, x}, x, {{100, 100}, {100, 100}}, {100, 100}));
    QVERIFY(!d.platform().synchronize(DeviceId{9}, {}));
    QVERIFY(!d.platform().streams().synchronize(StreamId{99}, {}));
    QVERIFY(!d.platform().streams().synchronize(EventId{99}, {}));
    QVERIFY(!d.platform().streams().create(kCpu));
    QVERIFY(!d.platform().streams().record(StreamId{99}));
    QVERIFY(!d.platform().waitToRead(VariableId{99}, {}));
    QVERIFY(!d.platform().write(x, std::vector<float>(3)));
    d.drop(x);
    d.drop(x);
    QVERIFY(!d.platform().waitToRead(x, {}));
    d.waitall();
    d.platform().finish();
    QCOMPARE(d.records.lives.size(), d.records.issues.size());
}

void TestSemantics::finishRunsPendingOperationsAndIsIdempotent()
{
    Driver d(machine("book-v100"), options(Semantics::Torch));
    const VariableId x = d.uniform(d.gpu(0), kN);
    static_cast<void>(d.run(x, d.gpu(0), kN, 10));

    d.platform().sleep(Nanoseconds::max());
    d.platform().sleep(Nanoseconds::max());
    d.platform().spend(Nanoseconds{-5});
    QVERIFY2(d.platform().now() > Nanoseconds{0}, "time does not overflow");
    d.platform().finish();
    d.platform().finish();

    QCOMPARE(d.records.lives.size(), std::size_t{11});
    QCOMPARE(d.records.ends.size(), std::size_t{1});
    QVERIFY(d.records.ends[0].isComplete);
    QVERIFY(!d.apply(Operator::Fill, d.gpu(0), {}, x, {}, {kN, kN}));
}

void TestSemantics::tenThousandTensorsLeaveNoMemoryAllocated()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Driver d(machine("book-v100"), options(semantics));
        VariableId x = d.uniform(d.gpu(0), 64);
        for (int i = 0; i < 10'000; ++i) {
            const VariableId y = d.mm(x, d.gpu(0), 64);
            d.drop(x);
            x = y;
        }
        d.drop(x);
        d.waitall();
        QCOMPARE(d.platform().memory().levels(d.gpu(0)).allocated.value, std::int64_t{0});
        QVERIFY(d.platform().memory().levels(d.gpu(0)).peakReserved.value <= 4 << 20);
    }
}

void TestSemantics::waitallReturnsAfterAHundredThousandMarkerOperations()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Driver d(machine("book-v100"), options(semantics));
        const VariableId x = d.uniform(d.gpu(0), kN);
        device::OpRequest marker;
        marker.device = d.gpu(0);
        marker.dispatch = device::DispatchClass::Free;
        const std::array<VariableId, 1> writes{x};
        marker.writes = writes;
        for (int i = 0; i < 100'000; ++i)
            QVERIFY(d.platform().push(marker));
        d.waitall();
        QCOMPARE(d.platform().pending(), std::int64_t{0});
    }
}

QTEST_APPLESS_MAIN(TestSemantics)
#include "tst_semantics.moc"

#include "engine/devices/cpu/this_computer.h"
#include "tests/devices/driver.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <thread>

using namespace conformance;
using namespace std::chrono_literals;
using device::EnginePolicy;
using device::PlatformOptions;
using device::Semantics;
using ops::Operator;
using ops::Shape;

namespace {

PlatformOptions rules(Semantics semantics, EnginePolicy policy = EnginePolicy::Threaded)
{
    PlatformOptions options;
    options.semantics = semantics;
    options.policy = policy;
    return options;
}

#if defined(OVERLAP_CHECKED)
constexpr int kLongQueue = 10'000;  // fewer operations, because sanitizers are slow
#else
constexpr int kLongQueue = 100'000;
#endif

const Opener kOpen = devices::cpu::openThisComputer;

/// Maximum number of repetitions of a test whose operations may end too early on a loaded machine.
constexpr int kMaxRounds = 20;

std::map<std::string, LaneId> lanesByName(const trace::Trace& trace)
{
    std::map<std::string, LaneId> lanes;
    for (const trace::LaneRecord& lane : trace.lanes())
        lanes[lane.name] = lane.id;
    return lanes;
}

/// Returns true if a live trace contains a running operation.
bool isAnyLaneBusy(const trace::Trace& live)
{
    return std::ranges::any_of(live.lanes(),
                               [&](const trace::LaneRecord& lane) { return live.running(lane.id).has_value(); });
}

}  // namespace

/// Tests behaviour specific to this computer's platform; tests/devices covers what all devices share.
class TestThisComputer : public QObject {
    Q_OBJECT

private slots:
    void descriptionOfThisComputerStatesItsCores();
    void invalidOptionsAreRefused();
    void productOfOnesPlusTwoIsThree();
    void waitRecordContainsTheOperationThatEndedTheWait();
    void independentProductsRunOneAfterTheOther();
    void queuedOperationsAreCountedAsPending();
    void torchRunsOperationsOnTheProgramThread();
    void naivePolicyRunsOperationsOnTheProgramThread();
    void outputsAreAllocatedWhenTheOperationRuns();
    void numberOfPendingOperationsIsLimitedAndStallsAreRecorded();
    void copiesRunOnSeparateWorkers();
    void largeOperationsUseSeveralCores();
    void twoWorkersBothRunOperations();
    void outOfMemoryGivesTheFrameworksMessage();
    void readOfAnUnwrittenVariableFailsAsInTheFramework();
    void runningOperationsAreInLiveTraces();
    void cancelStopsALongProduct();
    void cancelDropsALongQueue();
    void sleepEndsWhenCancelled();
    void platformCanBeDestroyedWithPendingWork();
};

void TestThisComputer::descriptionOfThisComputerStatesItsCores()
{
    const device::MachineInfo info = devices::cpu::thisComputer();

    QCOMPARE(info.id, std::string("this-computer"));
    QVERIFY(QString::fromStdString(info.label).contains(QRegularExpression("^This computer · \\d+ cores?$")));
    QCOMPARE(info.kind, trace::PlatformKind::Real);
    QCOMPARE(info.gpuCount, 0);
    QVERIFY(info.problem.empty());
}

void TestThisComputer::invalidOptionsAreRefused()
{
    trace::Recorder recorder;
    PlatformOptions workers;
    workers.computeWorkers = -1;
    PlatformOptions pending;
    pending.maxPending = -4;

    QCOMPARE(kOpen(workers, recorder).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(kOpen(pending, recorder).error().code, ErrorCode::InvalidArgument);
}

void TestThisComputer::productOfOnesPlusTwoIsThree()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Driver driver(kOpen, rules(semantics));
        const Handle a = driver.fill({1, 2}, 1);
        const Handle b = driver.fill({1, 2}, 1);

        const Handle c = driver.apply(Operator::AddScalar, {driver.apply(Operator::Multiply, {a, b})}, {}, 2);

        QCOMPARE(*driver.valuesOf(c), (Values{3, 3}));
        const trace::TracePtr trace = driver.finish();
        QCOMPARE(trace->opCount(), std::size_t{4});
        QCOMPARE(trace->edges().size(), std::size_t{3});
        for (const trace::Edge& edge : trace->edges())
            QVERIFY(edge.from < edge.to);
    }
}

void TestThisComputer::waitRecordContainsTheOperationThatEndedTheWait()
{
    bool hasWaited = false;
    for (int round = 0; round < kMaxRounds && !hasWaited; ++round) {
        Driver driver(kOpen, rules(Semantics::MXNet));
        const Handle x = driver.apply(Operator::RandomUniform, {}, {600, 600}, 0, 1);
        const Handle product = driver.apply(Operator::MatMul, {x, x});
        const OpId dot = driver.lastOp;
        const Handle y = driver.apply(Operator::Sum, {product});
        const OpId sum = driver.lastOp;

        QVERIFY(driver.wait(y, 12));

        const Values values = *driver.valuesOf(y);
        QVERIFY(std::abs(values[0] / (600.0 * 600 * 600 / 4) - 1) < 0.02);
        const trace::TracePtr trace = driver.finish();
        const trace::WaitRecord& wait = trace->waits()[0];
        QCOMPARE(wait.line, 12);
        QCOMPARE(wait.op, sum);
        QVERIFY(wait.end >= trace->op(sum).finished);
        hasWaited = wait.begin < trace->op(dot).finished;
        if (!hasWaited)
            continue;
        QCOMPARE(wait.releasedBy, sum);
        QCOMPARE(trace->op(sum).readyCause.kind, trace::CauseKind::Data);
        QCOMPARE(trace->op(sum).readyCause.op, dot);
    }
    QVERIFY2(hasWaited, "the product must end after the begin of the wait");
}

void TestThisComputer::independentProductsRunOneAfterTheOther()
{
    // The recorded cause may differ if the thread of the program loses its core between the recorded time of the issue
    // and the push. This may happen in one of the three rounds.
    int awaited = 0;
    int right = 0;
    for (int round = 0; round < kMaxRounds && awaited < 3; ++round) {
        Driver driver(kOpen, rules(Semantics::MXNet));
        const Handle x = driver.apply(Operator::RandomUniform, {}, {1000, 1000}, 0, 1);
        static_cast<void>(driver.apply(Operator::MatMul, {x, x}));
        const OpId first = driver.lastOp;
        static_cast<void>(driver.apply(Operator::MatMul, {x, x}));
        const OpId second = driver.lastOp;
        QVERIFY(driver.waitAll());

        const trace::TracePtr trace = driver.finish();

        QCOMPARE(trace->op(first).lane, trace->op(second).lane);
        QVERIFY(trace->op(second).started >= trace->op(first).finished);
        if (trace->op(first).finished - trace->op(second).issued <= 500us)
            continue;
        const trace::Cause cause = trace->op(second).startCause;
        ++awaited;
        right += cause.kind == trace::CauseKind::Worker && cause.op == first ? 1 : 0;
    }
    QVERIFY2(awaited == 3, "the second product must be issued before the end of the first one");
    QVERIFY2(right >= 2, qPrintable(QString("the worker is the cause in %1 rounds of 3").arg(right)));
}

void TestThisComputer::queuedOperationsAreCountedAsPending()
{
    std::int64_t longest = 0;
    std::size_t waiting = 0;
    for (int round = 0; round < kMaxRounds && (longest <= 1 || waiting <= 10); ++round) {
        Driver driver(kOpen, rules(Semantics::MXNet));
        const Handle x = driver.fill({500, 500}, 1);
        longest = 0;
        for (int i = 0; i < 300; ++i) {
            driver.drop(driver.apply(Operator::AddScalar, {x}, {}, 1));
            longest = std::max(longest, driver.platform().pending());
        }
        QVERIFY(driver.waitAll());

        QCOMPARE(driver.platform().pending(), std::int64_t{0});
        const trace::TracePtr trace = driver.finish();
        waiting = 0;
        for (std::size_t i = 1; i < trace->opCount(); ++i)
            waiting += trace->op(OpId(i)).issued < trace->op(OpId(i - 1)).finished ? 1 : 0;
    }
    QVERIFY2(longest > 1, qPrintable(QString::number(longest)));
    QVERIFY2(waiting > 10, "operations are issued while the ones before them still run");
}

void TestThisComputer::torchRunsOperationsOnTheProgramThread()
{
    Driver driver(kOpen, rules(Semantics::Torch));
    const Handle x = driver.fill({100, 100}, 1);
    for (int i = 0; i < 20; ++i) {
        driver.drop(driver.apply(Operator::MatMul, {x, x}));
        QCOMPARE(driver.platform().pending(), std::int64_t{0});
    }

    const trace::TracePtr trace = driver.finish();

    for (std::size_t i = 1; i < trace->opCount(); ++i)
        QVERIFY(trace->op(OpId(i)).issueBegin >= trace->op(OpId(i - 1)).finished);
}

void TestThisComputer::naivePolicyRunsOperationsOnTheProgramThread()
{
    Driver driver(kOpen, rules(Semantics::MXNet, EnginePolicy::Naive));
    const Handle x = driver.fill({100, 100}, 1);
    for (int i = 0; i < 20; ++i) {
        driver.drop(driver.apply(Operator::MatMul, {x, x}));
        QCOMPARE(driver.platform().pending(), std::int64_t{0});
    }
}

void TestThisComputer::outputsAreAllocatedWhenTheOperationRuns()
{
    PlatformOptions options = rules(Semantics::MXNet);
    options.maxPending = 0;
    Driver driver(kOpen, options);
    const Handle x = driver.fill({256, 256}, 1);
    for (int i = 0; i < 400; ++i)
        driver.drop(driver.apply(Operator::AddScalar, {x}, {}, 1));
    QVERIFY(driver.waitAll());

    const device::MemoryLevels levels = driver.platform().memory().levels(DeviceId{0});

    const std::int64_t one = 256 * 256 * 4;
    QCOMPARE(levels.allocated, Bytes{one});
    QVERIFY2(levels.peakAllocated <= Bytes{4 * one}, qPrintable(QString::number(levels.peakAllocated.value / one)));
    driver.drop(x);
    QCOMPARE(driver.platform().memory().levels(DeviceId{0}).allocated, Bytes{0});
}

void TestThisComputer::numberOfPendingOperationsIsLimitedAndStallsAreRecorded()
{
    PlatformOptions options = rules(Semantics::MXNet);
    options.maxPending = 8;
    bool isNoted = false;
    for (int round = 0; round < kMaxRounds && !isNoted; ++round) {
        Driver driver(kOpen, options);
        const Handle x = driver.fill({200, 200}, 1);
        for (int i = 0; i < 100; ++i) {
            driver.drop(driver.apply(Operator::MatMul, {x, x}));
            QVERIFY(driver.platform().pending() <= 8);
        }

        const trace::TracePtr trace = driver.finish();

        for (const trace::HostRecord& host : trace->programPart().hosts)
            isNoted = isNoted || trace->text(host.name) == "queue is full";
    }
    QVERIFY(isNoted);
}

void TestThisComputer::copiesRunOnSeparateWorkers()
{
    Driver driver(kOpen, rules(Semantics::MXNet));
    const Handle x = driver.fill({64, 64}, 1);
    const Handle y = driver.copy(x, DeviceId{0});
    const OpId copy = driver.lastOp;
    QVERIFY(driver.wait(y));

    const trace::TracePtr trace = driver.finish();

    const std::string lane = trace->lanes()[trace->op(copy).lane.index].name;
    QVERIFY2(lane.starts_with("copies"), lane.c_str());
}

void TestThisComputer::largeOperationsUseSeveralCores()
{
    if (std::thread::hardware_concurrency() < 2)
        QSKIP("this computer has one core");
    Driver driver(kOpen, rules(Semantics::MXNet));
    const Handle x = driver.apply(Operator::RandomUniform, {}, {1000, 1000}, 0, 1);
    for (int i = 0; i < 10; ++i)
        driver.drop(driver.apply(Operator::MatMul, {x, x}));
    const OpId last = driver.lastOp;
    QVERIFY(driver.waitAll());

    const trace::TracePtr trace = driver.finish();

    const auto lanes = lanesByName(*trace);
    QVERIFY(lanes.contains("core 1"));
    QVERIFY2(!trace->spans(lanes.at("core 1")).empty(), "a helper has worked");
    for (const trace::HostRecord& host : trace->programPart().hosts) {
        const trace::Op& op = trace->op(host.op);
        QVERIFY(host.begin >= op.started - Nanoseconds{1'000} && host.end <= op.finished + Nanoseconds{1'000});
    }
    QVERIFY(problemOf(*trace).empty());
    QCOMPARE(trace->op(last).state, trace::OpState::Done);
}

void TestThisComputer::twoWorkersBothRunOperations()
{
    PlatformOptions options = rules(Semantics::MXNet);
    options.computeWorkers = 2;
    Driver driver(kOpen, options);
    const Handle x = driver.fill({256, 256}, 1);
    const auto hasWorked = [&driver](const std::string& worker) {
        const trace::TracePtr live = driver.live();
        return !live->spans(lanesByName(*live).at(worker)).empty();
    };

    // On a loaded machine the second worker may start late, so operations are pushed until both have worked.
    for (int round = 0; round < 500 && !(hasWorked("worker 0") && hasWorked("worker 1")); ++round) {
        for (int i = 0; i < 50; ++i)
            driver.drop(driver.apply(Operator::MatMul, {x, x}));
        QVERIFY(driver.waitAll());
    }

    static_cast<void>(driver.finish());
    QVERIFY(hasWorked("worker 0"));
    QVERIFY(hasWorked("worker 1"));
}

void TestThisComputer::outOfMemoryGivesTheFrameworksMessage()
{
    const Shape huge{1 << 20, 1 << 20};
    Driver torch(kOpen, rules(Semantics::Torch));
    const Handle inTorch = torch.create(huge);
    const auto refused = torch.push(Operator::Fill, {}, inTorch, 1);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
    const QString torchText = QString::fromStdString(refused.error().english());
    QVERIFY2(torchText.contains("you tried to allocate 4398046511104 bytes"), qPrintable(torchText));
    QVERIFY2(torchText.contains("Use smaller tensors"), qPrintable(torchText));

    Driver mxnet(kOpen, rules(Semantics::MXNet));
    const Handle inMxnet = mxnet.create(huge);
    QVERIFY(mxnet.push(Operator::Fill, {}, inMxnet, 1).has_value());
    const Status waited = mxnet.wait(inMxnet);
    QCOMPARE(waited.error().code, ErrorCode::OutOfMemory);
    QVERIFY(QString::fromStdString(waited.error().english()).startsWith("Failed to allocate CPU Memory"));
    const trace::TracePtr trace = mxnet.finish();
    bool isRefused = false;
    for (const trace::MemoryRecord& change : trace->memory(DeviceId{0}))
        isRefused = isRefused || change.act == trace::MemoryAct::Refuse;
    QVERIFY(isRefused);
}

void TestThisComputer::readOfAnUnwrittenVariableFailsAsInTheFramework()
{
    Driver torch(kOpen, rules(Semantics::Torch));
    const auto refused = torch.push(Operator::Exp, {torch.create({2})}, torch.create({2}));
    QCOMPARE(refused.error().code, ErrorCode::Unavailable);
    QVERIFY2(torch.waitAll().has_value(), "the call has reported it already");

    Driver mxnet(kOpen, rules(Semantics::MXNet));
    const Handle out = mxnet.create({2});
    QVERIFY(mxnet.push(Operator::Exp, {mxnet.create({2})}, out).has_value());
    QCOMPARE(mxnet.wait(out).error().code, ErrorCode::Unavailable);
}

void TestThisComputer::runningOperationsAreInLiveTraces()
{
    trace::Recorder recorder;
    auto platform = kOpen(rules(Semantics::MXNet), recorder);
    QVERIFY(platform.has_value());
    device::VariableRequest request;
    request.device = DeviceId{0};
    request.shape = {1500, 1500};
    const auto x = (*platform)->create(request);
    const auto y = (*platform)->create(request);
    device::OpRequest fill;
    fill.operation = {Operator::RandomUniform, {}, request.shape, {0, 1}, 1};
    fill.device = DeviceId{0};
    fill.writes = std::span(&*x, 1);
    QVERIFY((*platform)->push(fill).has_value());
    const std::array reads{*x, *x};
    device::OpRequest product;
    product.operation = {Operator::MatMul, {request.shape, request.shape}, request.shape};
    product.device = DeviceId{0};
    product.reads = reads;
    product.writes = std::span(&*y, 1);
    bool isSeen = false;
    for (int i = 0; i < 5; ++i)
        QVERIFY((*platform)->push(product).has_value());

    while (!isSeen && (*platform)->pending() > 0)
        isSeen = isAnyLaneBusy(*recorder.snapshot());

    QVERIFY2(isSeen, "a live view sees the operation at work");
    (*platform)->cancel();
    (*platform)->finish();
}

void TestThisComputer::cancelStopsALongProduct()
{
    for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        Driver driver(kOpen, rules(semantics));
        const Handle x = driver.fill({4000, 4000}, 1);
        QVERIFY(driver.wait(x));
        using Clock = std::chrono::steady_clock;
        std::atomic<Clock::rep> cancelled{0};
        std::jthread other([&](const std::stop_token& token) {
            while (!token.stop_requested() && !isAnyLaneBusy(*driver.live()))
                std::this_thread::yield();
            cancelled = Clock::now().time_since_epoch().count();
            driver.platform().cancel();
        });

        const auto pushed = driver.push(Operator::MatMul, {x, x}, driver.create({4000, 4000}));
        const Status waited = pushed ? driver.waitAll() : Status(pushed.error());
        driver.platform().finish();

        const auto took = Clock::now().time_since_epoch() - Clock::duration(cancelled.load());
        QCOMPARE(waited.error().code, ErrorCode::Cancelled);
        qInfo("stopped after %.1f ms", std::chrono::duration<double, std::milli>(took).count());
    }
}

void TestThisComputer::cancelDropsALongQueue()
{
    PlatformOptions options = rules(Semantics::MXNet);
    options.maxPending = 0;
    Driver driver(kOpen, options);
    // The products take much longer than all pushes, also under a sanitizer.
    const Handle x = driver.fill({4000, 4000}, 1);
    for (int i = 0; i < 20; ++i)
        driver.drop(driver.apply(Operator::MatMul, {x, x}));
    const Handle small = driver.fill({2}, 1);
    for (int i = 0; i < kLongQueue; ++i)
        static_cast<void>(driver.push(Operator::AddScalar, {small}, small, 1));
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();

    driver.platform().cancel();
    const Status waited = driver.waitAll();
    const auto returned = Clock::now() - begin;

    QCOMPARE(waited.error().code, ErrorCode::Cancelled);
    qInfo("the wait returned after %.1f ms", std::chrono::duration<double, std::milli>(returned).count());
    const trace::TracePtr trace = driver.finish();
    QVERIFY2(problemOf(*trace).empty(), problemOf(*trace).c_str());
    QCOMPARE(trace->op(driver.lastOp).state, trace::OpState::Cancelled);
}

void TestThisComputer::sleepEndsWhenCancelled()
{
    Driver driver(kOpen, rules(Semantics::MXNet));
    std::jthread other([&driver] { driver.platform().cancel(); });

    driver.platform().sleep(std::chrono::hours(1));

    QVERIFY(driver.platform().now() < std::chrono::minutes(1));
}

void TestThisComputer::platformCanBeDestroyedWithPendingWork()
{
    for (int i = 0; i < 10; ++i) {
        trace::Recorder recorder;
        auto platform = kOpen(rules(Semantics::MXNet), recorder);
        device::VariableRequest request;
        request.device = DeviceId{0};
        request.shape = {300, 300};
        const auto x = (*platform)->create(request);
        device::OpRequest fill;
        fill.operation = {Operator::RandomNormal, {}, request.shape, {0, 1}, 1};
        fill.device = DeviceId{0};
        fill.writes = std::span(&*x, 1);
        for (int k = 0; k < 20; ++k)
            QVERIFY((*platform)->push(fill).has_value());
    }  // the platform is destroyed here, without a wait
}

QTEST_APPLESS_MAIN(TestThisComputer)
#include "tst_this_computer.moc"

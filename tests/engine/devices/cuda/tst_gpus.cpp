#include "engine/device/all_reduce.h"
#include "engine/devices/cuda/open_computer.h"
#include "tests/devices/driver.h"
#include "tests/devices/fake_gpu.h"

#include <QTest>

#include <algorithm>

using namespace engine;
using namespace conformance;
using devices::cuda::abi::TimeSource;
using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

Opener gpus(const fake::Settings& settings)
{
    return [settings](const device::PlatformOptions& options, trace::Sink& sink) {
        return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), options, sink);
    };
}

device::PlatformOptions optionsOf(device::Semantics semantics)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    return options;
}

/// (x + 1) * 2 as one operation.
Operation compiled(const Shape& shape)
{
    ops::Segment graph;
    graph.inputs = 1;
    graph.values = {{shape}, {shape, 0}, {shape}};
    graph.blocks = {shape.bytes()};
    graph.steps = {{{Operator::AddScalar, {shape}, shape, {1, 0, 0}}, {0}, {1}},
                   {{Operator::MultiplyScalar, {shape}, shape, {2, 0, 0}}, {1}, {2}}};
    graph.outputs = {2};
    Operation operation;
    operation.op = Operator::Segment;
    operation.segment = std::make_shared<const ops::Segment>(std::move(graph));
    return operation;
}

/// Computes (1 + 1) * 2 five times by one compiled graph. Returns the graph and its result.
std::pair<Operation, Handle> repeatCompiled(Driver& driver)
{
    const Shape shape{16};
    const Operation operation = compiled(shape);
    const Handle x = driver.fill(shape, 1);
    const Handle y = driver.create(shape);
    bool isPushed = true;
    for (int i = 0; i < 5; ++i)
        isPushed = driver.push(operation, {x}, {y}) && isPushed;
    const auto values = driver.valuesOf(y);
    [&] { QVERIFY(isPushed && values && (*values)[3] == 4); }();
    return {operation, y};
}

}  // namespace

/// Tests the use of GPUs through a fake module that counts its calls.
class TestGpus : public QObject {
    Q_OBJECT

private slots:
    void hostRunsAheadOfTheDevice();
    void chainOfOperationsNeedsAtMostOneWaitPerOperation();
    void streamWaitsOnTheGpuForOperationsOfAnotherStream();
    void freedMemoryIsReused();
    void platformIsUsableAfterARefusedAllocation();
    void compiledGraphIsCapturedOncePerSetOfTensors();
    void leastRecentlyUsedCudaGraphIsUpdatedForNewAddresses();
    void shortOperationsShareAnEndEvent();
    void onlyOperationsOfALostDeviceFail_data();
    void onlyOperationsOfALostDeviceFail();
    void allReduceDoesNotWaitForALostGpu();
    void valuesOfANonBlockingCopyNeedAWait();
    void blockingCopyToTheHostIsRecordedAsOneWait();
    void waitingForOneDeviceDoesNotWaitForTheOther();
    void destroyedPlatformReleasesAllStreamsEventsAndMemory();
    void stopEndsAnAllReduceWhileGpusConnect();
    void numberOfQueuedLongOperationsIsLimited();
    void pageLockedMemoryCountsAsHostMemory();
    void recordOfACopyContainsTheTypeOfHostMemory();
    void programChoosesTheHostMemoryOfATensor();
    void compiledGraphThatCannotBeCapturedRunsStepByStep();
    void sharedGpuIsNotedInTheTrace();
    void precisionOfProductsIsNotedInTheTrace();
};

void TestGpus::hostRunsAheadOfTheDevice()
{
    fake::Settings settings;
    settings.jitter = 2000;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    const Handle x = driver.fill({8}, 1);
    float expected = 1;
    bool isAhead = false;
    // On a loaded machine, the device may have ended all operations before the call of pending().
    for (int round = 0; round < 20 && !isAhead; ++round) {
        for (int i = 0; i < 100; ++i)
            static_cast<void>(driver.push(Operator::AddScalar, {x}, x, 1));
        expected += 100;
        isAhead = driver.platform().pending() > 0;
    }

    QVERIFY(isAhead);
    const auto values = driver.valuesOf(x);
    QVERIFY(values && (*values)[0] == expected);
}

void TestGpus::chainOfOperationsNeedsAtMostOneWaitPerOperation()
{
    Driver driver(gpus({}), optionsOf(device::Semantics::MXNet));
    const Handle x = driver.fill({8}, 1);
    QVERIFY(driver.waitAll());
    const auto before = fake::counts().waits;
    Handle y = x;
    for (int i = 0; i < 10; ++i)
        y = driver.apply(Operator::AddScalar, {y}, {}, 1);
    QVERIFY(driver.waitAll());

    QVERIFY2(fake::counts().waits - before <= 10, "at most one wait each, and none within a stream");
    const auto values = driver.valuesOf(y);
    QVERIFY(values && (*values)[0] == 11);
}

void TestGpus::streamWaitsOnTheGpuForOperationsOfAnotherStream()
{
    fake::Settings settings;
    settings.jitter = 500;
    device::PlatformOptions options = optionsOf(device::Semantics::MXNet);
    options.computeStreams = 4;
    Driver driver(gpus(settings), options);
    const auto before = fake::counts().waits;
    // A predecessor that has ended needs no wait. On a loaded machine, a round may need no wait at all.
    for (int round = 0; round < 20 && fake::counts().waits == before; ++round) {
        std::vector<Handle> parts;
        for (int i = 0; i < 8; ++i)
            parts.push_back(driver.fill({4}, i));
        Handle sum = driver.fill({4}, 0);
        for (const Handle& part : parts)
            sum = driver.apply(Operator::Add, {sum, part});
        const auto values = driver.valuesOf(sum);
        QVERIFY(values && (*values)[0] == 28);
    }

    QVERIFY(fake::counts().waits > before);
    const trace::TracePtr trace = driver.finish();
    QCOMPARE(problemOf(*trace), std::string());
}

void TestGpus::freedMemoryIsReused()
{
    for (const auto semantics : {device::Semantics::Torch, device::Semantics::MXNet}) {
        Driver driver(gpus({}), optionsOf(semantics));
        const Shape large{1024, 1024};
        for (int i = 0; i < 200; ++i) {
            const Handle x = driver.fill(large, i);
            driver.drop(driver.apply(Operator::AddScalar, {x}, {}, 1));
            driver.drop(x);
            // Waits every ten rounds: MXNet's workers first run all operations without dependencies, so all fills that
            // were pushed since the last wait may be allocated at the same time.
            if (i % 10 == 9)
                QVERIFY(driver.waitAll());
        }
        const Status status = driver.waitAll();
        QVERIFY2(status, status ? "" : status.error().english().c_str());

        const device::MemoryLevels levels = driver.platform().memory().levels(DeviceId{1});
        QCOMPARE(levels.allocated.value, 0);
        QVERIFY2(levels.peakReserved < kMiB * 120, "200 times 8 MiB would not fit");
        driver.platform().memory().emptyCache(DeviceId{1});
        QCOMPARE(driver.platform().memory().levels(DeviceId{1}).reserved.value, 0);
    }
}

void TestGpus::platformIsUsableAfterARefusedAllocation()
{
    fake::Settings settings;
    settings.memory = std::int64_t{64} << 20;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    std::vector<Handle> kept;
    while (!driver.failure && kept.size() < 100)
        kept.push_back(driver.fill({1024, 1024}, 1));

    QVERIFY(driver.failure && driver.failure->code == ErrorCode::OutOfMemory);
    QVERIFY2(driver.failure->english().starts_with("CUDA out of memory. Tried to allocate"),
             driver.failure->english().c_str());
    for (const Handle& handle : kept)
        driver.drop(handle);
    driver.failure.reset();
    const auto values = driver.valuesOf(driver.fill({2}, 5));
    QVERIFY(values && (*values)[0] == 5);
}

void TestGpus::compiledGraphIsCapturedOncePerSetOfTensors()
{
    Driver driver(gpus({}), optionsOf(device::Semantics::Torch));

    const auto [operation, y] = repeatCompiled(driver);

    QCOMPARE(fake::counts().captures, 1);
    QCOMPARE(fake::counts().replays, 4);

    // For other tensors, the graph is captured when it runs with these tensors for the second time.
    const Handle z = driver.create({16});
    QVERIFY(driver.push(operation, {y}, {z}));
    QVERIFY(driver.waitAll());
    QCOMPARE(fake::counts().captures, 1);
    QVERIFY(driver.push(operation, {y}, {z}));
    const auto more = driver.valuesOf(z);
    QVERIFY(more && (*more)[0] == 10);
    QCOMPARE(fake::counts().captures, 2);
    const trace::TracePtr trace = driver.finish();
    const std::string note = trace->notes()[0].text.english();
    QVERIFY2(note.find("CUDA graphs that were made: 2") != std::string::npos, note.c_str());
    QVERIFY2(note.find("their nodes: 4") != std::string::npos, note.c_str());
}

void TestGpus::leastRecentlyUsedCudaGraphIsUpdatedForNewAddresses()
{
    Driver driver(gpus({}), optionsOf(device::Semantics::Torch));
    const Shape shape{16};
    const Operation operation = compiled(shape);
    const Handle x = driver.fill(shape, 1);
    std::vector<Handle> results;
    for (int i = 0; i < 7; ++i) {
        results.push_back(driver.create(shape));
        for (int use = 0; use < 2; ++use) {
            QVERIFY(driver.push(operation, {x}, {results.back()}));
            QVERIFY(driver.waitAll());
        }
    }

    QCOMPARE(fake::counts().captures, 7);
    QCOMPARE(fake::counts().graphs, 4);
    for (const Handle& result : results) {
        const auto values = driver.valuesOf(result);
        QVERIFY(values && (*values)[0] == 4);
    }
}

void TestGpus::shortOperationsShareAnEndEvent()
{
    fake::Settings settings;
    settings.times = TimeSource::Activity;
    settings.slow = 200;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    const Handle x = driver.fill({8}, 1);
    QVERIFY(driver.push(Operator::AddScalar, {x}, x, 1));
    QVERIFY(driver.waitAll());
    const auto before = fake::counts().events;
    for (int i = 0; i < 160; ++i)
        QVERIFY(driver.push(Operator::AddScalar, {x}, x, 1));
    const auto after = fake::counts().events;
    const auto values = driver.valuesOf(x);

    QVERIFY(values && (*values)[0] == 162);
    QVERIFY2(after - before <= 160 / 8, qPrintable(QString("%1 events for 160 operations").arg(after - before)));
    QCOMPARE(problemOf(*driver.finish()), std::string());
}

void TestGpus::onlyOperationsOfALostDeviceFail_data()
{
    QTest::addColumn<bool>("isTorch");
    QTest::addRow("torch") << true;
    QTest::addRow("mxnet") << false;
}

void TestGpus::onlyOperationsOfALostDeviceFail()
{
    QFETCH(bool, isTorch);
    fake::Settings settings;
    settings.devices = 2;
    settings.lostAtLaunch = 3;
    Driver driver(gpus(settings), optionsOf(isTorch ? device::Semantics::Torch : device::Semantics::MXNet));
    const Handle good = driver.fill({4}, 1);
    QVERIFY(driver.waitAll());
    const Handle next = driver.apply(Operator::AddScalar, {good}, {}, 1);
    QVERIFY(driver.waitAll());
    const Handle bad = driver.apply(Operator::AddScalar, {next}, {}, 1);
    // If the device is lost before the call returns, the call fails.
    const OpId culprit = driver.failure ? OpId{driver.lastOp.index + 1} : driver.lastOp;
    const Status waited = driver.wait(bad);

    QVERIFY(!waited && waited.error().code == ErrorCode::DeviceFailure);
    QVERIFY2(waited.error().english().find("GPU 0 stopped working") != std::string::npos,
             waited.error().english().c_str());
    QVERIFY(!driver.valuesOf(bad));
    driver.failure.reset();
    static_cast<void>(driver.apply(Operator::AddScalar, {good}, {}, 1));
    static_cast<void>(driver.waitAll());

    driver.device = DeviceId{2};
    const auto other = driver.valuesOf(driver.fill({4}, 7));
    QVERIFY2(other && (*other)[0] == 7, "the other device goes on");
    driver.device = DeviceId{0};
    const auto host = driver.valuesOf(driver.fill({4}, 8));
    QVERIFY2(host && (*host)[0] == 8, "and so does the processor");
    const trace::TracePtr trace = driver.finish();
    QVERIFY(trace->op(culprit).state == trace::OpState::Failed);
    QCOMPARE(problemOf(*trace), std::string());
}

/// The kernels of a sum wait for each other. If one GPU is lost, the kernel of the other GPU has to be ended.
void TestGpus::allReduceDoesNotWaitForALostGpu()
{
    fake::Settings settings;
    settings.slow = 20'000;
    settings.lostAtLaunch = 2;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    std::vector<device::Replica> replicas;
    for (const std::size_t i : {1U, 2U}) {
        driver.device = DeviceId(i);
        replicas.push_back({DeviceId(i), driver.fill({64}, 1).id});
    }
    const device::AllReduce sum{device::AllReduceAlgorithm::Library, replicas, {64}, {}, 7, 0};
    const auto summed =
        device::allReduce(driver.platform(), sum, [&](std::string_view name) { return driver.intern(name); });

    const Status waited = driver.waitAll();

    // Either the call that issues the sum or the wait reports the loss.
    const Error* problem = !summed ? &summed.error() : !waited ? &waited.error() : nullptr;
    QVERIFY2(problem != nullptr, "nothing was lost");
    QVERIFY2(problem->code == ErrorCode::DeviceFailure, problem->english().c_str());
    driver.device = DeviceId{1};
    const auto values = driver.valuesOf(driver.fill({4}, 7));
    QVERIFY(values && (*values)[0] == 7);
    QCOMPARE(problemOf(*driver.finish()), std::string());
}

void TestGpus::valuesOfANonBlockingCopyNeedAWait()
{
    fake::Settings settings;
    settings.jitter = 3000;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    device::Platform& platform = driver.platform();
    bool wasEarly = false;
    for (int i = 0; i < 20; ++i) {
        const Handle x = driver.fill({4096}, i);
        const Handle y = driver.create({4096}, DeviceId{0});
        device::OpRequest request;
        request.operation.op = Operator::Copy;
        request.operation.inputs = {x.shape};
        request.operation.output = y.shape;
        request.reads = std::span(&x.id, 1);
        request.writes = std::span(&y.id, 1);
        request.device = DeviceId{0};
        request.isNonBlocking = true;
        QVERIFY(platform.push(request));
        wasEarly = wasEarly || !platform.read(y.id);
        QVERIFY(platform.synchronize(DeviceId{1}, {}));
        const auto values = platform.read(y.id);
        QVERIFY(values && (*values)[4095] == static_cast<float>(i));
        driver.drop(x);
        driver.drop(y);
    }
    QVERIFY2(wasEarly, "before the sync, values are refused rather than made up");
}

/// The wait starts when the copy is issued, whether or not the program reads the values immediately afterwards.
void TestGpus::blockingCopyToTheHostIsRecordedAsOneWait()
{
    for (const bool isFetched : {false, true}) {
        Driver driver(gpus({}), optionsOf(device::Semantics::Torch));
        const Handle x = driver.fill({4096}, 1);
        const Handle y = driver.create({4096}, DeviceId{0});
        device::OpRequest request;
        request.operation.op = Operator::Copy;
        request.operation.inputs = {x.shape};
        request.operation.output = y.shape;
        request.reads = std::span(&x.id, 1);
        request.writes = std::span(&y.id, 1);
        request.device = DeviceId{0};
        request.isFetched = isFetched;
        const Result<OpId> copy = driver.platform().push(request);
        QVERIFY(copy);
        if (isFetched)
            QVERIFY(driver.platform().waitToRead(y.id, {}));

        const trace::TracePtr trace = driver.finish();

        QCOMPARE(trace->waits().size(), std::size_t{1});
        const trace::WaitRecord& wait = trace->waits()[0];
        QVERIFY(wait.begin == trace->op(*copy).issued && wait.end >= trace->op(*copy).finished);
        QVERIFY(wait.op == *copy && wait.releasedBy == *copy);
    }
}

void TestGpus::waitingForOneDeviceDoesNotWaitForTheOther()
{
    fake::Settings settings;
    settings.devices = 2;
    settings.jitter = 4000;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    driver.device = DeviceId{2};
    const Handle far = driver.fill({4}, 0);
    bool hasRest = false;
    for (int round = 0; round < 20 && !hasRest; ++round) {
        driver.device = DeviceId{2};
        for (int i = 0; i < 50; ++i)
            static_cast<void>(driver.push(Operator::AddScalar, {far}, far, 1));
        driver.device = DeviceId{1};
        static_cast<void>(driver.fill({4}, 1));
        QVERIFY(driver.platform().synchronize(DeviceId{1}, {}));
        hasRest = driver.platform().pending() > 0;
    }
    QVERIFY(hasRest);
    QVERIFY(driver.waitAll());
    QCOMPARE(driver.platform().pending(), 0);
}

void TestGpus::destroyedPlatformReleasesAllStreamsEventsAndMemory()
{
    for (const TimeSource source : {TimeSource::Host, TimeSource::Events, TimeSource::Activity}) {
        fake::Settings settings;
        settings.times = source;
        {
            Driver driver(gpus(settings), optionsOf(device::Semantics::MXNet));
            const Handle x = driver.fill({64}, 1);
            driver.drop(driver.copy(driver.apply(Operator::MultiplyScalar, {x}, {}, 2), DeviceId{2}));
            static_cast<void>(driver.platform().streams().record(driver.platform().streams().current(DeviceId{1})));
            QVERIFY(driver.waitAll());
        }
        const fake::Counts left = fake::counts();
        QCOMPARE(left.streams, 0);
        QCOMPARE(left.events, 0);
        QCOMPARE(left.bytes, 0);
    }
}

void TestGpus::stopEndsAnAllReduceWhileGpusConnect()
{
    fake::Settings settings;
    settings.connectsForEver = true;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    std::vector<device::Replica> replicas;
    for (const std::size_t i : {1U, 2U}) {
        driver.device = DeviceId(i);
        replicas.push_back({DeviceId(i), driver.fill({64}, 1).id});
    }
    const device::AllReduce sum{device::AllReduceAlgorithm::Library, replicas, {64}, {}, 7, 0};

    std::jthread stopper([&] { driver.platform().cancel(); });
    const auto done =
        device::allReduce(driver.platform(), sum, [&](std::string_view name) { return driver.intern(name); });

    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Cancelled);
    stopper.join();
    const trace::TracePtr trace = driver.finish();
    QVERIFY(trace->end() && !trace->end()->isComplete);
}

/// A stop of the run has to wait for the work that is queued on a device. A short queue limits this wait.
void TestGpus::numberOfQueuedLongOperationsIsLimited()
{
    fake::Settings settings;
    settings.slow = 20'000;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));
    const Handle x = driver.fill({8}, 1);
    std::int64_t most = 0;
    for (int i = 0; i < 50; ++i) {
        static_cast<void>(driver.push(Operator::AddScalar, {x}, x, 1));
        most = std::max(most, driver.platform().pending());
    }

    QVERIFY2(most <= 30, "of 20 ms each, 0.4 s may be under way");
    driver.platform().cancel();
    const trace::TracePtr trace = driver.finish();
    QVERIFY(trace->end() && !trace->end()->isComplete);
}

void TestGpus::pageLockedMemoryCountsAsHostMemory()
{
    device::PlatformOptions options = optionsOf(device::Semantics::Torch);
    options.hostMemory = device::HostMemoryMode::Pinned;
    Driver driver(gpus({}), options);
    const Handle x = driver.fill({1024, 1024}, 1);
    const Bytes before = driver.platform().memory().levels(DeviceId{0}).reserved;
    const Handle onHost = driver.copy(x, DeviceId{0});
    QVERIFY(driver.waitAll());
    const Bytes after = driver.platform().memory().levels(DeviceId{0}).reserved;
    driver.drop(onHost);

    QVERIFY2(after - before >= kMiB * 4, "the page-locked copy counts");
    const trace::TracePtr trace = driver.finish();
    QCOMPARE(problemOf(*trace), std::string());
}

void TestGpus::recordOfACopyContainsTheTypeOfHostMemory()
{
    for (const auto semantics : {device::Semantics::Torch, device::Semantics::MXNet}) {
        Driver driver(gpus({}), optionsOf(semantics));
        const Handle x = driver.fill({16}, 1);
        const Handle onHost = driver.create(x.shape, DeviceId{0});
        for (int i = 0; i < 2; ++i)
            QVERIFY(driver.push(Operator::Copy, {x}, onHost));
        QVERIFY(driver.push(Operator::Copy, {onHost}, driver.create(x.shape, x.device)));

        const trace::TracePtr trace = driver.finish();
        std::vector<trace::HostMemory> found;
        for (std::size_t i = 0; i < trace->opCount(); ++i)
            if (const trace::Op& op = trace->op(OpId(i)); op.hostMemory != trace::HostMemory::None)
                found.push_back(op.hostMemory);
        using enum trace::HostMemory;
        QCOMPARE(found, (std::vector{PageableFresh, PageableWarm, PageableWarm}));
    }
}

void TestGpus::programChoosesTheHostMemoryOfATensor()
{
    using enum trace::HostMemory;
    for (const auto& [mode, wanted] : {std::pair{device::HostMemoryMode::Pageable, PageableFresh},
                                       std::pair{device::HostMemoryMode::Pinned, PinnedPool}}) {
        Driver driver(gpus({}), optionsOf(device::Semantics::Torch));
        const Handle x = driver.fill({16}, 1);
        device::OpRequest copy;
        copy.operation = {.op = Operator::Copy, .inputs = {x.shape}, .output = x.shape};
        copy.device = DeviceId{0};
        copy.isNonBlocking = true;
        const std::array reads{x.id};
        const auto target = driver.platform().create({DeviceId{0}, x.shape, ops::DataType::Float32, mode});
        QVERIFY(target.has_value());
        const std::array writes{*target};
        copy.reads = reads;
        copy.writes = writes;
        const auto op = driver.platform().push(copy);
        QVERIFY(op.has_value());
        QCOMPARE(driver.finish()->op(*op).hostMemory, wanted);
    }
}

void TestGpus::compiledGraphThatCannotBeCapturedRunsStepByStep()
{
    fake::Settings settings;
    settings.captureFails = 1;
    Driver driver(gpus(settings), optionsOf(device::Semantics::Torch));

    static_cast<void>(repeatCompiled(driver));

    QCOMPARE(fake::counts().captures, 1);
    QCOMPARE(fake::counts().replays, 0);
}

void TestGpus::sharedGpuIsNotedInTheTrace()
{
    fake::Settings settings;
    settings.devices = 1;
    const auto open = [settings](const device::PlatformOptions& options, trace::Sink& sink) {
        devices::cuda::GpuSettings shared;
        shared.isShared = true;
        return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule(settings)), shared, options,
                                           sink);
    };
    Driver driver(open, optionsOf(device::Semantics::MXNet));
    QCOMPARE(driver.platform().devices().size(), std::size_t{3});
    driver.device = DeviceId{1};
    const Handle x = driver.fill({8}, 3);
    const Handle y = driver.copy(x, DeviceId{2});
    const auto values = driver.valuesOf(y);
    QVERIFY(values && (*values)[0] == 3);
    QCOMPARE(driver.platform().devices()[2].name, std::string("GPU 1"));
    QCOMPARE(driver.platform().memory().levels(DeviceId{2}).capacity.value, settings.memory / 2);
    const trace::TracePtr trace = driver.finish();

    QVERIFY(trace->devices()[2].model.ends_with("shared, no speed-up possible"));
    QVERIFY(trace->notes()[0].text.english().find("no speed-up possible") != std::string::npos);
    QCOMPARE(problemOf(*trace), std::string());
}

void TestGpus::precisionOfProductsIsNotedInTheTrace()
{
    for (const int isTf32 : {0, 1}) {
        const auto open = [isTf32](const device::PlatformOptions& options, trace::Sink& sink) {
            devices::cuda::GpuSettings settings;
            settings.module.isTf32 = isTf32;
            return devices::cuda::openComputer(devices::cuda::probeModule(fake::makeModule({})), settings, options,
                                               sink);
        };
        Driver driver(open, optionsOf(device::Semantics::Torch));
        const trace::TracePtr trace = driver.finish();
        QVERIFY(trace->notes()[0].text.english().find(isTf32 != 0 ? "TF32" : "fp32") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(TestGpus)
#include "tst_gpus.moc"

#include "engine/devices/cuda/clock_pairs.h"
#include "engine/devices/cuda/module.h"
#include "engine/devices/cuda/open_computer.h"
#include "tests/devices/conformance.h"
#include "tests/devices/runtime_fixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace devicetest;
using namespace engine;
using abi::Code;
using engine::devices::cuda::monotonicNow;

/// Tests the module's code over an imitation of the CUDA runtime and of CUPTI. Each test loads a separate copy of the
/// library.
class TestRuntime : public QObject, private RuntimeFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup() { closeGpu(); }

    void tooOldDriverIsReported();
    void moduleIsSelectedByTheVersionOfTheDriver_data();
    void moduleIsSelectedByTheVersionOfTheDriver();
    void oldProfilerIsRefusedWithAReason();
    void timesOfOperationsAreConvertedToTheHostsClock_data();
    void timesOfOperationsAreConvertedToTheHostsClock();
    void onlyCudaCallsThatStartWorkAreRecorded();
    void timesOfACopyArriveAfterThoseOfAnEarlierKernel();
    void zeroTimesOfTheProfilerAreDropped();
    void timesOfTheKernelsOfAnOperationAreMerged();
    void timesOfReplayedCudaGraphsAreInStreamOrderAfterTheGpuIsReopened();
    void lateRecordsOfAnEarlierRunAreDropped();
    void deviceIsUsableAfterOutOfMemory();
    void librariesAllocateTheirMemoryWhenAStreamIsCreated();
    void hostWaitsBeforeItQueuesALongPageableCopy();
    void poolCacheIsFreedWhenALibraryNeedsMemory();
    void operationIsNotRepeatedIfPartOfItIsQueued();
    void conformanceCaseFailsIfThePlatformCannotBeOpened();
    void peerAccessIsEnabledAtTheFirstCopy();
    void lostDeviceIsReported();
    void cudaGraphIsUpdatedIfTheNextCaptureHasAsManyNodes();
    void streamIsUsableAfterAFailedCapture();
    void onlyEventsForWaitsUseBlockingSync();

private:
};

void TestRuntime::initTestCase()
{
    if (QByteArray(OVERLAP_FAKE_RUNTIME).isEmpty())
        QSKIP("The headers of CUDA 13 and CUPTI were not found when this test was built.");
}

void TestRuntime::tooOldDriverIsReported()
{
    fake::RuntimeSettings settings;
    settings.driver = 12040;
    load(settings);

    abi::Probe probe;
    const Code code = m_module->probe(&probe);

    QCOMPARE(code, Code::NoDriver);
    QCOMPARE(probe.driver, 12040);
    QVERIFY(QByteArray(m_module->lastError()).contains("insufficient"));
}

void TestRuntime::moduleIsSelectedByTheVersionOfTheDriver_data()
{
    QTest::addColumn<int>("driver");
    QTest::addColumn<int>("runtime");
    QTest::addColumn<QString>("sentence");
    QTest::addRow("CUDA 13") << 13'000 << 13'000 << "";
    QTest::addRow("CUDA 12") << 12'040 << 12'090 << "";
    QTest::addRow("neither") << 11'040 << 0 << "CUDA 13 (driver 580 or newer) or CUDA 12 (driver 525 or newer)";
}

void TestRuntime::moduleIsSelectedByTheVersionOfTheDriver()
{
    QFETCH(int, driver);
    QFETCH(int, runtime);
    QFETCH(QString, sentence);
    const QTemporaryDir folder;
    std::vector<std::filesystem::path> places;
    for (const int built : {13'000, 12'090}) {
        const QString file = folder.filePath(QString("liboverlap_cuda%1.so").arg(built / 1000));
        fake::RuntimeSettings settings;
        settings.driver = driver;
        settings.runtime = built;
        QVERIFY(load(file, settings) != nullptr);
        places.emplace_back(file.toStdString());
    }

    const engine::devices::cuda::ModuleSearch search = engine::devices::cuda::findModule(places);

    QCOMPARE(search.module != nullptr, runtime > 0);
    QCOMPARE(runtime > 0 ? search.probe.runtime : 0, runtime);
    QVERIFY2(search.sentence.english().find(sentence.toStdString()) != std::string::npos,
             search.sentence.english().c_str());
}

void TestRuntime::oldProfilerIsRefusedWithAReason()
{
    fake::RuntimeSettings settings;
    settings.cupti = 130000;
    load(settings);
    openGpu();

    QCOMPARE(m_module->timeSource(m_gpu), abi::TimeSource::Events);
    const QByteArray text = m_module->libraries(m_gpu);
    QVERIFY2(text.contains("CUPTI 13.0.0 not used") && text.contains("13.0.1"), text.constData());
    launch(m_stream, 1);
    finish(m_stream);
    QVERIFY(times().empty());
    QCOMPARE(m_control->counts().apiRecords, 0);
}

void TestRuntime::timesOfOperationsAreConvertedToTheHostsClock_data()
{
    QTest::addColumn<qlonglong>("offset");
    QTest::addColumn<double>("rate");

    QTest::newRow("clock of the GPU is hours ahead") << qlonglong{9'000'000'000'000} << 1.0;
    QTest::newRow("clock of the GPU is behind") << qlonglong{-1'000'000'000} << 1.0;
    QTest::newRow("clocks drift by 1e-4") << qlonglong{5'000'000} << 1.0001;
}

void TestRuntime::timesOfOperationsAreConvertedToTheHostsClock()
{
    QFETCH(qlonglong, offset);
    QFETCH(double, rate);
    fake::RuntimeSettings settings;
    settings.clockOffset = offset;
    settings.clockRate = rate;
    settings.kernelTime = 2000;
    load(settings);
    openGpu();
    QCOMPARE(m_module->timeSource(m_gpu), abi::TimeSource::Activity);

    for (std::uint64_t op = 0; op < 100; ++op) {
        const std::int64_t before = monotonicNow();
        launch(m_stream, op);
        finish(m_stream);
        const std::int64_t after = monotonicNow();
        const auto found = times();

        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].op, op);
        // If the clocks were not compared again, they would differ by 20 us after 200 ms.
        constexpr std::int64_t kTolerance = 5'000;
        QVERIFY2(
            found[0].begin > before - kTolerance && found[0].end < after + kTolerance,
            qPrintable(QString("%1 ns before, %2 ns after").arg(before - found[0].begin).arg(found[0].end - after)));
        QVERIFY(found[0].end - found[0].begin >= 2'000'000 - kTolerance);
    }
}

void TestRuntime::onlyCudaCallsThatStartWorkAreRecorded()
{
    load({});
    openGpu();
    abi::Event* event = nullptr;
    QCOMPARE(m_module->createEvent(m_gpu, abi::EventUse::Order, &event), Code::Ok);

    for (std::uint64_t op = 0; op < 20; ++op) {
        launch(m_stream, op);
        QCOMPARE(m_module->record(event, m_stream), Code::Ok);
        QCOMPARE(m_module->wait(m_stream, event), Code::Ok);
        while (m_module->query(event) == Code::NotReady)
            std::this_thread::yield();
    }

    QCOMPARE(m_control->counts().apiRecords, 20);
    QCOMPARE(times().size(), std::size_t{20});
    m_module->destroyEvent(event);
}

void TestRuntime::timesOfACopyArriveAfterThoseOfAnEarlierKernel()
{
    std::promise<void> gate;  // its destructor opens the gate too
    fake::RuntimeSettings settings;
    settings.beforeKernel = [opened = gate.get_future().share()] { opened.wait(); };
    load(settings);
    openGpu();
    abi::Stream* copies = nullptr;
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::CopyOut, "copies", &copies), Code::Ok);
    void* const notFilled = static_cast<char*>(m_data) + 2048;
    void* locked = nullptr;
    QCOMPARE(m_module->allocateHost(m_gpu, 64, &locked), Code::Ok);

    launch(m_stream, 1);
    std::thread([&] {
        m_module->beginOperation(copies, 2, "Copy");
        QCOMPARE(m_module->copy(copies, locked, notFilled, 16, abi::CopyDirection::Out, nullptr), Code::Ok);
        m_module->endOperation(copies);
        finish(copies);
    }).join();
    const auto during = times(false);
    gate.set_value();
    finish(m_stream);
    const auto after = times(false);

    QVERIFY2(during.empty(), "the copy's time arrived while an older kernel still ran");
    QCOMPARE(after.size(), std::size_t{2});
    QVERIFY(after[1].end < after[0].end);
    static_cast<void>(m_module->releaseHost(m_gpu, locked));
    m_module->destroyStream(copies);
}

void TestRuntime::zeroTimesOfTheProfilerAreDropped()
{
    fake::RuntimeSettings settings;
    settings.zeroEvery = 4;
    load(settings);
    openGpu();

    for (std::uint64_t op = 1; op <= 8; ++op)
        launch(m_stream, op);
    finish(m_stream);
    const auto found = times();

    QCOMPARE(found.size(), std::size_t{6});
    for (const abi::OperationTime& time : found)
        QVERIFY(time.op % 4 != 0 && time.begin > 0);
}

void TestRuntime::timesOfTheKernelsOfAnOperationAreMerged()
{
    fake::RuntimeSettings settings;
    settings.kernelTime = 1000;
    load(settings);
    openGpu();

    launch(m_stream, 5, 3);
    finish(m_stream);
    const auto found = times();

    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].end - found[0].begin >= 2'900'000);
}

void TestRuntime::timesOfReplayedCudaGraphsAreInStreamOrderAfterTheGpuIsReopened()
{
    load({});
    for (int run = 0; run < 2; ++run) {
        openGpu();
        abi::Graph* graph = nullptr;
        std::int32_t nodes = 0;
        QCOMPARE(m_module->beginCapture(m_stream), Code::Ok);
        launch(m_stream, 1, 2);
        QCOMPARE(m_module->endCapture(m_stream, &graph, &nodes), Code::Ok);
        QCOMPARE(nodes, 2);

        for (const std::uint64_t op : {10U, 11U}) {
            m_module->beginOperation(m_stream, op, "Segment");
            QCOMPARE(m_module->replay(m_stream, graph), Code::Ok);
            m_module->endOperation(m_stream);
            launch(m_stream, op + 10);
        }
        finish(m_stream);
        const auto found = times();

        QCOMPARE(found.size(), std::size_t{4});
        QVERIFY(found[0].op == 10 && found[1].op == 11 && found[2].op == 20 && found[3].op == 21);
        QVERIFY(found[0].end <= found[2].begin && found[2].end <= found[1].begin);
        m_module->destroyGraph(graph);
        closeGpu();
    }
}

void TestRuntime::lateRecordsOfAnEarlierRunAreDropped()
{
    load({});
    openGpu();
    launch(m_stream, 1);
    finish(m_stream);
    closeGpu();  // closes the GPU before the times of the launch are requested
    openGpu();

    launch(m_stream, 2);
    finish(m_stream);
    const auto found = times();

    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].op, std::uint64_t{2});
}

void TestRuntime::deviceIsUsableAfterOutOfMemory()
{
    fake::RuntimeSettings settings;
    settings.memory = std::int64_t{16} << 20;
    load(settings);
    openGpu();

    void* memory = nullptr;
    const Code refused = m_module->allocate(m_gpu, std::int64_t{64} << 20, &memory);

    QCOMPARE(refused, Code::OutOfMemory);
    QVERIFY(QByteArray(m_module->lastError()).contains("out of memory"));
    launch(m_stream, 1);
    finish(m_stream);
    QCOMPARE(times().size(), std::size_t{1});
}

void TestRuntime::librariesAllocateTheirMemoryWhenAStreamIsCreated()
{
    fake::RuntimeSettings settings;
    settings.memory = std::int64_t{16} << 20;
    load(settings);
    openGpu();
    abi::Facts before;
    abi::Facts after;
    QCOMPARE(m_module->facts(0, &before), Code::Ok);
    abi::Stream* second = nullptr;
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::Compute, "second", &second), Code::Ok);
    QCOMPARE(m_module->facts(0, &after), Code::Ok);
    void* rest = nullptr;
    QCOMPARE(m_module->allocate(m_gpu, after.free, &rest), Code::Ok);
    abi::Stream* third = nullptr;

    QVERIFY(after.free < before.free);
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::Compute, "third", &third), Code::OutOfMemory);
    launch(second, 1);  // succeeds, because it needs no further memory
    finish(second);
    m_module->destroyStream(second);
    QCOMPARE(m_module->release(m_gpu, rest), Code::Ok);
}

/// The call for a pageable copy returns only when the copy has ended. If the copy were queued behind a kernel, other
/// threads could not use the stream until the copy has ended.
void TestRuntime::hostWaitsBeforeItQueuesALongPageableCopy()
{
    fake::RuntimeSettings settings;
    settings.kernelTime = 50'000;
    conformance::Driver driver(computerWith(settings), torch());

    const auto values = driver.valuesOf(driver.fill({1 << 18}, 3));

    QVERIFY(values && (*values)[5] == 3);
    QCOMPARE(m_control->counts().blockedCopies, 0);
}

/// A library allocates outside the pool. If the pool's cache fills the card, the cache must be freed.
void TestRuntime::poolCacheIsFreedWhenALibraryNeedsMemory()
{
    fake::RuntimeSettings settings;
    conformance::Driver driver(computerWith(settings), torch());
    driver.drop(driver.fill({200 << 18}, 1));  // 200 of 240 MiB
    QVERIFY(driver.waitAll());
    settings.kernelMemory = std::int64_t{64} << 20;
    m_control->configure(&settings);

    const auto values = driver.valuesOf(driver.fill({4}, 3));

    QVERIFY2(!driver.failure, driver.failure ? driver.failure->english().c_str() : "");
    QVERIFY(values && (*values)[3] == 3);
}

/// The first kernel of the operation has changed its operand when the second one finds no memory, so a repetition would
/// give wrong values.
void TestRuntime::operationIsNotRepeatedIfPartOfItIsQueued()
{
    fake::RuntimeSettings settings;
    conformance::Driver driver(computerWith(settings), torch());
    ops::Operation inPlace;
    inPlace.op = ops::Operator::AddScalar;
    inPlace.scalars[0] = 1;
    inPlace.epilogue = {{ops::Operator::MultiplyScalar, 3}};
    const conformance::Handle x = driver.fill({4}, 1);
    QVERIFY(driver.push(inPlace, {x}, {x}));
    const auto before = driver.valuesOf(x);
    QVERIFY(before && (*before)[3] == 6);
    driver.drop(driver.fill({200 << 18}, 1));  // 200 of 240 MiB
    QVERIFY(driver.waitAll());
    settings.kernelMemory = std::int64_t{64} << 20;
    settings.memoryAtKernel = 1;
    m_control->configure(&settings);

    const auto pushed = driver.push(inPlace, {x}, {x});
    const Status ended = pushed ? driver.waitAll() : Status(pushed.error());

    QVERIFY(!ended);
    QVERIFY2(ended.error().code == ErrorCode::OutOfMemory, ended.error().english().c_str());
}

void TestRuntime::conformanceCaseFailsIfThePlatformCannotBeOpened()
{
    const conformance::Subject closed{
        "closed",
        [](const device::PlatformOptions&, trace::Sink&) -> Result<std::unique_ptr<device::Platform>> {
            return makeError(ErrorCode::Unavailable, Message(std::string("GPU 0 is not there.")));
        },
        {}};
    conformance::Checks checks(closed, {});

    checks.run(conformance::eventCases().front());

    QCOMPARE(checks.broken().size(), std::size_t{1});
    QVERIFY2(checks.broken().front().find("GPU 0 is not there.") != std::string::npos, checks.broken().front().c_str());
}

void TestRuntime::peerAccessIsEnabledAtTheFirstCopy()
{
    load({});
    openGpu();
    const abi::Options options;
    abi::Gpu* other = nullptr;
    void* there = nullptr;
    QCOMPARE(m_module->open(1, &options, &other), Code::Ok);
    QCOMPARE(m_module->allocate(other, 64, &there), Code::Ok);
    QCOMPARE(m_control->counts().peers, 0);

    for (int i = 0; i < 2; ++i)
        QCOMPARE(m_module->copy(m_stream, there, m_data, 16, abi::CopyDirection::Peer, other), Code::Ok);
    finish(m_stream);

    QCOMPARE(m_control->counts().peers, 1);
    QCOMPARE(m_module->release(other, there), Code::Ok);
    m_module->close(other);
}

void TestRuntime::lostDeviceIsReported()
{
    fake::RuntimeSettings settings;
    settings.lostAtKernel = 2;
    load(settings);
    openGpu();
    abi::Event* event = nullptr;
    QCOMPARE(m_module->createEvent(m_gpu, abi::EventUse::Wait, &event), Code::Ok);

    launch(m_stream, 1);
    launch(m_stream, 2);
    static_cast<void>(m_module->record(event, m_stream));

    QCOMPARE(m_module->synchronize(event), Code::Lost);
    QVERIFY(QByteArray(m_module->lastError()).contains("cudaErrorIllegalAddress"));
    m_module->destroyEvent(event);
}

void TestRuntime::cudaGraphIsUpdatedIfTheNextCaptureHasAsManyNodes()
{
    load({});
    openGpu();
    abi::Graph* graph = nullptr;
    std::int32_t nodes = 0;
    for (const int kernels : {2, 2, 3}) {
        QCOMPARE(m_module->beginCapture(m_stream), Code::Ok);
        launch(m_stream, 1, kernels);
        QCOMPARE(m_module->endCapture(m_stream, &graph, &nodes), Code::Ok);
        QCOMPARE(nodes, kernels);
    }

    QCOMPARE(m_control->counts().instantiations, 2);
    QCOMPARE(m_control->counts().updates, 1);
    m_module->destroyGraph(graph);
}

void TestRuntime::streamIsUsableAfterAFailedCapture()
{
    fake::RuntimeSettings settings;
    settings.captureFails = 1;
    load(settings);
    openGpu();
    abi::Graph* graph = nullptr;
    std::int32_t nodes = 0;

    QCOMPARE(m_module->beginCapture(m_stream), Code::Ok);
    launch(m_stream, 1, 2);
    const Code code = m_module->endCapture(m_stream, &graph, &nodes);

    QCOMPARE(code, Code::Failed);
    QVERIFY(graph == nullptr);
    launch(m_stream, 2);
    finish(m_stream);
    QCOMPARE(m_control->counts().kernels, 1);
}

void TestRuntime::onlyEventsForWaitsUseBlockingSync()
{
    load({});
    openGpu();
    for (const auto& [use, sleeping] : {std::pair{abi::EventUse::Order, 0}, std::pair{abi::EventUse::Timing, 0},
                                        std::pair{abi::EventUse::Wait, 1}, std::pair{abi::EventUse::TimingWait, 1}}) {
        const std::int64_t before = m_control->counts().sleepingEvents;
        abi::Event* event = nullptr;
        QCOMPARE(m_module->createEvent(m_gpu, use, &event), Code::Ok);
        QCOMPARE(m_module->record(event, m_stream), Code::Ok);
        finish(m_stream);
        QCOMPARE(m_control->counts().sleepingEvents - before, std::int64_t{sleeping + 1});
        std::int64_t elapsed = 0;
        const bool isTimed = use == abi::EventUse::Timing || use == abi::EventUse::TimingWait;
        QCOMPARE(m_module->elapsed(event, event, &elapsed) == Code::Ok, isTimed);
        m_module->destroyEvent(event);
    }
}

QTEST_APPLESS_MAIN(TestRuntime)
#include "tst_runtime.moc"

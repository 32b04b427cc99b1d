#include "tests/devices/runtime_fixture.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <thread>

using namespace devicetest;
using abi::Code;

/// Tests the module's sums over two GPUs, and its collectives between ranks, over an imitation of NCCL.
class TestSums : public QObject, private RuntimeFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void sumsOverGpusAreQueuedWithoutBlockingTheCaller();
    void allReduceEndsIfAGpuIsLostWhileConnecting();
    void allReduceCanBeInterruptedWhileConnecting();
    void kernelsWaitingForALostGpuAreAborted();
    void oneExchangeCallMayContainSeveralKindsOfCollectives();
    void oneRankCanEndItsConnectionAlone();
    void communicatorsOfOneGpuAreAbortedTogether();
    void abandonedExchangeEndsAlthoughAnotherCallWaitsForTheDevice();
    void failureOfACollectiveBetweenRanksIsReported();
    void exchangeCallReturnsAFailureThatOccursDuringIt();

private:
    void openTwoGpus();
    /// Opens both GPUs as ranks; the second rank never runs its part. `failingPoll`: value of
    /// RuntimeSettings::ncclFails.
    void openSilentRanks(int failingPoll = 0);
    Code exchange(int number, abi::Stream* stream);
    Code sumUp();
    std::string reasonOfSumEndedBy(const std::function<void()>& end);
    /// Connects both GPUs as two ranks, each from its own thread.
    void connect(int number = 7);

    abi::Gpu* m_other = nullptr;
    void* m_otherData = nullptr;
};

void TestSums::initTestCase()
{
    if (QByteArray(OVERLAP_FAKE_RUNTIME).isEmpty())
        QSKIP("The headers of CUDA 13 and CUPTI were not found when this test was built.");
}

void TestSums::cleanup()
{
    if (abi::Gpu* other = std::exchange(m_other, nullptr); other != nullptr) {
        static_cast<void>(m_module->release(other, m_otherData));
        m_module->close(other);
    }
    closeGpu();
}

void TestSums::openTwoGpus()
{
    openGpu();
    const abi::Options options;
    QCOMPARE(m_module->open(1, &options, &m_other), Code::Ok);
    QCOMPARE(m_module->allocate(m_other, 4096, &m_otherData), Code::Ok);
    if (m_module->collectives() == nullptr)
        QSKIP("The headers of NCCL were not found when this test was built.");
}

/// Queues the sum of the first four elements of both GPUs' memory.
Code TestSums::sumUp()
{
    abi::Gpu* const gpus[] = {m_gpu, m_other};
    float* const data[] = {static_cast<float*>(m_data), static_cast<float*>(m_otherData)};
    return m_module->allReduce(m_stream, gpus, data, 2, 4);
}

void TestSums::sumsOverGpusAreQueuedWithoutBlockingTheCaller()
{
    fake::RuntimeSettings settings;
    settings.kernelTime = 2000;
    load(settings);
    openTwoGpus();
    for (void* data : {m_data, m_otherData})
        std::fill_n(static_cast<float*>(data), 4, 1.5F);

    for (std::uint64_t op = 1; op <= 3; ++op) {
        m_module->beginOperation(m_stream, op, "all-reduce");
        QCOMPARE(sumUp(), Code::Ok);
        m_module->endOperation(m_stream);
    }
    finish(m_stream);
    const auto measured = times();

    for (const void* data : {m_data, m_otherData})
        QCOMPARE(static_cast<const float*>(data)[3], 12.0F);
    QCOMPARE(m_control->counts().kernels, 6);
    QCOMPARE(measured.size(), std::size_t{3});
    for (const abi::OperationTime& time : measured)
        QVERIFY(time.end - time.begin >= 2'000'000);
}

/// Starts a sum of two GPUs that never connect, then calls `end`. Returns the reason with which the sum failed.
std::string TestSums::reasonOfSumEndedBy(const std::function<void()>& end)
{
    fake::RuntimeSettings settings;
    settings.ncclPolls = -1;
    load(settings);
    openTwoGpus();
    std::string reason;
    std::thread caller([&] {
        if (sumUp() == Code::Failed)
            reason = m_module->lastError();
    });
    end();
    caller.join();
    return reason;
}

void TestSums::allReduceEndsIfAGpuIsLostWhileConnecting()
{
    const std::string reason = reasonOfSumEndedBy([this] { m_module->abandon(m_other); });
    const Code later = sumUp();

    QVERIFY2(reason.find("was lost") != std::string::npos, reason.c_str());
    QCOMPARE(later, Code::Failed);
    void* memory = nullptr;
    QCOMPARE(m_module->allocate(m_gpu, 64, &memory), Code::Ok);  // the call is not blocked by the sum
    QCOMPARE(m_module->release(m_gpu, memory), Code::Ok);
}

void TestSums::allReduceCanBeInterruptedWhileConnecting()
{
    const std::string reason = reasonOfSumEndedBy([this] { m_module->interrupt(m_gpu); });

    QVERIFY2(reason.find("was stopped") != std::string::npos, reason.c_str());
    QCOMPARE(m_control->counts().abortedCommunicators, 2);
}

void TestSums::kernelsWaitingForALostGpuAreAborted()
{
    fake::RuntimeSettings settings;
    settings.silentRank = 1;
    load(settings);
    openTwoGpus();
    abi::Event* event = nullptr;
    QCOMPARE(m_module->createEvent(m_gpu, abi::EventUse::Wait, &event), Code::Ok);

    QCOMPARE(sumUp(), Code::Ok);
    QCOMPARE(m_module->record(event, m_stream), Code::Ok);
    QCOMPARE(m_module->query(event), Code::NotReady);
    m_module->abandon(m_other);

    QCOMPARE(m_module->synchronize(event), Code::Ok);
    QCOMPARE(m_control->counts().abortedCommunicators, 2);
    m_module->destroyEvent(event);
}

void TestSums::connect(int number)
{
    std::array<char, abi::kIdBytes> id{};
    QCOMPARE(m_module->makeId(id.data()), Code::Ok);
    std::array codes{Code::Failed, Code::Failed};
    std::thread other([&] { codes[1] = m_module->connect(m_other, number, id.data(), 1, 2); });
    codes[0] = m_module->connect(m_gpu, number, id.data(), 0, 2);
    other.join();
    QCOMPARE(codes[0], Code::Ok);
    QCOMPARE(codes[1], Code::Ok);
}

/// Exchanges steps of all kinds, three of them in one call.
void TestSums::oneExchangeCallMayContainSeveralKindsOfCollectives()
{
    using Step = abi::ExchangeStep;
    using Kind = Step::Kind;
    load({});
    openTwoGpus();
    connect();
    abi::Stream* stream = nullptr;
    QCOMPARE(m_module->createStream(m_other, abi::StreamRole::Peer, "communication", &stream), Code::Ok);
    auto* const a = static_cast<float*>(m_data);
    auto* const b = static_cast<float*>(m_otherData);
    std::fill_n(a, 8, 1.0F);
    std::fill_n(b, 8, 4.0F);

    const std::array first{Step{a, a, 2, Kind::AllReduce, abi::Reduction::Average},
                           Step{a + 2, a + 2, 1, Kind::Reduce, abi::Reduction::Maximum, 0},
                           Step{a + 3, a + 3, 1, Kind::Broadcast, {}, 0}};
    const std::array second{Step{b, b, 2, Kind::AllReduce, abi::Reduction::Average},
                            Step{b + 2, b + 2, 1, Kind::Reduce, abi::Reduction::Maximum, 0},
                            Step{b + 3, b + 3, 1, Kind::Broadcast, {}, 0}};
    QCOMPARE(m_module->exchange(m_stream, 7, first.data(), 3), Code::Ok);
    QCOMPARE(m_module->exchange(stream, 7, second.data(), 3), Code::Ok);
    finish(m_stream);
    finish(stream);

    QCOMPARE(std::vector(a, a + 5), (std::vector{2.5F, 2.5F, 4.0F, 1.0F, 1.0F}));
    QCOMPARE(std::vector(b, b + 5), (std::vector{2.5F, 2.5F, 4.0F, 1.0F, 4.0F}));
    QCOMPARE(m_module->checkExchanges(m_gpu), Code::Ok);
    m_module->destroyStream(stream);
    cleanup();
    QCOMPARE(m_control->counts().destroyedCommunicators, 2);
    QCOMPARE(m_control->counts().abortedCommunicators, 0);
}

/// A rank ends its connection alone if another rank could not connect its GPU.
void TestSums::oneRankCanEndItsConnectionAlone()
{
    load({});
    openTwoGpus();
    connect();
    m_module->disconnect(m_gpu, 7);
    m_module->disconnect(m_gpu, 8);  // this communicator was never connected
    QCOMPARE(m_control->counts().abortedCommunicators, 1);
    QCOMPARE(exchange(7, m_stream), Code::Failed);
    m_module->disconnect(m_other, 7);
    QCOMPARE(m_control->counts().abortedCommunicators, 2);
    connect();
    cleanup();
    QCOMPARE(m_control->counts().destroyedCommunicators, 2);
}

void TestSums::openSilentRanks(int failingPoll)
{
    fake::RuntimeSettings settings;
    settings.silentRank = 1;
    settings.ncclFails = failingPoll;
    load(settings);
    openTwoGpus();
    connect();
}

Code TestSums::exchange(int number, abi::Stream* stream)
{
    auto* const data = static_cast<float*>(m_data);
    const abi::ExchangeStep step{data, data, 4};
    return m_module->exchange(stream, number, &step, 1);
}

/// Each abort waits for the whole GPU, and thus for the kernel of the other communicator. That kernel ends only when
/// its communicator is aborted as well, so both aborts must run concurrently.
void TestSums::communicatorsOfOneGpuAreAbortedTogether()
{
    openSilentRanks();
    connect(8);
    abi::Stream* stream = nullptr;
    QCOMPARE(m_module->createStream(m_gpu, abi::StreamRole::Peer, "communication", &stream), Code::Ok);
    QCOMPARE(exchange(7, m_stream), Code::Ok);
    QCOMPARE(exchange(8, stream), Code::Ok);
    m_module->abandon(m_gpu);
    QCOMPARE(m_control->counts().abortedCommunicators, 2);
    finish(m_stream);
    finish(stream);
    m_module->abandon(m_other);
    m_module->destroyStream(stream);
}

/// A call that frees memory waits for the device. It must not block abandon(), which ends the exchange.
void TestSums::abandonedExchangeEndsAlthoughAnotherCallWaitsForTheDevice()
{
    openSilentRanks();
    void* memory = nullptr;
    QCOMPARE(m_module->allocate(m_gpu, 64, &memory), Code::Ok);
    QCOMPARE(exchange(7, m_stream), Code::Ok);
    const auto before = m_control->counts().frees;
    std::thread caller([&] { static_cast<void>(m_module->release(m_gpu, memory)); });
    while (m_control->counts().frees == before)
        std::this_thread::yield();
    QCOMPARE(m_module->checkExchanges(m_gpu), Code::Ok);
    QCOMPARE(exchange(7, m_stream), Code::Ok);
    m_module->abandon(m_gpu);
    caller.join();
    m_module->abandon(m_other);
}

void TestSums::failureOfACollectiveBetweenRanksIsReported()
{
    openSilentRanks(2);
    QCOMPARE(m_module->checkExchanges(m_gpu), Code::Ok);
    abi::Event* event = nullptr;
    QCOMPARE(m_module->createEvent(m_gpu, abi::EventUse::Wait, &event), Code::Ok);

    QCOMPARE(exchange(7, m_stream), Code::Ok);
    QCOMPARE(m_module->record(event, m_stream), Code::Ok);
    QCOMPARE(m_module->checkExchanges(m_gpu), Code::Failed);
    const std::string reason = m_module->lastError();
    m_module->abandon(m_gpu);

    QVERIFY2(reason.starts_with("NCCL: "), reason.c_str());
    QCOMPARE(m_module->synchronize(event), Code::Ok);
    QCOMPARE(exchange(7, m_stream), Code::Failed);
    m_module->destroyEvent(event);
    m_module->abandon(m_other);
}

void TestSums::exchangeCallReturnsAFailureThatOccursDuringIt()
{
    openSilentRanks(1);  // the failing poll is within exchange(), which polls until the kernel is queued
    QCOMPARE(exchange(7, m_stream), Code::Failed);
    QCOMPARE(m_control->counts().abortedCommunicators, 1);
    finish(m_stream);
    m_module->abandon(m_other);
}

QTEST_GUILESS_MAIN(TestSums)
#include "tst_sums.moc"

#include "tests/devices/runtime_fixture.h"

#include <algorithm>
#include <functional>
#include <string>
#include <thread>

using namespace devicetest;
using abi::Code;

/// The module's sums over two GPUs, over an imitation of NCCL.
class TestSums : public QObject, private RuntimeFixture {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void sumsOverGpusAreQueuedWithoutBlocking();
    void callThatWaitsForALostGpuEnds();
    void callThatConnectsIsInterrupted();
    void kernelsThatWaitForALostGpuEnd();

private:
    void openTwoGpus();
    Code sumUp();
    std::string reasonOfSumEndedBy(const std::function<void()>& end);

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

void TestSums::sumsOverGpusAreQueuedWithoutBlocking()
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

void TestSums::callThatWaitsForALostGpuEnds()
{
    const std::string reason = reasonOfSumEndedBy([this] { m_module->abandon(m_other); });
    const Code later = sumUp();

    QVERIFY2(reason.find("was lost") != std::string::npos, reason.c_str());
    QCOMPARE(later, Code::Failed);
    void* memory = nullptr;
    QCOMPARE(m_module->allocate(m_gpu, 64, &memory), Code::Ok);  // is not blocked by the sum
    QCOMPARE(m_module->release(m_gpu, memory), Code::Ok);
}

void TestSums::callThatConnectsIsInterrupted()
{
    const std::string reason = reasonOfSumEndedBy([this] { m_module->interrupt(m_gpu); });

    QVERIFY2(reason.find("was stopped") != std::string::npos, reason.c_str());
    QCOMPARE(m_control->counts().abortedCommunicators, 2);
}

void TestSums::kernelsThatWaitForALostGpuEnd()
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

QTEST_GUILESS_MAIN(TestSums)
#include "tst_sums.moc"

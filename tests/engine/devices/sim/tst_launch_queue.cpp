#include "tests/engine/devices/sim/random_program.h"

#include <algorithm>
#include <map>

using namespace simtest;
using device::Semantics;

namespace {

device::Machine machineWith(int launchQueue)
{
    device::Machine result = machine("book-v100");
    for (device::GpuModel& gpu : result.torch.gpus)
        gpu.launchQueue = launchQueue;
    result.mxnet = result.torch;
    return result;
}

/// Products with no issue cost that always write the same tensor, so that only the queue can block the program.
class Products {
public:
    Products(Driver& driver, int gpu)
        : d(driver), m_gpu(d.gpu(gpu)), m_x(d.uniform(m_gpu, kSide)), m_y(d.tensor(m_gpu, {kSide, kSide}))
    {
        push(1);
        d.waitall();
    }
    void push(int count, std::optional<StreamId> stream = {})
    {
        for (int i = 0; i < count; ++i)
            m_last = d.apply(ops::Operator::MatMul, m_gpu, {m_x, m_x}, m_y, {{kSide, kSide}, {kSide, kSide}},
                             {kSide, kSide}, device::DispatchClass::Free, stream);
    }
    [[nodiscard]] const Result<OpId>& last() const { return m_last; }

private:
    static constexpr std::int64_t kSide = 4000;
    Driver& d;
    DeviceId m_gpu;
    VariableId m_x;
    VariableId m_y;
    Result<OpId> m_last = OpId{};
};

/// Waits caused by full launch queues.
std::vector<trace::WaitRecord> fullQueues(const Records& records)
{
    std::vector<trace::WaitRecord> found;
    for (const trace::WaitRecord& wait : records.waits)
        if (wait.call.isValid() && records.names[wait.call.index] == "launch queue full")
            found.push_back(wait);
    return found;
}

}  // namespace

/// Tests that a stream accepts a limited number of launches, and that a call that exceeds it blocks the program.
class TestLaunchQueue : public QObject {
    Q_OBJECT

private slots:
    void launchesThatFitIntoTheQueueDoNotBlock();
    void launchIntoAFullQueueBlocksUntilAnEarlierLaunchEnds();
    void eachStreamHasASeparateQueue();
    void mxnetProgramIsNotBlockedByAFullQueue();
    void cancelEndsTheWaitForAFullQueue();
    void queueNeverExceedsItsLimit();
    void queueLimitAboveTheNumberOfLaunchesHasNoEffect();
};

void TestLaunchQueue::launchesThatFitIntoTheQueueDoNotBlock()
{
    const device::Machine bounded = machineWith(50);
    Driver driver(bounded, {});
    Products products(driver, 0);

    products.push(50);

    QVERIFY(fullQueues(driver.records).empty());
    QCOMPARE(driver.platform().pending(), std::int64_t{50});
}

void TestLaunchQueue::launchIntoAFullQueueBlocksUntilAnEarlierLaunchEnds()
{
    const device::Machine bounded = machineWith(50);
    Driver driver(bounded, {});
    Products products(driver, 0);
    const std::uint32_t first = driver.lastOp.index + 1;

    products.push(53);
    driver.platform().finish();

    const auto waits = fullQueues(driver.records);
    QCOMPARE(waits.size(), std::size_t{3});
    for (std::uint32_t i = 0; i < 3; ++i) {
        const OpId released{first + i};
        QCOMPARE(waits[i].releasedBy, released);
        QCOMPARE(waits[i].end, driver.records.life(released).finished);
        QVERIFY(waits[i].begin < waits[i].end);
        QCOMPARE(waits[i].target, trace::WaitTarget::Stream);
        QCOMPARE(waits[i].device, driver.gpu(0));
        QVERIFY(driver.records.life(OpId{first + 50 + i}).ready >= waits[i].end);
    }
}

void TestLaunchQueue::eachStreamHasASeparateQueue()
{
    const device::Machine bounded = machineWith(4);
    Driver driver(bounded, {});
    Products here(driver, 0);
    Products there(driver, 1);
    const StreamId side = *driver.platform().streams().create(driver.gpu(0));

    here.push(4);
    here.push(4, side);
    there.push(4);

    QCOMPARE(driver.platform().pending(), std::int64_t{12});
    QVERIFY(fullQueues(driver.records).empty());
    there.push(1);
    QCOMPARE(fullQueues(driver.records).size(), std::size_t{1});
}

void TestLaunchQueue::mxnetProgramIsNotBlockedByAFullQueue()
{
    const device::Machine bounded = machineWith(1);
    device::PlatformOptions options;
    options.semantics = Semantics::MXNet;
    Driver driver(bounded, options);
    Products products(driver, 0);

    products.push(20);

    QVERIFY(fullQueues(driver.records).empty());
    QCOMPARE(driver.platform().pending(), std::int64_t{20});
}

void TestLaunchQueue::cancelEndsTheWaitForAFullQueue()
{
    const device::Machine bounded = machineWith(2);
    Driver driver(bounded, {});
    Products products(driver, 0);
    products.push(2);
    driver.platform().cancel();

    products.push(1);

    QVERIFY(!products.last());
    QVERIFY(products.last().error().code == ErrorCode::Cancelled);
    driver.platform().finish();
    QCOMPARE(driver.records.lives.size(), driver.records.issues.size());
    QVERIFY(!driver.records.ends.back().isComplete);
}

/// Checks the limit on random programs: when a call returns, no stream contains more launches than it accepts.
void TestLaunchQueue::queueNeverExceedsItsLimit()
{
    int blocked = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        device::Machine random = randomMachine(seed, 1);
        const int limit = 1 + static_cast<int>(seed % 3);
        random.torch.gpus[0].launchQueue = limit;
        random.torch.gpus[0].mallocNs = random.torch.gpus[0].mallocNsPerByte = 0;
        random.torch.frontEnd = {};
        RandomProgram program(random, seed, {});
        program.run();
        blocked += static_cast<int>(fullQueues(program.driver.records).size());

        std::map<std::uint32_t, std::vector<const Pushed*>> streams;
        for (const Pushed& pushed : program.pushed)
            if (pushed.stream && pushed.gpu >= 0)
                streams[pushed.stream->index].push_back(&pushed);
        QCOMPARE(program.driver.records.lives.size(), program.pushed.size());
        for (const auto& [stream, pushes] : streams)
            for (std::size_t i = static_cast<std::size_t>(limit); i < pushes.size(); ++i) {
                const auto& oldest = program.driver.records.life(pushes[i - static_cast<std::size_t>(limit)]->op);
                QVERIFY2(oldest.finished <= pushes[i]->after, qPrintable(QString("seed %1").arg(seed)));
            }
        for (const trace::LifeRecord& life : program.driver.records.lives)
            QCOMPARE(life.state, trace::OpState::Done);
    }
    QVERIFY(blocked > 100);
}

void TestLaunchQueue::queueLimitAboveTheNumberOfLaunchesHasNoEffect()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::string streams[2];
        int index = 0;
        for (int limit : {1024, 1 << 20}) {
            device::Machine random = randomMachine(seed, 2);
            for (device::GpuModel& gpu : random.torch.gpus)
                gpu.launchQueue = limit;
            RandomProgram program(random, seed, {});
            program.run();
            streams[index++] = program.driver.records.stream;
        }
        QVERIFY(streams[0] == streams[1]);
    }
}

QTEST_APPLESS_MAIN(TestLaunchQueue)
#include "tst_launch_queue.moc"

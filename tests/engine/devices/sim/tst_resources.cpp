#include "engine/devices/sim/detail/event_queue.h"
#include "engine/devices/sim/detail/kernel_share.h"
#include "engine/devices/sim/detail/link_network.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace engine::devices::sim::detail;

/// Tests each shared resource of the simulator alone, with fixed and with random loads.
class TestResources : public QObject {
    Q_OBJECT

private slots:
    void eventsAreSortedByTimeThenByTypeThenByInsertion();
    void singleKernelTakesItsSoloTime();
    void noKernelStartsBesideAKernelThatFillsTheGpu();
    void kernelsThatUseHalfOfTheGpuRunTogether();
    void fairSharingHalvesTheSpeedOfTwoConcurrentKernels();
    void concurrentMemoryBoundKernelsAreNotFasterThanSerialOnes();
    void randomKernelsNeverExceedTheCapacityOfTheGpu();
    void equalFlowsShareTheLinkEqually();
    void randomFlowsAreMaxMinFairAndConserveBytes();
    void separateLinksDoNotInfluenceEachOther();
    void emptyFlowEndsImmediately();
};

void TestResources::eventsAreSortedByTimeThenByTypeThenByInsertion()
{
    EventQueue queue;
    queue.schedule(20, EventKind::KernelsEnd, 1);
    queue.schedule(10, EventKind::Start, 2);
    queue.schedule(10, EventKind::StageEnd, 3);
    queue.schedule(10, EventKind::StageEnd, 4);
    std::vector<std::uint32_t> subjects;

    while (!queue.empty())
        subjects.push_back(queue.pop().subject);

    QCOMPARE(subjects, (std::vector<std::uint32_t>{3, 4, 2, 1}));
}

void TestResources::singleKernelTakesItsSoloTime()
{
    KernelShare share({});

    share.start(7, 0.3, 0.2, 1000, 50);

    QCOMPARE(share.nextEnd(), std::int64_t{1050});
    std::vector<std::uint32_t> done;
    share.collectDone(1049, done);
    QVERIFY(done.empty());
    share.collectDone(1050, done);
    QCOMPARE(done, std::vector<std::uint32_t>{7});
    QCOMPARE(share.nextEnd(), std::int64_t{-1});
}

void TestResources::noKernelStartsBesideAKernelThatFillsTheGpu()
{
    KernelShare share({});

    share.start(0, 1, 0, 1000, 0);

    QVERIFY(!share.hasRoom());
}

void TestResources::kernelsThatUseHalfOfTheGpuRunTogether()
{
    KernelShare share({});

    share.start(0, 0.5, 0, 1000, 0);
    QVERIFY(share.hasRoom());
    share.start(1, 0.75, 0, 1000, 0);

    // Until the first kernel ends, the second one gets the other half of the GPU. This is two thirds of the fraction
    // 0.75 that it could use.
    QCOMPARE(share.nextEnd(), std::int64_t{1000});
    std::vector<std::uint32_t> done;
    share.collectDone(1000, done);
    QCOMPARE(share.nextEnd(), std::int64_t{1334});
}

void TestResources::fairSharingHalvesTheSpeedOfTwoConcurrentKernels()
{
    KernelShare share({.isFair = true});

    share.start(0, 1, 0, 1000, 0);
    QVERIFY(share.hasRoom());
    share.start(1, 1, 0, 1000, 0);

    QCOMPARE(share.nextEnd(), std::int64_t{2000});
}

void TestResources::concurrentMemoryBoundKernelsAreNotFasterThanSerialOnes()
{
    KernelShare share({});
    for (std::uint32_t i = 0; i < 4; ++i)
        share.start(i, 0.1, 1.0, 1000, 0);

    QCOMPARE(share.nextEnd(), std::int64_t{4000});
}

void TestResources::randomKernelsNeverExceedTheCapacityOfTheGpu()
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> uniform(0.01, 1);
        KernelShare share({.mostResident = 16, .isFair = seed % 2 == 1});
        std::int64_t now = 0;
        double work = 0;
        std::uint32_t started = 0;
        while (started < 40 || share.nextEnd() >= 0) {
            if (started < 40 && share.hasRoom()) {
                const double wanted = uniform(random);
                const double solo = 1000 * uniform(random);
                share.start(started++, wanted, 0.5 * uniform(random), solo, now);
                work += wanted * solo;
            } else {
                now = share.nextEnd();
                std::vector<std::uint32_t> done;
                share.collectDone(now, done);
                QVERIFY2(!done.empty(), "the planned end must come true");
            }
            double processors = 0;
            double memory = 0;
            for (const KernelShare::Kernel& kernel : share.running()) {
                QVERIFY(kernel.speed >= 0 && kernel.speed <= 1 + 1e-9);
                processors += kernel.speed * kernel.share;
                memory += kernel.speed * kernel.memory;
            }
            QVERIFY(processors <= 1 + 1e-9);
            QVERIFY(memory <= 1 + 1e-9);
            QVERIFY(share.running().size() <= 16);
        }
        QVERIFY2(static_cast<double>(now) >= work - 1e-6, "no faster than all processors together");
    }
}

void TestResources::equalFlowsShareTheLinkEqually()
{
    for (int n = 1; n <= 8; ++n) {
        LinkNetwork network;
        const std::uint32_t link = network.addResource(12);
        for (int i = 0; i < n; ++i)
            network.start(static_cast<std::uint32_t>(i), {link}, 100, 12'000, 0);

        QCOMPARE(network.nextEnd(), std::int64_t{1000} * n);
    }
}

void TestResources::randomFlowsAreMaxMinFairAndConserveBytes()
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const auto draw = [&](double low, double high) {
            return std::uniform_real_distribution<double>(low, high)(random);
        };
        LinkNetwork network;
        std::vector<std::uint32_t> resources;
        for (int i = 0; i < 6; ++i)
            resources.push_back(network.addResource(draw(1, 30)));
        std::int64_t now = 0;
        std::uint32_t started = 0;
        std::map<std::uint32_t, double> moved;
        std::map<std::uint32_t, double> wanted;
        while (started < 30 || network.nextEnd() >= 0) {
            const std::int64_t before = now;
            const auto flows = network.flows();
            const bool isStart = started < 30 && (network.nextEnd() < 0 || random() % 2 == 0);
            if (isStart) {
                const std::int64_t end = network.nextEnd();
                now += end < 0 ? 5 : std::min<std::int64_t>(end - now, static_cast<std::int64_t>(random() % 50));
                for (const LinkNetwork::Flow& flow : flows)
                    moved[flow.slot] += flow.rate * static_cast<double>(now - before);
                std::vector<std::uint32_t> path = resources;
                std::shuffle(path.begin(), path.end(), random);
                path.resize(1 + random() % 3);
                wanted[started] = std::floor(draw(1, 5000));
                network.start(started, path, draw(0.5, 20), wanted[started], now);
                ++started;
            } else {
                now = network.nextEnd();
                for (const LinkNetwork::Flow& flow : flows)
                    moved[flow.slot] += flow.rate * static_cast<double>(now - before);
                std::vector<std::uint32_t> done;
                network.collectDone(now, done);
                for (std::uint32_t slot : done) {
                    // Ends are rounded up to a nanosecond, so a flow may move the bytes of one nanosecond too many.
                    QVERIFY(moved[slot] >= wanted[slot] - 1e-6);
                    QVERIFY(moved[slot] <= wanted[slot] + 30);
                }
            }
            std::map<std::uint32_t, double> load;
            for (const LinkNetwork::Flow& flow : network.flows())
                for (std::uint32_t resource : flow.path)
                    load[resource] += flow.rate;
            for (const auto& [resource, rate] : load)
                QVERIFY(rate <= network.capacity(resource) * (1 + 1e-9));
            for (const LinkNetwork::Flow& flow : network.flows()) {
                bool isBound = flow.rate >= flow.limit * (1 - 1e-9);
                for (std::uint32_t resource : flow.path) {
                    double fastest = 0;
                    for (const LinkNetwork::Flow& other : network.flows())
                        if (std::find(other.path.begin(), other.path.end(), resource) != other.path.end())
                            fastest = std::max(fastest, other.rate);
                    isBound = isBound || (load[resource] >= network.capacity(resource) * (1 - 1e-9) &&
                                          flow.rate >= fastest * (1 - 1e-9));
                }
                QVERIFY2(isBound, "a flow that could gain without a smaller or equal one losing");
            }
        }
    }
}

void TestResources::separateLinksDoNotInfluenceEachOther()
{
    LinkNetwork alone;
    LinkNetwork together;
    for (LinkNetwork* network : {&alone, &together})
        for (double capacity : {7.0, 3.0})
            static_cast<void>(network->addResource(capacity));
    alone.start(0, {0}, 100, 12345, 0);
    together.start(0, {0}, 100, 12345, 0);

    for (std::uint32_t i = 1; i < 5; ++i)
        together.start(i, {1}, 100, 333.0 * i, 10 * i);

    QCOMPARE(together.flows()[0].rate, alone.flows()[0].rate);
    QCOMPARE(together.flows()[0].since, alone.flows()[0].since);
}

void TestResources::emptyFlowEndsImmediately()
{
    LinkNetwork network;
    const std::uint32_t link = network.addResource(1);

    network.start(0, {link}, 1, 0, 42);

    QCOMPARE(network.nextEnd(), std::int64_t{42});
}

QTEST_APPLESS_MAIN(TestResources)
#include "tst_resources.moc"

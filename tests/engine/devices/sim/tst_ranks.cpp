#include "engine/device/rank_transport.h"
#include "engine/ranks/shm/shared_world.h"
#include "tests/engine/devices/sim/driver.h"

#include <cmath>
#include <functional>
#include <thread>

using namespace simtest;
using device::Semantics;
using trace::CollectiveKind;

namespace {

/// A rank's virtual machine, on a thread instead of in a process.
struct Rank {
    Rank(const device::Machine& machine, ranks::shm::SharedWorld& world, int number, Semantics semantics)
        : transport(world.join(number)), driver(machine, optionsOf(semantics))
    {
    }

    device::PlatformOptions optionsOf(Semantics semantics) const
    {
        device::PlatformOptions options;
        options.semantics = semantics;
        options.transport = transport.get();
        return options;
    }
    OpId issue(CollectiveKind kind, VariableId variable, DeviceId device)
    {
        const std::array<VariableId, 1> both{variable};
        device::CollectiveRequest request;
        request.kind = kind;
        request.op = trace::ReduceOp::Sum;
        request.reads = request.writes = both;
        request.device = device;
        const auto op = driver.platform().ranks()->collective(request);
        return op ? *op : OpId{};
    }

    std::unique_ptr<device::RankTransport> transport;
    Driver driver;
};

using Program = std::function<void(Rank&, int)>;

/// Runs the program on all ranks and returns their records.
std::vector<std::unique_ptr<Rank>> run(const device::Machine& machine, int count, Semantics semantics,
                                       const Program& program)
{
    const device::ComputerNetwork& network = machine.torch.network;
    const auto world = ranks::shm::SharedWorld::create(count, {}, 0, network.rate > 0 ? network.ranksPerComputer : 0);
    std::vector<std::unique_ptr<Rank>> ranks;
    for (int rank = 0; rank < count; ++rank)
        ranks.push_back(std::make_unique<Rank>(machine, **world, rank, semantics));
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < count; ++rank)
            threads.emplace_back([&, rank] {
                program(*ranks[static_cast<std::size_t>(rank)], rank);
                ranks[static_cast<std::size_t>(rank)]->driver.platform().finish();
                (*world)->end(rank, "");
            });
    }
    return ranks;
}

constexpr std::int64_t kElements = std::int64_t{1} << 20;

}  // namespace

/// Tests collectives of virtual machines: when they start, how long they take, and what they wait for.
class TestRanks : public QObject {
    Q_OBJECT

private slots:
    void ringAllReduceTakesTheTimeOfItsStepsOnTheSlowestLink_data();
    void ringAllReduceTakesTheTimeOfItsStepsOnTheSlowestLink();
    void ringAllReduceUsesTheNetworkIfRanksAreOnSeveralComputers_data();
    void ringAllReduceUsesTheNetworkIfRanksAreOnSeveralComputers();
    void collectiveStartsWhenTheLastRankArrives();
    void collectivesOfAGroupRunInTheirIssueOrder();
    void collectiveRunsAfterItsProducerAndBeforeItsReader();
    void coresAreSharedByTheRanks();
    void platformOfASingleProcessHasNoRanks();
};

void TestRanks::ringAllReduceTakesTheTimeOfItsStepsOnTheSlowestLink_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<int>("ranks");

    QTest::newRow("4 A100") << "a100-4" << 4;
    QTest::newRow("8 H100") << "h100-8" << 8;
    QTest::newRow("2 of 8 on PCIe") << "pcie-8" << 2;
}

void TestRanks::ringAllReduceTakesTheTimeOfItsStepsOnTheSlowestLink()
{
    QFETCH(const QString, machine);
    QFETCH(const int, ranks);
    const device::Machine model = simtest::machine(machine.toStdString());
    const device::Profile& profile = model.torch;
    std::vector<OpId> ops(static_cast<std::size_t>(ranks));

    const auto all = run(model, ranks, Semantics::Torch, [&](Rank& rank, int number) {
        const DeviceId gpu = rank.driver.gpu(number);
        ops[static_cast<std::size_t>(number)] =
            rank.issue(CollectiveKind::AllReduce, rank.driver.tensor(gpu, {kElements}), gpu);
    });

    const double rate = profile.fabric.rate > 0 ? profile.fabric.rate : profile.peers.front().rate;
    const double latency = profile.fabric.rate > 0 ? profile.fabric.latency : profile.peers.front().latency;
    const double part = 4.0 * kElements / ranks / rate * 1e9;
    const double expected = profile.gpus[0].kernelNs + 2 * (ranks - 1) * (latency + part);
    for (int number = 0; number < ranks; ++number) {
        const trace::LifeRecord& life =
            all[static_cast<std::size_t>(number)]->driver.records.life(ops[static_cast<std::size_t>(number)]);
        QVERIFY(std::abs(static_cast<double>((life.finished - life.started).count()) - expected) < 2);
        QCOMPARE(all[static_cast<std::size_t>(number)]->driver.records.role(life.lane), trace::LaneRole::Communication);
    }
}

void TestRanks::ringAllReduceUsesTheNetworkIfRanksAreOnSeveralComputers_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<int>("perComputer");  // 0: the test uses the network of the machine file
    QTest::addColumn<int>("ranks");
    QTest::addColumn<bool>("isOnGpu");
    QTest::addColumn<double>("rate");  // bytes/s of the network that the test adds

    constexpr double kSlow = 1e9;
    constexpr double kFast = 12.5e9;  // faster than a quarter of the memory bandwidth that the test sets
    QTest::newRow("4 computers with a GPU") << "v100-ethernet" << 0 << 4 << true << 0.0;
    QTest::newRow("4 computers, on their CPUs") << "v100-ethernet" << 0 << 4 << false << 0.0;
    QTest::newRow("2 computers with 4 GPUs") << "a100-4" << 4 << 8 << true << kSlow;
    QTest::newRow("2 computers with 4 GPUs, fast") << "a100-4" << 4 << 8 << true << kFast;
    QTest::newRow("2 computers, the second one with fewer ranks") << "a100-4" << 4 << 6 << true << kSlow;
    QTest::newRow("2 computers, the second one with fewer ranks, fast") << "a100-4" << 4 << 6 << true << kFast;
    QTest::newRow("2 computers without GPUs") << "laptop-2019" << 2 << 4 << false << kSlow;
    QTest::newRow("all on one computer") << "a100-4" << 4 << 4 << true << kSlow;
}

/// A step of the ring uses each network port once in each direction, even if a computer has several ranks. Every step
/// takes as long as a step over the network, so all steps together take 2 (n - 1) (latency + bytes / n / rate).
void TestRanks::ringAllReduceUsesTheNetworkIfRanksAreOnSeveralComputers()
{
    QFETCH(const QString, base);
    QFETCH(const int, perComputer);
    QFETCH(const int, ranks);
    QFETCH(const bool, isOnGpu);
    QFETCH(const double, rate);
    device::Machine model = simtest::machine(base.toStdString());
    device::Profile& profile = model.torch;
    if (perComputer > 0) {
        profile.network = {"Ethernet", perComputer, rate, 100'000};
        profile.host.dramRate = std::min(profile.host.dramRate, 40e9);
    }
    const device::ComputerNetwork network = profile.network;
    std::vector<OpId> ops(static_cast<std::size_t>(ranks));

    const auto all = run(model, ranks, Semantics::Torch, [&](Rank& rank, int number) {
        const DeviceId device = isOnGpu ? rank.driver.gpu(rank.transport->place().localRank) : DeviceId{0};
        QCOMPARE(rank.transport->place().node, number / network.ranksPerComputer);
        ops[static_cast<std::size_t>(number)] =
            rank.issue(CollectiveKind::AllReduce, rank.driver.tensor(device, {kElements}), device);
        rank.driver.platform().spend(Nanoseconds{1'000'000'000});
    });

    const bool isOnOne = ranks <= network.ranksPerComputer;
    const double slowest = isOnOne ? profile.fabric.rate : network.rate;
    const double latency = isOnOne ? profile.fabric.latency : network.latency;
    const double fixed = isOnGpu ? profile.gpus[0].kernelNs : profile.host.opNs;
    const double expected = fixed + 2 * (ranks - 1) * (latency + 4.0 * kElements / ranks / slowest * 1e9);
    for (std::size_t number = 0; number < static_cast<std::size_t>(ranks); ++number) {
        const trace::LifeRecord& life = all[number]->driver.records.life(ops[number]);
        const auto took = static_cast<double>((life.finished - life.started).count());
        QVERIFY2(std::abs(took - expected) < 2, qPrintable(QStringLiteral("%1, not %2").arg(took).arg(expected)));
    }
}

void TestRanks::collectiveStartsWhenTheLastRankArrives()
{
    for (const Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
        std::vector<OpId> ops(3);

        const auto all = run(machine("laptop-2019"), 3, semantics, [&](Rank& rank, int number) {
            rank.driver.platform().spend(Nanoseconds{1'000'000 * (number == 1 ? 9 : 1)});
            const VariableId variable = rank.driver.tensor(DeviceId{0}, {kElements});
            ops[static_cast<std::size_t>(number)] = rank.issue(CollectiveKind::AllReduce, variable, DeviceId{0});
            rank.driver.platform().spend(Nanoseconds{20'000'000});
        });

        const auto lifeOf = [&](std::size_t rank) { return all[rank]->driver.records.life(ops[rank]); };
        for (std::size_t rank = 0; rank < 3; ++rank) {
            QCOMPARE(lifeOf(rank).started, lifeOf(1).ready);
            QCOMPARE(lifeOf(rank).finished, lifeOf(1).finished);
        }
        QVERIFY(lifeOf(1).ready - lifeOf(0).ready >= Nanoseconds{8'000'000});
    }
}

void TestRanks::collectivesOfAGroupRunInTheirIssueOrder()
{
    std::vector<std::vector<OpId>> ops(2);

    const auto all = run(machine("a100-4"), 2, Semantics::Torch, [&](Rank& rank, int number) {
        const DeviceId gpu = rank.driver.gpu(number);
        for (int i = 0; i < 4; ++i)
            ops[static_cast<std::size_t>(number)].push_back(
                rank.issue(CollectiveKind::AllReduce, rank.driver.tensor(gpu, {kElements}), gpu));
    });

    for (std::size_t rank = 0; rank < 2; ++rank)
        for (std::size_t i = 1; i < 4; ++i)
            QVERIFY(all[rank]->driver.records.life(ops[rank][i]).started >=
                    all[rank]->driver.records.life(ops[rank][i - 1]).finished);
}

void TestRanks::collectiveRunsAfterItsProducerAndBeforeItsReader()
{
    std::vector<std::array<OpId, 3>> ops(2);

    const auto all = run(machine("a100-4"), 2, Semantics::Torch, [&](Rank& rank, int number) {
        const DeviceId gpu = rank.driver.gpu(number);
        const VariableId x = rank.driver.tensor(gpu, {64, 64});
        auto& own = ops[static_cast<std::size_t>(number)];
        own[0] = *rank.driver.apply(ops::Operator::Fill, gpu, {}, x, {}, {64, 64});
        own[1] = rank.issue(CollectiveKind::AllReduce, x, gpu);
        own[2] =
            *rank.driver.apply(ops::Operator::Relu, gpu, {x}, rank.driver.tensor(gpu, {64, 64}), {{64, 64}}, {64, 64});
    });

    for (std::size_t rank = 0; rank < 2; ++rank) {
        const auto lifeOf = [&](std::size_t i) { return all[rank]->driver.records.life(ops[rank][i]); };
        QVERIFY(lifeOf(1).ready >= lifeOf(0).finished);
        QVERIFY(lifeOf(2).started >= lifeOf(1).finished);
    }
}

void TestRanks::coresAreSharedByTheRanks()
{
    const auto secondsWith = [](int count) {
        double seconds = 0;
        const auto all = run(machine("laptop-2019"), count, Semantics::Torch, [&](Rank& rank, int number) {
            const VariableId x = rank.driver.tensor(DeviceId{0}, {2000, 2000});
            static_cast<void>(rank.driver.apply(ops::Operator::Fill, DeviceId{0}, {}, x, {}, {2000, 2000}));
            const double begin = rank.driver.seconds();
            static_cast<void>(rank.driver.mm(x, DeviceId{0}, 2000));
            if (number == 0)
                seconds = rank.driver.seconds() - begin;
        });
        return seconds;
    };

    const double alone = secondsWith(1);
    const double shared = secondsWith(4);

    QVERIFY(shared > 3.5 * alone);
    QVERIFY(shared < 4.5 * alone);
}

void TestRanks::platformOfASingleProcessHasNoRanks()
{
    Driver driver(machine("laptop-2019"), {});

    QVERIFY(driver.platform().ranks() == nullptr);
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"

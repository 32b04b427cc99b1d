#include "tests/engine/devices/sim/random_program.h"

#include <algorithm>
#include <map>
#include <set>

using namespace simtest;
using device::Semantics;
using trace::CauseKind;
using trace::LaneRole;

namespace {

constexpr unsigned kPrograms = 150;

std::int64_t ns(Nanoseconds time)
{
    return time.count();
}

/// The lifetimes of a finished program's operations, by operation.
std::vector<trace::LifeRecord> livesOf(const RandomProgram& program)
{
    std::vector<trace::LifeRecord> lives(program.pushed.size());
    for (const trace::LifeRecord& life : program.driver.records.lives)
        lives[life.op.index] = life;
    return lives;
}

/// All pairs (earlier, later) of operations that the program's reads and writes order directly.
std::vector<std::pair<int, int>> requiredOrder(const RandomProgram& program)
{
    struct Access {
        int writer = -1;
        std::vector<int> readers;
    };
    std::map<int, Access> accesses;
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < program.pushed.size(); ++i) {
        const int op = static_cast<int>(i);
        for (int tensor : program.pushed[i].reads) {
            Access& access = accesses[tensor];
            if (access.writer >= 0 && access.writer != op)
                pairs.emplace_back(access.writer, op);
            access.readers.push_back(op);
        }
        for (int tensor : program.pushed[i].writes) {
            Access& access = accesses[tensor];
            if (access.writer >= 0 && access.writer != op)
                pairs.emplace_back(access.writer, op);
            for (int reader : access.readers)
                if (reader != op)
                    pairs.emplace_back(reader, op);
            access = {op, {}};
        }
    }
    return pairs;
}

}  // namespace

/// Tests properties of every program on every machine; the numbers in the names refer to engine/device/INVARIANTS.md.
class TestRandomPrograms : public QObject {
    Q_OBJECT

private slots:
    void everyOperationHasOneLifetime_invariant12();
    void operationsOfLanesAndStreamsDoNotOverlap_invariants1And4();
    void operationsStartAfterTheirDependencies_invariants2And3();
    void makespanStaysWithinItsBounds_invariants5To7();
    void idleTimeAlwaysHasACause_invariants8And32();
    void linksStayWithinTheirCapacity_invariant10();
    void allocatedMemoryIsAtMostReservedMemory_invariant20();
    void pageableCopiesBlockTheProgram_invariant16();
    void queriesDoNotChangeTheRun_invariant14();
    void equalInputGivesEqualRecords_invariant13();
    void programsAreNotSlowerOnFasterDevices_invariant26();
    void kernelsOfOneHardwareQueueDoNotOverlap_invariant31();
    void programsOnSeparateGpusDoNotInfluenceEachOther_invariant35();
};

namespace {

template <typename Check>
void forAll(Check check, unsigned programs = kPrograms)
{
    for (unsigned seed = 0; seed < programs; ++seed)
        for (Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
            const device::Machine machine = randomMachine(seed);
            ProgramOptions options;
            options.semantics = semantics;
            RandomProgram program(machine, seed, options);
            program.run();
            check(program, machine, seed);
            if (QTest::currentTestFailed()) {
                qWarning("seed %u, %s", seed, semantics == Semantics::Torch ? "torch" : "mxnet");
                return;
            }
        }
}

}  // namespace

void TestRandomPrograms::everyOperationHasOneLifetime_invariant12()
{
    forAll([](RandomProgram& program, const device::Machine&, unsigned) {
        const Records& records = program.driver.records;
        QCOMPARE(records.issues.size(), program.pushed.size());
        QCOMPARE(records.lives.size(), program.pushed.size());
        std::set<std::uint32_t> seen;
        std::int64_t before = 0;
        for (std::size_t i = 0; i < records.issues.size(); ++i) {
            QCOMPARE(records.issues[i].op.index, static_cast<std::uint32_t>(i));
            QVERIFY(ns(records.issues[i].begin) >= before);
            QVERIFY(records.issues[i].end >= records.issues[i].begin);
            before = ns(records.issues[i].end);
        }
        for (const trace::LifeRecord& life : records.lives) {
            QVERIFY(seen.insert(life.op.index).second);
            QCOMPARE(life.state, trace::OpState::Done);
            QVERIFY(life.lane.isValid());
            QVERIFY(life.started >= records.issue(life.op).end);
            QVERIFY(life.ready >= records.issue(life.op).end);
            QVERIFY(life.started >= life.ready);
            QVERIFY(life.finished >= life.started);
        }
        QCOMPARE(records.ends.size(), std::size_t{1});
        QCOMPARE(records.ends[0].time, program.end);
        QCOMPARE(program.driver.platform().pending(), std::int64_t{0});
    });
}

void TestRandomPrograms::operationsOfLanesAndStreamsDoNotOverlap_invariants1And4()
{
    forAll([](RandomProgram& program, const device::Machine&, unsigned) {
        const Records& records = program.driver.records;
        std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> lanes;
        for (const trace::LifeRecord& life : records.lives)
            lanes[life.lane.index].emplace_back(ns(life.started), ns(life.finished));
        for (const trace::HostRecord& host : records.hosts)
            if (host.lane.isValid())
                lanes[host.lane.index].emplace_back(ns(host.begin), ns(host.end));
        for (auto& [lane, spans] : lanes) {
            std::sort(spans.begin(), spans.end());
            for (std::size_t i = 1; i < spans.size(); ++i)
                QVERIFY2(spans[i].first >= spans[i - 1].second, records.lanes[lane].name.c_str());
        }
        const auto lives = livesOf(program);
        std::map<std::uint32_t, std::int64_t> streams;
        if (program.driver.platform().options().semantics == Semantics::Torch)
            for (const Pushed& pushed : program.pushed)
                if (pushed.stream) {
                    std::int64_t& end = streams[pushed.stream->index];
                    QVERIFY(ns(lives[pushed.op.index].started) >= end);
                    end = ns(lives[pushed.op.index].finished);
                }
    });
}

void TestRandomPrograms::operationsStartAfterTheirDependencies_invariants2And3()
{
    forAll([](RandomProgram& program, const device::Machine&, unsigned) {
        const auto lives = livesOf(program);
        std::set<std::pair<std::uint32_t, std::uint32_t>> recorded;
        for (const trace::DependencyRecord& edge : program.driver.records.edges) {
            QVERIFY(edge.from < edge.to);
            QVERIFY(lives[edge.to.index].started >= lives[edge.from.index].finished);
            recorded.emplace(edge.from.index, edge.to.index);
        }
        for (const auto& [from, to] : requiredOrder(program)) {
            const auto& before = lives[static_cast<std::size_t>(from)];
            const auto& after = lives[static_cast<std::size_t>(to)];
            QVERIFY(after.started >= before.finished);
        }
    });
}

void TestRandomPrograms::makespanStaysWithinItsBounds_invariants5To7()
{
    forAll([](RandomProgram& program, const device::Machine& machine, unsigned) {
        const device::Profile& profile = machine.torch;
        const auto lives = livesOf(program);
        const auto end = static_cast<double>(ns(program.end));
        // 5: a run is not shorter than the longest chain of dependencies at solo speed.
        std::vector<double> path(program.pushed.size(), 0);
        for (std::size_t i = 0; i < program.pushed.size(); ++i)
            path[i] += program.pushed[i].soloNs;
        std::vector<double> longest = path;
        for (const auto& [from, to] : requiredOrder(program)) {
            const auto f = static_cast<std::size_t>(from);
            const auto t = static_cast<std::size_t>(to);
            longest[t] = std::max(longest[t], longest[f] + program.pushed[t].soloNs);
            QVERIFY(longest[t] <= end + 1);
        }
        // 6: a run is not shorter than the work of each GPU, and no kernel is faster than alone.
        std::map<int, double> work;
        double all = 0;
        for (const Pushed& pushed : program.pushed) {
            const trace::LifeRecord& life = lives[pushed.op.index];
            const auto duration = static_cast<double>(ns(life.finished - life.started));
            if (!pushed.isCopy)
                QVERIFY(duration >= pushed.soloNs - 1);
            if (pushed.gpu >= 0)
                work[pushed.gpu] += pushed.soloNs * pushed.share;
            all += duration;
        }
        for (const auto& [gpu, busy] : work)
            QVERIFY(busy <= end + 1);
        // 7: a run is not longer than its operations in series plus all costs of the program and the engine.
        double paid = 0;
        for (const trace::IssueRecord& issue : program.driver.records.issues)
            paid += static_cast<double>(ns(issue.end - issue.begin));
        for (const trace::HostRecord& host : program.driver.records.hosts)
            paid += static_cast<double>(ns(host.end - host.begin));
        const double perOp = 60'000 + 2e6;  // ns; upper limit for latencies, events, worker and driver calls
        const double perWait = profile.frontEnd.syncNs + profile.frontEnd.wakeNs;
        QVERIFY(end <= all + paid + perOp * static_cast<double>(program.pushed.size()) +
                           perWait * static_cast<double>(program.driver.records.waits.size()));
    });
}

void TestRandomPrograms::idleTimeAlwaysHasACause_invariants8And32()
{
    forAll([](RandomProgram& program, const device::Machine& machine, unsigned) {
        const device::Profile& profile = machine.torch;
        const Records& records = program.driver.records;
        const auto lives = livesOf(program);
        // Every operation starts after its cause. The delay is at most the costs of starting an operation.
        for (const trace::LifeRecord& life : records.lives) {
            const trace::Cause cause = life.startCause;
            QVERIFY(cause.kind != CauseKind::None);
            std::int64_t from = ns(records.issue(life.op).end);
            if (cause.op.isValid()) {
                QVERIFY(lives[cause.op.index].finished <= life.started);
                from = std::max(from, ns(lives[cause.op.index].finished));
            } else {
                QCOMPARE(cause.kind, CauseKind::Issued);
            }
            double costs = 0;
            const trace::IssueRecord& issue = records.issue(life.op);
            for (const device::GpuModel& gpu : profile.gpus)
                costs = std::max(costs,
                                 gpu.launchLatencyNs + gpu.eventNs + gpu.poolNs + gpu.mallocNs +
                                     gpu.mallocNsPerByte * (static_cast<double>(issue.outputBytes.value) + (20 << 20)));
            costs += profile.engine.gpuOpNs + profile.engine.launchNs + profile.host.pinnedPoolNs + 2;
            QVERIFY2(ns(life.started) - from <= static_cast<std::int64_t>(costs),
                     qPrintable(QString("operation %1 idles %2 ns").arg(life.op.index).arg(ns(life.started) - from)));
        }
        // The records cover the complete time of the program's thread.
        std::vector<std::pair<std::int64_t, std::int64_t>> busy;
        for (const trace::IssueRecord& issue : records.issues)
            busy.emplace_back(ns(issue.begin), ns(issue.end));
        for (const trace::WaitRecord& wait : records.waits)
            busy.emplace_back(ns(wait.begin), ns(wait.end));
        for (const trace::HostRecord& host : records.hosts)
            if (!host.lane.isValid())
                busy.emplace_back(ns(host.begin), ns(host.end));
        if (program.driver.platform().options().semantics == Semantics::Torch)
            for (const trace::LifeRecord& life : records.lives)
                if (records.role(life.lane) == LaneRole::CpuWorker)
                    busy.emplace_back(ns(records.issue(life.op).end), ns(life.finished));
        std::sort(busy.begin(), busy.end());
        std::int64_t covered = 0;
        // The program's thread stages a copy of up to 64 KiB from pageable memory after issuing the copy.
        const std::int64_t staging = 1 + static_cast<std::int64_t>(65536 / profile.host.stagingRate * 1e9);
        for (const auto& [begin, end] : busy) {
            QVERIFY2(begin - covered <= staging, qPrintable(QString::number(begin - covered)));
            covered = std::max(covered, end);
        }
        // Chains of causes end at the program without gaps or cycles.
        for (const trace::LifeRecord& life : records.lives) {
            OpId at = life.op;
            std::size_t length = 0;
            while (lives[at.index].startCause.op.isValid() && length <= lives.size()) {
                at = lives[at.index].startCause.op;
                ++length;
            }
            QVERIFY(length <= lives.size());
        }
    });
}

void TestRandomPrograms::linksStayWithinTheirCapacity_invariant10()
{
    std::size_t links = 0;
    forAll([&](RandomProgram& program, const device::Machine&, unsigned) {
        const Records& records = program.driver.records;
        std::map<std::uint32_t, trace::LinkRateRecord> last;
        for (const trace::LinkRateRecord& record : records.rates) {
            QVERIFY(record.rate >= 0 && record.rate <= records.lanes[record.lane.index].capacity * (1 + 1e-9));
            const auto [before, isFirst] = last.try_emplace(record.lane.index, record);
            QVERIFY(isFirst || (record.time >= before->second.time && record.rate != before->second.rate));
            before->second = record;
        }
        for (const auto& [lane, record] : last)
            QCOMPARE(record.rate, 0.0);
        links += last.size();
    });
    QVERIFY(links > kPrograms);
}

void TestRandomPrograms::allocatedMemoryIsAtMostReservedMemory_invariant20()
{
    forAll([](RandomProgram& program, const device::Machine& machine, unsigned) {
        std::map<std::uint32_t, std::int64_t> times;
        for (const trace::MemoryRecord& record : program.driver.records.memory) {
            QVERIFY(ns(record.time) >= times[record.device.index]);
            times[record.device.index] = ns(record.time);
            QVERIFY(record.held.value >= 0);
            QVERIFY(record.held <= record.allocated);
            QVERIFY(record.allocated <= record.reserved);
            if (record.device.index > 0) {
                const device::GpuModel& gpu = machine.torch.gpus[record.device.index - 1];
                QVERIFY(record.reserved <= gpu.memory - gpu.usedByOthers - gpu.floor);
            }
        }
        for (const device::DeviceInfo& info : program.driver.platform().devices())
            QCOMPARE(program.driver.platform().memory().levels(info.id).allocated.value, std::int64_t{0});
    });
}

void TestRandomPrograms::pageableCopiesBlockTheProgram_invariant16()
{
    forAll([](RandomProgram& program, const device::Machine& machine, unsigned) {
        if (program.driver.platform().options().semantics != Semantics::Torch)
            return;
        const auto lives = livesOf(program);
        for (const Pushed& pushed : program.pushed)
            if (pushed.isBlocking) {
                const std::int64_t wakeUp = ns(pushed.after - lives[pushed.op.index].finished);
                QVERIFY(std::abs(static_cast<double>(wakeUp) - machine.torch.frontEnd.wakeNs) <= 1);
            }
    });
}

void TestRandomPrograms::queriesDoNotChangeTheRun_invariant14()
{
    forAll(
        [](RandomProgram& program, const device::Machine& machine, unsigned seed) {
            ProgramOptions options;
            options.semantics = program.driver.platform().options().semantics;
            options.hasQueries = true;
            RandomProgram other(machine, seed, options);
            other.run();
            QVERIFY(other.driver.records.stream == program.driver.records.stream);
        },
        40);
}

void TestRandomPrograms::equalInputGivesEqualRecords_invariant13()
{
    for (unsigned seed = 0; seed < 4; ++seed) {
        std::string first;
        const device::Machine machine = randomMachine(seed);
        for (int i = 0; i < 20; ++i) {
            ProgramOptions options;
            options.semantics = seed % 2 == 0 ? Semantics::Torch : Semantics::MXNet;
            options.steps = 200;
            RandomProgram program(machine, seed, options);
            program.run();
            if (first.empty())
                first = program.driver.records.stream;
            QVERIFY(program.driver.records.stream == first);
        }
        QVERIFY(first.size() > 1000);
    }
}

void TestRandomPrograms::programsAreNotSlowerOnFasterDevices_invariant26()
{
    // One stream on one GPU, no copies: no resource is shared.
    for (unsigned seed = 0; seed < 60; ++seed) {
        device::Machine machine = randomMachine(seed, 1);
        std::int64_t before = -1;
        for (double factor : {1.0, 1.5, 4.0}) {
            ProgramOptions options;
            options.hasCopies = false;
            options.hasHostOps = false;
            device::Machine faster = machine;
            faster.torch.gpus[0].gemm *= factor;
            faster.torch.gpus[0].dramRate *= factor;
            faster.torch.gpus[0].launchLatencyNs /= factor;
            faster.torch.gpus[0].hardwareQueues = 1;
            RandomProgram program(faster, seed, options);
            program.run();
            if (before >= 0)
                QVERIFY2(ns(program.end) <= before + 1, qPrintable(QString("seed %1").arg(seed)));
            before = ns(program.end);
        }
    }
}

void TestRandomPrograms::kernelsOfOneHardwareQueueDoNotOverlap_invariant31()
{
    for (unsigned seed = 0; seed < 60; ++seed) {
        device::Machine machine = randomMachine(seed, 1);
        machine.torch.gpus[0].hardwareQueues = 1;
        ProgramOptions options;
        options.hasHostOps = false;
        RandomProgram program(machine, seed, options);
        program.run();
        const auto lives = livesOf(program);
        std::int64_t end = 0;
        for (const Pushed& pushed : program.pushed)
            if (pushed.gpu >= 0) {
                QVERIFY(ns(lives[pushed.op.index].started) >= end);
                end = ns(lives[pushed.op.index].finished);
            }
    }
}

void TestRandomPrograms::programsOnSeparateGpusDoNotInfluenceEachOther_invariant35()
{
    // Two GPUs with separate links, pinned copies, and a program thread whose calls take no time. Each GPU runs alone,
    // then both run together.
    for (unsigned seed = 0; seed < 40; ++seed) {
        device::Machine machine = randomMachine(seed, 1);
        device::Profile& profile = machine.torch;
        profile.switches.clear();
        profile.host.dramRate = 1e15;
        profile.host.pinnedPoolNs = 0;
        profile.frontEnd = {};
        for (device::GpuModel& gpu : profile.gpus) {
            gpu.mallocNs = gpu.mallocNsPerByte = gpu.poolNs = 0;
            gpu.mallocWaits = false;
        }
        profile.gpus.push_back(profile.gpus[0]);
        profile.gpus[1].gemm *= 1.3;
        const auto part = [&](const std::vector<int>& gpus) {
            device::PlatformOptions options;
            options.isPinnedPoolWarm = true;
            Driver driver(machine, options);
            std::mt19937 random(seed);
            std::map<int, std::vector<std::string>> lives;
            std::map<int, VariableId> x;
            std::map<std::uint32_t, int> owner;
            for (int gpu : gpus) {
                x[gpu] = driver.uniform(driver.gpu(gpu), 1024);
                owner[driver.lastOp.index] = gpu;
            }
            for (int i = 0; i < 30; ++i) {
                const bool isCopy = random() % 3 == 0;
                for (int gpu : gpus) {
                    if (isCopy)
                        static_cast<void>(driver.toHost(x[gpu], 1024, true, device::HostMemoryMode::Pinned));
                    else
                        static_cast<void>(driver.mm(x[gpu], driver.gpu(gpu), 1024));
                    owner[driver.lastOp.index] = gpu;
                }
            }
            driver.platform().finish();
            for (const trace::LifeRecord& life : driver.records.lives)
                lives[owner[life.op.index]].push_back(std::to_string(ns(life.started)) + "-" +
                                                      std::to_string(ns(life.finished)));
            return lives;
        };

        auto together = part({0, 1});

        QVERIFY(together[0] == part({0})[0]);
        QVERIFY(together[1] == part({1})[1]);
    }
}

QTEST_APPLESS_MAIN(TestRandomPrograms)
#include "tst_random_programs.moc"

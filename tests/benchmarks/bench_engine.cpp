// Measures nanoseconds per operation of the dependency engine, and compares them with those of other task runtimes
// (peers) and with limits.

#include "engine/schedule/engine.h"
#include "tests/benchmarks/engine_metg.h"
#include "tests/benchmarks/engine_pressure.h"
#include "tests/benchmarks/engine_runs.h"
#include "tests/benchmarks/peers/graph.h"
#include "tests/benchmarks/table.h"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <thread>

using namespace engine;
using namespace engine::schedule;
using bench::Nowhere;
using bench::Ours;
using bench::spin;

namespace {

std::string folderOfThisProgram()
{
    char path[PATH_MAX] = {};
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    const std::string file(path, static_cast<std::size_t>(std::max<ssize_t>(0, length)));
    return file.substr(0, file.find_last_of('/'));
}

/// Returns the nanoseconds per operation that a peer prints; none if the peer was not built.
std::optional<double> runPeer(const std::string& name, const std::string& shape, std::size_t count, int workers,
                              int cores, const char* extra = "")
{
    const std::string program = folderOfThisProgram() + "/peer_" + name;
    if (access(program.c_str(), X_OK) != 0)
        return std::nullopt;
    const std::string command = "OMP_WAIT_POLICY=passive " + program + " " + shape + " " + std::to_string(count) + " " +
                                std::to_string(workers) + " " + std::to_string(cores) + " " + extra + " 2>/dev/null";
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return std::nullopt;
    double value = 0;
    const bool isRead = std::fscanf(pipe, "%lf", &value) == 1;
    const bool isOk = pclose(pipe) == 0;
    return isRead && isOk ? std::optional(value) : std::nullopt;
}

struct Peer {
    const char* name;
    const char* program;
    const char* extra;
    std::size_t count;  ///< operations; few for peers whose cost grows with the number of pending operations
    int rounds;
};
constexpr Peer kPeers[] = {
    {"libgomp", "libgomp", "", 2000, 3},        {"libomp", "libomp", "", 6000, 3},
    {"TBB flow graph", "onetbb", "", 20000, 3}, {"TBB groups, edges given", "onetbb", "groups", 20000, 3},
    {"StarPU", "starpu", "", 3000, 1},
};

struct Gate {
    double limit = 0;
    double aim = 0;
};

/// Runs the operations of a graph with `workers` workers on `cores` cores. Our engine with recording, our engine
/// without, and the peers take turns, so that disturbances affect all of them.
void compare(bench::Table& table, const std::string& shape, int workers, int cores, std::optional<Gate> gate)
{
    constexpr int kRounds = 5;
    constexpr std::size_t kCount = 40'000;
    const std::string title = shape + ", " + std::to_string(workers) + (workers == 1 ? " worker, " : " workers, ") +
                              std::to_string(cores) + (cores == 1 ? " core" : " cores");
    const peers::Graph graph = peers::makeGraph(shape, kCount);
    std::vector<double> plain, recorded;
    std::map<std::string, std::vector<double>> others;
    peers::useCores(cores);
    {
        Ours off(graph, workers, false);
        Ours on(graph, workers, true);
        for (int round = 0; round < kRounds; ++round) {
            plain.push_back(peers::timeOf(graph.uses.size(), 3, [&] { off.run(); }));
            recorded.push_back(peers::timeOf(graph.uses.size(), 3, [&] { on.run(); }));
            for (const Peer& peer : kPeers)
                if (round < peer.rounds)
                    if (const auto time = runPeer(peer.program, shape, peer.count, workers, cores, peer.extra))
                        others[peer.name].push_back(*time);
        }
    }
    peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));

    bench::Line line{.name = title + ", recorded", .value = bench::median(recorded), .unit = "ns/op"};
    if (gate) {
        line.atMost = gate->limit;
        line.aim = gate->aim;
    }
    table.add(line);
    table.add({.name = title + ", not recorded", .value = bench::median(plain), .unit = "ns/op"});
    for (const Peer& peer : kPeers) {
        const std::string name = title + ": " + peer.name + " / ours recorded";
        if (others[peer.name].empty()) {
            table.skip(name, "not built here: its package was not found");
            continue;
        }
        const double time = bench::median(others[peer.name]);
        char note[64];
        const bool isSerial = std::string(peer.name) == "libomp" && workers == 1;
        std::snprintf(note, sizeof note, "%.0f ns/op%s", time, isSerial ? ", a team of one runs tasks at once" : "");
        table.add({.name = name, .value = time / bench::median(recorded), .unit = "x", .note = note});
    }
}

/// Returns the quantile `part` / 1000 of the values.
double perMille(std::vector<double> values, std::size_t part)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() * part / 1000);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// Returns the time of each push in nanoseconds, while no operation can run.
std::vector<double> pushTimes(Ours& ours)
{
    const double rate = TickClock().ticksPerNanosecond();
    std::vector<double> times;
    times.reserve(ours.size());
    std::uint64_t before = TickClock::ticks();
    ours.push([&] {
        const std::uint64_t now = TickClock::ticks();
        times.push_back(static_cast<double>(now - before) / rate);
        before = now;
    });
    return times;
}

void pushAlone(bench::Table& table)
{
    const peers::Graph graph = peers::makeGraph("random", 20'000);
    std::vector<double> medians, tails;
    peers::useCores(1);
    for (int round = 0; round < 7; ++round) {
        Ours ours(graph, 1, true, 0);
        ours.run();  // the first run allocates the records
        std::atomic<bool> isOpen{false};
        static_cast<void>(ours.engine().push({}, {}, [&isOpen] {
            while (!isOpen.load())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const double begin = peers::nanosecondsNow();
        ours.push();
        medians.push_back((peers::nanosecondsNow() - begin) / static_cast<double>(graph.uses.size()));
        isOpen = true;
        ours.run();
        isOpen = false;
        static_cast<void>(ours.engine().push({}, {}, [&isOpen] {
            while (!isOpen.load())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }));
        tails.push_back(perMille(pushTimes(ours), 999));
        isOpen = true;
        static_cast<void>(ours.engine().waitAll());
    }
    peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    table.add({.name = "push alone, 2 reads + 1 write, recorded",
               .value = bench::median(medians),
               .unit = "ns",
               .atMost = 50,
               .aim = 35});
    table.add({.name = "the same, 99.9 % of them", .value = bench::median(tails) / 1000, .unit = "us", .atMost = 5});
}

void waitLatency(bench::Table& table)
{
    Engine engine(EngineOptions{});
    static_cast<void>(engine.addGroup(GroupOptions{.name = "wait"}));
    const VariableId x = engine.newVariable();
    std::vector<double> alone, behind;
    for (int i = 0; i < 300; ++i) {
        std::chrono::steady_clock::time_point ended;
        static_cast<void>(engine.push({}, {&x, 1}, [&ended]() noexcept {
            spin(200'000);
            ended = std::chrono::steady_clock::now();
        }));
        static_cast<void>(engine.waitToRead(x));
        alone.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - ended).count());
    }
    for (int i = 0; i < 5; ++i) {
        std::chrono::steady_clock::time_point ended;
        static_cast<void>(engine.push({}, {&x, 1}, [&ended]() noexcept {
            spin(2'000'000);
            ended = std::chrono::steady_clock::now();
        }));
        for (int k = 0; k < 2000; ++k)
            static_cast<void>(engine.push({}, {}, []() noexcept { spin(130'000); }));
        static_cast<void>(engine.waitToRead(x));
        behind.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - ended).count());
        static_cast<void>(engine.waitAll());
    }
    table.add({.name = "wait returns after the last write",
               .value = bench::median(alone),
               .unit = "us",
               .atMost = 15,
               .aim = 3});
    table.add({.name = "the same behind 2000 unrelated 50 us operations",
               .value = bench::median(behind),
               .unit = "us",
               .atMost = 50,
               .aim = 15});
}

/// Measures the cost of recording per operation, and the cost of one reading of the clock that recording uses.
void recording(bench::Table& table)
{
    const peers::Graph graph = peers::makeGraph("chain", 20'000);
    std::vector<double> added;
    peers::useCores(1);
    {
        Ours off(graph, 1, false);
        Ours on(graph, 1, true);
        for (int round = 0; round < 9; ++round) {
            const double without = peers::timeOf(graph.uses.size(), 3, [&] { off.run(); });
            added.push_back(peers::timeOf(graph.uses.size(), 3, [&] { on.run(); }) - without);
        }
    }
    peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    table.add({.name = "recording: life of 64 B and an edge of 12 B",
               .value = bench::median(added),
               .unit = "ns/op",
               .atMost = 40,
               .aim = 20});
    const double clock = peers::timeOf(100'000, 5, [] {
        std::uint64_t sum = 0;
        for (int i = 0; i < 100'000; ++i)
            sum += TickClock::ticks();
        static std::atomic<std::uint64_t> kept{0};
        kept.store(sum, std::memory_order_relaxed);
    });
    table.add({.name = "recording: one reading of its clock", .value = clock, .unit = "ns"});
}

/// Measures dependency tracking alone, as the simulator uses it: one thread, and a dispatcher that completes operations
/// in order.
void modelled(bench::Table& table)
{
    struct Queue final : Dispatcher {
        void ready(const ReadyOp& op) override { waiting.push_back(op.handle); }
        void dropped(const ReadyOp&, trace::OpState, const FailurePtr&) override {}
        std::vector<OpHandle> waiting;
        std::size_t head = 0;
    } queue;
    struct Count final : EdgeSink {
        void edge(OpId, OpId, trace::DependencyKind) override { ++edges; }
        std::size_t edges = 0;
    } edges;
    Engine engine(EngineOptions{.maxPending = 0, .edgeSink = &edges});
    const GroupId group = engine.addGroup(GroupOptions{.name = "modelled", .dispatcher = &queue}).value();
    const peers::Graph graph = peers::makeGraph("random", 20'000);
    std::vector<VariableId> v;
    for (std::uint32_t i = 0; i < graph.variables; ++i)
        v.push_back(engine.newVariable());
    peers::useCores(1);
    const double time = peers::timeOf(graph.uses.size(), 15, [&] {
        queue.waiting.clear();
        queue.head = 0;
        for (const peers::Use& use : graph.uses) {
            const VariableId reads[2] = {v[use.reads[0]], v[use.reads[1]]};
            const VariableId write = v[use.write];
            static_cast<void>(engine.push(reads, {&write, 1}, PushOptions{.group = group}));
            if (engine.pending() > 200)
                engine.complete(queue.waiting[queue.head++]);
        }
        while (queue.head < queue.waiting.size())
            engine.complete(queue.waiting[queue.head++]);
    });
    peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    table.add({.name = "modelled: push, edges, dispatch, complete", .value = time, .unit = "ns/op", .atMost = 200});
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("engine", argc, argv);
    const bool hasTwoCores = sysconf(_SC_NPROCESSORS_ONLN) > 1;
    const std::map<std::string, Gate> oneCore = {
        {"random", {110, 75}}, {"chain", {60, 35}}, {"indep", {55, 30}}, {"wave", {95, 65}}, {"fan", {75, 40}}};
    for (const char* shape : {"random", "chain", "indep", "wave", "fan"}) {
        if (table.wants(std::string(shape) + " 1"))
            compare(table, shape, 1, 1, oneCore.at(shape));
        if (hasTwoCores && table.wants(std::string(shape) + " 2"))
            compare(table, shape, 2, 2, std::string(shape) == "random" ? std::optional<Gate>({150, 90}) : std::nullopt);
    }
    if (table.wants("push"))
        pushAlone(table);
    if (table.wants("modelled"))
        modelled(table);
    if (table.wants("recording"))
        recording(table);
    if (table.wants("wait"))
        waitLatency(table);
    if (table.wants("pending"))
        bench::pendingCount(table);
    if (hasTwoCores && table.wants("unbounded"))
        bench::unbounded(table);
    if (table.wants("reader"))
        bench::liveReader(table);
    if (table.wants("idle"))
        bench::idleTime(table);
    if (table.wants("pushers"))
        bench::severalPushers(table);
    if (table.wants("stop"))
        bench::stopping(table);
    if (table.wants("metg"))
        bench::taskGranularity(table);
    return table.finish();
}

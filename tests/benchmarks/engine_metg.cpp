#include "tests/benchmarks/engine_metg.h"

#include "tests/benchmarks/engine_runs.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Runs `steps` steps of a stencil. Each of its tasks spins for `ticks` ticks.
using RunSteps = std::function<void(std::uint32_t steps, std::uint64_t ticks)>;

/// Returns the smallest core time per task of which at least 75 % is the task's own work; the rest is overhead. None if
/// even tasks with 20 us of work have more overhead than 25 %.
std::optional<double> granularity(std::uint32_t width, int workers, const RunSteps& run)
{
    const double rate = TickClock().ticksPerNanosecond();
    std::optional<double> last;
    for (double work = 20'000; work > 20; work *= 0.8) {
        const auto ticks = static_cast<std::uint64_t>(work * rate);
        const std::uint32_t steps = std::max<std::uint32_t>(50, static_cast<std::uint32_t>(2e7 / work / width));
        std::vector<double> times;
        for (int repeat = 0; repeat < 3; ++repeat) {
            const auto begin = Clock::now();
            run(steps, ticks);
            const std::chrono::duration<double, std::nano> took = Clock::now() - begin;
            times.push_back(took.count() * workers / (static_cast<double>(steps) * width));
        }
        if (work / median(times) < 0.75)
            break;
        last = median(times);
    }
    return last;
}

/// Returns granularity() of a stencil on our engine: each of `width` points reads its neighbours.
std::optional<double> ofEngine(std::uint32_t width, int workers)
{
    Engine engine(EngineOptions{.isRecording = true});
    static_cast<void>(engine.addGroup(GroupOptions{.name = "metg", .workers = workers}));
    std::vector<VariableId> points;
    for (std::uint32_t i = 0; i < 2 * width; ++i)
        points.push_back(engine.newVariable());
    Nowhere sink;
    return granularity(width, workers, [&](std::uint32_t steps, std::uint64_t ticks) {
        for (std::uint32_t step = 0; step < steps; ++step)
            for (std::uint32_t p = 0; p < width; ++p) {
                const std::uint32_t from = step % 2 * width;
                const VariableId reads[3] = {points[from + (p == 0 ? 0 : p - 1)], points[from + p],
                                             points[from + (p + 1 == width ? p : p + 1)]};
                const VariableId write = points[(1 - step % 2) * width + p];
                static_cast<void>(engine.push(reads, {&write, 1}, [ticks]() noexcept { spin(ticks); }));
            }
        static_cast<void>(engine.waitAll());
        engine.drain(sink);
    });
}

void stayOn(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

struct alignas(128) Step {
    std::atomic<std::uint32_t> done{0};

    void waitFor(std::uint32_t step) const
    {
        // Yields, because on a loaded machine the awaited thread may not be running.
        for (int looks = 0; done.load(std::memory_order_acquire) < step; ++looks)
            if (looks > 10'000)
                std::this_thread::yield();
    }
};

/// Calls side(0) and side(1) on two threads on separate cores.
template <typename Side>
void onTwoCores(const Side& side)
{
    std::jthread other([&side] {
        stayOn(1);
        side(1);
    });
    std::jthread one([&side] {
        stayOn(0);
        side(0);
    });
}

/// Returns granularity() of the stencil without an engine: two threads each own half of the points and publish their
/// progress. No operation is pushed, queued or recorded; per step, each core reads one cache line of the other core.
std::optional<double> byHand(std::uint32_t width)
{
    return granularity(width, 2, [width](std::uint32_t steps, std::uint64_t ticks) {
        std::array<Step, 2> sides;
        onTwoCores([&](std::size_t side) {
            for (std::uint32_t step = 0; step < steps; ++step) {
                sides[1 - side].waitFor(step);
                for (std::uint32_t p = 0; p < width / 2; ++p)
                    spin(ticks);
                sides[side].done.store(step + 1, std::memory_order_release);
            }
        });
    });
}

/// Returns the round-trip time of a cache line between two cores in nanoseconds.
double roundTrip()
{
    constexpr std::uint32_t kTrips = 10'000;
    std::vector<double> times;
    for (int round = 0; round < 7; ++round) {
        std::array<Step, 2> sides;
        double time = 0;
        onTwoCores([&](std::size_t side) {
            const auto begin = Clock::now();
            for (std::uint32_t trip = 1; trip <= kTrips; ++trip) {
                if (side == 1)
                    sides[0].waitFor(trip);
                sides[side].done.store(trip, std::memory_order_release);
                if (side == 0)
                    sides[1].waitFor(trip);
            }
            if (side == 0)
                time = std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / kTrips;
        });
        times.push_back(time);
    }
    return median(times);
}

void add(Table& table, Line line, std::optional<double> nanoseconds)
{
    if (!nanoseconds)
        return table.skip(line.name, "75 % was not reached at 20 us either: the cores are busy with something else");
    line.value = *nanoseconds / 1000;
    table.add(line);
}

}  // namespace

void taskGranularity(Table& table)
{
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
        return table.skip("METG(75 %)", "it takes two cores");
    table.add({.name = "a cache line to the other core and back", .value = roundTrip(), .unit = "ns"});
    for (const auto& [width, limit, aim] : {std::tuple{8U, 0.40, 0.25}, std::tuple{2U, 1.5, 0.7}}) {
        const std::string name = "METG(75 %), stencil of " + std::to_string(width);
        add(table, {.name = name + ", 2 workers, recorded", .unit = "us", .atMost = limit, .aim = aim},
            ofEngine(width, 2));
        add(table, {.name = name + ", two threads by hand, nothing recorded", .unit = "us"}, byHand(width));
        peers::useCores(1);
        add(table, {.name = name + ", 1 worker, one core, recorded", .unit = "us"}, ofEngine(width, 1));
        peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
    }
}

}  // namespace bench

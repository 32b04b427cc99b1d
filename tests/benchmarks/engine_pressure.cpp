#include "tests/benchmarks/engine_pressure.h"

#include "tests/benchmarks/engine_runs.h"

#include <unistd.h>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

namespace bench {

namespace {

/// Returns the processor time of a thread or of all threads in nanoseconds.
double processorTime(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

void useAllCores()
{
    peers::useCores(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace

/// Measures four threads that push operations on a few shared variables. Also checks that the operations ran in the
/// order of their numbers: each body mixes its number into the values that it read, so every value is a digest of its
/// history.
void severalPushers(Table& table)
{
    constexpr std::uint32_t kPushers = 4, kEach = 2'500'000, kVariables = 16;
    const auto usesOf = [](std::uint32_t pusher, std::uint32_t i) {
        const std::uint64_t mixed = (std::uint64_t{pusher} << 32 | i) * 0x9E3779B97F4A7C15U;
        return std::array<std::uint32_t, 3>{static_cast<std::uint32_t>(mixed >> 60),
                                            static_cast<std::uint32_t>(mixed >> 56 & 15),
                                            static_cast<std::uint32_t>(mixed >> 52 & 15)};
    };
    const auto next = [](std::uint64_t a, std::uint64_t b, std::uint64_t number) {
        return (a * 31 + b + number) * 0xD6E8FEB86659FD93U;
    };
    Engine engine{EngineOptions{}};
    static_cast<void>(engine.addGroup(GroupOptions{.name = "pushers", .workers = 2}));
    std::vector<VariableId> variables;
    for (std::uint32_t i = 0; i < kVariables; ++i)
        variables.push_back(engine.newVariable());
    std::array<std::uint64_t, kVariables> values{}, serial{};
    std::vector<std::uint64_t> byNumber(std::size_t{kPushers} * kEach);  // for each operation: its pusher
    const auto begin = std::chrono::steady_clock::now();
    {
        std::vector<std::jthread> pushers;
        for (std::uint32_t p = 0; p < kPushers; ++p)
            pushers.emplace_back([&, p] {
                for (std::uint32_t i = 0; i < kEach; ++i) {
                    const auto [a, b, c] = usesOf(p, i);
                    const VariableId reads[2] = {variables[a], variables[b]};
                    std::uint64_t* const from[2] = {&values[a], &values[b]};
                    std::uint64_t* const to = &values[c];
                    const auto number =
                        engine.push(reads, {&variables[c], 1},
                                    [x = from[0], y = from[1], to, next](const RunningBody& running) noexcept {
                                        *to = next(*x, *y, running.op.index);
                                    });
                    byNumber[number->index] = std::uint64_t{p} << 32 | i;
                }
            });
    }
    static_cast<void>(engine.waitAll());
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    for (std::size_t number = 0; number < byNumber.size(); ++number) {
        const auto [a, b, c] =
            usesOf(static_cast<std::uint32_t>(byNumber[number] >> 32), static_cast<std::uint32_t>(byNumber[number]));
        serial[c] = next(serial[a], serial[b], number);
    }
    int wrong = 0;
    for (std::uint32_t i = 0; i < kVariables; ++i)
        wrong += values[i] == serial[i] ? 0 : 1;
    char note[64];
    std::snprintf(note, sizeof note, "%.0f ns/op", took.count() / static_cast<double>(byNumber.size()));
    table.add({.name = "4 pushers, 10 000 000 operations: values that differ from the recorded order",
               .value = static_cast<double>(wrong),
               .unit = "of 16",
               .atMost = 0,
               .note = note});
}

/// Measures the time to stop the engine with a million queued operations.
void stopping(Table& table)
{
    const peers::Graph graph = peers::makeGraph("random", 1'000'000);
    std::vector<double> times;
    for (int round = 0; round < 3; ++round) {
        Ours ours(graph, 2, true, 0);
        std::atomic<bool> isOpen{false};
        for (int worker = 0; worker < 2; ++worker)
            static_cast<void>(ours.engine().push({}, {}, [&isOpen] { isOpen.wait(false); }));
        ours.push();
        const auto begin = std::chrono::steady_clock::now();
        ours.engine().cancel();
        isOpen = true;
        isOpen.notify_all();
        ours.engine().shutdown(Engine::Ending::Cancel);
        ours.engine().drain(ours.sink());
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    table.add({.name = "cancel and shut down, 1 000 000 queued, recorded",
               .value = median(times),
               .unit = "ms",
               .atMost = 500,
               .aim = 100});
}

/// Compares the times per operation with 1,000,000 and with 3,000 pending operations, and measures the memory per
/// pending operation. Runs on one core, so that other programs hardly affect the times.
void pendingCount(Table& table)
{
    double bytes = 0;
    const auto timeWith = [&bytes](std::size_t count) {
        const peers::Graph graph = peers::makeGraph("random", count);
        Ours ours(graph, 1, false, 0);
        ours.run();
        std::vector<double> times;
        for (int i = 0; i < (count > 100'000 ? 1 : 100); ++i) {
            std::atomic<bool> isOpen{false};
            static_cast<void>(ours.engine().push({}, {}, [&isOpen] { isOpen.wait(false); }));
            const double begin = peers::nanosecondsNow();
            ours.push();
            isOpen = true;
            isOpen.notify_one();
            static_cast<void>(ours.engine().waitAll());
            times.push_back((peers::nanosecondsNow() - begin) / static_cast<double>(count));
        }
        bytes = 128.0 * static_cast<double>(ours.engine().counters().operationRecords) / static_cast<double>(count);
        return median(times);
    };
    std::vector<double> few, many;
    peers::useCores(1);
    for (int i = 0; i < 3; ++i) {
        few.push_back(timeWith(3000));
        many.push_back(timeWith(1'000'000));
    }
    useAllCores();
    char note[64];
    std::snprintf(note, sizeof note, "%.0f and %.0f ns/op", median(many), median(few));
    table.add({.name = "1 000 000 pending / 3 000 pending, one core",
               .value = median(many) / median(few),
               .unit = "x",
               .atMost = 1.5,
               .aim = 1.2,
               .note = note});
    table.add({.name = "memory per pending operation, its edges with it",
               .value = bytes,
               .unit = "B",
               .atMost = 192,
               .aim = 128});
}

/// Runs the same operations on two workers without and with a bound on pending operations. This detects work per
/// operation that grows with the number of pending operations. Measures processor time of all threads, because other
/// programs affect how long three threads wait for two cores.
void unbounded(Table& table)
{
    for (const char* shape : {"indep", "fan"})
        for (const std::size_t count : {100'000, 1'000'000, 10'000'000}) {
            const peers::Graph graph = peers::makeGraph(shape, count);
            std::vector<double> bounded, free;
            {
                Ours with(graph, 2, false);
                Ours without(graph, 2, false, 0);
                with.run();
                without.run();  // the first run allocates the records
                const auto timeOf = [&graph](Ours& ours) {
                    const double begin = processorTime(CLOCK_PROCESS_CPUTIME_ID);
                    ours.run();
                    return (processorTime(CLOCK_PROCESS_CPUTIME_ID) - begin) / static_cast<double>(graph.uses.size());
                };
                for (int round = 0; round < (count > 1'000'000 ? 3 : 9); ++round) {
                    bounded.push_back(timeOf(with));
                    free.push_back(timeOf(without));
                }
            }
            char note[64];
            std::snprintf(note, sizeof note, "%.0f and %.0f ns/op", median(free), median(bounded));
            table.add({.name = std::string(shape) + ", 2 workers, " + std::to_string(count) + ", unbounded / bounded",
                       .value = median(free) / median(bounded),
                       .unit = "x",
                       .atMost = 1.3,
                       .note = note});
        }
}

/// Measures the cost of a thread that drains the records during a run: the time of the other threads with and without
/// it.
void liveReader(Table& table)
{
    const peers::Graph graph = peers::makeGraph("random", 100'000);
    std::vector<double> ratios;
    double bytes = 0;
    peers::useCores(1);
    for (int round = 0; round < 9; ++round) {
        const auto timeWith = [&](bool hasReader) {
            Ours ours(graph, 1, true);
            ours.run();
            Nowhere sink;
            std::atomic<double> read{0};
            const double begin = peers::nanosecondsNow();
            {
                std::jthread reader([&](const std::stop_token& stop) {
                    while (hasReader && !stop.stop_requested()) {
                        ours.engine().drain(sink);
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    }
                    read = processorTime(CLOCK_THREAD_CPUTIME_ID);
                });
                ours.push();
                static_cast<void>(ours.engine().waitAll());
            }
            const double took = peers::nanosecondsNow() - begin - read;
            ours.engine().drain(sink);
            bytes = (static_cast<double>(sink.count * sizeof(Life)) +
                     static_cast<double>(sink.edgeCount * sizeof(EdgeEntry))) /
                    static_cast<double>(graph.uses.size());
            return took;
        };
        const double without = timeWith(false);
        ratios.push_back(timeWith(true) / without);
    }
    useAllCores();
    char note[64];
    std::snprintf(note, sizeof note, "%.0f B per operation: 64 and 12 per edge", bytes);
    table.add({.name = "recording with a live reader / without, its own time aside",
               .value = median(ratios),
               .unit = "x",
               .atMost = 1.1,
               .note = note});
}

/// Measures the fraction of a core that two idle workers use, starting 1 ms after the last operation.
void idleTime(Table& table)
{
    const peers::Graph graph = peers::makeGraph("random", 4000);
    std::vector<double> shares;
    for (int round = 0; round < 3; ++round) {
        Ours ours(graph, 2, true);
        ours.run();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const double begin = processorTime(CLOCK_PROCESS_CPUTIME_ID);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        shares.push_back((processorTime(CLOCK_PROCESS_CPUTIME_ID) - begin) / 3e8 * 100);
    }
    table.add({.name = "two idle workers, 1 ms after the last operation",
               .value = median(shares),
               .unit = "% core",
               .atMost = 0.1});
}

}  // namespace bench

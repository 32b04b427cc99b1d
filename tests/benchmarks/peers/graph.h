#pragma once

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

/// The graphs that every engine runs, and the method that measures every engine. Operations are empty; the result is
/// (submit + execute + wait) / operations.
namespace peers {

struct Use {
    std::uint32_t reads[8] = {};
    std::uint32_t readCount = 0;
    std::uint32_t write = 0;  ///< the written variable
};

struct Graph {
    std::uint32_t variables = 0;
    std::vector<Use> uses;
};

/// Returns a graph of shape chain, indep, wave, fan or random with about `count` operations.
inline Graph makeGraph(const std::string& shape, std::size_t count)
{
    Graph graph;
    const auto add = [&graph](std::initializer_list<std::uint32_t> reads, std::uint32_t write) {
        Use use;
        for (const std::uint32_t read : reads)
            use.reads[use.readCount++] = read;
        use.write = write;
        graph.uses.push_back(use);
    };
    if (shape == "chain") {
        graph.variables = 1;
        while (graph.uses.size() < count)
            add({}, 0);
    } else if (shape == "indep") {
        graph.variables = static_cast<std::uint32_t>(count);
        while (graph.uses.size() < count)
            add({}, static_cast<std::uint32_t>(graph.uses.size()));
    } else if (shape == "wave") {
        std::uint32_t side = 1;
        while (std::size_t{side + 1} * (side + 1) <= count)
            ++side;
        graph.variables = side * side;
        for (std::uint32_t y = 0; y < side; ++y)
            for (std::uint32_t x = 0; x < side; ++x) {
                add({}, y * side + x);
                Use& use = graph.uses.back();
                if (y > 0)
                    use.reads[use.readCount++] = (y - 1) * side + x;
                if (x > 0)
                    use.reads[use.readCount++] = y * side + x - 1;
            }
    } else if (shape == "fan") {
        graph.variables = 9;
        while (graph.uses.size() < count) {
            add({}, 8);
            for (std::uint32_t i = 0; i < 8; ++i)
                add({8}, i);
            add({0, 1, 2, 3, 4, 5, 6, 7}, 8);
        }
    } else {
        graph.variables = 64;
        std::uint64_t state = 88172645463325252U;
        const auto below64 = [&state] {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            return static_cast<std::uint32_t>(state & 63);
        };
        while (graph.uses.size() < count) {
            std::uint32_t a = below64(), b = below64(), c = below64();
            while (b == a)
                b = below64();
            while (c == a || c == b)
                c = below64();
            add({a, b}, c);
        }
    }
    return graph;
}

/// The successors and the number of predecessors of each operation, for peers that need explicit edges.
struct Edges {
    std::vector<std::vector<std::uint32_t>> successors;
    std::vector<std::uint32_t> predecessors;
};

inline Edges edgesOf(const Graph& graph)
{
    Edges edges;
    edges.successors.resize(graph.uses.size());
    edges.predecessors.resize(graph.uses.size());
    std::vector<std::int64_t> writer(graph.variables, -1);
    std::vector<std::vector<std::uint32_t>> readers(graph.variables);
    const auto link = [&edges](std::int64_t from, std::uint32_t to) {
        if (from < 0)
            return;
        auto& list = edges.successors[static_cast<std::size_t>(from)];
        if (list.empty() || list.back() != to) {
            list.push_back(to);
            ++edges.predecessors[to];
        }
    };
    for (std::uint32_t i = 0; i < graph.uses.size(); ++i) {
        const Use& use = graph.uses[i];
        for (std::uint32_t r = 0; r < use.readCount; ++r) {
            link(writer[use.reads[r]], i);
            readers[use.reads[r]].push_back(i);
        }
        for (const std::uint32_t reader : readers[use.write])
            link(reader, i);
        if (readers[use.write].empty())
            link(writer[use.write], i);
        readers[use.write].clear();
        writer[use.write] = i;
    }
    return edges;
}

/// Restricts this process to `cores` cores. Call before threads start.
inline void useCores(int cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < cores; ++i)
        CPU_SET(i, &set);
    sched_setaffinity(0, sizeof set, &set);
}

/// Returns a time in nanoseconds. On one core: processor time of all threads, which equals the wall time on an idle
/// machine and is hardly longer on a loaded one. On several cores: wall time.
inline double nanosecondsNow()
{
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    timespec now{};
    clock_gettime(CPU_COUNT(&set) == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// Returns the median nanoseconds per operation of `repeats` calls of run(), after one warm-up call.
template <typename Run>
double timeOf(std::size_t operations, int repeats, Run&& run)
{
    std::vector<double> times;
    run();
    for (int i = 0; i < repeats; ++i) {
        const double begin = nanosecondsNow();
        run();
        times.push_back((nanosecondsNow() - begin) / static_cast<double>(operations));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// Each peer is a separate program, because two OpenMP runtimes cannot share a process:
///   peer SHAPE OPERATIONS WORKERS CORES   prints nanoseconds per operation
struct Arguments {
    std::string shape;
    std::size_t count = 0;
    int workers = 1;
};

inline Arguments read(int argc, char** argv)
{
    if (argc != 5) {
        std::fprintf(stderr, "usage: %s SHAPE OPERATIONS WORKERS CORES\n", argv[0]);
        std::exit(2);
    }
    useCores(std::atoi(argv[4]));
    return {argv[1], static_cast<std::size_t>(std::atol(argv[2])), std::atoi(argv[3])};
}

}  // namespace peers

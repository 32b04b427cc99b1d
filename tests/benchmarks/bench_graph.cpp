// Cost of the graph: folding and layout of the chapter's programs, and of large graphs. CPU time of the thread.
#include "tests/benchmarks/table.h"
#include "tests/engine/trace/sample_traces.h"
#include "ui/graph/layered_layout.h"
#include "ui/graph/picture.h"

#include <ctime>
#include <random>

namespace {

double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

template <typename Work>
double medianMs(int repeats, Work work)
{
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const double before = cpuMs();
        work();
        times.push_back(cpuMs() - before);
    }
    return bench::median(times);
}

/// Rows of 30 nodes, each edge to the next row: the shape that the design was measured on.
double randomLayout(int count, int edges, std::size_t& crossings)
{
    std::mt19937 random(1);
    const std::vector<ui::graph::LayoutNode> nodes(static_cast<std::size_t>(count));
    std::vector<ui::graph::LayoutEdge> list;
    for (int i = 0; i < edges; ++i) {
        const int from = static_cast<int>(random() % static_cast<unsigned>(count - 60));
        list.push_back({from, from - from % 30 + 30 + static_cast<int>(random() % 30)});
    }
    return medianMs(5, [&] { crossings = ui::graph::layOut(nodes, list).crossings; });
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("graph", argc, argv);
    if (table.wants("picture")) {
        using tests::Sample;
        for (const auto& [sample, name] :
             {std::pair{Sample::Elementwise, "13.2.1"}, {Sample::TwoGpus, "13.3.1"}, {Sample::CopyOverlap, "13.3.2"}}) {
            const auto trace = tests::sampleTrace(sample);
            const double ms = medianMs(9, [&] { static_cast<void>(ui::graph::makePicture(*trace, -1)); });
            table.add(
                {.name = std::string("picture of ") + name + ", whole run", .value = ms, .unit = "ms", .atMost = 50});
        }
        const auto many = tests::randomTrace(2, 16, 1250);
        const double manyMs = medianMs(3, [&] { static_cast<void>(ui::graph::makePicture(*many, -1)); });
        table.add({.name = "picture of 20,000 operations, collapsed", .value = manyMs, .unit = "ms", .atMost = 1000});
        const auto large = tests::randomTrace(1, 16, 6250);
        const double ms = medianMs(3, [&] { static_cast<void>(ui::graph::makePicture(*large, -1)); });
        table.add({.name = "picture of 100 k operations", .value = ms, .unit = "ms"});
    }
    if (table.wants("layout")) {
        std::size_t crossings = 0;
        const double small = randomLayout(1000, 1920, crossings);
        table.add({.name = "layout of 1000 nodes, 1920 edges", .value = small, .unit = "ms", .atMost = 100});
        const double large = randomLayout(3000, 5760, crossings);
        table.add({.name = "layout of 3000 nodes, 5760 edges",
                   .value = large,
                   .unit = "ms",
                   .atMost = 200,
                   .note = std::to_string(crossings) + " crossings"});
    }
    return table.finish();
}

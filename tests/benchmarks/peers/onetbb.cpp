// Measures oneTBB: a flow graph, or, with "groups" as fifth argument, a task_group with our own counters. oneTBB does
// not derive edges from variables, so both receive explicit edges.

#include "tests/benchmarks/peers/graph.h"

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <cstring>
#include <memory>

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

void runFlowGraph(const peers::Edges& edges)
{
    tbb::flow::graph graph;
    std::vector<std::unique_ptr<Node>> nodes;
    nodes.reserve(edges.successors.size());
    for (std::size_t i = 0; i < edges.successors.size(); ++i)
        nodes.push_back(std::make_unique<Node>(graph, [](const tbb::flow::continue_msg&) {}));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const std::uint32_t to : edges.successors[i])
            tbb::flow::make_edge(*nodes[i], *nodes[to]);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (edges.predecessors[i] == 0)
            nodes[i]->try_put(tbb::flow::continue_msg());
    graph.wait_for_all();
}

class Counted {
public:
    explicit Counted(const peers::Edges& edges) : m_edges(edges), m_left(edges.predecessors.size()) {}

    void run()
    {
        for (std::size_t i = 0; i < m_left.size(); ++i)
            m_left[i].store(m_edges.predecessors[i], std::memory_order_relaxed);
        for (std::uint32_t i = 0; i < m_left.size(); ++i)
            if (m_edges.predecessors[i] == 0)
                m_group.run([this, i] { execute(i); });
        m_group.wait();
    }

private:
    void execute(std::uint32_t i)
    {
        for (;;) {
            std::uint32_t next = ~0U;
            for (const std::uint32_t to : m_edges.successors[i])
                if (m_left[to].fetch_sub(1, std::memory_order_acq_rel) == 1) {
                    if (next == ~0U)
                        next = to;
                    else
                        m_group.run([this, to] { execute(to); });
                }
            if (next == ~0U)
                return;
            i = next;
        }
    }

    const peers::Edges& m_edges;
    std::vector<std::atomic<std::uint32_t>> m_left;
    tbb::task_group m_group;
};

}  // namespace

int main(int argc, char** argv)
{
    const bool isGroup = argc == 6 && std::strcmp(argv[5], "groups") == 0;
    const peers::Arguments arguments = peers::read(isGroup ? 5 : argc, argv);
    const peers::Edges edges = peers::edgesOf(peers::makeGraph(arguments.shape, arguments.count));
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(arguments.workers));
    tbb::task_arena arena(arguments.workers);
    double time = 0;
    arena.execute([&] {
        Counted counted(edges);
        time = peers::timeOf(edges.successors.size(), 5, [&] {
            if (isGroup)
                counted.run();
            else
                runFlowGraph(edges);
        });
    });
    std::printf("%.1f\n", time);
    return 0;
}

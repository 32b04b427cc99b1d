#pragma once

#include "engine/schedule/engine.h"
#include "tests/benchmarks/peers/graph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bench {

using namespace engine;
using namespace engine::schedule;

struct Nowhere final : LifeSink {
    void lives(std::span<const Life> part) override { count += part.size(); }
    void edges(std::span<const EdgeEntry> part) override { edgeCount += part.size(); }
    std::size_t count = 0;
    std::size_t edgeCount = 0;
};

/// Spins for `ticks` ticks. Ticks measure real time, so two concurrent calls take as long as one.
inline void spin(std::uint64_t ticks)
{
    const std::uint64_t end = TickClock::ticks() + ticks;
    while (TickClock::ticks() < end) {
    }
}

/// An engine with variables that runs graphs of empty operations.
class Ours {
public:
    Ours(const peers::Graph& graph, int workers, bool isRecording, std::int64_t maxPending = 4096)
        : m_graph(graph), m_engine(EngineOptions{.maxPending = maxPending, .isRecording = isRecording})
    {
        m_group = m_engine.addGroup(GroupOptions{.name = "bench", .workers = workers}).value();
        for (std::uint32_t i = 0; i < graph.variables; ++i)
            m_variables.push_back(m_engine.newVariable());
    }

    void push()
    {
        push([] {});
    }
    /// Pushes all operations, and calls after() after each push.
    template <typename After>
    void push(After&& after)
    {
        for (const peers::Use& use : m_graph.uses) {
            VariableId reads[8];
            for (std::uint32_t i = 0; i < use.readCount; ++i)
                reads[i] = m_variables[use.reads[i]];
            const VariableId write = m_variables[use.write];
            static_cast<void>(m_engine.push({reads, use.readCount}, {&write, 1}, []() noexcept {}));
            after();
        }
    }
    [[nodiscard]] std::size_t size() const { return m_graph.uses.size(); }
    void run()
    {
        push();
        static_cast<void>(m_engine.waitAll());
        if (m_engine.options().isRecording)
            m_engine.drain(m_sink);
    }
    Engine& engine() { return m_engine; }
    Nowhere& sink() { return m_sink; }

private:
    const peers::Graph& m_graph;
    Engine m_engine;
    GroupId m_group;
    std::vector<VariableId> m_variables;
    Nowhere m_sink;
};

}  // namespace bench

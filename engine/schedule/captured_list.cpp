#include "engine/schedule/captured_list.h"

#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <bit>

namespace engine::schedule {

using trace::DependencyKind;

void CapturedList::addEdge(std::uint32_t from, DependencyKind kind, bool isData)
{
    Step& step = m_steps.back();
    const auto begin = m_edges.end() - step.edgeCount;
    if (std::any_of(begin, m_edges.end(), [from](const Edge& edge) { return edge.from == from; }))
        return;
    m_edges.push_back(Edge{from, kind, isData});
    ++step.edgeCount;
}

// The rules of Core::linkVariables(); reads first, so that the edge that carries data is the one that stays.
void CapturedList::add(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                       const PushOptions& options)
{
    const auto self = static_cast<std::uint32_t>(m_steps.size());
    const std::size_t outerBefore = m_outerUses.size();
    PushOptions plain = options;
    plain.isUnnumbered = false;
    m_steps.push_back(Step{.kind = std::bit_cast<std::uint32_t>(Engine::Core::kindOf(options.group, plain)),
                           .name = options.name,
                           .group = options.group});
    m_bodies.push_back(std::move(body));
    if (std::find(m_groups.begin(), m_groups.end(), options.group) == m_groups.end())
        m_groups.push_back(options.group);

    for (const VariableId id : reads) {
        Final& variable = m_finals[id];
        if (variable.writer >= 0)
            addEdge(static_cast<std::uint32_t>(variable.writer), DependencyKind::ReadAfterWrite, true);
        else
            m_outerUses.push_back({id, Outer::Writer, true});
        const bool isWrittenToo = std::find(writes.begin(), writes.end(), id) != writes.end();
        if (!isWrittenToo && (variable.readers.empty() || variable.readers.back() != self))
            variable.readers.push_back(self);
    }
    for (const VariableId id : writes) {
        Final& variable = m_finals[id];
        if (variable.writer == self)
            continue;  // named twice
        for (const std::uint32_t reader : variable.readers)
            addEdge(reader, DependencyKind::WriteAfterRead, false);
        if (variable.writer < 0)
            m_outerUses.push_back({id, Outer::ReadersOrWriter, false});
        else if (variable.readers.empty())
            addEdge(static_cast<std::uint32_t>(variable.writer), DependencyKind::WriteAfterWrite, false);
        variable.readers.clear();
        variable.writer = self;
    }
    m_steps.back().outerCount = static_cast<std::uint32_t>(m_outerUses.size() - outerBefore);
}

}  // namespace engine::schedule

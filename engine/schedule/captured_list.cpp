#include "engine/schedule/captured_list.h"

#include <algorithm>

namespace engine::schedule {

using trace::DependencyKind;

void CapturedList::addEdge(std::uint32_t from, DependencyKind kind, bool isData)
{
    Node& node = m_nodes.back();
    const auto begin = m_edges.begin() + node.firstEdge;
    if (std::any_of(begin, m_edges.end(), [from](const Edge& edge) { return edge.from == from; }))
        return;
    m_edges.push_back(Edge{from, kind, isData});
    ++node.edgeCount;
}

// The rules of Core::linkVariables(); reads first, so that the edge that carries data is the one that stays.
void CapturedList::add(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                       const PushOptions& options)
{
    const auto self = static_cast<std::uint32_t>(m_nodes.size());
    Node& node = m_nodes.emplace_back();
    node.body = std::move(body);
    node.options = options;
    node.firstEdge = static_cast<std::uint32_t>(m_edges.size());
    node.firstOuter = static_cast<std::uint32_t>(m_outerUses.size());

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
    node.outerCount = static_cast<std::uint32_t>(m_outerUses.size()) - node.firstOuter;
}

}  // namespace engine::schedule

#include "engine/trace/edges.h"

#include <algorithm>
#include <utility>

namespace engine::trace {

std::vector<Edge> Edges::into(OpId op) const
{
    std::vector<Edge> edges;
    if (op.index >= m_ends.size())
        return edges;
    for (std::uint32_t i = m_ends[op.index].into; i != kNone; i = m_edges[i].intoBefore)
        edges.push_back(m_edges[i].edge());
    std::reverse(edges.begin(), edges.end());
    return edges;
}

std::vector<Edge> Edges::outOf(OpId op) const
{
    std::vector<Edge> edges;
    if (op.index >= m_ends.size())
        return edges;
    for (std::uint32_t i = m_ends[op.index].outOf; i != kNone; i = m_edges[i].outOfBefore)
        edges.push_back(m_edges[i].edge());
    std::reverse(edges.begin(), edges.end());
    return edges;
}

bool Edges::add(const Edge& edge)
{
    if (m_edges.size() >= kNone)
        return false;
    const auto index = static_cast<std::uint32_t>(m_edges.size());
    LinkedEdge linked{edge.from, edge.to};
    linked.kind = static_cast<std::uint64_t>(edge.kind) & 0x3;
    linked.intoBefore = std::exchange(m_ends.writable(edge.to.index).into, index) & kNone;
    linked.outOfBefore = std::exchange(m_ends.writable(edge.from.index).outOf, index) & kNone;
    m_edges.push_back(linked);
    return true;
}

Edges Edges::share()
{
    Edges copy;
    copy.m_edges = m_edges.share();
    copy.m_ends = m_ends.share();
    return copy;
}

}  // namespace engine::trace

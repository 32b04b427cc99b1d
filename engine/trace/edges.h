#pragma once

#include "engine/base/index_iterator.h"
#include "engine/trace/column.h"
#include "engine/trace/record.h"

#include <vector>

namespace engine::trace {

/// A dependency: `to` waits for `from`.
struct Edge {
    OpId from;
    OpId to;
    DependencyKind kind = DependencyKind::ReadAfterWrite;
};

/// The dependencies of a run, in the order of their records. Threads: as Column.
class Edges {
public:
    [[nodiscard]] std::size_t size() const { return m_edges.size(); }
    [[nodiscard]] bool empty() const { return m_edges.empty(); }
    Edge operator[](std::size_t i) const { return m_edges[i].edge(); }
    [[nodiscard]] auto begin() const { return IndexIterator<const Edges, Edge>(this, 0); }
    [[nodiscard]] auto end() const { return IndexIterator<const Edges, Edge>(this, size()); }

    /// into() returns the edges that end at `op`, outOf() those that start at `op`, in the order of their records.
    /// Cost: proportional to the result.
    [[nodiscard]] std::vector<Edge> into(OpId op) const;
    [[nodiscard]] std::vector<Edge> outOf(OpId op) const;

    /// Call for each operation, in the order of ascending ids.
    void addOp() { m_ends.push_back({}); }
    /// Adds an edge between two operations. Returns false if the table of edges is full.
    bool add(const Edge& edge);
    /// Returns a read-only copy, as Column::share() does.
    [[nodiscard]] Edges share();
    [[nodiscard]] std::size_t bytes() const { return m_edges.bytes() + m_ends.bytes(); }

private:
    static constexpr std::uint32_t kNone = 0x7fffffff;
    /// For an operation: its last incoming and outgoing edge.
    struct Ends {
        std::uint32_t into = kNone;
        std::uint32_t outOf = kNone;
    };
    /// An edge, with the previous incoming edge of `to` and the previous outgoing edge of `from`.
    struct LinkedEdge {
        OpId from;
        OpId to;
        std::uint64_t kind : 2 = 0;
        std::uint64_t intoBefore : 31 = kNone;
        std::uint64_t outOfBefore : 31 = kNone;

        [[nodiscard]] Edge edge() const { return {from, to, static_cast<DependencyKind>(kind)}; }
    };
    static_assert(sizeof(LinkedEdge) == 16);

    Column<LinkedEdge> m_edges;
    Column<Ends, 1024> m_ends;  ///< by operation
};

}  // namespace engine::trace

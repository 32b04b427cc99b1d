#pragma once

#include "engine/schedule/detail/chunk_queue.h"
#include "engine/schedule/detail/failure_table.h"
#include "engine/schedule/detail/linking.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/record_pool.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/engine.h"

#include <cstdint>
#include <span>

namespace engine::schedule::detail {

/// Finds the dependencies of a pushed operation, links it to its predecessors and records the edges. All functions need
/// the submission lock. The part that every push needs is inline in link.h.
class Linker {
public:
    Linker(const EngineOptions& options, Slab& slab, RecordPool& records, FailureTable& failures)
        : m_slab(slab),
          m_records(records),
          m_failures(failures),
          m_edgeSink(options.edgeSink),
          m_isRecording(options.isRecording),
          m_observesEdges(options.isRecording || options.edgeSink != nullptr)
    {
    }

    [[nodiscard]] VariableTable& variables() { return m_variables; }
    [[nodiscard]] ChunkQueue<EdgeEntry>& edges() { return m_edges; }
    [[nodiscard]] bool isDone(const Access& access) const
    {
        return !access.exists() || m_slab[access.record()].successors.generation() != access.generation();
    }

    /// Returns whether all variables exist. Marks the variables that the operation writes, for linkVariables().
    [[nodiscard]] bool markVariables(std::span<const VariableId> reads, std::span<const VariableId> writes);
    [[nodiscard]] Error unknownVariable(std::span<const VariableId> reads, std::span<const VariableId> writes);

    // Call for each push: begin(), then the functions that add edges, then publish().
    void begin(PushInProgress& linking, std::uint32_t record, std::uint32_t number);
    void linkVariables(PushInProgress& linking, std::span<const VariableId> reads, std::span<const VariableId> writes);
    void link(PushInProgress& linking, const Access& from, trace::DependencyKind kind);
    /// Publishes the edges. Returns whether the operation is ready.
    [[nodiscard]] bool publish(const PushInProgress& linking);

private:
    /// If a push has fewer edges than this, its edges are contiguous in m_edges.
    static constexpr std::size_t kEdgesSideBySide = 64;

    template <EdgeObserver observing>
    void linkVariables(PushInProgress& linking, std::span<const VariableId> reads, std::span<const VariableId> writes);
    template <EdgeObserver observing, trace::DependencyKind kind>
    void linkPending(PushInProgress& linking, std::uint64_t key, std::uint32_t op);
    void linkSlowly(PushInProgress& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    void unlink(PushInProgress& linking, std::uint64_t key, trace::DependencyKind kind);
    void linkToDone(PushInProgress& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    void makeReaderRoom(Variable& variable);
    void makeSlot(PushInProgress& linking);
    void observe(PushInProgress& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    [[nodiscard]] bool isObserved(const PushInProgress& linking, std::uint64_t key, std::uint32_t op) const;
    void keepPlaces(PushInProgress& linking);
    void inherit(PushInProgress& linking, std::uint64_t from);
    void pruneFailures();

    Slab& m_slab;
    RecordPool& m_records;
    FailureTable& m_failures;
    EdgeSink* m_edgeSink;
    bool m_isRecording;
    bool m_observesEdges;
    std::uint64_t m_stamp = 0;   ///< number of the latest push
    std::size_t m_prunedAt = 0;  ///< number of failures left after the last pruning
    VariableTable m_variables;
    ChunkQueue<EdgeEntry> m_edges;
};

}  // namespace engine::schedule::detail

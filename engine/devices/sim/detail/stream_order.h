#pragma once

#include "engine/base/id.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine::devices::sim::detail {

/// The order that a GPU guarantees between operations: by streams, events, and waits of the program. The simulator also
/// orders operations by data, which a GPU does not; this class finds programs that rely on the order by data. It uses
/// vector clocks: a VectorClock stores, for each stream, how many of its operations are guaranteed to have ended.
/// Thread: the program's.
class StreamOrder {
public:
    using VectorClock = std::vector<std::int64_t>;  ///< by stream

    /// The clock after all operations issued to a stream so far.
    [[nodiscard]] VectorClock afterIssued(std::uint32_t stream);
    /// Orders all later operations of the stream after `clock`.
    void streamWaits(std::uint32_t stream, const VectorClock& clock);
    /// Orders all later actions of the program after `clock`.
    void programWaits(const VectorClock& clock) { join(m_program, clock); }

    /// Issues an operation to the stream. Returns false if another operation may still use its tensors, and the two
    /// operations are ordered only by data dependencies.
    [[nodiscard]] bool issue(std::uint32_t stream, std::span<const VariableId> reads,
                             std::span<const VariableId> writes);
    /// Checks accesses by the program's thread. Returns false in the same case as issue().
    [[nodiscard]] bool touch(std::span<const VariableId> reads, std::span<const VariableId> writes);
    void forget(VariableId variable) { m_uses.erase(variable.index); }

private:
    struct Stamp {
        std::uint32_t stream = 0;
        std::int64_t count = 0;  ///< position in the stream, from 1; 0: no operation
    };
    struct Use {
        Stamp writer;
        std::vector<Stamp> readers;  ///< the last reader of each stream since the last write
    };

    static void join(VectorClock& to, const VectorClock& from);
    static bool isOver(Stamp stamp, const VectorClock& clock);
    /// Returns whether the operation is guaranteed to have ended at `clock`. If not, adds the operation to `clock`.
    static bool testAndInclude(Stamp stamp, VectorClock& clock);
    bool testAndIncludeAll(std::span<const VariableId> reads, std::span<const VariableId> writes, VectorClock& clock);
    VectorClock& of(std::uint32_t stream);

    std::vector<VectorClock> m_streams;
    VectorClock m_program;
    std::unordered_map<decltype(VariableId::index), Use> m_uses;  ///< never iterated
};

}  // namespace engine::devices::sim::detail

#pragma once

#include "engine/base/id.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine::devices::sim::detail {

/// The order of operations on a GPU: by the streams that they were issued to, events, and waits of the program. A GPU
/// does not order by data, though the model does; this finds where a program relies on that. Vector clocks: a moment
/// holds for every stream the number of its operations that are known to have ended. Thread: the program's.
class StreamOrder {
public:
    using Moment = std::vector<std::int64_t>;  ///< by stream

    /// The moment after everything that was issued to a stream so far.
    [[nodiscard]] Moment behind(std::uint32_t stream);
    /// What is issued to the stream from now on comes after the moment.
    void streamWaits(std::uint32_t stream, const Moment& moment);
    /// The program goes on after the moment.
    void programWaits(const Moment& moment) { join(m_program, moment); }

    /// Issues an operation to the stream. False if another one may still use its tensors, and only data orders the two.
    [[nodiscard]] bool issue(std::uint32_t stream, std::span<const VariableId> reads,
                             std::span<const VariableId> writes);
    /// The program itself reads and writes; returns as above.
    [[nodiscard]] bool touch(std::span<const VariableId> reads, std::span<const VariableId> writes);
    void forget(VariableId variable) { m_uses.erase(variable.index); }

private:
    struct Stamp {
        std::uint32_t stream = 0;
        std::int64_t count = 0;  ///< of the stream's operations; 0: none
    };
    struct Use {
        Stamp writer;
        std::vector<Stamp> readers;  ///< since, the last of each stream
    };

    static void join(Moment& to, const Moment& from);
    static bool isOver(Stamp stamp, const Moment& moment);
    /// Whether the operation has ended at the moment; adds it to the moment.
    static bool settle(Stamp stamp, Moment& moment);
    bool settleAll(std::span<const VariableId> reads, std::span<const VariableId> writes, Moment& moment);
    Moment& of(std::uint32_t stream);

    std::vector<Moment> m_streams;
    Moment m_program;
    std::unordered_map<decltype(VariableId::index), Use> m_uses;  ///< looked up only, never gone through
};

}  // namespace engine::devices::sim::detail

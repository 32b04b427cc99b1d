#pragma once

#include "engine/base/id.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <span>

namespace engine::schedule {

/// One operation that the engine itself, not a dispatcher, has run, skipped or cancelled. Times are ticks of the
/// TickClock.
struct Life {
    std::uint64_t pushed = 0;   ///< when push() was called
    std::uint64_t ready = 0;    ///< end of the operation's last predecessor, but not before `pushed`
    std::uint64_t started = 0;  ///< start of the body; the previous operation's end if the only worker did not pause
    std::uint64_t finished = 0;
    OpId op;
    NameId name;
    OpId releasedBy;  ///< the predecessor that ended last; none: it was ready when pushed
    OpId culprit;     ///< if Skipped: the operation that failed
    OpId before;      ///< the operation that its worker ran just before; none: the worker was idle
    std::uint16_t group = 0;
    std::uint16_t worker = 0;
    trace::OpState state = trace::OpState::Done;  ///< Done, Failed, Skipped or Cancelled
    std::uint8_t reserved[7] = {};
};
static_assert(sizeof(Life) == 64);

/// One dependency, 12 bytes.
struct EdgeEntry {
    OpId from;
    OpId to;
    trace::DependencyKind kind = trace::DependencyKind::ReadAfterWrite;
};
static_assert(sizeof(EdgeEntry) == 12);

/// Receives what an engine has recorded; see Engine::drain().
class LifeSink {
public:
    virtual ~LifeSink() = default;
    /// Lifetimes of the operations of one worker, in the order of their ends, or of operations that no worker ran.
    virtual void lives(std::span<const Life> lives) = 0;
    /// Edges, in program order of `to`.
    virtual void edges(std::span<const EdgeEntry> edges) = 0;
};

}  // namespace engine::schedule

#pragma once

#include "engine/analysis/scope.h"

#include <vector>

namespace engine::analysis {

/// A section of the critical path, and what determined the duration of the run during this section: an operation, work
/// of the program's thread, or a wait.
struct PathSegment {
    enum class Kind : std::uint8_t {
        Op,    ///< an operation ran
        Host,  ///< the program's thread worked: it issued operations, pinned memory or computed
        Wait,  ///< nothing ran: wake-up latency of the program, or an operation was ready but had not started
    };

    Nanoseconds begin{};
    Nanoseconds end{};
    Kind what = Kind::Host;
    OpId op{};  ///< Op: the operation. Wait: the operation that starts after the wait, or whose end woke the program
    /// For Op and Wait segments only: why `op` did not start earlier. CauseKind::Synchronise: the end of `op` woke the
    /// program.
    trace::CauseKind released = trace::CauseKind::None;
};

/// The path and its length by the kind of its segments: `op`, `host` and `wait` add up to the length of the scope.
struct CriticalPath {
    std::vector<PathSegment> segments;  ///< contiguous, from the start of the scope to its end
    Nanoseconds op{};
    Nanoseconds host{};
    Nanoseconds wait{};
    /// Time that would be saved without the waits between the operations of the path (lengthWithoutWaits()). A value
    /// below a tenth of the scope is only an upper bound.
    Nanoseconds delayedByWaits{};
};

/// Whether delayedByWaits is computed or 0.
enum class Delays : std::uint8_t { Computed, Skipped };

/// Whether the trace records why its operations started when they did. True for an imported file if it contains a wait,
/// a dependency on data, or an edge between two lanes, or if at most one lane works, because the order on a lane is
/// recorded. If false, it is unknown what the lanes waited for, and there is no critical path and no verdict. Cost: the
/// edges of an imported file.
[[nodiscard]] bool recordsCauses(const trace::Trace& trace);

/// Returns the chain of causes that leads to the end of the scope; empty if the trace records no causes or the scope is
/// empty. The chain is followed backwards from the operation or thread that ended last: from an operation to the
/// operation that released it, or to the statement that issued it; from the program's thread to the operation that its
/// wait was for. The lengths of the segments add up exactly to the length of the scope. Cost: the length of the chain,
/// plus one scan of all records of the program's thread. If delays are computed and amount to at least a tenth of the
/// scope, also the cost of lengthWithoutWaits().
[[nodiscard]] CriticalPath criticalPath(const trace::Trace& trace, Scope scope, Delays delays = Delays::Computed);
/// The operations that run on the path, in the order of their segments.
[[nodiscard]] std::vector<OpId> operationsOf(const CriticalPath& path);

/// Length of the longest chain of dependencies (read after write, write after read, write after write) among the
/// operations that start and end in the scope, measured by their running times. The work of the scope takes at least
/// this time, however many lanes a machine has.
[[nodiscard]] Nanoseconds longestChain(const trace::Trace& trace, Scope scope);

}  // namespace engine::analysis

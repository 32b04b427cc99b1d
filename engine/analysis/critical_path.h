#pragma once

#include "engine/analysis/scope.h"

#include <vector>

namespace engine::analysis {

/// What the run was doing, that nothing else could make up for, in one stretch of time.
struct PathSegment {
    enum class What : std::uint8_t {
        Op,    ///< an operation ran
        Host,  ///< the program's own thread worked: issued, pinned, computed
        Wait,  ///< neither: the program woke up, or an operation that was free to go had not begun
    };

    Nanoseconds begin{};
    Nanoseconds end{};
    What what = What::Host;
    OpId op{};                                           ///< of Op; of Wait the operation that began after it
    trace::CauseKind released = trace::CauseKind::None;  ///< of Op: why it began only then
};

struct CriticalPath {
    std::vector<PathSegment> segments;  ///< without gaps from the scope's begin to its end
    Nanoseconds op{};
    Nanoseconds host{};
    Nanoseconds wait{};
};

/// The chain of causes that ends with the scope, followed back from what ended last: an operation to the one that
/// released it, or to the statement that issued it; the program's thread to the operation that its wait was for. Its
/// segments add up exactly to the length of the scope.
/// Cost: the length of the chain, plus once the operations of the run.
[[nodiscard]] CriticalPath criticalPath(const trace::Trace& trace, Scope scope);

/// The longest chain of dependencies (read after write, write after read, write after write) among the operations that
/// began in the scope, by the time that they ran: what no machine with more lanes could beat.
struct DependencyPath {
    Nanoseconds length{};
    std::vector<OpId> ops;  ///< in the order in which they ran
};
[[nodiscard]] DependencyPath dependencyPath(const trace::Trace& trace, Scope scope);

}  // namespace engine::analysis

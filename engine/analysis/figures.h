#pragma once

#include "engine/analysis/occupancy.h"

namespace engine::analysis {

/// The durations that Figures::sumOfParts adds.
enum class Parts : std::uint8_t {
    Blocks,      ///< blocks directly before this one that together did the same work piece by piece
    Operations,  ///< the scope's own operations
};

/// The figures of a scope for the status bar.
struct Figures {
    Nanoseconds makespan{};
    Nanoseconds sumOfParts{};
    Parts parts = Parts::Operations;
    double speedUp = 0;            ///< sum of parts / makespan; 0: nothing ran
    double overlap = 0;            ///< fraction of the busy time in which two or more lanes work
    double copyHidden = 0;         ///< fraction of the copying time during which something is computed
    Nanoseconds copying{};         ///< time in which at least one lane copies
    Nanoseconds dependencyPath{};  ///< longest chain of dependencies
    LaneId busiest{};              ///< lane with most busy time; none: nothing ran
    Nanoseconds busiestBusy{};
    std::uint64_t operations = 0;  ///< number of operations that started in the scope
    double flops = 0;              ///< sum over those operations
    Bytes copied;                  ///< sum over the copies among them
};

[[nodiscard]] Figures figures(const trace::Trace& trace, Scope scope);
/// The figures of a timed block. If the blocks directly before it did the same work in parts, they are the "parts". The
/// makespan is the time that the program printed (`seconds`), if it printed one; overlap and copying include the work
/// that ended after the block's clock had stopped.
[[nodiscard]] Figures blockFigures(const trace::Trace& trace, std::size_t block);

/// Number of blocks directly before `block` that together did its work; 0 if fewer than two.
[[nodiscard]] std::size_t partsBefore(const trace::Trace& trace, std::size_t block);

/// Lower bounds of the makespan of a scope, however much work overlaps.
struct LowerBounds {
    Nanoseconds busiestCompute{};
    Nanoseconds busiestCopy{};  ///< the busiest copy lane, or the copies on the program's thread if they take longer
    Nanoseconds program{};      ///< the program's thread, without its waits and its copies
    Nanoseconds dependencyPath{};
    Nanoseconds blocked{};  ///< not a bound: time for which the program waited

    [[nodiscard]] Nanoseconds largest() const;
};
[[nodiscard]] LowerBounds lowerBounds(const trace::Trace& trace, Scope scope);

enum class Verdict : std::uint8_t { HostBound, ComputeBound, CopyBound, SyncBound };

/// What limits the duration of a scope. If the scope took at least 1.2 times its largest lower bound, and the program
/// was blocked for at least a tenth of it: sync-bound. Otherwise the largest bound decides: a copy lane or the
/// program's copies (copy-bound), the program's thread (host-bound), or a compute lane (compute-bound). If it is the
/// chain of dependencies: copy-bound if copies are more than half of its length, else compute-bound.
[[nodiscard]] Verdict verdict(const trace::Trace& trace, Scope scope);
[[nodiscard]] const char* nameOf(Verdict verdict);  ///< "host-bound"

}  // namespace engine::analysis

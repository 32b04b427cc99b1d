#pragma once

#include "engine/analysis/occupancy.h"

namespace engine::analysis {

/// What "sum of parts" adds up.
enum class Parts : std::uint8_t {
    Blocks,      ///< the blocks right before that did the same work piece by piece
    Operations,  ///< the running times of the scope's own operations
};

/// The figures of a scope, as the status bar shows them.
struct Figures {
    Nanoseconds makespan{};
    Nanoseconds sumOfParts{};
    Parts parts = Parts::Operations;
    double speedUp = 0;            ///< sum of parts / makespan; 0: nothing ran
    double overlap = 0;            ///< share of busy time in which two or more lanes work
    double copyHidden = 0;         ///< share of the copying during which something is computed
    Nanoseconds copying{};         ///< in which at least one lane copies
    Nanoseconds dependencyPath{};  ///< longest chain of dependencies
    LaneId busiest{};              ///< none: nothing ran
    Nanoseconds busiestBusy{};
    std::uint64_t operations = 0;  ///< that began in the scope
    double flops = 0;              ///< of those
    Bytes copied;                  ///< of those, by copies
};

[[nodiscard]] Figures figures(const trace::Trace& trace, Scope scope);
/// The same for a block, with the blocks before it as parts where they did the same work. `seconds` of a block, which
/// the program printed, is its makespan; what works at once is counted until its work has ended.
[[nodiscard]] Figures blockFigures(const trace::Trace& trace, std::size_t block);

/// How many blocks right before `block` together did its work; 0 if there are none, or only one.
[[nodiscard]] std::size_t partsBefore(const trace::Trace& trace, std::size_t block);

/// What the makespan of a scope cannot go below, whatever is made to overlap.
struct LowerBounds {
    Nanoseconds busiestCompute{};
    Nanoseconds busiestCopy{};  ///< the busiest copy lane, or the copy work of the program's own thread
    Nanoseconds program{};      ///< the program's thread, without its waits and its copy work
    Nanoseconds dependencyPath{};
    Nanoseconds blocked{};  ///< no bound: how long the program waited

    [[nodiscard]] Nanoseconds largest() const;
};
[[nodiscard]] LowerBounds lowerBounds(const trace::Trace& trace, Scope scope);

enum class Verdict : std::uint8_t { HostBound, ComputeBound, CopyBound, SyncBound };

/// What a scope's time is mostly due to. The rule: take the largest lower bound. If the scope took at least 1.2 times
/// as long and the program was blocked for a tenth of it, waiting is to blame: sync-bound. Otherwise it is the bound's
/// owner: a copy lane or the program's copy work (copy-bound), the program's thread (host-bound), or compute lanes
/// (compute-bound); a chain of dependencies counts for whichever of copies and computing has more of it.
[[nodiscard]] Verdict verdict(const trace::Trace& trace, Scope scope);
[[nodiscard]] const char* nameOf(Verdict verdict);  ///< "host-bound"

}  // namespace engine::analysis

#pragma once

#include "engine/analysis/occupancy.h"

namespace engine::analysis {

/// Numbers that describe a scope, for the status bar, the compared runs, the lessons and the summary.
struct Figures {
    Nanoseconds makespan{};         ///< length of the scope
    Nanoseconds sumOfOperations{};  ///< Overlap::sum
    double speedUp = 0;             ///< sum of the operations' running times / makespan; 0: nothing ran
    double concurrency = 0;         ///< fraction of the busy time in which two or more operations run
    double copyHidden = 0;          ///< fraction of the copying time in which an operation other than a copy runs
    Nanoseconds copying{};          ///< time in which at least one copy runs; 0: copyHidden is not defined
    LaneId busiest{};               ///< lane with most busy time; none: nothing ran
    Nanoseconds busiestBusy{};
    std::uint64_t operations = 0;  ///< number of operations that started in the scope
    double flops = 0;              ///< FLOP of the operations that started in the scope
    Bytes copied;                  ///< bytes of the copies that started in the scope
};

/// Computes the figures of a scope. For a timed block, pass workScope(trace, block). Cost: the number of spans in the
/// scope, times the logarithm of the number of lanes.
[[nodiscard]] Figures figures(const trace::Trace& trace, Scope scope);

/// Number of blocks directly before `block` that together did the same work as `block`; 0 if fewer than two.
[[nodiscard]] std::size_t partsBefore(const trace::Trace& trace, std::size_t block);

/// Lower bounds of the makespan of a scope, however much work overlaps.
struct LowerBounds {
    Nanoseconds busiestLane{};  ///< busy time of the busiest lane that computes or copies
    LaneId lane{};              ///< the busiest lane
    Nanoseconds program{};      ///< time of the program's thread, without its waits
    Nanoseconds longestChain{};

    [[nodiscard]] Nanoseconds largest() const;
};
/// Whether LowerBounds::longestChain is computed or 0.
enum class Chain : std::uint8_t { Computed, Skipped };

/// Returns minimum durations of the scope, which hold whatever the program waits for. Cost: linear in the records of
/// the program's thread; with the longest chain, also linear in the operations of the scope and their edges.
[[nodiscard]] LowerBounds lowerBounds(const trace::Trace& trace, Scope scope, Chain chain = Chain::Computed);

}  // namespace engine::analysis

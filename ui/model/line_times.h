#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui::model {

/// Number of operations in each state at one time of the run.
struct StateCounts {
    std::size_t issued = 0;
    std::size_t queued = 0;   ///< issued but not started: the depth of the engine's queue
    std::size_t running = 0;  ///< started but not finished
    std::size_t done = 0;
};

/// Counts the operations at `time`. Operations that never ran (after an error or a stop) count as queued. Cost: O(lanes
/// · log operations).
[[nodiscard]] StateCounts countsAt(const engine::trace::Trace& trace, engine::Nanoseconds time);

/// Return the first begin or end of a program's wait after `time`, and the last one before `time`. Cost: logarithmic in
/// the number of waits.
[[nodiscard]] std::optional<engine::Nanoseconds> nextSyncPoint(const engine::trace::Trace& trace,
                                                               engine::Nanoseconds time);
[[nodiscard]] std::optional<engine::Nanoseconds> syncPointBefore(const engine::trace::Trace& trace,
                                                                 engine::Nanoseconds time);

/// The times at which lines of the listing executed, sorted, for a fast lookup of the current line.
class LineTimes {
public:
    LineTimes() = default;
    /// Cost: sorts all executions.
    explicit LineTimes(const engine::trace::Trace& trace);

    /// Returns the line of the innermost statement that executes at `time`, otherwise of the last statement before
    /// `time`; 0: none yet.
    [[nodiscard]] int lineAt(engine::Nanoseconds time) const;
    /// Appends the times at which `line` starts to execute, ascending.
    void beginsOf(int line, std::vector<engine::Nanoseconds>& moments) const;

private:
    struct Execution {
        engine::Nanoseconds begin{};
        engine::Nanoseconds end{};
        int line = 0;
    };
    std::vector<Execution> m_executions;
};

}  // namespace ui::model

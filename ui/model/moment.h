#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui::model {

/// How far a run has come at one moment.
struct Moment {
    std::size_t issued = 0;
    std::size_t queued = 0;   ///< issued and not begun: the depth of the engine's queue
    std::size_t running = 0;  ///< begun and not finished
    std::size_t done = 0;
};

/// Cost: logarithmic, a lane. Operations that never ran (after an error, a stop) count as queued.
[[nodiscard]] Moment momentAt(const engine::trace::Trace& trace, engine::Nanoseconds time);

/// The begin or end of a wait of the program nearest to `time` on one side; none if there is none. Cost: logarithmic.
[[nodiscard]] std::optional<engine::Nanoseconds> nextSyncPoint(const engine::trace::Trace& trace,
                                                               engine::Nanoseconds time);
[[nodiscard]] std::optional<engine::Nanoseconds> syncPointBefore(const engine::trace::Trace& trace,
                                                                 engine::Nanoseconds time);

/// When which line of the listing was executed, in order, so that a moment finds its line at once.
class LineTimes {
public:
    LineTimes() = default;
    /// Cost: sorting the executions.
    explicit LineTimes(const engine::trace::Trace& trace);

    /// The innermost statement under way, or the last one before; 0: none yet.
    [[nodiscard]] int lineAt(engine::Nanoseconds time) const;
    /// Each moment at which a line begins, ascending, is appended.
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

#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <optional>
#include <vector>

namespace ui::drawing {

/// The run kept as "before", aligned with the displayed run: the starts of their first timed blocks coincide. Each of
/// its lanes is painted behind the corresponding lane.
struct Ghost {
    engine::trace::TracePtr trace;         ///< never null
    engine::Nanoseconds shift{};           ///< added to its times to get times of the displayed run
    std::optional<model::TimeRange> only;  ///< in its own times: the part that is compared
    bool hasSameWork = true;               ///< equal operations and equal work: times can be compared
    std::vector<engine::LaneId> lanes;     ///< index: lane of the displayed run; invalid: no corresponding lane

    /// The lane of the run before that is painted behind `lane` of the displayed run; null: none.
    [[nodiscard]] const engine::trace::LaneIndex* behind(engine::LaneId lane) const;
    /// Converts a range of the displayed run to its own times.
    [[nodiscard]] model::TimeRange ownRange(const model::TimeRange& range) const
    {
        return {range.begin - shift, range.end - shift};
    }
    [[nodiscard]] bool shows(engine::Nanoseconds begin, engine::Nanoseconds end) const
    {
        return !only || (begin >= only->begin && end <= only->end);
    }
    [[nodiscard]] engine::Nanoseconds end() const { return trace->extent() + shift; }
};

/// Cost: linear in the operations of both runs.
[[nodiscard]] Ghost makeGhost(engine::trace::TracePtr before, const engine::trace::Trace& now);

/// Lanes of the displayed run that only the run before uses.
[[nodiscard]] std::vector<engine::LaneId> lanesUsedBefore(const Ghost& ghost);

}  // namespace ui::drawing

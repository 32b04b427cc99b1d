#pragma once

#include "engine/trace/trace.h"
#include "ui/model/run_before.h"
#include "ui/model/time_range.h"

#include <optional>
#include <vector>

namespace ui::drawing {

/// The previous run, aligned with the displayed run: the starts of their first timed blocks coincide. Each lane of the
/// previous run is painted in a thin row below the corresponding lane.
struct Ghost {
    engine::trace::TracePtr trace;         ///< never null
    model::RunContext context;             ///< context of the previous run
    engine::Nanoseconds shift{};           ///< added to times of the previous run to get times of the displayed run
    std::optional<model::TimeRange> only;  ///< compared part, in times of the previous run; none: the whole run
    std::vector<engine::LaneId> lanes;     ///< index: lane of the displayed run; invalid: no corresponding lane

    /// The lane of the previous run that corresponds to `lane` of the displayed run; null: none.
    [[nodiscard]] const engine::trace::LaneIndex* laneOf(engine::LaneId lane) const;
    /// Converts a range of the displayed run to times of the previous run.
    [[nodiscard]] model::TimeRange ownRange(const model::TimeRange& range) const
    {
        return {range.begin - shift, range.end - shift};
    }
    /// Whether an interval, in times of the previous run, lies within the compared part.
    [[nodiscard]] bool shows(engine::Nanoseconds begin, engine::Nanoseconds end) const
    {
        return !only || (begin >= only->begin && end <= only->end);
    }
    [[nodiscard]] engine::Nanoseconds end() const { return trace->extent() + shift; }
};

/// Aligns `before` with `now` and matches their lanes. The trace of `before` must not be null.
[[nodiscard]] Ghost makeGhost(model::RunBefore::Run before, const engine::trace::Trace& now);

/// The blocks, waits and lanes of the previous run that have a thin row.
struct GhostRows {
    bool hasBlocks = false;
    bool hasWaits = false;
    std::vector<engine::LaneId> lanes;  ///< lanes of the displayed run

    [[nodiscard]] bool isEmpty() const { return !hasBlocks && !hasWaits && lanes.empty(); }
};
[[nodiscard]] GhostRows rowsOf(const Ghost& ghost);

}  // namespace ui::drawing

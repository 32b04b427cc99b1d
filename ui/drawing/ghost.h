#pragma once

#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <optional>
#include <vector>

namespace ui::drawing {

/// The run that was kept as "before", as the run on show is laid over it: the first stopwatch of both at one place,
/// each lane behind the lane that corresponds.
struct Ghost {
    engine::trace::TracePtr trace;         ///< never null
    engine::Nanoseconds shift{};           ///< its times plus this are those of the run on show
    std::optional<model::TimeRange> only;  ///< in its own times: the part that is compared
    bool hasSameWork = true;               ///< as many operations, and as much in them: times can be compared
    std::vector<engine::LaneId> lanes;     ///< by lane of the run on show; none: the run before has no such lane

    /// Its lane behind one of the run on show; null: none.
    [[nodiscard]] const engine::trace::LaneIndex* behind(engine::LaneId lane) const;
    /// A range of the run on show in the times of this one.
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

/// Cost: the operations of both.
[[nodiscard]] Ghost makeGhost(engine::trace::TracePtr before, const engine::trace::Trace& now);

/// Lanes of the run on show that only the run before uses: they are shown for its sake.
[[nodiscard]] std::vector<engine::LaneId> lanesUsedBefore(const Ghost& ghost);

}  // namespace ui::drawing

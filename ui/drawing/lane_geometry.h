#pragma once

#include "engine/trace/coverage.h"
#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QRectF>
#include <map>
#include <vector>

namespace ui::drawing {

/// The shapes of a lane within a range, for vector files: spans wide enough to be drawn individually, and columns whose
/// height is the busy fraction of their time. Their total area is exactly the busy time.
struct LaneGeometry {
    struct Bar {
        QRectF rect;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        engine::trace::OpState state = engine::trace::OpState::Done;
        std::uint32_t span = 0;
    };
    std::vector<Bar> bars;
    std::map<engine::trace::Kind, std::vector<QRectF>> columns;  ///< ascending; columns of adjacent times touch
};

/// Maps `range` to the width of `area`. Cost: bounded by the width, not by the number of spans.
[[nodiscard]] LaneGeometry laneGeometry(const engine::trace::LaneIndex& lane, const model::TimeRange& range,
                                        const QRectF& area);

}  // namespace ui::drawing

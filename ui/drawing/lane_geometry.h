#pragma once

#include "engine/trace/coverage.h"
#include "engine/trace/trace.h"
#include "ui/drawing/lane_strip.h"
#include "ui/model/time_range.h"

#include <QRectF>
#include <functional>
#include <vector>

namespace ui::drawing {

/// The shapes of a lane within a range, for vector files: spans wide enough to be drawn individually, and columns of
/// merged spans. All are as high as the lane; the colour strength of a column is the busy fraction of its time.
struct LaneGeometry {
    struct Bar {
        QRectF rect;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        engine::trace::OpState state = engine::trace::OpState::Done;
        std::uint32_t span = 0;
    };
    /// A rectangle of adjacent pixel columns with the same kind, state and colour strength.
    struct Column {
        QRectF rect;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        engine::trace::OpState state = engine::trace::OpState::Done;
        int level = 0;        ///< colour strength in steps, 0 to kStrengths; kStrengths if the column has a single span
        bool isPale = false;  ///< the colour is hard to see, so the lower edge has the full colour
    };
    static constexpr int kStrengths = 8;

    std::vector<Bar> bars;
    std::vector<Column> columns;  ///< columns in ascending order
};

/// Computes the colour strength of a column of merged spans from its begin, its end and its busy fraction.
using StrengthOf = std::function<double(engine::Nanoseconds, engine::Nanoseconds, double)>;

/// Computes the shapes of a lane; maps `range` to the width of `area`. Cost: bounded by the width, not by the number of
/// spans.
[[nodiscard]] LaneGeometry laneGeometry(const engine::trace::LaneIndex& lane, const model::TimeRange& range,
                                        const QRectF& area, const StrengthOf& strengthOf = {});

/// Passes the rectangles of all columns and their colours to `fill`, in the order in which they are painted. Neighbours
/// overlap slightly, so that no gap is visible between two colours.
void fillColumns(const LaneGeometry& geometry, const StripColours& colours,
                 const std::function<void(const std::vector<QRectF>&, const QColor&)>& fill);

/// Whether spans are merged when `lane` is drawn on `columns` columns.
[[nodiscard]] bool hasMergedSpans(const engine::trace::LaneIndex& lane, const model::TimeRange& range, int columns);

}  // namespace ui::drawing

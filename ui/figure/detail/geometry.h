#pragma once

#include "engine/trace/coverage.h"
#include "engine/trace/trace.h"
#include "ui/model/time_range.h"

#include <QRectF>
#include <map>
#include <vector>

namespace ui::figure::detail {

/// What one lane shows in a range: spans wide enough to be drawn one by one, and columns whose height is the share of
/// the time that the lane was busy. Areas are true: together they cover exactly the busy time.
struct LaneGeometry {
    struct Bar {
        QRectF rect;
        engine::trace::Kind kind = engine::trace::Kind::Compute;
        engine::trace::OpState state = engine::trace::OpState::Done;
        std::uint32_t span = 0;
    };
    std::vector<Bar> bars;
    std::map<engine::trace::Kind, std::vector<QRectF>> columns;  ///< ascending, touching where the time does

    /// Sum of the areas, over the height of the lane: busy time in units of width.
    [[nodiscard]] double busyWidth(double height) const;
};

/// `area` is the lane's place on the paper; `range` fills its width.
[[nodiscard]] LaneGeometry laneGeometry(const engine::trace::LaneIndex& lane, const model::TimeRange& range,
                                        const QRectF& area);

/// Share of each of `columns` equal parts of the range in which the program issued operations, or did work of its own.
[[nodiscard]] std::vector<double> issueShares(const engine::trace::Trace& trace, const model::TimeRange& range,
                                              int columns);

}  // namespace ui::figure::detail

#include "ui/drawing/lane_geometry.h"

#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::trace::Coverage;
using engine::trace::Span;

namespace {

/// Minimum height, in units, so that no work disappears on paper.
constexpr double kHair = 0.5;
/// Heights are rounded to this many steps; otherwise a file of a million spans would list a million heights.
constexpr double kLevels = 8;
/// With more columns than this, a lane has columns two units wide (half a millimetre on paper).
constexpr std::size_t kManyColumns = 600;

}  // namespace

LaneGeometry laneGeometry(const engine::trace::LaneIndex& lane, const model::TimeRange& range, const QRectF& area)
{
    LaneGeometry geometry;
    const int columns = std::max(1, static_cast<int>(std::floor(area.width())));
    const double unit = area.width() / columns;
    Coverage coverage;
    lane.cover({range.begin, range.end, columns}, coverage);
    for (const Coverage::Slice& slice : coverage.slices) {
        const double left = std::clamp<double>(slice.left, 0, columns);
        const double right = std::clamp<double>(slice.right, 0, columns);
        const Span& span = lane.spans()[slice.span];
        if (right > left)
            geometry.bars.push_back(
                {QRectF(area.left() + left * unit, area.top(), (right - left) * unit, area.height()), span.kind,
                 span.state, slice.span});
    }
    const bool isDense = coverage.columns.size() > kManyColumns;
    double owed = 0;  // rounding error, carried to the next column so that the total area is exact
    for (std::size_t i = 0; i < coverage.columns.size(); ++i) {
        const Coverage::Column& column = coverage.columns[i];
        double width = 1, busy = static_cast<double>(column.busy);
        if (isDense && i + 1 < coverage.columns.size() && coverage.columns[i + 1].x == column.x + 1) {
            width = 2;
            busy = (busy + static_cast<double>(coverage.columns[i + 1].busy)) / 2;
            ++i;
        }
        const double wanted = busy + owed / width;
        const double share = std::clamp(std::round(wanted * kLevels) / kLevels, 0.0, 1.0);
        owed = (wanted - share) * width;
        const double height = std::max(area.height() * share, kHair);
        std::vector<QRectF>& rects = geometry.columns[column.kind];
        const double left = area.left() + column.x * unit;
        // Adjacent columns of equal height are merged into one rectangle, which keeps the file small.
        if (!rects.empty() && std::abs(rects.back().right() - left) < 1e-6 &&
            std::abs(rects.back().height() - height) < 0.05)
            rects.back().setRight(left + width * unit);
        else
            rects.emplace_back(left, area.bottom() - height, width * unit, height);
    }
    return geometry;
}

}  // namespace ui::drawing

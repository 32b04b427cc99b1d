#include "ui/figure/detail/geometry.h"

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::Nanoseconds;
using engine::trace::Coverage;
using engine::trace::Span;

namespace {

/// What is lower than a hair is drawn as a hair, so that no work vanishes from the paper.
constexpr double kHair = 0.5;
/// Heights have this many steps, or a file of a million spans would be a list of a million heights.
constexpr double kLevels = 8;
/// A lane with more columns than this has them two units wide, half a millimetre on paper.
constexpr std::size_t kManyColumns = 600;

}  // namespace

double LaneGeometry::busyWidth(double height) const
{
    double width = 0;
    for (const Bar& bar : bars)
        width += bar.rect.width();
    for (const auto& [kind, rects] : columns)
        for (const QRectF& rect : rects)
            width += rect.width() * rect.height() / height;
    return width;
}

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
    double owed = 0;  // what rounding left over goes to the next column, so that the sum stays true
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
        // Neighbours of one height are one rectangle: a busy lane costs no more than an idle one.
        if (!rects.empty() && std::abs(rects.back().right() - left) < 1e-6 &&
            std::abs(rects.back().height() - height) < 0.05)
            rects.back().setRight(left + width * unit);
        else
            rects.emplace_back(left, area.bottom() - height, width * unit, height);
    }
    return geometry;
}

std::vector<double> issueShares(const engine::trace::Trace& trace, const model::TimeRange& range, int columns)
{
    std::vector<double> shares(static_cast<std::size_t>(std::max(columns, 1)), 0);
    const double perColumn = static_cast<double>(range.length().count()) / static_cast<double>(shares.size());
    if (perColumn <= 0)
        return shares;
    const auto add = [&](engine::Nanoseconds begin, engine::Nanoseconds end) {
        if (end <= range.begin || begin >= range.end)
            return;
        const double from = std::max(0.0, static_cast<double>((begin - range.begin).count()) / perColumn);
        const double to =
            std::min(static_cast<double>(shares.size()), static_cast<double>((end - range.begin).count()) / perColumn);
        for (auto column = static_cast<std::size_t>(from); column < shares.size() && static_cast<double>(column) < to;
             ++column)
            shares[column] +=
                std::min(to, static_cast<double>(column + 1)) - std::max(from, static_cast<double>(column));
    };
    for (std::size_t i = 0; i < trace.opCount(); ++i)
        add(trace.op(engine::OpId(i)).issueBegin, trace.op(engine::OpId(i)).issued);
    // What has no lane of its own is done by the program: pages that it gives back, a pool that it looks through.
    for (const engine::trace::HostRecord& host : trace.hosts())
        if (!host.lane.isValid())
            add(host.begin, host.end);
    for (double& share : shares)
        share = std::min(share, 1.0);
    return shares;
}

}  // namespace ui::figure::detail

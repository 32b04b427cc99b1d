#include "ui/drawing/lane_geometry.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace ui::drawing {

using engine::trace::Coverage;
using engine::trace::Kind;
using engine::trace::LaneIndex;
using engine::trace::OpState;
using engine::trace::Span;

namespace {

/// Height of the line at the lower edge of pale columns; a column is 1 unit wide.
constexpr double kFoot = 1.2;
constexpr int kStrengths = LaneGeometry::kStrengths;
/// With more columns than this, adjacent merged columns are joined into rectangles of up to columns / kManyColumns + 1
/// units. A column is 1 unit wide; 2 units are about 0.5 mm on paper.
constexpr std::size_t kManyColumns = 600;

/// Whether several spans share a column. They include a span that begins before the column and ends in it.
bool isMerged(const LaneIndex& lane, const model::TimeRange& range, int columns, const Coverage::Column& column)
{
    if (column.spans != 1)
        return column.spans > 1;
    const Nanoseconds begin = std::max(range.begin, lane.spans()[column.first].begin);
    return model::timeToPixel(begin, range, columns) < column.x;
}

/// The order in which columns are painted.
auto orderOf(const LaneGeometry::Column& column)
{
    return std::tuple(column.kind, column.state, column.level);
}

bool touch(const LaneGeometry::Column& left, const LaneGeometry::Column& right)
{
    return std::abs(left.rect.right() - right.rect.left()) < 1e-6;
}

class GeometryBuilder {
public:
    GeometryBuilder(const LaneIndex& lane, const model::TimeRange& range, const QRectF& area,
                    const StrengthOf& strengthOf)
        : m_lane(lane),
          m_range(range),
          m_area(area),
          m_strengthOf(strengthOf),
          m_count(std::max(1, static_cast<int>(std::floor(area.width())))),
          m_unit(area.width() / m_count)
    {
        lane.cover({range.begin, range.end, m_count}, m_coverage);
    }

    LaneGeometry build()
    {
        for (const Coverage::Slice& slice : m_coverage.slices)
            addBar(slice);
        const auto& columns = m_coverage.columns;
        const int widest = static_cast<int>(columns.size() / kManyColumns) + 1;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Coverage::Column& column = columns[i];
            if (!isMerged(m_lane, m_range, m_count, column)) {
                addSingle(column);
                continue;
            }
            double busy = column.busy;
            int width = 1;
            for (; width < widest && i + 1 < columns.size() && columns[i + 1].x == column.x + width; ++width)
                busy += static_cast<double>(columns[++i].busy);
            addMerged(column, width, busy / width);
        }
        return std::move(m_geometry);
    }

private:
    [[nodiscard]] double position(Nanoseconds time) const { return model::timeToPixel(time, m_range, m_count); }

    void addBar(const Coverage::Slice& slice)
    {
        const double left = std::clamp<double>(slice.left, 0, m_count);
        const double right = std::clamp<double>(slice.right, 0, m_count);
        const Span& span = m_lane.spans()[slice.span];
        if (right > left)
            m_geometry.bars.push_back({rectOf(left, right), span.kind, span.state, slice.span});
    }

    /// Adds the part of a narrow span that is within a column.
    void addSingle(const Coverage::Column& column)
    {
        const Span& span = m_lane.spans()[column.first];
        const double begin = position(span.begin), end = position(span.end());
        const double left = std::clamp<double>(begin, column.x, column.x + 1);
        const double right = std::clamp<double>(end, column.x, column.x + 1);
        const bool isPale = end - begin < static_cast<double>(kPaleShare);
        if (isPale)
            add({rectOf(column.x, column.x + 1), column.kind, column.state, 0, true});
        add({rectOf(left, right), column.kind, column.state, kStrengths, false});
    }

    void addMerged(const Coverage::Column& column, int width, double busy)
    {
        double wanted = std::min(busy, 1.0);
        if (m_strengthOf)
            wanted = m_strengthOf(timeAt(column.x), timeAt(column.x + width), wanted);
        wanted += m_owed / width;
        // If the colour strength differs by less than one step, reuses the previous one, which avoids stripes and saves
        // space.
        int level = std::clamp(static_cast<int>(std::lround(wanted * kStrengths)), 0, kStrengths);
        if (std::abs(wanted * kStrengths - m_level) < 1)
            level = m_level;
        m_level = level;
        m_owed = (wanted - static_cast<double>(level) / kStrengths) * width;
        add({rectOf(column.x, column.x + width), column.kind, column.state, level,
             busy < static_cast<double>(kPaleShare)});
    }

    /// Adds a column. Merges it into the previous one if both look the same, which keeps the file small.
    void add(const LaneGeometry::Column& column)
    {
        auto& columns = m_geometry.columns;
        if (!columns.empty() && orderOf(columns.back()) == orderOf(column) && columns.back().isPale == column.isPale &&
            touch(columns.back(), column))
            columns.back().rect.setRight(column.rect.right());
        else if (column.rect.width() > 0)
            columns.push_back(column);
    }

    [[nodiscard]] Nanoseconds timeAt(int column) const { return model::pixelToTime(column, m_range, m_count); }
    [[nodiscard]] QRectF rectOf(double left, double right) const
    {
        return QRectF(m_area.left() + left * m_unit, m_area.top(), (right - left) * m_unit, m_area.height());
    }

    const LaneIndex& m_lane;
    const model::TimeRange& m_range;
    const QRectF& m_area;
    const StrengthOf& m_strengthOf;
    int m_count;
    double m_unit;
    Coverage m_coverage;
    LaneGeometry m_geometry;
    int m_level = 0;    ///< colour strength of the previous merged column
    double m_owed = 0;  ///< rounding error, carried to the next column so that the busy time is exact
};

}  // namespace

LaneGeometry laneGeometry(const LaneIndex& lane, const model::TimeRange& range, const QRectF& area,
                          const StrengthOf& strengthOf)
{
    return GeometryBuilder(lane, range, area, strengthOf).build();
}

void fillColumns(const LaneGeometry& geometry, const StripColours& colours,
                 const std::function<void(const std::vector<QRectF>&, const QColor&)>& fill)
{
    constexpr double kBelow = 0.5;  // width, in units, by which a neighbour is painted over a rectangle
    const auto& columns = geometry.columns;
    std::map<std::tuple<Kind, OpState, int>, std::vector<QRectF>> alike;
    std::map<std::pair<Kind, OpState>, std::vector<QRectF>> feet;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const LaneGeometry::Column& column = columns[i];
        const auto isBelow = [&](const LaneGeometry::Column& other) { return orderOf(column) < orderOf(other); };
        QRectF rect = column.rect;
        if (column.isPale)
            feet[{column.kind, column.state}].push_back(rect.adjusted(0, rect.height() - kFoot, 0, 0));
        if (column.level == 0)
            continue;
        if (i > 0 && touch(columns[i - 1], column) && isBelow(columns[i - 1]))
            rect.adjust(-std::min(kBelow, columns[i - 1].rect.width()), 0, 0, 0);
        if (i + 1 < columns.size() && touch(column, columns[i + 1]) && isBelow(columns[i + 1]))
            rect.adjust(0, 0, std::min(kBelow, columns[i + 1].rect.width()), 0);
        alike[orderOf(column)].push_back(rect);
    }
    for (const auto& [look, rects] : alike) {
        StripColours merged = colours;
        merged.strength *= static_cast<double>(std::get<int>(look)) / kStrengths;
        fill(rects, merged.of(std::get<Kind>(look), std::get<OpState>(look)));
    }
    for (const auto& [look, rects] : feet)
        fill(rects, colours.of(look.first, look.second));
}

bool hasMergedSpans(const LaneIndex& lane, const model::TimeRange& range, int columns)
{
    const auto first = static_cast<std::ptrdiff_t>(lane.firstEndingAfter(range.begin));
    const std::ptrdiff_t spans = static_cast<std::ptrdiff_t>(lane.firstBeginningAt(range.end)) - first;
    // With more than two spans per column, some are merged. A span that is drawn individually takes three columns or
    // more, so there are more narrow spans than columns, and at least two of them share a column.
    if (spans < 2 || spans > 2 * std::max(columns, 1))
        return spans >= 2;
    Coverage coverage;
    lane.cover({range.begin, range.end, columns}, coverage);
    return std::any_of(coverage.columns.begin(), coverage.columns.end(),
                       [&](const Coverage::Column& column) { return isMerged(lane, range, columns, column); });
}

}  // namespace ui::drawing

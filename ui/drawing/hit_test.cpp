#include "ui/drawing/hit_test.h"

#include "ui/drawing/ranks/rank_painter.h"

#include <algorithm>
#include <cmath>

namespace ui::drawing {

using engine::trace::LaneIndex;

namespace {

constexpr double kHitDistance = 3.0;

const LaneIndex* indexOf(const Scene& scene, const Row& row)
{
    if (row.kind == RowKind::Frontend)
        return scene.digest != nullptr ? &scene.digest->frontend() : nullptr;
    return row.lane.isValid() ? &scene.trace->index(row.lane) : nullptr;
}

}  // namespace

const Row* rowAt(const Scene& scene, const QPointF& point)
{
    if (!scene.lanesRect().contains(point))
        return nullptr;
    return scene.layout.rowAt(static_cast<int>(std::floor(point.y())) + scene.scroll);
}

OpId operationAt(const Scene& scene, const QPointF& point)
{
    const Row* row = rowAt(scene, point);
    if (row == nullptr || point.x() < scene.plotLeft())
        return {};
    std::vector<Row> lanes;
    if (row->kind == RowKind::Rank) {
        lanes = lanesOfFolded(*scene.trace, *row);
        const double y = point.y() - scene.yOf(*row);
        const auto at = std::ranges::find_if(
            lanes, [&](const Row& lane) { return y >= lane.barTop && y < lane.barTop + lane.barHeight; });
        if (at == lanes.end())
            return {};
        row = &*at;
    }
    const double top = scene.yOf(*row) + row->barTop;
    if (point.y() < top - 2 || point.y() > top + row->barHeight + 2)
        return {};
    const LaneIndex* index = indexOf(scene, *row);
    if (index == nullptr || index->empty())
        return {};
    const auto& spans = index->spans();
    const std::size_t i = index->firstEndingAfter(scene.timeAt(point.x()));
    OpId best;
    double nearest = kHitDistance;
    for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(spans.size(), i + 2); ++j) {
        const double left = scene.xOf(spans[j].begin);
        const double right = scene.xOf(spans[j].end());
        const double distance = point.x() < left ? left - point.x() : point.x() > right ? point.x() - right : 0.0;
        if (!spans[j].op.isValid() || distance > nearest || (distance == nearest && best.isValid()))
            continue;
        nearest = distance;
        best = spans[j].op;
    }
    return best;
}

std::optional<Nanoseconds> edgeNear(const Scene& scene, const Row& row, double x, double reach)
{
    const LaneIndex* index = indexOf(scene, row);
    if (index == nullptr || index->empty())
        return std::nullopt;
    const auto& spans = index->spans();
    const std::size_t i = index->firstEndingAfter(scene.timeAt(x));
    std::optional<Nanoseconds> best;
    double nearest = reach;
    for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(spans.size(), i + 2); ++j)
        for (const Nanoseconds t : {spans[j].begin, spans[j].end()}) {
            const double distance = std::abs(scene.xOf(t) - x);
            if (distance > nearest)
                continue;
            nearest = distance;
            best = t;
        }
    return best;
}

const StatementGroup* groupAt(const Scene& scene, const QPointF& point)
{
    const Row* row = rowAt(scene, point);
    if (row == nullptr || row->labelHeight == 0 || scene.digest == nullptr || point.x() < scene.plotLeft())
        return nullptr;
    const double top = scene.yOf(*row) + row->labelTop;
    if (point.y() < top || point.y() > top + row->labelHeight)
        return nullptr;
    const Nanoseconds t = scene.timeAt(point.x());
    const auto& groups = scene.digest->groups(row->lane);
    const auto it = std::ranges::upper_bound(groups, t, {}, &StatementGroup::end);
    return it != groups.end() && it->begin <= t ? &*it : nullptr;
}

}  // namespace ui::drawing

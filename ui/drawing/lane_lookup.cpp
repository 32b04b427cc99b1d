#include "ui/drawing/lane_layout.h"

#include <algorithm>

namespace ui::drawing {

using engine::DeviceId;
using engine::LaneId;

const Row* LaneLayout::rowAt(int y) const
{
    for (const Row& row : rows)
        if (y >= row.top && y < row.bottom())
            return &row;
    return nullptr;
}

const Row* LaneLayout::rowOf(LaneId lane) const
{
    if (!lane.isValid())
        return nullptr;
    for (const Row& row : rows)
        if (row.lane == lane || std::find(row.folded.begin(), row.folded.end(), lane) != row.folded.end())
            return &row;
    return nullptr;
}

const Row* LaneLayout::rowOf(RowKind kind) const
{
    const auto row = std::ranges::find(rows, kind, &Row::kind);
    return row != rows.end() ? &*row : nullptr;
}

const Row* LaneLayout::rowOf(DeviceId device) const
{
    for (const Row& row : rows)
        if (row.device == device && (row.kind == RowKind::Compute || row.kind == RowKind::Work))
            return &row;
    return nullptr;
}

}  // namespace ui::drawing

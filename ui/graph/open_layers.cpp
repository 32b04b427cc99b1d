#include "ui/graph/detail/open_layers.h"

#include <algorithm>

namespace ui::graph::detail {

namespace {

constexpr int kFewRows = 16;  // about as many as a usual window shows without scrolling

/// Whether a layer is open at a depth: the layers in it are shown as separate boxes.
bool isOpenAt(Depth depth, const NetLayer& layer, bool isRoot)
{
    switch (depth) {
        case Depth::Net:
            return false;
        case Depth::Stages:
            return isRoot || layer.height > 2;
        case Depth::Auto:
        case Depth::Blocks:
            return isRoot || layer.height > 1;
        case Depth::Layers:
            return isRoot || layer.height > 0;
        case Depth::Operations:
            break;
    }
    return !layer.isOperation();
}

}  // namespace

OpenLayers::OpenLayers(const Net& net, const DiagramLimits& limits)
    : m_net(net), m_limits(limits), m_depth(limits.depth == Depth::Auto ? fewRows() : limits.depth)
{
}

bool OpenLayers::isToggled(int index) const
{
    return std::ranges::find(m_limits.toggled, layer(index).key) != m_limits.toggled.end();
}

bool OpenLayers::canOpen(int index) const
{
    const NetLayer& of = layer(index);
    return !of.isOperation() && (!of.parts.empty() || of.on[0].forward.size() + of.on[0].backward.size() > 1);
}

bool OpenLayers::isOpen(int index) const
{
    return canOpen(index) && isOpenAt(m_depth, layer(index), index == 0) != isToggled(index);
}

Depth OpenLayers::fewRows() const
{
    for (const Depth depth : {Depth::Layers, Depth::Blocks})
        if (rowsAt(depth, 0) <= kFewRows)
            return depth;
    return Depth::Stages;
}

int OpenLayers::rowsAt(Depth depth, int index) const
{
    if (layer(index).parts.empty() || !isOpenAt(depth, layer(index), index == 0))
        return 1;
    int rows = 0;
    for (const int part : layer(index).parts)
        rows += rowsAt(depth, part);
    return rows;
}

}  // namespace ui::graph::detail

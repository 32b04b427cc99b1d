#pragma once

#include "ui/graph/detail/net.h"
#include "ui/graph/diagram.h"

namespace ui::graph::detail {

/// Determines which layers of a net are open, that is, show their parts. The depth decides, except for layers that the
/// user has opened or closed. Net and limits must outlive this object.
class OpenLayers {
public:
    OpenLayers(const Net& net, const DiagramLimits& limits);

    /// DiagramLimits::depth. If that is Auto: Layers if the net then has few rows, else Blocks if it then has few rows,
    /// else Stages.
    [[nodiscard]] Depth depth() const { return m_depth; }
    [[nodiscard]] bool canOpen(int index) const;
    [[nodiscard]] bool isOpen(int index) const;
    /// Whether the user has opened or closed the layer.
    [[nodiscard]] bool isToggled(int index) const;

private:
    [[nodiscard]] const NetLayer& layer(int index) const { return m_net.layers[static_cast<std::size_t>(index)]; }
    [[nodiscard]] Depth fewRows() const;
    [[nodiscard]] int rowsAt(Depth depth, int index) const;

    const Net& m_net;
    const DiagramLimits& m_limits;
    Depth m_depth;
};

}  // namespace ui::graph::detail

#pragma once

#include "ui/graph/detail/picture_painter.h"

#include <QStringList>
#include <vector>

namespace ui::graph::detail {

/// What is told of a cluster from far away, and where.
struct Plate {
    QRectF rect;  ///< in the picture's units
    QStringList lines;
    QRectF frame;  ///< of its cluster
};

/// Around the nodes of a cluster.
[[nodiscard]] QRectF frameOf(const Cluster& cluster);

/// A font of the same size on the screen at every zoom.
[[nodiscard]] QFont screenFont(const PaintState& state, double pixels, QFont::Weight weight);
/// Of a plate's line.
[[nodiscard]] QFont plateFont(const PaintState& state, qsizetype line);
[[nodiscard]] double plateLineHeight(const PaintState& state);

/// Plates for the clusters within `visible`: at their frames, within sight, on no node and on no other plate. All say
/// as much as there is room for beside each other; a cluster that has no room for its name alone has none. Cost: the
/// visible clusters times some hundred places each times the visible nodes, at worst.
[[nodiscard]] std::vector<Plate> placePlates(const Picture& picture, const PaintState& state, const QRectF& visible);

}  // namespace ui::graph::detail

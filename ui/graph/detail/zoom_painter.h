#pragma once

#include "ui/graph/detail/picture_painter.h"

namespace ui::graph::detail {

/// Below this zoom letters cannot be read.
inline constexpr double kTextFrom = 0.45;

/// What a picture tells at a zoom.
enum class Zoom : std::uint8_t {
    Far,     ///< clusters: how many operations, how long
    Middle,  ///< names
    Near,    ///< and shapes, times, causes
};

[[nodiscard]] Zoom zoomOf(const PaintState& state);

/// The lines that a node has room for when it is near, the name first; empty: it keeps its own texts.
[[nodiscard]] QStringList nearTexts(const Node& node, const PaintState& state);
/// In letters of the screen's size, over whatever the node is filled with.
void paintNearTexts(QPainter& painter, const Node& node, const QStringList& texts, const PaintState& state,
                    const QColor& ink, const QColor& patch);
/// Names in the cells of a matrix that are large enough.
void paintCellNames(QPainter& painter, const Node& node, const PaintState& state);
/// The clusters with their texts, over nodes that have none.
void paintClusters(QPainter& painter, const Picture& picture, const PaintState& state, const QRectF& visible);
/// Takes back what does not match, rings what does.
void paintMatches(QPainter& painter, const Picture& picture, const PaintState& state);

}  // namespace ui::graph::detail

#pragma once

#include "ui/graph/detail/diagram_painter.h"

namespace ui::graph::detail {

/// Below this zoom text is unreadable.
inline constexpr double kTextFrom = 0.45;

/// The content of a diagram at a zoom level.
enum class Zoom : std::uint8_t {
    Far,     ///< clusters with operation counts and times
    Middle,  ///< node names
    Near,    ///< names, shapes, times, and what operations waited for
};

[[nodiscard]] Zoom zoomOf(const PaintState& state);

/// The lines of text that fit into a node at Zoom::Near, the name first; empty: the node keeps its usual texts.
[[nodiscard]] QStringList nearTexts(const Node& node, const PaintState& state);
/// Draws the texts at a fixed size on the screen, on top of the node's fill.
void paintNearTexts(QPainter& painter, const Node& node, const QStringList& texts, const PaintState& state,
                    const QColor& ink, const QColor& patch);
/// Draws names in the cells of a matrix that are large enough.
void paintCellNames(QPainter& painter, const Node& node, const PaintState& state);
/// At Zoom::Far, draws the frames and labels (plates) of the clusters over the nodes, which have no text then.
void paintClusters(QPainter& painter, const Diagram& diagram, const PaintState& state, const QRectF& visible);
/// Fades nodes, except frames, that do not match the search, and draws a ring around those that do.
void paintMatches(QPainter& painter, const Diagram& diagram, const PaintState& state);

}  // namespace ui::graph::detail

#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/graph/search.h"
#include "ui/look/theme.h"

#include <QPainter>

namespace ui::graph::detail {

class PlateCache;

/// Page: patterns are lines and nothing is clipped, since QSvgGenerator writes neither textures nor clip paths.
enum class Medium : std::uint8_t { Screen, Page };

/// Everything besides the diagram itself that affects how it is painted.
struct PaintState {
    const engine::trace::Trace* trace = nullptr;
    const look::Theme* theme = nullptr;
    Medium medium = Medium::Screen;
    engine::Nanoseconds now{};
    engine::OpId selected;
    engine::OpId hovered;
    int focused = -1;                             ///< node with the keyboard focus
    const std::vector<Match>* matches = nullptr;  ///< search results, sorted by node and operation; null: none
    int match = -1;                               ///< current match
    double scale = 1;                             ///< device-independent pixels per unit of the diagram
    qreal devicePixelRatio = 1;
    PlateCache* plates = nullptr;  ///< cache of the clusters' label positions; null: recomputed for each paint
};

/// Paints a diagram in its own units. Below a zoom of 0.45 it shows clusters with counts and times; above that, node
/// names; from 1.6 on also shapes, times and what each operation waited for. On the screen, antialiasing is off below
/// 0.25.
void paintDiagram(QPainter& painter, const Diagram& diagram, const PaintState& state, const QRectF& visible);

/// Draws an edge of `diagram` with its arrow head. The edges of the selected operation are emphasised.
void paintEdge(QPainter& painter, const Diagram& diagram, const graph::Edge& edge, const PaintState& state);

}  // namespace ui::graph::detail

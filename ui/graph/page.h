#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/diagram.h"
#include "ui/look/theme.h"

#include <QRectF>
#include <functional>

class QPainter;

namespace ui::graph {

/// The content of a page besides the diagram.
struct PageContent {
    const engine::trace::Trace& trace;
    engine::Nanoseconds now{};  ///< time at which the states of operations are shown
    look::Paper paper;          ///< the size of its smallest font is in units of the page
};

/// Lays out a diagram for a slide, which is wide. Tries few and many cells per row of a matrix, and returns the diagram
/// with the larger text.
[[nodiscard]] Diagram makeForSlide(DiagramLimits limits, const std::function<Diagram(const DiagramLimits&)>& make);

/// Paints a diagram as the window does, scaled to fit into `body`, centred horizontally, at the top.
void paintOnPage(QPainter& painter, const Diagram& diagram, const PageContent& content, const QRectF& body);

}  // namespace ui::graph

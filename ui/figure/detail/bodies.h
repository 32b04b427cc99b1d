#pragma once

#include "ui/drawing/scene.h"
#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

class PanelScene;

// Painters of the figures that have no timeline; `plan.body` is their rectangle.

/// Paints the graph as the window does.
void paintGraph(const Ink& ink, const engine::trace::Trace& trace, const FigureOptions& options, const Plan& plan);
/// Paints the memory rows of all devices.
void paintMemory(const Ink& ink, PanelScene& scene, const Plan& plan);

/// Paints the memory rows of a panel over the panel's time range.
void paintMemoryRows(const Ink& ink, const PanelPlan& panel, PanelScene& scene, const Plan& plan);

}  // namespace ui::figure::detail

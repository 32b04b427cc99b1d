#pragma once

#include "ui/drawing/scene.h"
#include "ui/figure/detail/plan.h"

namespace ui::figure::detail {

// The pictures within a figure that are no timeline; `plan.body` is their place.

/// Nodes with their patterns, edges with their dashes, as lines and letters in every format.
void paintGraph(const Ink& ink, const engine::trace::Trace& trace, const FigureOptions& options, const Plan& plan);
/// A level over time per device: what is reserved when issued, and what of it holds results.
void paintMemory(const Ink& ink, const drawing::Scene& scene, const Plan& plan);

/// The memory rows of a panel, on its range.
void paintMemoryRows(const Ink& ink, const PanelPlan& panel, const drawing::Scene& scene, const Plan& plan);

}  // namespace ui::figure::detail

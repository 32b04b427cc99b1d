#pragma once

#include "ui/drawing/scene.h"

/// The veil: a grey overlay on everything outside the scope. The scope is the part of the run that the statistics
/// describe.
namespace ui::drawing {

[[nodiscard]] QColor withAlpha(QColor colour, double alpha);

/// Paints the veil over the background and the spans of a row; texts are painted after it.
void paintVeil(const Surface& painter, const Scene& scene, const Row& row);

/// `colour` as it appears at `x` of a row after paintVeil(): below the veil if `x` is outside the scope.
[[nodiscard]] QColor veiled(const Scene& scene, double x, const QColor& colour);

/// `colour` as it appears below the veil.
[[nodiscard]] QColor veilColour(const Scene& scene, const QColor& colour);

/// Whether a visible part of the plot lies outside the scope.
[[nodiscard]] bool hasVeil(const Scene& scene);

/// Whether an edge of the veil lies between `left` and `right`.
[[nodiscard]] bool isVeilEdgeWithin(const Scene& scene, double left, double right);

}  // namespace ui::drawing

#pragma once

#include "ui/compare/detail/surface.h"

namespace ui::compare {

/// Paints the time that the shorter side saved, from its end to the end of the other side: a bracket, and hatching.
void paintSavedTime(const CompareSurface& surface, const drawing::Scene& side, const CompareLayout::Band& band);
/// Draws a line through all bands where the longer side ends.
void paintLongerEnd(const CompareSurface& surface);
/// Paints the number of busy devices of both sides over time, with its title.
void paintBusyCurves(const CompareSurface& surface);

}  // namespace ui::compare

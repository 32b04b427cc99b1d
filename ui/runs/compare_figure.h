#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/figure/figure.h"

namespace ui::runs {

/// A figure of what a comparison shows, with all that it says: run A above, run B below as the figure's own run. Pure.
void showComparison(const compare::ComparedPair& pair, figure::FigureOptions& options);

}  // namespace ui::runs

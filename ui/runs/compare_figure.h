#pragma once

#include "ui/compare/compare_scene.h"
#include "ui/figure/figure.h"

namespace ui::runs {

/// Sets `options` to a figure of the comparison with all its texts: run A above; run B below, as the figure's own run.
/// Pure function.
void showComparison(const compare::ComparedPair& pair, figure::FigureOptions& options);

}  // namespace ui::runs

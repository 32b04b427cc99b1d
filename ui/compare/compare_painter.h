#pragma once

#include "ui/compare/compare_scene.h"

namespace ui::compare {

/// Paints the compared runs on one time axis, stacked or overlaid. Hatches the saved time, with a bracket and the
/// speed-up. Below, paints the number of busy devices. Depends on the scene only.
void paintComparison(const drawing::Surface& painter, const CompareScene& scene);

}  // namespace ui::compare

#pragma once

#include "ui/compare/compare_scene.h"

class QPainter;

namespace ui::compare {

/// Two runs on one time axis: A above B, or B over A; what was saved, hatched, with its bracket and badge; how many
/// devices were busy at once. A function of the scene; works on screens and in files.
void paintComparison(QPainter& painter, const CompareScene& scene);

}  // namespace ui::compare

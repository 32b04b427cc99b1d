#pragma once

#include "ui/drawing/scene.h"

#include <utility>
#include <vector>

namespace ui::drawing {

/// Paints one bracket per timed block: label, the time that the program printed, and "book 0.4967" below. Texts that
/// are too wide for their bracket are above or below it if there is free space. The work of a mistimed block that ends
/// after its clock stopped is a dashed line (tail) below the brackets, with the name of the block. With
/// SceneStyle::hasTiers, the brackets are at the row's top, and placeInTiers() places the texts.
void paintBenchmarks(const Surface& painter, const Scene& scene, const Row& row);
/// Horizontal intervals of the texts on the brackets, directly above them and below them, in pixels.
struct BracketTexts {
    std::vector<std::pair<double, double>> onLine, above, below;
};
[[nodiscard]] BracketTexts bracketTexts(const Scene& scene, const Row& row);
/// Returns the index of the block at a point of the Benchmarks row: the block whose tail or text is there, otherwise
/// that of the innermost bracket; -1: none.
[[nodiscard]] int blockAt(const Scene& scene, const Row& row, const QPointF& point);

}  // namespace ui::drawing

#pragma once

#include "ui/drawing/scene.h"

#include <vector>

/// Paints the strip above the bars of a lane: which statement issued them.
namespace ui::drawing {

struct StatementText {
    QRectF room;
    const StatementGroup* group;
};

/// Paints the strip and returns its texts, which must be painted after paintVeil().
[[nodiscard]] std::vector<StatementText> paintStatements(const Surface& painter, const Scene& scene, const Row& row);
void paintStatementTexts(const Surface& painter, const Scene& scene, const std::vector<StatementText>& texts);

}  // namespace ui::drawing

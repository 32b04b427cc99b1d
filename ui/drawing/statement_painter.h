#pragma once

#include "ui/drawing/scene.h"

#include <vector>

/// Paints the strip above the bars of a lane, which names the statements that issued the operations.
namespace ui::drawing {

/// A text to be painted later. Valid until the scene's digest changes.
struct StatementText {
    QRectF room;
    const StatementGroup* group;  ///< never null
};

/// Paints the strip and returns its texts, which must be painted after paintVeil().
[[nodiscard]] std::vector<StatementText> paintStatements(const Surface& painter, const Scene& scene, const Row& row);
void paintStatementTexts(const Surface& painter, const Scene& scene, const std::vector<StatementText>& texts);

}  // namespace ui::drawing

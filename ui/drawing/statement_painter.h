#pragma once

#include "ui/drawing/scene.h"

#include <vector>

class QPainter;

/// The strip above the bars of a lane: which statement issued them.
namespace ui::drawing {

struct StatementText {
    QRectF room;
    const StatementGroup* group;
};

/// Returns the texts, which are painted after the row was made paler.
[[nodiscard]] std::vector<StatementText> paintStatements(QPainter& painter, const Scene& scene, const Row& row);
void paintStatementTexts(QPainter& painter, const Scene& scene, const std::vector<StatementText>& texts);

}  // namespace ui::drawing

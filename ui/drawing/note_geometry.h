#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/notes.h"

#include <QFont>
#include <optional>

class QPainter;

/// Where notes lie on the screen, and what place a point is: pure functions of the scene.
namespace ui::drawing {

struct NoteGeometry {
    QPointF from, to;
    QRectF plate;  ///< of the words; empty without any
    QRectF frame;  ///< of a box

    /// How far a point is from what is drawn, in pixels.
    [[nodiscard]] double distanceTo(model::NoteShape shape, QPointF point) const;
};

/// None: the note belongs to a lane that is not shown.
[[nodiscard]] std::optional<NoteGeometry> geometryOf(const Scene& scene, const model::Note& note, const QFont& font);
/// Nothing of a note on a lane that is not shown, or outside the range.
void paintNote(QPainter& painter, const Scene& scene, const model::Note& note, const QFont& font, bool isSelected);
/// The place at a point of the plot: within an operation where one is, else the moment in the nearest lane.
[[nodiscard]] model::NotePlace placeAt(const Scene& scene, QPointF point);

}  // namespace ui::drawing

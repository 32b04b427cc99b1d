#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/notes.h"

#include <QFont>
#include <optional>

/// Computes positions of notes on the screen, and the place of a note for a point. Pure functions of the scene.
namespace ui::drawing {

struct NoteGeometry {
    QPointF from, to;
    QRectF plate;  ///< rectangle of the text; empty if there is none
    QRectF frame;  ///< outline of a box-shaped note

    /// The distance of a point from the painted note, in pixels; very large if the note is only a text and the point is
    /// beside it.
    [[nodiscard]] double distanceTo(model::NoteShape shape, QPointF point) const;
};

/// The position of a note on the screen; none if the note belongs to a lane that is not shown.
[[nodiscard]] std::optional<NoteGeometry> geometryOf(const Scene& scene, const model::Note& note, const QFont& font);
enum class NoteState : std::uint8_t { Plain, Selected };
/// Paints a note; paints nothing if its lane is hidden or, in a file, if it is outside the range.
void paintNote(const Surface& painter, const Scene& scene, const model::Note& note, const QFont& font,
               NoteState state = NoteState::Plain);
/// Converts a point of the plot to a note's place: relative to the operation there; if there is none, to the time in
/// the nearest lane.
[[nodiscard]] model::NotePlace placeAt(const Scene& scene, QPointF point);

}  // namespace ui::drawing

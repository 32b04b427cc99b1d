#include "ui/figure/detail/bodies.h"

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using model::Note;
using model::NoteShape;

namespace {

constexpr double kHead = 9;

/// The row of a place, and the height within it; none: the figure does not show that lane.
std::optional<double> heightOf(const PanelPlan& panel, const model::NotePlace& place)
{
    const engine::LaneId lane = model::laneOf(*panel.trace, place.lane);
    for (const RowPlan& row : panel.rows)
        if (place.lane.isEmpty() ? row.isProgram() : lane.isValid() && row.lane == lane)
            return row.top + row.height * place.height;
    return std::nullopt;
}

struct Placed {
    QPointF from, to;
};

std::optional<Placed> placed(const PanelPlan& panel, const Note& note, double left, double right)
{
    const auto at = [&](const model::NotePlace& place) -> std::optional<QPointF> {
        const engine::Nanoseconds time = model::timeOf(*panel.trace, place);
        const auto y = heightOf(panel, place);
        if (!y)
            return std::nullopt;
        return QPointF(left + model::timeToPixel(time, panel.range, right - left), *y);
    };
    const auto from = at(note.from), to = note.shape == NoteShape::Text ? at(note.from) : at(note.to);
    if (!from || !to)
        return std::nullopt;
    // What lies outside the range belongs to another part of the run.
    if (std::max(from->x(), to->x()) < left || std::min(from->x(), to->x()) > right)
        return std::nullopt;
    const auto inside = [&](QPointF point) { return QPointF(std::clamp(point.x(), left, right), point.y()); };
    return Placed{inside(*from), inside(*to)};
}

void writeNote(const Ink& ink, QPointF at, const QString& text, double left, double right)
{
    if (text.isEmpty())
        return;
    const int size = ink.sizes().body;
    const double width = Ink::widthOf(text, Ink::font(size, QFont::DemiBold));
    const double x = std::clamp(at.x() - width / 2, left, std::max(left, right - width));
    QPainterPath plate;
    plate.addRoundedRect(QRectF(x - 5, at.y() - size * 0.75 - 3, width + 10, size * 1.1 + 6), 3, 3);
    ink.fill(plate, Qt::white);
    ink.stroke(plate, ink.note(), 1.2);
    ink.write({x, at.y() + size * 0.3}, text, size, QFont::DemiBold, ink.note());
}

void drawArrow(const Ink& ink, QPointF from, QPointF to)
{
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    if (length < 2)
        return;
    const QPointF along = (to - from) / length, across(-along.y(), along.x());
    QPainterPath line(from);
    line.lineTo(to - along * kHead * 0.8);
    ink.stroke(line, Qt::white, 5);
    ink.stroke(line, ink.note(), 2);
    QPainterPath head(to);
    head.lineTo(to - along * kHead + across * kHead * 0.5);
    head.lineTo(to - along * kHead - across * kHead * 0.5);
    head.closeSubpath();
    ink.fill(head, ink.note());
}

}  // namespace

void paintNotes(const Ink& ink, const PanelPlan& panel, const std::vector<Note>& notes, double left, double right)
{
    for (const Note& note : notes) {
        const auto at = placed(panel, note, left, right);
        if (!at)
            continue;
        switch (note.shape) {
            case NoteShape::Text:
                writeNote(ink, at->from, note.text, left, right);
                break;
            case NoteShape::Arrow:
                drawArrow(ink, at->from, at->to);
                writeNote(ink, at->from, note.text, left, right);
                break;
            case NoteShape::Box: {
                QPainterPath path;
                const QRectF box = QRectF(at->from, at->to).normalized();
                path.addRoundedRect(box, 4, 4);
                ink.stroke(path, Qt::white, 5);
                ink.stroke(path, ink.note(), 2);
                writeNote(ink, {box.center().x(), box.top()}, note.text, left, right);
                break;
            }
        }
    }
}

}  // namespace ui::figure::detail

#include "ui/graph/detail/viewport.h"

#include "ui/graph/detail/zoom_painter.h"

#include <algorithm>

namespace ui::graph::detail {

namespace {

constexpr double kMaxZoom = 6;
constexpr double kMinZoom = 0.05;
constexpr double kNear = 2.2;   // zoom after a double click: enough for a node's full text
constexpr double kPlates = 60;  // room for labels above a diagram that is shown as clusters

}  // namespace

void Viewport::setContent(QSizeF content)
{
    m_content = content;
    if (m_isFitted)
        fit();
}

void Viewport::setRoom(QSizeF room, double normal)
{
    m_room = room;
    m_normal = normal;
    if (m_isFitted)
        fit();
    else
        clampOffset();
}

void Viewport::fit()
{
    m_isFitted = true;
    if (m_content.isEmpty())
        return;
    const double across = m_room.width() / m_content.width();
    const double whole = std::min(across, m_room.height() / m_content.height());
    // Small diagrams are shown at 100 to 125 %. Larger ones are shrunk to fit, but below the readable size only if
    // their width requires it; the rest is scrolled.
    const double least = std::clamp(across, kMinZoom, m_least * m_normal);
    m_scale = std::clamp(whole, least, std::max(m_normal, std::min(whole, m_normal * 1.25)));
    const QSizeF shown = m_content * m_scale;
    m_offset = QPointF((m_room.width() - shown.width()) / 2, 0);
    if (shown.height() < m_room.height())
        m_offset.setY(std::min((m_room.height() - shown.height()) / 2,
                               (m_scale < kTextFrom * m_normal ? kPlates : 12) * m_normal));
    clampOffset();
}

void Viewport::clampOffset()
{
    const auto clampAxis = [](double offset, double content, double room) {
        return content <= room ? std::clamp(offset, 0.0, room - content) : std::clamp(offset, room - content, 0.0);
    };
    m_offset.setX(clampAxis(m_offset.x(), m_content.width() * m_scale, m_room.width()));
    m_offset.setY(clampAxis(m_offset.y(), m_content.height() * m_scale, m_room.height()));
}

void Viewport::zoomAt(QPointF position, double factor)
{
    const QPointF fixed = toDiagram(position);
    m_scale = std::clamp(m_scale * factor, kMinZoom * m_normal, kMaxZoom * m_normal);
    m_offset = position - fixed * m_scale;
    m_isFitted = false;
    clampOffset();
}

void Viewport::zoomInAt(QPointF position)
{
    zoomAt(position, std::max(1.0, kNear * m_normal / m_scale));
}

void Viewport::moveBy(QPointF distance)
{
    m_offset += distance;
    m_isFitted = false;
    clampOffset();
}

void Viewport::centreOn(QPointF point)
{
    moveBy(QPointF(m_room.width() / 2, m_room.height() / 2) - (point * m_scale + m_offset));
}

void Viewport::scrollTo(const QRectF& rect)
{
    const QRectF shown = toWidget(rect);
    QPointF shift;
    if (shown.top() < 0 || shown.bottom() > m_room.height())
        shift.setY(m_room.height() / 2 - shown.center().y());
    if (shown.left() < 0 || shown.right() > m_room.width())
        shift.setX(m_room.width() / 2 - shown.center().x());
    if (!shift.isNull())
        moveBy(shift);
}

void Viewport::startDrag(QPointF position)
{
    m_pressed = position;
    m_pressedOffset = m_offset;
    m_isDragging = false;
}

void Viewport::dragTo(QPointF position)
{
    const QPointF distance = position - m_pressed;
    m_isDragging = m_isDragging || distance.manhattanLength() > 5;
    if (!m_isDragging)
        return;
    m_offset = m_pressedOffset;
    moveBy(distance);
}

QRectF Viewport::visible() const
{
    return QRectF(toDiagram({0, 0}), toDiagram({m_room.width(), m_room.height()}));
}

}  // namespace ui::graph::detail

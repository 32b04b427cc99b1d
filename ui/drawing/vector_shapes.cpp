#include "ui/drawing/vector_shapes.h"

#include <QPainter>
#include <QPen>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

constexpr double kPitch = 7;  // distance between the lines of a pattern

enum class Slope : std::uint8_t {
    Rising,  ///< from the lower left to the upper right
    Falling
};

/// Adds lines at 45 degrees through a rectangle. The lines of all rectangles are on one grid, so that lines continue
/// across adjacent rectangles.
void addDiagonals(QPainterPath& path, const QRectF& rect, Slope slope, double pitch)
{
    const bool isRising = slope == Slope::Rising;
    const double step = pitch * std::sqrt(2.0);
    // x + y is constant on a rising line, x - y on a falling one.
    const double low = isRising ? rect.left() + rect.top() : rect.left() - rect.bottom();
    const double high = isRising ? rect.right() + rect.bottom() : rect.right() - rect.top();
    for (double c = std::ceil(low / step) * step; c < high; c += step) {
        const double from = isRising ? std::max(rect.left(), c - rect.bottom()) : std::max(rect.left(), c + rect.top());
        const double to = isRising ? std::min(rect.right(), c - rect.top()) : std::min(rect.right(), c + rect.bottom());
        if (to - from < 0.3)
            continue;
        path.moveTo(from, isRising ? c - from : from - c);
        path.lineTo(to, isRising ? c - to : to - c);
    }
}

}  // namespace

double tenth(double value)
{
    return std::round(value * 10) / 10;
}

QRectF tenth(const QRectF& rect)
{
    const double left = tenth(rect.left()), top = tenth(rect.top());
    return QRectF(left, top, tenth(rect.right()) - left, tenth(rect.bottom()) - top);
}

void addPattern(QPainterPath& path, look::Pattern pattern, const QRectF& rect)
{
    using look::Pattern;
    switch (pattern) {
        case Pattern::Solid:
            return;
        case Pattern::Rising:
        case Pattern::ThinRising:
            return addDiagonals(path, rect, Slope::Rising, kPitch);
        case Pattern::DenseLines:
            return addDiagonals(path, rect, Slope::Rising, kPitch * 0.6);
        case Pattern::Falling:
            return addDiagonals(path, rect, Slope::Falling, kPitch);
        case Pattern::Cross:
            addDiagonals(path, rect, Slope::Rising, kPitch);
            return addDiagonals(path, rect, Slope::Falling, kPitch);
        case Pattern::Horizontal:
            for (double y = std::ceil(rect.top() / 5) * 5; y < rect.bottom(); y += 5) {
                path.moveTo(rect.left(), y);
                path.lineTo(rect.right(), y);
            }
            return;
        case Pattern::Dots:
            // Dots are short lines: a thousand ellipses would make the file large.
            for (double y = std::ceil(rect.top() / 5) * 5; y < rect.bottom(); y += 5)
                for (double x = std::ceil(rect.left() / 5) * 5; x < rect.right() - 1.4; x += 5) {
                    path.moveTo(x, y);
                    path.lineTo(x + 1.4, y);
                }
            return;
    }
}

void fillShape(QPainter& painter, const QPainterPath& path, const QColor& colour)
{
    if (path.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(path);
}

void fillRects(QPainter& painter, const std::vector<QRectF>& rects, const QColor& colour)
{
    QPainterPath path;
    for (const QRectF& rect : rects)
        path.addRect(tenth(rect));
    fillShape(painter, path, colour);
}

void strokeShape(QPainter& painter, const QPainterPath& path, const QColor& colour, double width)
{
    if (path.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

}  // namespace ui::drawing

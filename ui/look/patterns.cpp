#include "ui/look/theme.h"

#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>

namespace ui::look {

namespace {

/// Distance and thickness of a pattern's lines or dots, in pixels at 100 %.
struct Measure {
    double tile;
    double stroke;
};

Measure measureOf(Pattern pattern)
{
    constexpr double kDiagonal = 1.41421356237;
    switch (pattern) {
        case Pattern::Dots:
            return {4, 1.8};
        case Pattern::Horizontal:
            return {4, 1.2};
        case Pattern::Cross:
            return {5 * kDiagonal, 1.2};
        case Pattern::ThinRising:
            return {6 * kDiagonal, 1.0};
        case Pattern::DenseLines:
            return {5 * kDiagonal, 1.6};
        case Pattern::Solid:
        case Pattern::Rising:
        case Pattern::Falling:
            break;
    }
    return {6 * kDiagonal, 1.5};
}

enum class Slope : std::uint8_t { Rising, Falling };

/// Draws the diagonal of the tile and of its two neighbours, so that the tiles join without a seam.
void drawDiagonals(QPainter& painter, double side, Slope slope)
{
    for (double shift : {-side, 0.0, side}) {
        if (slope == Slope::Rising)
            painter.drawLine(QPointF(shift - side, 2 * side), QPointF(shift + 2 * side, -side));
        else
            painter.drawLine(QPointF(shift - side, -side), QPointF(shift + 2 * side, 2 * side));
    }
}

void drawTile(QPainter& painter, Pattern pattern, double side, double stroke, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, stroke, Qt::SolidLine, Qt::FlatCap));
    switch (pattern) {
        case Pattern::Solid:
            break;
        case Pattern::Dots:
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(side * 0.3, side * 0.3), stroke / 2, stroke / 2);
            break;
        case Pattern::Horizontal:
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.fillRect(QRectF(0, 0, side, std::max(1.0, std::round(stroke))), colour);
            break;
        case Pattern::Falling:
            drawDiagonals(painter, side, Slope::Falling);
            break;
        case Pattern::Cross:
            drawDiagonals(painter, side, Slope::Falling);
            drawDiagonals(painter, side, Slope::Rising);
            break;
        case Pattern::Rising:
        case Pattern::ThinRising:
        case Pattern::DenseLines:
            drawDiagonals(painter, side, Slope::Rising);
            break;
    }
}

QBrush makeHatch(Pattern pattern, const QColor& ground, const QColor& stroke, double scale, double devicePixelRatio)
{
    const Measure measure = measureOf(pattern);
    // A whole number of device pixels; otherwise seams between the tiles would be visible.
    const int side = std::max(2, static_cast<int>(std::lround(measure.tile * scale * devicePixelRatio)));
    QPixmap pixmap(side, side);
    pixmap.fill(ground);
    {
        QPainter painter(&pixmap);
        drawTile(painter, pattern, side, measure.stroke * scale * devicePixelRatio, stroke);
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return QBrush(pixmap);
}

}  // namespace

QBrush Theme::hatchBrush(Pattern pattern, const QColor& ground, const QColor& stroke, qreal devicePixelRatio) const
{
    if (pattern == Pattern::Solid)
        return ground;
    return m_hatches.get({pattern, ground.rgba(), stroke.rgba(), scale(), devicePixelRatio},
                         [&] { return makeHatch(pattern, ground, stroke, scale(), devicePixelRatio); });
}

QBrush Theme::patternBrush(engine::trace::Kind kind, qreal devicePixelRatio) const
{
    const KindColours& colours = this->kind(kind);
    return hatchBrush(colours.pattern, colours.fill, tokens().patternStroke, devicePixelRatio);
}

QBrush Theme::waitBrush(qreal devicePixelRatio) const
{
    return hatchBrush(Pattern::ThinRising, tokens().syncSoft, tokens().syncHatch, devicePixelRatio);
}

}  // namespace ui::look

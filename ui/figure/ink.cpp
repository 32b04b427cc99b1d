#include "ui/figure/detail/ink.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

namespace {

constexpr double kPitch = 7;  // between the lines of a pattern, across them

/// Lines at 45 degrees through a rectangle; `rising` from the lower left to the upper right. The lines of all
/// rectangles lie on one grid, so that neighbours match.
void addDiagonals(QPainterPath& path, const QRectF& rect, bool isRising, double pitch)
{
    const double step = pitch * std::sqrt(2.0);
    // On a line x + y (rising) or x - y (falling) is constant.
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

Ink::Ink(QPainter& painter, Colours colours, TypeSizes sizes) : m_painter(painter), m_colours(colours), m_sizes(sizes)
{
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::TextAntialiasing);
}

QColor Ink::of(const QColor& colour) const
{
    if (m_colours == Colours::Colour)
        return colour;
    const int grey =
        static_cast<int>(std::lround(0.2126 * colour.red() + 0.7152 * colour.green() + 0.0722 * colour.blue()));
    return QColor(grey, grey, grey);
}

look::KindColours Ink::kind(engine::trace::Kind kind) const
{
    look::KindColours colours = look::coloursOf(look::Mode::Light, kind);
    for (QColor* colour : {&colours.fill, &colours.edge, &colours.tint, &colours.textOnTint, &colours.textOnFill})
        *colour = of(*colour);
    if (m_colours == Colours::Grayscale && kind == engine::trace::Kind::Host) {
        // Slate and blue are one grey; products keep it, the program's own work is pale with a dark edge.
        colours.fill = QColor(0xC4, 0xC4, 0xC4);
        colours.textOnFill = QColor(0x14, 0x14, 0x14);
    }
    return colours;
}

QStringList Ink::families()
{
    QStringList families{QStringLiteral("Inter"),
                         QStringLiteral("Noto Sans"),
                         QStringLiteral("DejaVu Sans"),
                         QStringLiteral("Noto Sans CJK SC"),
                         QStringLiteral("Noto Sans CJK KR"),
                         QStringLiteral("sans-serif")};
    // Chinese and Korean draw the same characters differently.
    if (QLocale().language() == QLocale::Korean)
        families.swapItemsAt(3, 4);
    return families;
}

QFont Ink::font(int size, QFont::Weight weight)
{
    QFont font(families());
    font.setPixelSize(size);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

double Ink::widthOf(const QString& text, const QFont& font)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

void Ink::write(QPointF baseline, const QString& text, int size, QFont::Weight weight, const QColor& colour) const
{
    m_painter.setFont(font(size, weight));
    m_painter.setPen(colour);
    m_painter.drawText(baseline, text);
}

void Ink::writeRight(QPointF baseline, const QString& text, int size, QFont::Weight weight, const QColor& colour) const
{
    write(baseline - QPointF(widthOf(text, font(size, weight)), 0), text, size, weight, colour);
}

void Ink::writeCentred(QPointF baseline, const QString& text, int size, QFont::Weight weight,
                       const QColor& colour) const
{
    write(baseline - QPointF(widthOf(text, font(size, weight)) / 2, 0), text, size, weight, colour);
}

void Ink::fill(const QRectF& rect, const QColor& colour) const
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawRect(rect);
}

void Ink::fill(const QPainterPath& path, const QColor& colour) const
{
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawPath(path);
}

void Ink::stroke(const QPainterPath& path, const QColor& colour, double width, const QVector<qreal>& dashes) const
{
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    if (!dashes.isEmpty()) {
        QVector<qreal> inWidths;
        for (const qreal dash : dashes)
            inWidths << dash / width;
        pen.setDashPattern(inWidths);
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(pen);
    m_painter.drawPath(path);
}

void Ink::line(QPointF from, QPointF to, const QColor& colour, double width, const QVector<qreal>& dashes) const
{
    QPainterPath path(from);
    path.lineTo(to);
    stroke(path, colour, width, dashes);
}

void addPattern(QPainterPath& path, look::Pattern pattern, const QRectF& rect)
{
    using look::Pattern;
    switch (pattern) {
        case Pattern::Solid:
            return;
        case Pattern::Rising:
        case Pattern::ThinRising:
            return addDiagonals(path, rect, true, kPitch);
        case Pattern::DenseLines:
            return addDiagonals(path, rect, true, kPitch * 0.6);
        case Pattern::Falling:
            return addDiagonals(path, rect, false, kPitch);
        case Pattern::Cross:
            addDiagonals(path, rect, true, kPitch);
            return addDiagonals(path, rect, false, kPitch);
        case Pattern::Horizontal:
            for (double y = std::ceil(rect.top() / 5) * 5; y < rect.bottom(); y += 5) {
                path.moveTo(rect.left(), y);
                path.lineTo(rect.right(), y);
            }
            return;
        case Pattern::Dots:
            // A dot is a short line, or a thousand of them would be a thousand ellipses.
            for (double y = std::ceil(rect.top() / 5) * 5; y < rect.bottom(); y += 5)
                for (double x = std::ceil(rect.left() / 5) * 5; x < rect.right() - 1.4; x += 5) {
                    path.moveTo(x, y);
                    path.lineTo(x + 1.4, y);
                }
            return;
    }
}

}  // namespace ui::figure::detail

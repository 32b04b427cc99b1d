#include "ui/figure/detail/ink.h"

#include "ui/look/language_rows.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

namespace {

look::Mode modeOf(Colours colours)
{
    return colours == Colours::Dark ? look::Mode::Dark : look::Mode::Light;
}

QColor printed(const QColor& colour, Colours colours)
{
    if (colours != Colours::Grayscale)
        return colour;
    const int grey =
        static_cast<int>(std::lround(0.2126 * colour.red() + 0.7152 * colour.green() + 0.0722 * colour.blue()));
    return QColor(grey, grey, grey);
}

look::KindColours printed(engine::trace::Kind kind, Colours colours)
{
    look::KindColours result = look::coloursOf(modeOf(colours), kind);
    for (QColor* colour : {&result.fill, &result.edge, &result.tint, &result.textOnTint, &result.textOnFill})
        *colour = printed(*colour, colours);
    if (colours == Colours::Grayscale && kind == engine::trace::Kind::Host) {
        // In grey, the program's own work would look like matrix products, so it is pale with a dark edge.
        result.fill = QColor(0xC4, 0xC4, 0xC4);
        result.textOnFill = QColor(0x14, 0x14, 0x14);
    }
    return result;
}

}  // namespace

Ink::Ink(QPainter& painter, Colours colours, TypeSizes sizes)
    : m_painter(painter), m_sizes(sizes), m_paper(paperOf(colours, sizes))
{
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setRenderHint(QPainter::TextAntialiasing);
}

look::Paper paperOf(Colours colours, const TypeSizes& type)
{
    look::Paper paper;
    look::Tokens& tokens = paper.tokens = look::tokensOf(modeOf(colours));
    tokens.plot = tokens.panel = tokens.band = colours == Colours::Dark ? tokens.plot : QColor(Qt::white);
    for (QColor* token :
         {&tokens.soft,       &tokens.line,        &tokens.strong,      &tokens.text,        &tokens.text2,
          &tokens.text3,      &tokens.ink,         &tokens.accent,      &tokens.sync,        &tokens.syncFill,
          &tokens.syncSoft,   &tokens.syncHatch,   &tokens.fail,        &tokens.failFill,    &tokens.failSoft,
          &tokens.failLine,   &tokens.memFill,     &tokens.memEnv,      &tokens.memLine,     &tokens.envLine,
          &tokens.warn,       &tokens.warnSoft,    &tokens.warnLine,    &tokens.codeKeyword, &tokens.codeString,
          &tokens.codeNumber, &tokens.codeComment, &tokens.codeFunction})
        *token = printed(*token, colours);
    for (std::size_t i = 0; i < paper.kinds.size(); ++i)
        paper.kinds[i] = printed(static_cast<engine::trace::Kind>(i), colours);
    paper.smallestFont = type.body;
    return paper;
}

QStringList Ink::families()
{
    QStringList families{QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")};
    for (const QString& family : look::glyphFamilies(QStringLiteral("Noto Sans CJK "), look::languageOf(QLocale())))
        families << family;
    return families << QStringLiteral("sans-serif");
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

}  // namespace ui::figure::detail

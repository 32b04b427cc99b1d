#include "ui/listing/listing_layers.h"

#include "ui/look/warning_sign.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::listing {

namespace {

constexpr double kSign = 13;  ///< width of the sign of a mistimed block

}  // namespace

QFont codeFont(const look::Theme& theme, QFont::Weight weight)
{
    constexpr double kPixels = 11.5, kWidthOfLetter = 0.6;
    QFont font = theme.mono(kPixels, weight);
    const double wider =
        QFontMetricsF(font).horizontalAdvance(QLatin1Char('0')) - kPixels * kWidthOfLetter * theme.scale();
    if (wider > 0 && wider < 1)
        font.setLetterSpacing(QFont::AbsoluteSpacing, -wider);
    return font;
}

void ListingLayers::paintTints(QPainter& painter, const std::vector<ListingRow>& rows) const
{
    for (const ListingRow& row : rows)
        if (const QColor tint = m_states.tintOf(row.line, m_theme.tokens()); tint.isValid())
            painter.fillRect(row.rect, tint);
}

void ListingLayers::paintStrikes(QPainter& painter, const std::vector<ListingRow>& rows) const
{
    const QFontMetricsF metrics(codeFont(m_theme));
    painter.setPen(QPen(m_theme.tokens().sync, std::max(1.0, m_theme.scale())));
    for (const ListingRow& row : rows) {
        for (const look::CodeSpan& part : m_document.text().switches().removedCode(row.line, row.block.text()))
            for (const QRectF& code : codeRects(row, part.start, part.end())) {
                const double y = std::floor(code.top() + metrics.height() * 0.56) + 0.5;
                painter.drawLine(QPointF(code.left(), y), QPointF(code.right(), y));
            }
    }
}

void ListingLayers::paintInsertion(QPainter& painter, const std::vector<ListingRow>& rows, int line) const
{
    for (const ListingRow& row : rows)
        if (row.line == line) {
            painter.setPen(QPen(m_theme.tokens().sync, m_theme.scale(), Qt::DashLine));
            const double y = std::floor(row.rect.bottom()) - 0.5;
            painter.drawLine(QPointF(row.rect.left(), y), QPointF(row.rect.right(), y));
        }
}

void ListingLayers::paintEnds(QPainter& painter, const std::vector<ListingRow>& rows) const
{
    painter.save();
    painter.setOpacity(m_states.isStale() ? 0.45 : 1.0);
    for (const ListingRow& row : rows) {
        const auto label = m_states.labelOf(row.line), above = m_states.labelOf(row.line - 1);
        if (label && label->isReached)
            paintLabel(painter, row, *label);
        else if (!label && above && above->isReached && !above->work.isEmpty())
            paintWork(painter, row, above->work);
    }
    painter.restore();
}

double ListingLayers::labelWidth(const LineStates::Label& label, Margins margins) const
{
    return QFontMetricsF(labelFont()).horizontalAdvance(label.text) + m_theme.px(margins == Margins::Narrow ? 8 : 14) +
           m_theme.px(label.isMistimed ? kSign : 0);
}

void ListingLayers::paintWork(QPainter& painter, const ListingRow& row, const QString& text) const
{
    const QFont font = m_theme.mono(10, QFont::Medium);
    const double width = QFontMetricsF(font).horizontalAdvance(text), margin = m_theme.px(6);
    const QRectF free = freeEnd(row);
    const QRectF room(free.right() - width - margin, free.top(), width, free.height());
    if (room.left() < free.left() + margin)
        return;
    painter.setFont(font);
    painter.setPen(m_theme.tokens().warn);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, text);
}

void ListingLayers::paintLabel(QPainter& painter, const ListingRow& row, const LineStates::Label& label) const
{
    const look::Tokens& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    const QRectF end = freeEnd(row);
    const double free = end.width();
    const bool isBelow = row.rect.height() > row.text.height();
    LineStates::Label shown = label;
    const look::ChangeText text = textThatFits(label, isBelow ? row.rect.width() : free);
    shown.text = text.before + text.now;
    const Margins margins = !isBelow && labelWidth(shown, Margins::Wide) > free ? Margins::Narrow : Margins::Wide;
    const double width = labelWidth(shown, margins);
    if (!isBelow && width > free) {
        // The label has no room, for example because the line was edited after the last run. The next run reserves
        // space for the label.
        if (label.isFailed)
            paintWave(painter, row);
        return;
    }
    const double margin = (margins == Margins::Narrow ? 2 : 4) * s;
    const QRectF plate(row.rect.right() - width + margin / 2, (isBelow ? row.text.bottom() : end.top()) + 1 * s,
                       width - 1.5 * margin, 15 * s);
    painter.setPen(label.isMistimed ? QPen(tokens.warnLine, s) : QPen(Qt::NoPen));
    painter.setBrush(label.isFailed ? tokens.failSoft : label.isMistimed ? tokens.warnSoft : tokens.sunken);
    painter.drawRoundedRect(plate, 3 * s, 3 * s);
    const double sign = label.isMistimed ? m_theme.px(kSign) : 0;
    if (label.isMistimed)
        look::paintWarningSign(painter, QRectF(plate.left() + 3 * s, plate.top() + 2 * s, 11 * s, 11 * s), tokens);
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    double left = plate.center().x() + (sign - metrics.horizontalAdvance(shown.text)) / 2;
    if (!text.before.isEmpty()) {
        painter.setPen(tokens.text3);
        painter.drawText(plate.adjusted(left - plate.left(), 0, 0, 0), Qt::AlignVCenter, text.before);
        left += metrics.horizontalAdvance(text.before);
    }
    painter.setPen(label.isFailed ? tokens.fail : tokens.text);
    painter.drawText(plate.adjusted(left - plate.left(), 0, 0, 0), Qt::AlignVCenter, text.now);
}

/// Returns the longest form of the label's old and new result that fits into `room`; if none fits, only the new result.
/// A changed result gets no extra space below its line, because the space would move the switches below.
look::ChangeText ListingLayers::textThatFits(const LineStates::Label& label, double room) const
{
    LineStates::Label one = label;
    if (!label.before.isEmpty())
        for (const look::ChangeText& form : look::changeForms(label.before, label.text)) {
            one.text = form.before + form.now;
            if (labelWidth(one, Margins::Narrow) <= room)
                return form;
        }
    return {{}, label.text};
}

QString ListingLayers::toolTipAt(const std::vector<ListingRow>& rows, const QPointF& position) const
{
    for (const ListingRow& row : rows) {
        const auto label = row.rect.contains(position) ? m_states.labelOf(row.line) : std::nullopt;
        if (!label || !label->isReached || label->before.isEmpty())
            continue;
        const bool isBelow = row.rect.height() > row.text.height();
        const double room = isBelow ? row.rect.width() : freeEnd(row).width();
        LineStates::Label shown = *label;
        const look::ChangeText text = textThatFits(*label, room);
        shown.text = text.before + text.now;
        const bool isOnLabel = position.x() >= row.rect.right() - labelWidth(shown, Margins::Wide) &&
                               (!isBelow || position.y() >= row.text.bottom());
        return isOnLabel ? QStringLiteral("%1 → %2").arg(label->before, label->text) : QString();
    }
    return {};
}

/// Paints a wave below a line with an error whose label has no room.
void ListingLayers::paintWave(QPainter& painter, const ListingRow& row) const
{
    const double step = m_theme.scale() * 2.5;
    painter.setPen(QPen(m_theme.tokens().fail, std::max(1.0, m_theme.scale() * 1.2)));
    for (const QRectF& code : codeRects(row)) {
        QPolygonF wave;
        for (double x = code.left(); x <= code.right(); x += step)
            wave << QPointF(x, code.bottom() - step + (wave.size() % 2 == 0 ? 0 : step * 0.7));
        painter.drawPolyline(wave);
    }
}

}  // namespace ui::listing

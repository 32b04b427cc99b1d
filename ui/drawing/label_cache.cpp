#include "ui/drawing/label_cache.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

constexpr std::size_t kMaxFonts = 32;
constexpr qsizetype kMaxTexts = 4000;  // entries per font

}  // namespace

LabelCache::Entry& LabelCache::entry(const QFont& font, const QString& text) const
{
    auto known = std::ranges::find(m_fonts, font, &OfFont::font);
    if (known == m_fonts.end()) {
        if (m_fonts.size() >= kMaxFonts)
            m_fonts.clear();
        m_fonts.push_back({font, {}});
        known = std::prev(m_fonts.end());
    }
    if (const auto it = known->entries.find(text); it != known->entries.end())
        return *it;
    if (known->entries.size() >= kMaxTexts)
        known->entries.clear();
    Entry fresh;
    fresh.label.width = QFontMetricsF(font).horizontalAdvance(text);
    return *known->entries.insert(text, fresh);
}

qsizetype LabelCache::size() const
{
    qsizetype count = 0;
    for (const OfFont& one : m_fonts)
        count += one.entries.size();
    return count;
}

double LabelCache::width(const QFont& font, const QString& text) const
{
    return entry(font, text).label.width;
}

QString LabelCache::elided(const QFont& font, const QString& text, double room) const
{
    Entry& entry = this->entry(font, text);
    if (entry.label.width <= room)
        return text;
    if (entry.room != room) {
        entry.shortened = QFontMetricsF(font).elidedText(text, Qt::ElideRight, room);
        entry.room = room;
    }
    return entry.shortened;
}

LabelCache::Label LabelCache::laidOut(const QFont& font, const QString& text) const
{
    Entry& entry = this->entry(font, text);
    if (!entry.isLaidOut) {
        entry.label.text = QStaticText(text);
        entry.label.text.setTextFormat(Qt::PlainText);
        entry.label.text.prepare({}, font);
        QTextLayout layout(text, font);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(1e6);
        layout.endLayout();
        entry.label.ascent = line.ascent();
        entry.label.height = line.ascent() + line.descent();
        entry.isLaidOut = true;
    }
    return entry.label;
}

double textWidth(const LabelCache* labels, const QFont& font, const QString& text)
{
    return labels != nullptr ? labels->width(font, text) : QFontMetricsF(font).horizontalAdvance(text);
}

void drawLaidOut(QPainter& painter, const QPointF& topLeft, const QStaticText& text)
{
    if (painter.device()->devicePixelRatioF() == 1) {
        painter.drawStaticText(topLeft, text);
        return;
    }
    // With a textured brush on a scaled screen, Qt uses an emulation paint engine and reconsiders it only in restore().
    // Until then it positions static text as on an unscaled screen; save() and restore() without a brush avoid that.
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.save();
    painter.restore();
    painter.drawStaticText(topLeft, text);
    painter.restore();
}

QString elided(const LabelCache* labels, const QFont& font, const QString& text, double room)
{
    return labels != nullptr ? labels->elided(font, text, room)
                             : QFontMetricsF(font).elidedText(text, Qt::ElideRight, room);
}

void drawText(QPainter& painter, const LabelCache* labels, const QPointF& baseline, const QString& text)
{
    if (labels == nullptr || text.isEmpty()) {
        painter.drawText(baseline, text);
        return;
    }
    const LabelCache::Label label = labels->laidOut(painter.font(), text);
    drawLaidOut(painter, baseline - QPointF(0, label.ascent), label.text);
}

void drawText(QPainter& painter, const LabelCache* labels, const QRectF& rect, Qt::Alignment alignment,
              const QString& text)
{
    if (labels != nullptr && !text.isEmpty()) {
        const LabelCache::Label label = labels->laidOut(painter.font(), text);
        QRectF bounds(rect.topLeft(), QSizeF(label.width, label.height));
        if (alignment & Qt::AlignHCenter)
            bounds.moveLeft(rect.left() + (rect.width() - label.width) / 2);
        else if (alignment & Qt::AlignRight)
            bounds.moveLeft(rect.left() + rect.width() - label.width);
        if (alignment & Qt::AlignVCenter)
            bounds.moveTop(rect.top() + (rect.height() - label.height) / 2);
        // A text that does not fit is clipped.
        if (rect.contains(bounds)) {
            drawLaidOut(painter, bounds.topLeft(), label.text);
            return;
        }
    }
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, text);
}

}  // namespace ui::drawing

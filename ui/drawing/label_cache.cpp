#include "ui/drawing/label_cache.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace ui::drawing {

namespace {

constexpr std::size_t kMaxFonts = 32;  // a single view uses fewer; another scale creates new fonts
constexpr qsizetype kMaxTexts = 4000;  // entries per font

}  // namespace

LabelCache::Entry& LabelCache::entry(const QFont& font, const QString& text) const
{
    auto known = std::ranges::find(m_fonts, font, &FontEntries::font);
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
    for (const FontEntries& one : m_fonts)
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

bool Surface::hasTextIn(const QRectF& rect) const
{
    return m_drawn != nullptr &&
           std::ranges::any_of(*m_drawn, [&](const QRectF& text) { return text.intersects(rect); });
}

double textWidth(const LabelCache* cache, const QFont& font, const QString& text)
{
    return cache != nullptr ? cache->width(font, text) : QFontMetricsF(font).horizontalAdvance(text);
}

void drawLaidOut(QPainter& painter, const QPointF& topLeft, const QStaticText& text)
{
    if (painter.device()->devicePixelRatioF() == 1) {
        painter.drawStaticText(topLeft, text);
        return;
    }
    // With a textured brush on a scaled screen, Qt selects an emulation paint engine, and selects the normal engine
    // again only in restore(). Until then it positions static text as on an unscaled screen; save() and restore()
    // without a brush avoid that.
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.save();
    painter.restore();
    painter.drawStaticText(topLeft, text);
    painter.restore();
}

QString elided(const LabelCache* cache, const QFont& font, const QString& text, double room)
{
    return cache != nullptr ? cache->elided(font, text, room)
                            : QFontMetricsF(font).elidedText(text, Qt::ElideRight, room);
}

void drawText(const Surface& painter, const LabelCache* cache, const QPointF& baseline, const QString& text)
{
    if (text.isEmpty())
        return;
    if (painter.late() != nullptr) {
        const QFontMetricsF metrics(painter->font());
        return drawText(painter, cache,
                        QRectF(baseline.x(), baseline.y() - metrics.ascent(), metrics.horizontalAdvance(text) + 1,
                               metrics.height()),
                        Qt::AlignTop, text);
    }
    if (cache != nullptr) {
        const LabelCache::Label label = cache->laidOut(painter->font(), text);
        const QPointF topLeft = baseline - QPointF(0, label.ascent);
        painter.add({topLeft, QSizeF(label.width, label.height)});
        drawLaidOut(painter, topLeft, label.text);
        return;
    }
    if (painter.drawn() != nullptr) {
        const QFontMetricsF metrics(painter->font());
        painter.add({baseline.x(), baseline.y() - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height()});
    }
    painter->drawText(baseline, text);
}

void drawText(const Surface& painter, const LabelCache* cache, const QRectF& rect, Qt::Alignment alignment,
              const QString& text)
{
    if (text.isEmpty())
        return;
    if (painter.late() != nullptr) {
        painter.late()->push_back({rect, alignment, painter->font(), painter->pen().color(), text});
        return;
    }
    if (cache != nullptr) {
        const LabelCache::Label label = cache->laidOut(painter->font(), text);
        QRectF bounds(rect.topLeft(), QSizeF(label.width, label.height));
        if (alignment & Qt::AlignHCenter)
            bounds.moveLeft(rect.left() + (rect.width() - label.width) / 2);
        else if (alignment & Qt::AlignRight)
            bounds.moveLeft(rect.left() + rect.width() - label.width);
        if (alignment & Qt::AlignVCenter)
            bounds.moveTop(rect.top() + (rect.height() - label.height) / 2);
        // A text that fits is drawn without clipping; drawText() below clips others.
        if (rect.contains(bounds)) {
            painter.add(bounds);
            drawLaidOut(painter, bounds.topLeft(), label.text);
            return;
        }
    }
    const int flags = static_cast<int>(alignment) | Qt::TextSingleLine;
    if (painter.drawn() != nullptr)
        painter.add(QFontMetricsF(painter->font()).boundingRect(rect, flags, text));
    painter->drawText(rect, flags, text);
}

void drawLate(const Surface& painter, const std::vector<LateText>& late)
{
    for (const LateText& one : late) {
        painter->setFont(one.font);
        painter->setPen(one.colour);
        drawText(painter, nullptr, one.rect, one.alignment, one.text);
    }
}

void drawLineAround(const Surface& painter, double x, double top, double bottom)
{
    constexpr double kBeside = 2, kAbove = 1;
    std::vector<std::pair<double, double>> gaps;
    if (painter.drawn() != nullptr)
        for (const QRectF& text : *painter.drawn())
            if (text.left() - kBeside < x && x < text.right() + kBeside)
                gaps.emplace_back(text.top() - kAbove, text.bottom() + kAbove);
    std::ranges::sort(gaps);
    double from = top;
    for (const auto& [begin, end] : gaps) {
        if (begin > from && from < bottom)
            painter->drawLine(QPointF(x, from), QPointF(x, std::min(begin, bottom)));
        from = std::max(from, end);
    }
    if (from < bottom)
        painter->drawLine(QPointF(x, from), QPointF(x, bottom));
}

}  // namespace ui::drawing

#include "ui/drawing/detail/bracket_row.h"
#include "ui/drawing/detail/tiers.h"
#include "ui/drawing/label_cache.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace ui::drawing::detail {

using engine::trace::BlockRecord;

void BracketAsides::place(const std::vector<std::size_t>& shown)
{
    const double gap = m_row.scene.px(5), left = m_row.plot.left() + gap, right = m_row.plot.right() - gap;
    const bool hasBelow = m_row.bottom - m_row.y >= m_row.scene.px(BracketRow::kAsideRoom);
    Tiers above(left, right, m_row.hasAbove ? 1 : 0, gap);
    Tiers below(left, right, hasBelow ? 1 : 0, m_row.scene.px(BracketRow::kAsideGap));
    for (const auto& [from, to] : m_row.taken)
        below.reserve(from, to);
    std::vector<std::size_t> nameless;
    for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k) {
        const std::size_t i = shown[k];
        const BracketEnds ends = m_row.insideOf(i);
        if (!m_row.isInView(ends) || m_tails.isLabelled(i))
            continue;
        const auto texts = m_row.textsOf(i, ends);
        if (texts && texts->isWhole)
            above.reserve(texts->x, texts->x + texts->total);
        else if (texts || !m_row.scene.trace->blocks()[i].isFailed)
            nameless.push_back(i);
    }
    // The selected block is placed first.
    std::stable_partition(nameless.begin(), nameless.end(),
                          [&](std::size_t i) { return static_cast<int>(i) == m_row.scene.chosen.block; });
    for (const std::size_t i : nameless) {
        const bool isNarrow = !m_row.textsOf(i, m_row.insideOf(i));
        if (isNarrow && (place(i, below, Side::Below, Parts::Book) || place(i, below, Side::Below, Parts::Time) ||
                         place(i, above, Side::Above, Parts::Time)))
            continue;
        static_cast<void>(place(i, above, Side::Above, isNarrow ? Parts::NarrowName : Parts::Name));
    }
}

/// Places a text above or below the middle of its bracket. Returns false if there is no room.
bool BracketAsides::place(std::size_t i, Tiers& tiers, Side side, Parts parts)
{
    const BlockRecord& block = m_row.scene.trace->blocks()[i];
    const BracketEnds ends = m_row.insideOf(i);
    const double left = std::max(m_row.plot.left(), ends.left), right = std::min(m_row.plot.right(), ends.right);
    BracketRow::Aside aside;
    aside.block = i;
    aside.isBelow = side == Side::Below;
    aside.isNarrow = parts != Parts::Name;
    aside.middle = (left + right) / 2;
    aside.name = QString::fromStdString(block.label);
    aside.sign = aside.isNarrow && m_row.isMistimed(i) ? m_row.scene.px(BracketRow::kSign) : 0;
    aside.timeX = aside.width = textWidth(m_row.scene.labels, m_row.asideFont, aside.name) + aside.sign;
    if (parts >= Parts::Time) {
        aside.time = timeText(m_row.scene, i);
        aside.timeX += m_row.scene.px(6);
        aside.width = aside.timeX + textWidth(m_row.scene.labels, m_row.asideTimeFont, aside.time);
    }
    aside.bookX = aside.width + m_row.scene.px(BracketRow::kAsideGap);
    if (parts == Parts::Book)
        aside.book = bookText(m_row.scene, block);
    if (!aside.book.isEmpty())
        aside.width = aside.bookX + textWidth(m_row.scene.labels, m_row.bookFont, aside.book);
    if (aside.name.isEmpty() && aside.time.isEmpty())
        return false;
    int tier = 0;
    std::tie(aside.x, tier) = tiers.place(aside.middle, aside.width);
    if (tier == 0)
        return false;
    if (aside.isBelow)
        m_row.taken.emplace_back(aside.x, aside.x + aside.width);
    m_row.asides.push_back(std::move(aside));
    return true;
}

void BracketAsides::paint() const
{
    for (const BracketRow::Aside& aside : m_row.asides) {
        const QRectF rect = rectOf(aside);
        if (aside.isNarrow) {
            (*m_row.painter)->setPen(QPen(m_row.tokens.text3, 1));
            const double x = std::floor(aside.middle) + 0.5;
            (*m_row.painter)->drawLine(QPointF(x, m_row.y), QPointF(x, aside.isBelow ? rect.top() : rect.bottom()));
        }
        if (aside.sign > 0)
            m_row.paintSign(rect.left(), rect.center().y());
        const auto write = [&](double from, const QFont& font, const QColor& colour, const QString& text) {
            (*m_row.painter)->setFont(font);
            (*m_row.painter)->setPen(colour);
            drawText(*m_row.painter, m_row.scene.labels, rect.adjusted(from, 0, 2, 0), Qt::AlignVCenter, text);
        };
        write(aside.sign, m_row.asideFont, m_row.tokens.text2, aside.name);
        write(aside.timeX, m_row.asideTimeFont, m_row.colourOf(aside.block), aside.time);
        write(aside.bookX, m_row.bookFont, m_row.tokens.text3, aside.book);
    }
}

int BracketAsides::at(const QPointF& point) const
{
    for (const BracketRow::Aside& aside : m_row.asides)
        if (rectOf(aside).contains(point))
            return static_cast<int>(aside.block);
    return -1;
}

QRectF BracketAsides::rectOf(const BracketRow::Aside& aside) const
{
    const double height = m_row.scene.px(13);
    const double top = aside.isBelow ? std::floor(m_row.y + m_row.scene.px(11)) : m_row.y - m_row.scene.px(5) - height;
    return {aside.x, top, aside.width, height};
}

}  // namespace ui::drawing::detail

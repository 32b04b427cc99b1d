#include "ui/drawing/detail/bracket_row.h"
#include "ui/drawing/label_cache.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::drawing::detail {

using engine::trace::BlockRecord;

namespace {

constexpr double kTextHeight = 14;

}  // namespace

void BracketAsides::place(const std::vector<std::size_t>& shown)
{
    placeAboves(shown);
    for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k)
        if (auto aside = besideOf(shown[k]))
            m_asides.push_back(take(*std::move(aside)));
}

void BracketAsides::paintBeside() const
{
    for (const Aside& aside : m_asides)
        paint(aside);
}

void BracketAsides::paintAbove() const
{
    for (const BracketRow::Above& above : m_row.aboves)
        paint(above);
}

int BracketAsides::at(const QPointF& point) const
{
    if (point.y() < m_row.y - m_row.scene.px(5)) {
        for (const BracketRow::Above& above : m_row.aboves)
            if (above.x <= point.x() && point.x() < above.x + above.width)
                return static_cast<int>(above.block);
    } else if (std::abs(point.y() - lineBeside()) <= m_row.scene.px(kTextHeight) / 2) {
        for (const Aside& aside : m_asides)
            if (aside.x <= point.x() && point.x() < aside.x + aside.width)
                return static_cast<int>(aside.block);
    }
    return -1;
}

void BracketAsides::placeAboves(const std::vector<std::size_t>& shown)
{
    if (!m_row.hasAbove)
        return;
    const std::size_t tails = m_row.taken.size();
    std::vector<std::size_t> nameless;
    for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k) {
        const std::size_t i = shown[k];
        const BracketEnds ends = m_row.insideOf(i);
        if (!m_row.isInView(ends) || m_tails.isLabelled(i))
            continue;
        const auto texts = m_row.textsOf(i, ends);
        if (texts && texts->isWhole)
            m_takenAbove.emplace_back(texts->x, texts->x + texts->total);
        else if (auto aside = texts ? std::nullopt : besideOf(i))
            take(*std::move(aside));
        else if (texts || !m_row.scene.trace->blocks()[i].isFailed)
            nameless.push_back(i);
    }
    m_row.taken.resize(tails);
    // The selected block is placed first.
    std::stable_partition(nameless.begin(), nameless.end(),
                          [&](std::size_t i) { return static_cast<int>(i) == m_row.scene.block; });
    for (const std::size_t i : nameless)
        placeAbove(i);
}

void BracketAsides::placeAbove(std::size_t i)
{
    const BlockRecord& block = m_row.scene.trace->blocks()[i];
    const BracketEnds ends = m_row.insideOf(i);
    const double left = std::max(m_row.plot.left(), ends.left), right = std::min(m_row.plot.right(), ends.right);
    const auto onLine = m_row.textsOf(i, ends);
    if (block.label.empty())
        return;
    BracketRow::Above above;
    above.block = i;
    above.isNarrow = !onLine;
    above.middle = (left + right) / 2;
    above.name = QString::fromStdString(block.label);
    above.sign = above.isNarrow && m_row.isMistimed(i) ? m_row.scene.px(BracketRow::kSign) : 0;
    above.width = above.nameWidth = textWidth(m_row.scene.labels, m_row.asideFont, above.name) + above.sign;
    if (onLine) {
        static_cast<void>(findPlace(above, left, right));
        return;
    }
    BracketRow::Above both = above;
    both.time = timeText(m_row.scene, block);
    both.nameWidth += m_row.scene.px(6);
    both.width = both.nameWidth + textWidth(m_row.scene.labels, m_row.asideTimeFont, both.time);
    if (!findPlace(both, left, right))
        static_cast<void>(findPlace(above, left, right));
}

/// Finds a free place above the bracket from `left` to `right`. The text must cover the middle of its bracket;
/// otherwise it would seem to belong to another one.
bool BracketAsides::findPlace(BracketRow::Above above, double left, double right)
{
    const double gap = m_row.scene.px(5);
    std::vector<double> places{above.middle - above.width / 2, left, right - above.width};
    for (const auto& [from, to] : m_takenAbove) {
        places.push_back(to + gap + 1);
        places.push_back(from - gap - 1 - above.width);
    }
    for (const double wanted : places) {
        above.x = std::clamp(wanted, m_row.plot.left() + gap,
                             std::max(m_row.plot.left() + gap, m_row.plot.right() - above.width - gap));
        const bool isFree = above.x + above.width <= m_row.plot.right() &&
                            std::none_of(m_takenAbove.begin(), m_takenAbove.end(), [&](const auto& taken) {
                                return above.x - gap < taken.second && taken.first < above.x + above.width + gap;
                            });
        if (!isFree || above.x > above.middle || above.x + above.width < above.middle)
            continue;
        m_takenAbove.emplace_back(above.x, above.x + above.width);
        m_row.aboves.push_back(std::move(above));
        return true;
    }
    return false;
}

/// None: the block needs no such text, or there is no free space.
std::optional<BracketAsides::Aside> BracketAsides::besideOf(std::size_t i) const
{
    const BlockRecord& block = m_row.scene.trace->blocks()[i];
    const BracketEnds ends = m_row.endsOf(i);
    if (block.isFailed || ends.left < m_row.plot.left() || ends.right > m_row.plot.right() ||
        m_row.bottom - m_row.y < m_row.scene.px(BracketRow::kAsideRoom) || m_row.aboveOf(i) != nullptr ||
        m_tails.isLabelled(i) || m_row.textsOf(i, {ends.left + 1, ends.right - 1}))
        return std::nullopt;
    Aside aside;
    aside.block = i;
    aside.label = QString::fromStdString(block.label);
    aside.book = bookText(m_row.scene, block);
    aside.sign = m_row.isMistimed(i) ? m_row.scene.px(BracketRow::kSign) : 0;
    aside.labelWidth = textWidth(m_row.scene.labels, m_row.asideFont, aside.label) + m_row.scene.px(6) + aside.sign;
    aside.timeEnd = aside.labelWidth + textWidth(m_row.scene.labels, m_row.asideTimeFont, timeText(m_row.scene, block));
    aside.middle = (ends.left + ends.right) / 2;
    const double gap = m_row.scene.px(BracketRow::kAsideGap);
    aside.width = aside.book.isEmpty()
                      ? aside.timeEnd
                      : aside.timeEnd + gap + textWidth(m_row.scene.labels, m_row.bookFont, aside.book);
    std::optional<double> left = leftOf(aside.middle, gap, aside.width);
    if (!left && !aside.book.isEmpty()) {
        aside.book.clear();
        aside.width = aside.timeEnd;
        left = leftOf(aside.middle, gap, aside.width);
    }
    if (!left)
        return std::nullopt;
    aside.x = *left;
    return aside;
}

/// Later texts avoid the text and its elbow line.
BracketAsides::Aside BracketAsides::take(Aside aside)
{
    const double gap = m_row.scene.px(BracketRow::kAsideGap);
    m_row.taken.emplace_back(std::min(aside.x, aside.middle) - gap,
                             std::max(aside.x + aside.width, aside.middle) + gap);
    return aside;
}

double BracketAsides::lineBeside() const
{
    return std::floor(m_row.y + m_row.scene.px(15)) + 0.5;
}

/// Left end of a text of `width` beside `middle`; empty if there is no free space on either side.
std::optional<double> BracketAsides::leftOf(double middle, double gap, double width) const
{
    for (const double x : {middle + gap, middle - gap - width})
        if (m_row.isFree(x, x + width))
            return x;
    return std::nullopt;
}

/// Paints these texts and an elbow line to the bracket.
void BracketAsides::paint(const Aside& aside) const
{
    const double x = aside.x, middle = aside.middle, timeEnd = aside.timeEnd, y = lineBeside();
    const double near = x > middle ? x - m_row.scene.px(2) : x + aside.width + m_row.scene.px(2);
    m_row.painter->setPen(QPen(m_row.tokens.text3, 1));
    m_row.painter->setBrush(Qt::NoBrush);
    const QPointF elbow[] = {
        {std::floor(middle) + 0.5, m_row.y + m_row.scene.px(9)}, {std::floor(middle) + 0.5, y}, {near, y}};
    m_row.painter->drawPolyline(elbow, 3);
    const double height = m_row.scene.px(kTextHeight);
    const auto write = [&](double left, double width, const QFont& font, const QColor& colour, const QString& text) {
        m_row.painter->setFont(font);
        m_row.painter->setPen(colour);
        m_row.painter->drawText(QRectF(x + left, y - height / 2, width + 2, height), Qt::AlignVCenter, text);
    };
    if (aside.sign > 0)
        m_row.paintSign(x, y);
    write(aside.sign, aside.labelWidth - aside.sign, m_row.asideFont, m_row.tokens.text2, aside.label);
    write(aside.labelWidth, timeEnd - aside.labelWidth, m_row.asideTimeFont, m_row.colourOf(aside.block),
          timeText(m_row.scene, m_row.scene.trace->blocks()[aside.block]));
    const double bookLeft = timeEnd + m_row.scene.px(BracketRow::kAsideGap);
    write(bookLeft, aside.width - bookLeft, m_row.bookFont, m_row.tokens.text3, aside.book);
}

void BracketAsides::paint(const BracketRow::Above& above) const
{
    const double bottom = m_row.y - m_row.scene.px(5), height = m_row.scene.px(13);
    if (above.isNarrow) {
        m_row.painter->setPen(QPen(m_row.tokens.text3, 1));
        const double x = std::floor(above.middle) + 0.5;
        m_row.painter->drawLine(QPointF(x, m_row.y), QPointF(x, bottom));
    }
    if (above.sign > 0)
        m_row.paintSign(above.x, bottom - height / 2);
    m_row.painter->setFont(m_row.asideFont);
    m_row.painter->setPen(m_row.tokens.text2);
    m_row.painter->drawText(QRectF(above.x + above.sign, bottom - height, above.nameWidth - above.sign + 2, height),
                            Qt::AlignVCenter, above.name);
    if (above.time.isEmpty())
        return;
    m_row.painter->setFont(m_row.asideTimeFont);
    m_row.painter->setPen(m_row.colourOf(above.block));
    m_row.painter->drawText(
        QRectF(above.x + above.nameWidth, bottom - height, above.width - above.nameWidth + 2, height), Qt::AlignVCenter,
        above.time);
}

}  // namespace ui::drawing::detail

#include "ui/drawing/detail/bracket_row.h"
#include "ui/drawing/label_cache.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace ui::drawing::detail {

using engine::trace::BlockRecord;

namespace {

constexpr double kTailReach = 5;  ///< a click within this distance of a tail selects its block
constexpr double kLevelFoot = 8;  ///< half of the height of a text on the lowest line

}  // namespace

void BracketTails::place(const std::vector<std::size_t>& shown)
{
    if (m_row.scene.page.until || (m_row.scene.before.morph != nullptr && m_row.scene.before.morph->progress < 1.0))
        return;
    for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k) {
        const engine::analysis::TimedBlock block = m_row.scene.timed(shown[k]);
        Tail tail;
        tail.block = shown[k];
        tail.work = workText(block);
        tail.from = m_row.scene.xOf(block.clock);
        tail.to = m_row.scene.xOf(block.work);
        if (tail.work.isEmpty() || tail.to < m_row.plot.left() || tail.from > m_row.plot.right())
            continue;
        tail.isNarrow = !m_row.textsOf(tail.block, m_row.insideOf(tail.block));
        m_tails.push_back(std::move(tail));
    }
    placeInLevels();
    std::stable_partition(m_tails.begin(), m_tails.end(), [](const Tail& tail) { return tail.isNarrow; });
    if (m_row.bottom - m_row.y >= m_row.scene.px(BracketRow::kAsideRoom))
        for (Tail& tail : m_tails)
            static_cast<void>(tail.isNarrow ? placeText(tail, Parts::All) || placeText(tail, Parts::Clock) ||
                                                  placeText(tail, Parts::Times)
                                            : placeText(tail, Parts::Work));
    for (const Tail& tail : m_tails)
        if (tail.level == 0)
            m_row.taken.emplace_back(std::max(tail.from, m_row.plot.left()), std::min(tail.to, m_row.plot.right()));
}

void BracketTails::placeInLevels()
{
    const double room = m_row.bottom - line(0) - m_row.scene.px(kLevelFoot);
    const int levels = 1 + std::max(0, static_cast<int>(room / m_row.scene.px(kTailLevel)));
    for (auto tail = m_tails.begin(); tail != m_tails.end(); ++tail) {
        const auto isTaken = [&](int level) {
            return std::any_of(m_tails.begin(), tail, [&](const Tail& other) {
                return other.level == level && other.from < tail->to && tail->from < other.to;
            });
        };
        while (tail->level + 1 < levels && isTaken(tail->level))
            ++tail->level;
    }
}

void BracketTails::paint()
{
    for (const Tail& tail : m_tails) {
        const double y = line(tail.level);
        if (tail.from >= m_row.plot.left()) {
            (*m_row.painter)->setPen(QPen(m_row.tokens.warn, 1.4));
            (*m_row.painter)->drawLine(QPointF(tail.from, m_row.y + m_row.scene.px(8)), QPointF(tail.from, y));
        }
        paintTail(*m_row.painter, m_row.scene, tail.from, tail.to, y);
    }
    // Texts, which are painted after the lines of all tails, interrupt these lines.
    for (const Tail& tail : m_tails)
        paintText(tail);
}

int BracketTails::at(const QPointF& point) const
{
    for (const Tail& tail : m_tails)
        if (tail.hasText && roomOf(tail).contains(point))
            return static_cast<int>(tail.block);
    const Tail* shortest = nullptr;
    for (const Tail& tail : m_tails)
        if (std::abs(point.y() - line(tail.level)) <= m_row.scene.px(kTailReach) && tail.from <= point.x() &&
            point.x() <= tail.to && (shortest == nullptr || tail.to - tail.from < shortest->to - shortest->from))
            shortest = &tail;
    return shortest == nullptr ? -1 : static_cast<int>(shortest->block);
}

double BracketTails::line(int level) const
{
    const double y = m_row.y + m_row.scene.px(16 + level * kTailLevel);
    return std::min(std::floor(y) + 0.5, m_row.bottom - m_row.scene.px(3));
}

bool BracketTails::isLabelled(std::size_t i) const
{
    return std::ranges::any_of(m_tails, [&](const Tail& tail) { return tail.block == i && !tail.time.isEmpty(); });
}

QRectF BracketTails::roomOf(const Tail& tail) const
{
    return {tail.x, line(tail.level) - m_row.scene.px(8), tail.width + 2, m_row.scene.px(16)};
}

/// Whether the interval on the tail's line is within the plot and contains no other text. The first line also contains
/// the texts of brackets.
bool BracketTails::isFree(const Tail& tail, double left, double right) const
{
    if (tail.level == 0)
        return m_row.isFree(left, right);
    const double gap = m_row.scene.px(BracketRow::kAsideGap);
    return left >= m_row.plot.left() && right <= m_row.plot.right() &&
           std::ranges::none_of(m_tails, [&](const Tail& other) {
               return other.level == tail.level && other.hasText && left < other.x + other.width + gap &&
                      other.x - gap < right;
           });
}

/// Places the text of a tail: on its line, otherwise after or before it where no other tail is. Returns false if there
/// is no room.
bool BracketTails::placeText(Tail& tail, Parts parts)
{
    const bool hasClock = parts != Parts::Work;
    const QString work = parts == Parts::Clock ? QString() : tail.work;
    const BlockRecord& block = m_row.scene.trace->blocks()[tail.block];
    const double gap = m_row.scene.px(BracketRow::kAsideGap);
    const QString name = hasClock && parts != Parts::Times ? QString::fromStdString(block.label) : QString(),
                  time = hasClock ? timeText(m_row.scene, tail.block) : QString();
    const double nameWidth =
        (hasClock ? m_row.scene.px(BracketRow::kSign) : 0) +
        (name.isEmpty() ? 0 : textWidth(m_row.scene.labels, m_row.asideFont, name) + m_row.scene.px(6));
    const double timeWidth = hasClock ? textWidth(m_row.scene.labels, m_row.asideTimeFont, time) + gap : 0;
    const double width = nameWidth + timeWidth + textWidth(m_row.scene.labels, m_row.asideFont, work);
    const double left = std::max(tail.from, m_row.plot.left()), right = std::min(tail.to, m_row.plot.right());
    const bool fitsOnLine = width + 2 * gap <= right - left;
    const auto touchesOther = [&](double x) {
        return std::ranges::any_of(m_tails, [&](const Tail& other) {
            return &other != &tail && other.level == tail.level && x < other.to + gap && other.from < x + width + gap;
        });
    };
    const std::optional<model::TimeRange>& only = m_row.scene.chosen.only;
    const double first = only ? std::max(m_row.plot.left(), m_row.scene.xOf(only->begin)) : m_row.plot.left();
    const double onLine = std::clamp((left + right - width) / 2, first, std::max(first, m_row.plot.right() - width));
    const double before = left - gap - width, after = right + gap;
    const bool isUnder = !tail.isNarrow && before >= m_row.endsOf(tail.block).left;  // there is room below the bracket
    for (const double x : {onLine, isUnder ? before : after, isUnder ? after : before}) {
        // If the bracket shows no text, the text on its tail may be wider than the tail.
        const bool hasPlace = x == onLine ? fitsOnLine || (tail.isNarrow && !touchesOther(x)) : !touchesOther(x);
        if (!hasPlace || !isFree(tail, x, x + width))
            continue;
        tail.hasText = true;
        tail.name = name;
        tail.time = time;
        tail.work = work;
        tail.x = x;
        tail.nameWidth = nameWidth;
        tail.timeWidth = timeWidth;
        tail.width = width;
        if (tail.level == 0)
            m_row.taken.emplace_back(x - gap, x + width + gap);
        return true;
    }
    return false;
}

void BracketTails::paintText(const Tail& tail)
{
    if (!tail.hasText)
        return;
    const QRectF room = roomOf(tail);
    (*m_row.painter)->fillRect(room.adjusted(-m_row.scene.px(4), 0, m_row.scene.px(4), 0), m_row.tokens.plot);
    double x = tail.x;
    const auto write = [&](const QFont& font, const QColor& colour, const QString& text) {
        (*m_row.painter)->setFont(font);
        (*m_row.painter)->setPen(colour);
        drawText(*m_row.painter, m_row.scene.labels, QRectF(x, room.top(), room.right() - x, room.height()),
                 Qt::AlignVCenter, text);
    };
    const double sign = tail.time.isEmpty() ? 0 : m_row.scene.px(BracketRow::kSign);
    if (sign > 0)
        m_row.paintSign(x, room.center().y());
    x += sign;
    write(m_row.asideFont, m_row.tokens.text2, tail.name);
    x += tail.nameWidth - sign;
    write(m_row.asideTimeFont, m_row.colourOf(tail.block), tail.time);
    x += tail.timeWidth;
    write(m_row.asideFont, m_row.tokens.warn, tail.work);
}

}  // namespace ui::drawing::detail

#include "ui/drawing/benchmark_painter.h"

#include "ui/drawing/bracket.h"
#include "ui/drawing/bracket_tiers.h"
#include "ui/drawing/label_cache.h"
#include "ui/drawing/lane_painter.h"
#include "ui/drawing/lane_strip.h"
#include "ui/look/warning_sign.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace ui::drawing {

using engine::Nanoseconds;
using engine::trace::BlockRecord;

namespace {

constexpr std::size_t kMaxAside = 50;

struct Ends {
    double left;
    double right;
};

Ends endsOf(const Scene& scene, std::size_t i)
{
    const BlockRecord& block = scene.trace->blocks()[i];
    Ends ends{scene.xOf(block.begin), scene.xOf(block.end)};
    const Morph* morph = scene.morph;
    if (morph != nullptr && morph->progress < 1.0 && i < morph->blocks.size()) {
        ends.left = std::lerp(scene.xOf(morph->blocks[i].begin), ends.left, morph->progress);
        ends.right = std::lerp(scene.xOf(morph->blocks[i].end), ends.right, morph->progress);
    }
    return ends;
}

class BracketPainter {
public:
    BracketPainter(QPainter* painter, const Scene& scene, const Row& row)
        : m_painter(painter),
          m_scene(scene),
          m_tokens(scene.theme->tokens()),
          m_plot(scene.plotRect()),
          m_y(std::floor(scene.yOf(row) + row.ownHeight() * 0.38) + 0.5),
          m_hasAbove(m_y - scene.yOf(row) >= scene.px(kAboveRoom)),
          m_bottom(scene.yOf(row) + row.ownHeight()),
          m_asideFont(scene.theme->sans(10.5)),
          m_asideTimeFont(scene.theme->mono(10.5, QFont::Bold)),
          m_bookFont(scene.theme->sans(10)),
          m_labelFont(scene.theme->sans(11.5, QFont::Medium)),
          m_timeFont(scene.theme->mono(12, QFont::Bold))
    {
    }

    /// The name of a block above its bracket, because the bracket is too narrow. Includes the time if that does not fit
    /// either.
    struct Above {
        std::size_t block = 0;
        QString name, time;
        double sign = 0;  ///< width of the sign of a mistimed block; its time is here
        double x = 0, nameWidth = 0, width = 0, middle = 0;
        bool isNarrow = false;  ///< the bracket itself has no text
    };

    /// Places the tails of mistimed blocks and the names above the brackets. Call it before all other functions.
    /// `shown`: from left to right.
    void placeAbove(const std::vector<std::size_t>& shown)
    {
        placeTails(shown);
        if (!m_hasAbove)
            return;
        const std::size_t tails = m_taken.size();
        std::vector<std::size_t> nameless;
        for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k) {
            const std::size_t i = shown[k];
            const Ends ends = insideOf(i);
            if (ends.right + 1 < m_plot.left() || ends.left > m_plot.right() + 2 || isLabelledOnTail(i))
                continue;
            const auto texts = textsOf(i, ends);
            if (texts && texts->isWhole)
                m_takenAbove.emplace_back(texts->x, texts->x + texts->total);
            else if (texts || (!placeAside(i) && !m_scene.trace->blocks()[i].isFailed))
                nameless.push_back(i);
        }
        m_taken.resize(tails);
        // The selected block is placed first.
        std::stable_partition(nameless.begin(), nameless.end(),
                              [&](std::size_t i) { return static_cast<int>(i) == m_scene.block; });
        for (const std::size_t i : nameless)
            placeAbove(i);
    }

    [[nodiscard]] const std::vector<Above>& aboves() const { return m_aboves; }
    [[nodiscard]] double line() const { return m_y; }
    [[nodiscard]] double bottom() const { return m_bottom; }

    /// Horizontal interval of the texts on a bracket; empty: it has no text on its line.
    [[nodiscard]] std::optional<std::pair<double, double>> spanOf(std::size_t i) const
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const Ends ends = insideOf(i);
        const auto texts = textsOf(i, ends);
        if (!texts)
            return std::nullopt;
        const Book book = bookFor(block, ends, *texts);
        return std::pair{book.x, book.x + texts->total + (book.isBehind ? book.width : 0)};
    }

    /// Horizontal interval of the book's result below the bracket; empty: it is not below.
    [[nodiscard]] std::optional<std::pair<double, double>> spanBelow(std::size_t i) const
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const Ends ends = insideOf(i);
        const auto texts = textsOf(i, ends);
        if (!texts)
            return std::nullopt;
        const Book book = bookFor(block, ends, *texts);
        const double centre = (std::max(m_plot.left(), ends.left) + std::min(m_plot.right(), ends.right)) / 2;
        return book.isBelow ? std::optional(std::pair{centre - book.width / 2, centre + book.width / 2}) : std::nullopt;
    }
    [[nodiscard]] const std::vector<std::pair<double, double>>& asides() const { return m_taken; }

    void paint(std::size_t i)
    {
        const Ends ends = insideOf(i);
        if (ends.right + 1 < m_plot.left() || ends.left > m_plot.right() + 2)
            return;
        const QColor colour = colourOf(i);
        paintLine(ends, colour);
        paintTexts(i, ends, colour);
    }

    /// Call it after all brackets are painted: their text backgrounds would cover these texts.
    void paintAboves()
    {
        for (const Above& above : m_aboves)
            paintAbove(above, colourOf(above.block));
    }

    /// Places the work of mistimed blocks after their clocks: dashed lines below the brackets, with the name of the
    /// block and the time of its work. Blocks whose brackets have no text are placed first, with both times. Later
    /// texts avoid them.
    void placeTails(const std::vector<std::size_t>& shown)
    {
        if (m_scene.page.until || (m_scene.morph != nullptr && m_scene.morph->progress < 1.0))
            return;
        for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k) {
            const engine::analysis::TimedBlock block = m_scene.timed(shown[k]);
            Tail tail;
            tail.block = shown[k];
            tail.work = workText(block);
            tail.from = m_scene.xOf(block.clock);
            tail.to = m_scene.xOf(block.work);
            if (tail.work.isEmpty() || tail.to < m_plot.left() || tail.from > m_plot.right())
                continue;
            tail.isNarrow = !textsOf(tail.block, insideOf(tail.block));
            m_tails.push_back(std::move(tail));
        }
        std::stable_partition(m_tails.begin(), m_tails.end(), [](const Tail& tail) { return tail.isNarrow; });
        if (m_bottom - m_y >= m_scene.px(kAsideRoom))
            for (Tail& tail : m_tails)
                if (!(tail.isNarrow && placeOnTail(tail, true)))
                    static_cast<void>(placeOnTail(tail, false));
        for (const Tail& tail : m_tails)
            m_taken.emplace_back(std::max(tail.from, m_plot.left()), std::min(tail.to, m_plot.right()));
    }

    void paintTails()
    {
        const double y = tailLine();
        for (const Tail& tail : m_tails) {
            if (tail.from >= m_plot.left()) {
                m_painter->setPen(QPen(m_tokens.warn, 1.4));
                m_painter->drawLine(QPointF(tail.from, m_y + m_scene.px(8)), QPointF(tail.from, y));
            }
            paintTail(*m_painter, m_scene, tail.from, tail.to, y);
        }
        // The texts interrupt the lines of all tails.
        for (const Tail& tail : m_tails)
            paintTailText(tail, y);
    }

    /// The block whose tail, or whose text on its tail or above its bracket, is at `point`; -1: none.
    [[nodiscard]] int textOrTailAt(const QPointF& point) const
    {
        for (const Above& above : m_aboves)
            if (point.y() < m_y - m_scene.px(5) && above.x <= point.x() && point.x() < above.x + above.width)
                return static_cast<int>(above.block);
        for (const Tail& tail : m_tails)
            if (!tail.name.isEmpty() && roomOf(tail, tailLine()).contains(point))
                return static_cast<int>(tail.block);
        const Tail* shortest = nullptr;
        if (std::abs(point.y() - tailLine()) <= m_scene.px(kTailReach))
            for (const Tail& tail : m_tails)
                if (tail.from <= point.x() && point.x() <= tail.to &&
                    (shortest == nullptr || tail.to - tail.from < shortest->to - shortest->from))
                    shortest = &tail;
        return shortest == nullptr ? -1 : static_cast<int>(shortest->block);
    }

    /// Texts of a bracket that is too narrow for them: one line lower, to its right, otherwise to its left.
    struct Aside {
        QString label, book;
        double sign = 0;  ///< width of the sign of a mistimed block
        double x = 0, labelWidth = 0, timeEnd = 0, width = 0, middle = 0;
    };

    /// Call it for all blocks in view, from left to right, before paint() and spanBelow(). Empty: the block needs no
    /// such text, or there is no free space.
    std::optional<Aside> placeAside(std::size_t i)
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const Ends ends = endsOf(m_scene, i);
        if (block.isFailed || ends.left < m_plot.left() || ends.right > m_plot.right() ||
            m_bottom - m_y < m_scene.px(kAsideRoom) || aboveOf(i) != nullptr || isLabelledOnTail(i) ||
            textsOf(i, {ends.left + 1, ends.right - 1}))
            return std::nullopt;
        Aside aside;
        aside.label = QString::fromStdString(block.label);
        aside.book = bookText(m_scene, block);
        aside.sign = isMistimed(i) ? m_scene.px(kSign) : 0;
        aside.labelWidth = textWidth(m_scene.labels, m_asideFont, aside.label) + m_scene.px(6) + aside.sign;
        aside.timeEnd = aside.labelWidth + textWidth(m_scene.labels, m_asideTimeFont, timeText(m_scene, block));
        aside.middle = (ends.left + ends.right) / 2;
        const double gap = m_scene.px(kAsideGap);
        aside.width = aside.book.isEmpty() ? aside.timeEnd
                                           : aside.timeEnd + gap + textWidth(m_scene.labels, m_bookFont, aside.book);
        std::optional<double> left = leftOfAside(aside.middle, gap, aside.width);
        if (!left && !aside.book.isEmpty()) {
            aside.book.clear();
            aside.width = aside.timeEnd;
            left = leftOfAside(aside.middle, gap, aside.width);
        }
        if (!left)
            return std::nullopt;
        aside.x = *left;
        m_taken.emplace_back(std::min(aside.x, aside.middle) - gap,
                             std::max(aside.x + aside.width, aside.middle) + gap);
        return aside;
    }

    /// Paints these texts and an elbow line to the bracket.
    void paintAside(std::size_t i)
    {
        const auto aside = placeAside(i);
        if (!aside)
            return;
        const double x = aside->x, middle = aside->middle, timeEnd = aside->timeEnd;
        const double y = std::floor(m_y + m_scene.px(15)) + 0.5;
        const double near = x > middle ? x - m_scene.px(2) : x + aside->width + m_scene.px(2);
        m_painter->setPen(QPen(m_tokens.text3, 1));
        m_painter->setBrush(Qt::NoBrush);
        const QPointF elbow[] = {
            {std::floor(middle) + 0.5, m_y + m_scene.px(9)}, {std::floor(middle) + 0.5, y}, {near, y}};
        m_painter->drawPolyline(elbow, 3);
        const double height = m_scene.px(14);
        const auto write = [&](double left, double width, const QFont& font, const QColor& colour,
                               const QString& text) {
            m_painter->setFont(font);
            m_painter->setPen(colour);
            m_painter->drawText(QRectF(x + left, y - height / 2, width + 2, height), Qt::AlignVCenter, text);
        };
        if (aside->sign > 0)
            paintSign(x, y);
        write(aside->sign, aside->labelWidth - aside->sign, m_asideFont, m_tokens.text2, aside->label);
        write(aside->labelWidth, timeEnd - aside->labelWidth, m_asideTimeFont, colourOf(i),
              timeText(m_scene, m_scene.trace->blocks()[i]));
        const double bookLeft = timeEnd + m_scene.px(kAsideGap);
        write(bookLeft, aside->width - bookLeft, m_bookFont, m_tokens.text3, aside->book);
    }

private:
    static constexpr double kAsideRoom = 25;
    static constexpr double kAboveRoom = 17;
    static constexpr double kAsideGap = 8;
    static constexpr double kSign = 15;
    static constexpr double kTailReach = 5;  ///< a click within this distance of a tail selects its block

    [[nodiscard]] Ends insideOf(std::size_t i) const
    {
        const Ends ends = endsOf(m_scene, i);
        return {ends.left + 1, ends.right - 1};
    }

    [[nodiscard]] QColor colourOf(std::size_t i) const
    {
        if (m_scene.trace->blocks()[i].isFailed)
            return m_tokens.fail;
        return static_cast<int>(i) == m_scene.block ? m_tokens.accent : m_tokens.text;
    }

    [[nodiscard]] bool isMistimed(std::size_t i) const { return m_scene.timed(i).isMistimed(); }

    [[nodiscard]] const Above* aboveOf(std::size_t i) const
    {
        for (const Above& above : m_aboves)
            if (above.block == i)
                return &above;
        return nullptr;
    }

    void placeAbove(std::size_t i)
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const Ends ends = insideOf(i);
        const double left = std::max(m_plot.left(), ends.left), right = std::min(m_plot.right(), ends.right);
        const auto onLine = textsOf(i, ends);
        if (block.label.empty())
            return;
        Above above;
        above.block = i;
        above.isNarrow = !onLine;
        above.middle = (left + right) / 2;
        above.name = QString::fromStdString(block.label);
        above.sign = above.isNarrow && isMistimed(i) ? m_scene.px(kSign) : 0;
        above.width = above.nameWidth = textWidth(m_scene.labels, m_asideFont, above.name) + above.sign;
        if (onLine) {
            static_cast<void>(findPlace(above, left, right));
            return;
        }
        Above both = above;
        both.time = timeText(m_scene, block);
        both.nameWidth += m_scene.px(6);
        both.width = both.nameWidth + textWidth(m_scene.labels, m_asideTimeFont, both.time);
        if (!findPlace(both, left, right))
            static_cast<void>(findPlace(above, left, right));
    }

    /// Finds a free place above the bracket from `left` to `right`. The text must cover the middle of its bracket;
    /// otherwise it would seem to belong to another one.
    bool findPlace(Above above, double left, double right)
    {
        const double gap = m_scene.px(5);
        std::vector<double> places{above.middle - above.width / 2, left, right - above.width};
        for (const auto& [from, to] : m_takenAbove) {
            places.push_back(to + gap + 1);
            places.push_back(from - gap - 1 - above.width);
        }
        for (const double wanted : places) {
            above.x = std::clamp(wanted, m_plot.left() + gap,
                                 std::max(m_plot.left() + gap, m_plot.right() - above.width - gap));
            const bool isFree = above.x + above.width <= m_plot.right() &&
                                std::none_of(m_takenAbove.begin(), m_takenAbove.end(), [&](const auto& taken) {
                                    return above.x - gap < taken.second && taken.first < above.x + above.width + gap;
                                });
            if (!isFree || above.x > above.middle || above.x + above.width < above.middle)
                continue;
            m_takenAbove.emplace_back(above.x, above.x + above.width);
            m_aboves.push_back(std::move(above));
            return true;
        }
        return false;
    }

    void paintAbove(const Above& above, const QColor& colour)
    {
        const double bottom = m_y - m_scene.px(5), height = m_scene.px(13);
        if (above.isNarrow) {
            m_painter->setPen(QPen(m_tokens.text3, 1));
            const double x = std::floor(above.middle) + 0.5;
            m_painter->drawLine(QPointF(x, m_y), QPointF(x, bottom));
        }
        if (above.sign > 0)
            paintSign(above.x, bottom - height / 2);
        m_painter->setFont(m_asideFont);
        m_painter->setPen(m_tokens.text2);
        m_painter->drawText(QRectF(above.x + above.sign, bottom - height, above.nameWidth - above.sign + 2, height),
                            Qt::AlignVCenter, above.name);
        if (above.time.isEmpty())
            return;
        m_painter->setFont(m_asideTimeFont);
        m_painter->setPen(colour);
        m_painter->drawText(
            QRectF(above.x + above.nameWidth, bottom - height, above.width - above.nameWidth + 2, height),
            Qt::AlignVCenter, above.time);
    }

    /// Left end of a text of `width` beside `middle`; empty if there is no free space on either side.
    [[nodiscard]] std::optional<double> leftOfAside(double middle, double gap, double width) const
    {
        for (const double x : {middle + gap, middle - gap - width})
            if (isFree(x, x + width))
                return x;
        return std::nullopt;
    }

    /// Whether the line below the brackets is free from `left` to `right`.
    [[nodiscard]] bool isFree(double left, double right) const
    {
        return left >= m_plot.left() && right <= m_plot.right() &&
               std::none_of(m_taken.begin(), m_taken.end(),
                            [&](const auto& taken) { return left < taken.second && taken.first < right; });
    }

    void paintLine(const Ends& ends, const QColor& colour)
    {
        const double left = std::max(m_plot.left() - 4, std::floor(ends.left) + 0.5);
        const double right = std::min(m_plot.right() + 4, std::max(left + 1, std::floor(ends.right) + 0.5));
        paintBracket(*m_painter, {left, right, m_y, m_scene.px(8)}, colour);
    }

    /// The work of a mistimed block after its clock, with its texts if there is room.
    struct Tail {
        std::size_t block = 0;
        QString work;
        double from = 0, to = 0;
        bool isNarrow = false;  ///< the bracket has no text
        QString name, time;     ///< no name: the tail has no text
        double x = 0, nameWidth = 0, timeWidth = 0, width = 0;
    };

    [[nodiscard]] double tailLine() const
    {
        return std::min(std::floor(m_y + m_scene.px(16)) + 0.5, m_bottom - m_scene.px(3));
    }

    /// The text on a tail names the block and has its sign and both times.
    [[nodiscard]] bool isLabelledOnTail(std::size_t i) const
    {
        return std::any_of(m_tails.begin(), m_tails.end(),
                           [&](const Tail& tail) { return tail.block == i && !tail.time.isEmpty(); });
    }

    [[nodiscard]] QRectF roomOf(const Tail& tail, double y) const
    {
        return {tail.x, y - m_scene.px(8), tail.width + 2, m_scene.px(16)};
    }

    /// Places the text of a tail: on its line, otherwise after or before it where no other tail is. `hasClock`: with
    /// the sign and the time of the clock. False: there is no room.
    bool placeOnTail(Tail& tail, bool hasClock)
    {
        const BlockRecord& block = m_scene.trace->blocks()[tail.block];
        const double gap = m_scene.px(kAsideGap);
        const QString name = QString::fromStdString(block.label),
                      time = hasClock ? timeText(m_scene, block) : QString();
        const double nameWidth =
            textWidth(m_scene.labels, m_asideFont, name) + (hasClock ? m_scene.px(kSign) : 0) + m_scene.px(6);
        const double timeWidth = hasClock ? textWidth(m_scene.labels, m_asideTimeFont, time) + gap : 0;
        const double width = nameWidth + timeWidth + textWidth(m_scene.labels, m_asideFont, tail.work);
        const double left = std::max(tail.from, m_plot.left()), right = std::min(tail.to, m_plot.right());
        const bool fitsOnLine = width + 2 * gap <= right - left;
        const auto touchesOther = [&](double x) {
            return std::any_of(m_tails.begin(), m_tails.end(), [&](const Tail& other) {
                return &other != &tail && x < other.to + gap && other.from < x + width + gap;
            });
        };
        for (const double x : {(left + right - width) / 2, right + gap, left - gap - width}) {
            const bool isOnLine = left < x && x < right;
            if (name.isEmpty() || (isOnLine ? !fitsOnLine : touchesOther(x)) || !isFree(x, x + width))
                continue;
            tail.name = name;
            tail.time = time;
            tail.x = x;
            tail.nameWidth = nameWidth;
            tail.timeWidth = timeWidth;
            tail.width = width;
            m_taken.emplace_back(x - gap, x + width + gap);
            return true;
        }
        return false;
    }

    void paintTailText(const Tail& tail, double y)
    {
        if (tail.name.isEmpty())
            return;
        const QRectF room = roomOf(tail, y);
        m_painter->fillRect(room.adjusted(-m_scene.px(4), 0, m_scene.px(4), 0), m_tokens.plot);
        double x = tail.x;
        const auto write = [&](const QFont& font, const QColor& colour, const QString& text) {
            m_painter->setFont(font);
            m_painter->setPen(colour);
            m_painter->drawText(QRectF(x, room.top(), room.right() - x, room.height()), Qt::AlignVCenter, text);
        };
        const double sign = tail.time.isEmpty() ? 0 : m_scene.px(kSign);
        if (sign > 0)
            paintSign(x, y);
        x += sign;
        write(m_asideFont, m_tokens.text2, tail.name);
        x += tail.nameWidth - sign;
        write(m_asideTimeFont, colourOf(tail.block), tail.time);
        x += tail.timeWidth;
        write(m_asideFont, m_tokens.warn, tail.work);
    }

    struct Texts {
        QString label, time;
        double labelWidth = 0, timeWidth = 0, gap = 0;
        double sign = 0;  ///< width of the sign of a mistimed block, left of the label
        double x = 0, total = 0;
        bool isWhole = true;  ///< the label is shown in full
    };

    /// Label and time, centred in the visible part of the bracket; the time alone if both do not fit.
    [[nodiscard]] std::optional<Texts> textsOf(std::size_t i, const Ends& ends) const
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const double left = std::max(m_plot.left(), ends.left);
        const double right = std::min(m_plot.right(), ends.right);
        Texts t;
        t.time = timeText(m_scene, block);
        t.label = QString::fromStdString(block.label);
        t.timeWidth = textWidth(m_scene.labels, m_timeFont, t.time);
        t.sign = isMistimed(i) ? m_scene.px(kSign) : 0;
        const double room = right - left - 16 - t.sign;
        if (t.timeWidth + 8 > room) {  // without the quartiles of a measured time
            t.time = t.time.section(QStringLiteral(" ("), 0, 0);
            t.timeWidth = textWidth(m_scene.labels, m_timeFont, t.time);
        }
        if (t.timeWidth + 8 > room)
            return std::nullopt;
        const double labelRoom = room - t.timeWidth - 24;
        t.labelWidth = textWidth(m_scene.labels, m_labelFont, t.label);
        if (t.labelWidth > labelRoom) {
            t.isWhole = false;
            t.label = labelRoom > 30 && aboveOf(i) == nullptr ? elided(m_scene.labels, m_labelFont, t.label, labelRoom)
                                                              : QString();
            t.labelWidth = textWidth(m_scene.labels, m_labelFont, t.label);
        }
        t.gap = t.label.isEmpty() ? 0 : m_scene.px(9);
        t.total = t.sign + t.labelWidth + t.gap + t.timeWidth + m_scene.px(14);
        t.x = (left + right - t.total) / 2;
        return t;
    }

    void paintTexts(std::size_t i, const Ends& ends, const QColor& colour)
    {
        const BlockRecord& block = m_scene.trace->blocks()[i];
        const auto t = textsOf(i, ends);
        if (!t) {
            if (block.isFailed)
                paintBeside(ends.right,
                            QString::fromStdString(block.label) + QLatin1Char(' ') + timeText(m_scene, block), colour);
            return;
        }
        const double left = std::max(m_plot.left(), ends.left);
        const double right = std::min(m_plot.right(), ends.right);
        const double height = m_scene.px(18);
        const double middle = m_y - height / 2;
        const Book book = bookFor(block, ends, *t);
        const double x = book.x, behind = book.isBehind ? book.width : 0;
        // If only the time is on the bracket, the name may be directly above it.
        const double cut = t->label.isEmpty() ? m_scene.px(3) : 0;
        m_painter->fillRect(QRectF(x, middle + cut, t->total + behind, height - 2 * cut), m_tokens.plot);
        m_painter->setFont(m_labelFont);
        m_painter->setPen(m_tokens.text2);
        const double textX = x + m_scene.px(7) + t->sign;
        if (t->sign > 0)
            paintSign(x + m_scene.px(7), m_y);
        const double timeX = textX + t->labelWidth + t->gap;
        m_painter->drawText(QRectF(textX, middle, t->labelWidth + 2, height), Qt::AlignVCenter, t->label);
        m_painter->setFont(m_timeFont);
        m_painter->setPen(colour);
        m_painter->drawText(QRectF(timeX, middle, t->timeWidth + 2, height), Qt::AlignVCenter, t->time);
        m_painter->setFont(m_bookFont);
        m_painter->setPen(m_tokens.text3);
        const double centre = (left + right) / 2;
        if (book.isBelow)
            m_painter->drawText(QRectF(centre - book.width / 2 - 2, m_y + m_scene.px(8), book.width + 4,
                                       std::max(12.0, m_bottom - m_y - m_scene.px(8)) * 0.6),
                                Qt::AlignHCenter | Qt::AlignTop, book.text);
        else if (book.isBehind)
            m_painter->drawText(
                QRectF(timeX + t->timeWidth + m_scene.px(9), middle, book.width - m_scene.px(9) + 2, height),
                Qt::AlignVCenter, book.text);
    }

    /// Paints the sign of a mistimed block, vertically centred at `y`.
    void paintSign(double x, double y)
    {
        const double size = m_scene.px(kSign - 3);
        look::paintWarningSign(*m_painter, QRectF(x, y - size / 2, size, size), m_tokens);
        m_painter->setFont(m_labelFont);
        m_painter->setPen(m_tokens.text2);
    }

    /// The result that the book prints: below the bracket, or after the time if another bracket's text is in the way.
    struct Book {
        QString text;
        double width = 0;  ///< includes the gap before it if it is after the time
        bool isBelow = false, isBehind = false;
        double x = 0;  ///< left end of the texts on the bracket
    };

    [[nodiscard]] Book bookFor(const BlockRecord& block, const Ends& ends, const Texts& t) const
    {
        const double left = std::max(m_plot.left(), ends.left);
        const double right = std::min(m_plot.right(), ends.right);
        Book book{bookText(m_scene, block), 0, false, false, t.x};
        if (book.text.isEmpty())
            return book;
        book.width = textWidth(m_scene.labels, m_bookFont, book.text);
        const double centre = (left + right) / 2;
        book.isBelow = book.width <= right - left && m_bottom - m_y >= m_scene.px(22) &&
                       isFree(centre - book.width / 2, centre + book.width / 2);
        if (book.isBelow)
            return book;
        book.width += m_scene.px(9);
        book.isBehind = t.total + book.width <= right - left - 16;
        if (book.isBehind)
            book.x -= book.width / 2;
        return book;
    }

    /// Paints the text of a failed block to the right of its bracket if the bracket is too narrow.
    void paintBeside(double right, const QString& text, const QColor& colour)
    {
        const double x = right + m_scene.px(10);
        if (x + 40 > m_plot.right() || x < m_plot.left())
            return;
        m_painter->setFont(m_scene.theme->sans(11.5, QFont::Medium));
        m_painter->setPen(colour);
        paintFittingText(*m_painter, m_scene.labels, QRectF(x, m_y - m_scene.px(9), m_plot.right() - x, m_scene.px(18)),
                         text, Qt::AlignLeft);
    }

    QPainter* m_painter;  // null: only positions are computed, nothing is painted
    const Scene& m_scene;
    const look::Tokens& m_tokens;
    QRectF m_plot;
    double m_y;
    bool m_hasAbove;
    double m_bottom;
    QFont m_asideFont, m_asideTimeFont, m_bookFont, m_labelFont, m_timeFont;
    std::vector<std::pair<double, double>> m_taken;  ///< intervals used by texts on the line below the brackets
    std::vector<std::pair<double, double>> m_takenAbove;
    std::vector<Above> m_aboves;
    std::vector<Tail> m_tails;
};

std::vector<std::size_t> shownBlocks(const Scene& scene)
{
    constexpr std::size_t kMaxShown = 2000;
    const auto& blocks = scene.trace->blocks();
    std::vector<std::size_t> shown = blocksInView(scene, kMaxShown);
    std::erase_if(shown, [&](std::size_t i) { return !scene.isShown(blocks[i].begin, blocks[i].end); });
    return shown;
}

}  // namespace

void paintBenchmarks(QPainter& painter, const Scene& scene, const Row& row)
{
    if (scene.style.hasTiers)
        return paintInTiers(painter, scene, scene.yOf(row));
    BracketPainter brackets(&painter, scene, row);
    const auto& blocks = scene.trace->blocks();
    const std::vector<std::size_t> shown = shownBlocks(scene);
    brackets.placeAbove(shown);
    for (std::size_t k = shown.size() > kMaxAside ? shown.size() - kMaxAside : 0; k < shown.size(); ++k)
        brackets.paintAside(shown[k]);
    for (const std::size_t i : shown)
        if (static_cast<int>(i) != scene.block)
            brackets.paint(i);
    if (scene.block >= 0 && static_cast<std::size_t>(scene.block) < blocks.size())
        brackets.paint(static_cast<std::size_t>(scene.block));
    brackets.paintTails();
    brackets.paintAboves();
}

BracketTexts bracketTexts(const Scene& scene, const Row& row)
{
    constexpr std::size_t kMaxLooked = 200;
    BracketPainter brackets(nullptr, scene, row);
    BracketTexts texts;
    const std::vector<std::size_t> blocks = blocksInView(scene, kMaxLooked);
    brackets.placeAbove(blocks);
    for (std::size_t k = blocks.size() > kMaxAside ? blocks.size() - kMaxAside : 0; k < blocks.size(); ++k)
        static_cast<void>(brackets.placeAside(blocks[k]));
    texts.below = brackets.asides();
    for (const std::size_t i : blocks) {
        if (const auto span = brackets.spanOf(i))
            texts.onLine.push_back(*span);
        if (const auto span = brackets.spanBelow(i))
            texts.below.push_back(*span);
    }
    for (const auto& above : brackets.aboves())
        texts.above.emplace_back(above.x, above.x + above.width);
    return texts;
}

std::vector<QRectF> bracketRects(const Scene& scene, const Row& row)
{
    if (scene.style.hasTiers)
        return {};  // nothing crosses them: lines start below the brackets
    const BracketPainter brackets(nullptr, scene, row);
    const BracketTexts texts = bracketTexts(scene, row);
    const double y = brackets.line(), top = scene.yOf(row);
    std::vector<QRectF> rects;
    for (const auto& [left, right] : texts.onLine)
        rects.emplace_back(left, y - scene.px(9), right - left, scene.px(18));
    for (const auto& [left, right] : texts.above)
        rects.emplace_back(left, top, right - left, y - scene.px(5) - top);
    for (const auto& [left, right] : texts.below)
        rects.emplace_back(left, y + scene.px(8), right - left, brackets.bottom() - y - scene.px(8));
    return rects;
}

int blockAt(const Scene& scene, const Row& row, const QPointF& point)
{
    const auto& blocks = scene.trace->blocks();
    BracketPainter brackets(nullptr, scene, row);
    brackets.placeAbove(shownBlocks(scene));
    if (const int block = brackets.textOrTailAt(point); block >= 0)
        return block;
    const Nanoseconds t = scene.timeAt(point.x());
    int best = -1;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (t < blocks[i].begin || t >= blocks[i].end)
            continue;
        // Of nested blocks, selects the innermost.
        const auto length = blocks[i].end - blocks[i].begin;
        if (best < 0 ||
            length < blocks[static_cast<std::size_t>(best)].end - blocks[static_cast<std::size_t>(best)].begin)
            best = static_cast<int>(i);
    }
    return best;
}

}  // namespace ui::drawing

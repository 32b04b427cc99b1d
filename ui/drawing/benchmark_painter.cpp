#include "ui/drawing/benchmark_painter.h"

#include "ui/drawing/bracket.h"
#include "ui/drawing/bracket_tiers.h"
#include "ui/drawing/detail/bracket_row.h"
#include "ui/drawing/label_cache.h"
#include "ui/drawing/lane_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <optional>

namespace ui::drawing {

using detail::BracketEnds;
using detail::BracketRow;
using engine::trace::BlockRecord;

namespace {

class BracketPainter {
public:
    /// `shown`: the blocks to place, from left to right.
    BracketPainter(const Surface* painter, const Scene& scene, const Row& row, const std::vector<std::size_t>& shown)
        : m_row(painter, scene, row)
    {
        m_tails.place(shown);
        m_asides.place(shown);
    }

    [[nodiscard]] const BracketRow& row() const { return m_row; }
    [[nodiscard]] const detail::BracketAsides& asides() const { return m_asides; }

    /// Horizontal interval of the texts on a bracket; none: the bracket has no text on its line.
    [[nodiscard]] std::optional<std::pair<double, double>> spanOf(std::size_t i) const
    {
        const BlockRecord& block = m_row.scene.trace->blocks()[i];
        const BracketEnds ends = m_row.insideOf(i);
        const auto texts = m_row.textsOf(i, ends);
        if (!texts)
            return std::nullopt;
        const Book book = bookFor(block, ends, *texts);
        return std::pair{book.x, book.x + texts->total + (book.isBehind ? book.width : 0)};
    }

    /// Horizontal interval of the book's result if that is below the bracket; none: the result is elsewhere or not
    /// shown.
    [[nodiscard]] std::optional<std::pair<double, double>> spanBelow(std::size_t i) const
    {
        const BlockRecord& block = m_row.scene.trace->blocks()[i];
        const BracketEnds ends = m_row.insideOf(i);
        const auto texts = m_row.textsOf(i, ends);
        if (!texts)
            return std::nullopt;
        const Book book = bookFor(block, ends, *texts);
        const double centre = (std::max(m_row.plot.left(), ends.left) + std::min(m_row.plot.right(), ends.right)) / 2;
        return book.isBelow ? std::optional(std::pair{centre - book.width / 2, centre + book.width / 2}) : std::nullopt;
    }

    void paint(std::size_t i)
    {
        const BracketEnds ends = m_row.insideOf(i);
        if (!m_row.isInView(ends))
            return;
        const QColor colour = m_row.colourOf(i);
        paintLine(ends, colour);
        paintTexts(i, ends, colour);
    }

    void paintTails() { m_tails.paint(); }

    /// Returns the block at `point`; -1: none. Prefers a text above or below a bracket, then a tail (BracketTails),
    /// then the innermost bracket. A bracket narrower than kNarrow is also found at points beside it.
    [[nodiscard]] int at(const QPointF& point) const
    {
        for (const int block : {m_asides.at(point), m_tails.at(point)})
            if (block >= 0)
                return block;
        const int block = innermostAt(m_row.scene.timeAt(point.x()));
        return isOnNarrow(point) ? narrowAt(point.x()).value_or(block) : block;
    }

private:
    static constexpr double kNarrow = 8;  ///< in pixels; a narrower bracket is hit within kHitDistance of its middle
    static constexpr double kHitDistance = 4;

    [[nodiscard]] int innermostAt(Nanoseconds time) const
    {
        const auto& blocks = m_row.scene.trace->blocks();
        int best = -1;
        Nanoseconds shortest{};
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const Nanoseconds length = blocks[i].end - blocks[i].begin;
            if (time < blocks[i].begin || time >= blocks[i].end || (best >= 0 && length >= shortest))
                continue;
            best = static_cast<int>(i);
            shortest = length;
        }
        return best;
    }

    /// The narrow bracket nearest to `x`.
    [[nodiscard]] std::optional<int> narrowAt(double x) const
    {
        std::optional<int> best;
        double nearest = m_row.scene.px(kHitDistance);
        for (const std::size_t i : blocksInView(m_row.scene, detail::kMaxAside)) {
            const BracketEnds ends = m_row.endsOf(i);
            const double distance = std::abs(x - (ends.left + ends.right) / 2);
            if (ends.right - ends.left >= m_row.scene.px(kNarrow) || distance > nearest)
                continue;
            nearest = distance;
            best = static_cast<int>(i);
        }
        return best;
    }

    /// Whether a point is at the height of the brackets, with a margin of kHitDistance.
    [[nodiscard]] bool isOnNarrow(const QPointF& point) const
    {
        return point.y() >= m_row.y - m_row.scene.px(kHitDistance) &&
               point.y() <= m_row.y + m_row.scene.px(8 + kHitDistance);
    }

    void paintLine(const BracketEnds& ends, const QColor& colour)
    {
        const double left = std::max(m_row.plot.left() - 4, std::floor(ends.left) + 0.5);
        const double right = std::min(m_row.plot.right() + 4, std::max(left + 1, std::floor(ends.right) + 0.5));
        paintBracket(*m_row.painter, {left, right, m_row.y, m_row.scene.px(8)}, colour);
    }

    void paintTexts(std::size_t i, const BracketEnds& ends, const QColor& colour)
    {
        const BlockRecord& block = m_row.scene.trace->blocks()[i];
        const auto t = m_row.textsOf(i, ends);
        if (!t) {
            if (block.isFailed)
                paintBeside(ends.right,
                            QString::fromStdString(block.label) + QLatin1Char(' ') + timeText(m_row.scene, i), colour);
            return;
        }
        const double left = std::max(m_row.plot.left(), ends.left);
        const double right = std::min(m_row.plot.right(), ends.right);
        const double height = m_row.scene.px(18);
        const double middle = m_row.y - height / 2;
        const Book book = bookFor(block, ends, *t);
        const double x = book.x, behind = book.isBehind ? book.width : 0;
        // If only the time is on the bracket, the name may be directly above it.
        const double cut = t->label.isEmpty() ? m_row.scene.px(3) : 0;
        (*m_row.painter)->fillRect(QRectF(x, middle + cut, t->total + behind, height - 2 * cut), m_row.tokens.plot);
        (*m_row.painter)->setFont(m_row.labelFont);
        (*m_row.painter)->setPen(m_row.tokens.text2);
        const double textX = x + m_row.scene.px(7) + t->sign;
        if (t->sign > 0)
            m_row.paintSign(x + m_row.scene.px(7), m_row.y);
        const double timeX = textX + t->labelWidth + t->gap;
        drawText(*m_row.painter, m_row.scene.labels, QRectF(textX, middle, t->labelWidth + 2, height), Qt::AlignVCenter,
                 t->label);
        (*m_row.painter)->setFont(m_row.timeFont);
        (*m_row.painter)->setPen(colour);
        drawText(*m_row.painter, m_row.scene.labels, QRectF(timeX, middle, t->timeWidth + 2, height), Qt::AlignVCenter,
                 t->time);
        (*m_row.painter)->setFont(m_row.bookFont);
        (*m_row.painter)->setPen(m_row.tokens.text3);
        const double centre = (left + right) / 2;
        if (book.isBelow)
            drawText(*m_row.painter, m_row.scene.labels,
                     QRectF(centre - book.width / 2 - 2, m_row.y + m_row.scene.px(8), book.width + 4,
                            std::max(12.0, m_row.bottom - m_row.y - m_row.scene.px(8)) * 0.6),
                     Qt::AlignHCenter | Qt::AlignTop, book.text);
        else if (book.isBehind)
            drawText(
                *m_row.painter, m_row.scene.labels,
                QRectF(timeX + t->timeWidth + m_row.scene.px(9), middle, book.width - m_row.scene.px(9) + 2, height),
                Qt::AlignVCenter, book.text);
    }

    /// The result that the book prints: below the bracket, or after the time if there is no room below.
    struct Book {
        QString text;
        double width = 0;  ///< includes the gap before the text if `isBehind`
        bool isBelow = false, isBehind = false;
        double x = 0;  ///< left end of the texts on the bracket
    };

    [[nodiscard]] Book bookFor(const BlockRecord& block, const BracketEnds& ends, const BracketRow::Texts& t) const
    {
        const double left = std::max(m_row.plot.left(), ends.left);
        const double right = std::min(m_row.plot.right(), ends.right);
        Book book{bookText(m_row.scene, block), 0, false, false, t.x};
        if (book.text.isEmpty())
            return book;
        book.width = textWidth(m_row.scene.labels, m_row.bookFont, book.text);
        const double centre = (left + right) / 2;
        book.isBelow = book.width <= right - left && m_row.bottom - m_row.y >= m_row.scene.px(22) &&
                       m_row.isFree(centre - book.width / 2, centre + book.width / 2);
        if (book.isBelow)
            return book;
        book.width += m_row.scene.px(9);
        book.isBehind = t.total + book.width <= right - left - 16;
        if (book.isBehind)
            book.x -= book.width / 2;
        return book;
    }

    /// Paints the text of a failed block to the right of its bracket if the bracket is too narrow.
    void paintBeside(double right, const QString& text, const QColor& colour)
    {
        const double x = right + m_row.scene.px(10);
        if (x + 40 > m_row.plot.right() || x < m_row.plot.left())
            return;
        (*m_row.painter)->setFont(m_row.scene.theme->sans(11.5, QFont::Medium));
        (*m_row.painter)->setPen(colour);
        paintFittingText(*m_row.painter, m_row.scene.labels,
                         QRectF(x, m_row.y - m_row.scene.px(9), m_row.plot.right() - x, m_row.scene.px(18)), text,
                         Qt::AlignLeft);
    }

    BracketRow m_row;
    detail::BracketTails m_tails{m_row};
    detail::BracketAsides m_asides{m_row, m_tails};
};

std::vector<std::size_t> shownBlocks(const Scene& scene)
{
    constexpr std::size_t kMaxShown = 2000;  // more than the pixel columns of most windows
    const auto& blocks = scene.trace->blocks();
    std::vector<std::size_t> shown = blocksInView(scene, kMaxShown);
    std::erase_if(shown, [&](std::size_t i) { return !scene.isShown(blocks[i].begin, blocks[i].end); });
    return shown;
}

}  // namespace

void paintBenchmarks(const Surface& painter, const Scene& scene, const Row& row)
{
    if (scene.style.hasTiers)
        return paintInTiers(painter, scene, scene.yOf(row));
    const std::vector<std::size_t> shown = shownBlocks(scene);
    BracketPainter brackets(&painter, scene, row, shown);
    for (const std::size_t i : shown)
        if (static_cast<int>(i) != scene.chosen.block)
            brackets.paint(i);
    if (scene.chosen.block >= 0 && static_cast<std::size_t>(scene.chosen.block) < scene.trace->blocks().size())
        brackets.paint(static_cast<std::size_t>(scene.chosen.block));
    brackets.paintTails();
    brackets.asides().paint();
}

namespace {

/// Maximum number of blocks whose texts other painters avoid.
constexpr std::size_t kMaxScanned = 200;

BracketTexts textsOf(const BracketPainter& brackets, const std::vector<std::size_t>& blocks)
{
    BracketTexts texts;
    texts.below = brackets.row().taken;
    for (const std::size_t i : blocks) {
        if (const auto span = brackets.spanOf(i))
            texts.onLine.push_back(*span);
        if (const auto span = brackets.spanBelow(i))
            texts.below.push_back(*span);
    }
    for (const auto& aside : brackets.row().asides)
        if (!aside.isBelow)
            texts.above.emplace_back(aside.x, aside.x + aside.width);
    return texts;
}

}  // namespace

BracketTexts bracketTexts(const Scene& scene, const Row& row)
{
    const std::vector<std::size_t> blocks = blocksInView(scene, kMaxScanned);
    return textsOf(BracketPainter(nullptr, scene, row, blocks), blocks);
}

int blockAt(const Scene& scene, const Row& row, const QPointF& point)
{
    return BracketPainter(nullptr, scene, row, shownBlocks(scene)).at(point);
}

}  // namespace ui::drawing

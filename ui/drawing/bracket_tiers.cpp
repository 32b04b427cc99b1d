#include "ui/drawing/bracket_tiers.h"

#include "ui/drawing/bracket.h"
#include "ui/drawing/detail/tiers.h"
#include "ui/look/warning_sign.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <tuple>

namespace ui::drawing {

using engine::trace::BlockRecord;

namespace {

constexpr double kNameGap = 10;         ///< gap between a name and its time
constexpr double kBracketMargin = 34;   ///< margin of a bracket beside its texts
constexpr double kShortestBracket = 2;  ///< minimum width, for a block of zero duration
constexpr double kBetweenTexts = 12;    ///< distance between texts of one tier
constexpr double kTailBelow = 4.5;      ///< distance of a mistimed block's tail from the bracket's line above it
constexpr double kSign = 14;            ///< width of the sign of a mistimed block
constexpr int kMaxTiers = 5;
constexpr int kMaxLevels = 2;
constexpr std::size_t kMaxAbove = 60;  ///< maximum number of texts above brackets; more would be unreadable

struct TierFonts {
    explicit TierFonts(const look::Theme& theme)
        : name(theme.sans(kOnBracket, QFont::Medium)),
          time(theme.sans(kOnBracket, QFont::Bold)),
          small(theme.sans(kAbove, QFont::Medium)),
          smallTime(theme.sans(kAbove, QFont::Bold)),
          book(theme.sans(kAbove))
    {
    }

    static constexpr double kOnBracket = 10.5, kAbove = 9;  ///< font sizes at 100 %
    QFont name, time, small, smallTime, book;
};

double widthOf(const QString& text, const QFont& font)
{
    return QFontMetricsF(font).horizontalAdvance(text);
}

/// The bracket of a block, without its text; none if the page does not show the block.
std::optional<TieredBracket> bracketOf(const Scene& scene, std::size_t i)
{
    const BlockRecord& block = scene.trace->blocks()[i];
    const double left = scene.plotLeft(), right = left + scene.plotWidth();
    if (block.end <= scene.range.begin || block.begin >= scene.page.blocksBefore.value_or(scene.range.end))
        return std::nullopt;
    TieredBracket bracket;
    bracket.block = i;
    bracket.isOpen = scene.page.until && block.end > *scene.page.until;
    bracket.from = std::max(left, scene.xOf(block.begin)) + 1;
    bracket.to = std::min(right, scene.xOf(bracket.isOpen ? *scene.page.until : block.end)) - 1;
    bracket.to = std::max(bracket.to, bracket.from + kShortestBracket);
    const engine::analysis::TimedBlock timed = scene.timed(i);
    bracket.isMistimed = !scene.page.until && timed.isMistimed();
    if (bracket.isMistimed && timed.isClockEarly())
        bracket.workEnd = scene.xOf(timed.work);
    return bracket;
}

class TierPainter {
public:
    TierPainter(const Surface& painter, const Scene& scene, double y)
        : m_painter(painter), m_scene(scene), m_tokens(scene.theme->tokens()), m_fonts(*scene.theme), m_y(y)
    {
    }

    void paint()
    {
        const TieredBrackets placed = placeInTiers(m_scene);
        std::vector<std::pair<const TieredBracket*, QColor>> all;
        for (const TieredBracket& bracket : placed.blocks)
            all.emplace_back(&bracket, m_scene.trace->blocks()[bracket.block].isFailed ? m_tokens.fail
                                       : bracket.isMistimed                            ? m_tokens.warn
                                                                                       : m_tokens.text);
        if (placed.saved)
            all.emplace_back(&*placed.saved, m_tokens.text2);
        m_textsY = m_y - placed.levels * kBracketLevel;
        for (const TieredBracket& bracket : placed.blocks)
            if (bracket.workEnd)
                paintTail(m_painter, m_scene, bracket.to, *bracket.workEnd,
                          lineOf(bracket) + (bracket.level > 0 ? 0 : kTailBelow));
        // Texts, which are painted after the connecting lines, interrupt these lines.
        for (const auto& [bracket, colour] : all)
            lineUp(*bracket);
        for (const bool isAbove : {false, true})
            for (const auto& [bracket, colour] : all)
                if (bracket->isAbove == isAbove)
                    paint(*bracket, colour);
    }

private:
    void paint(const TieredBracket& bracket, const QColor& colour)
    {
        constexpr double kTooth = 9, kLine = 1.8;
        paintBracket(m_painter, {bracket.from, bracket.to, lineOf(bracket), kTooth, kLine, bracket.isOpen},
                     bracket.isMistimed ? m_tokens.text : colour);
        if (!bracket.isAbove)
            paintOnLine(bracket, colour);
        else if (bracket.tier > 0)
            paintAbove(bracket, colour);
    }

    void paintOnLine(const TieredBracket& bracket, const QColor& colour)
    {
        const double y = lineOf(bracket);
        erase(QRectF(bracket.left - 8, y - 10, bracket.width + 16, 20));
        const double baseline = y + m_fonts.name.pixelSize() * 0.36;
        write({nameLeft(bracket, baseline), baseline}, bracket.name, m_fonts.name, m_tokens.text2);
        write({bracket.left + bracket.nameWidth, baseline}, bracket.time, m_fonts.time, colour);
        write(
            {(bracket.from + bracket.to - widthOf(bracket.book, m_fonts.book)) / 2, y + 10 + m_fonts.book.pixelSize()},
            bracket.book, m_fonts.book, m_tokens.text3);
    }

    void paintAbove(const TieredBracket& bracket, const QColor& colour)
    {
        const int size = m_fonts.small.pixelSize();
        const double baseline = baselineOf(bracket);
        erase(QRectF(bracket.left - 3, baseline - size, bracket.width + 6, size + 3));
        write({nameLeft(bracket, baseline), baseline}, bracket.name, m_fonts.small, m_tokens.text2);
        write({bracket.left + bracket.nameWidth, baseline}, bracket.time, m_fonts.smallTime, colour);
    }

    /// Paints the sign of a mistimed block. Returns the left end of the name, to the right of the sign.
    double nameLeft(const TieredBracket& bracket, double baseline)
    {
        if (!bracket.isMistimed)
            return bracket.left;
        const double size = kSign - 3;
        look::paintWarningSign(m_painter, QRectF(bracket.left, baseline - size + 1.5, size, size), m_tokens);
        return bracket.left + kSign;
    }

    [[nodiscard]] double lineOf(const TieredBracket& bracket) const { return m_y - bracket.level * kBracketLevel; }

    [[nodiscard]] double baselineOf(const TieredBracket& bracket) const
    {
        return m_textsY - 14 - (bracket.tier - 1) * (m_fonts.small.pixelSize() + 5);
    }

    /// Paints the line from a bracket to its text above it.
    void lineUp(const TieredBracket& bracket)
    {
        if (bracket.tier == 0)
            return;
        const double middle = (bracket.from + bracket.to) / 2;
        m_painter->setPen(QPen(m_tokens.text3, 0.8, Qt::SolidLine, Qt::FlatCap));
        m_painter->drawLine(QPointF(middle, lineOf(bracket) - 1), QPointF(middle, baselineOf(bracket) + 4));
    }

    void erase(const QRectF& rect) { m_painter->fillRect(rect, m_tokens.plot); }

    void write(QPointF baseline, const QString& text, const QFont& font, const QColor& colour)
    {
        if (text.isEmpty())
            return;
        m_painter->setFont(font);
        m_painter->setPen(colour);
        drawText(m_painter, m_scene.labels, baseline, text);
    }

    Surface m_painter;
    const Scene& m_scene;
    const look::Tokens& m_tokens;
    const TierFonts m_fonts;
    const double m_y;
    double m_textsY = 0;  ///< y of the highest level of brackets; the texts are above it
};

/// Moves a bracket up by as many levels as its tail needs to avoid other brackets and tails, at most kMaxLevels.
/// Returns the highest level.
int placeInLevels(std::vector<TieredBracket>& blocks)
{
    constexpr double kMayTouch = 10;
    const auto endOf = [](const TieredBracket& one) { return std::max(one.to, one.workEnd.value_or(one.to)); };
    const auto isUnder = [&](const TieredBracket& one, const TieredBracket& other) {
        return one.workEnd && std::min(*one.workEnd, endOf(other)) - std::max(one.to, other.from) > kMayTouch;
    };
    int levels = 0;
    for (auto one = blocks.rbegin(); one != blocks.rend(); ++one) {
        const auto collides = [&](int level) {
            return std::any_of(blocks.rbegin(), one, [&](const TieredBracket& other) {
                return other.level == level && isUnder(*one, other);
            });
        };
        while (one->level < kMaxLevels && collides(one->level))
            ++one->level;
        levels = std::max(levels, one->level);
    }
    return levels;
}

/// Right limit of the text on a bracket. The text on a raised bracket may extend to the end of its tail if that is
/// later.
double roomEnd(const TieredBracket& bracket)
{
    return bracket.level > 0 ? std::max(bracket.to, bracket.workEnd.value_or(bracket.to)) : bracket.to;
}

/// Returns the bracket of ScenePage::saved.
TieredBracket savedBracket(const Scene& scene, const TierFonts& fonts, detail::Tiers& tiers)
{
    TieredBracket saved;
    saved.from = scene.xOf(scene.page.saved->begin) + 3;
    saved.to = scene.plotLeft() + scene.plotWidth();
    saved.time = scene.page.saved->text;
    saved.width = widthOf(saved.time, fonts.time);
    saved.left = (saved.from + saved.to - saved.width) / 2;
    saved.isAbove = saved.width + kBracketMargin / 2 > saved.to - saved.from;
    if (saved.isAbove) {
        saved.width = widthOf(saved.time, fonts.smallTime);
        std::tie(saved.left, saved.tier) = tiers.place((saved.from + saved.to) / 2, saved.width);
    }
    return saved;
}

}  // namespace

TieredBrackets placeInTiers(const Scene& scene)
{
    constexpr std::size_t kMaxBrackets = 2000;  // more than the pixel columns of most windows
    const double left = scene.plotLeft(), right = left + scene.plotWidth();
    const TierFonts fonts(*scene.theme);
    TieredBrackets result;
    detail::Tiers tiers(left, right, kMaxTiers, kBetweenTexts);
    std::size_t above = 0;
    for (const std::size_t i : blocksInView(scene, kMaxBrackets))
        if (const std::optional<TieredBracket> bracket = bracketOf(scene, i))
            result.blocks.push_back(*bracket);
    result.levels = placeInLevels(result.blocks);
    // A mistimed block shows the times of its clock and of its work. If there are more than kMaxWithWork of them, a
    // text above its bracket shows both only if it takes less than a third of the width.
    constexpr std::ptrdiff_t kMaxWithWork = 4;
    const auto withWork = std::count_if(result.blocks.begin(), result.blocks.end(),
                                        [](const TieredBracket& bracket) { return bracket.workEnd.has_value(); });
    const double most = withWork <= kMaxWithWork ? right - left : (right - left) / 3;
    for (TieredBracket& text : result.blocks) {
        const std::size_t i = text.block;
        const BlockRecord& block = scene.trace->blocks()[i];
        const double end = std::min(roomEnd(text), right);
        text.name = QString::fromStdString(block.label);
        text.time = text.isOpen ? QString() : timeText(scene, i);
        text.book = bookText(scene, block);
        const double sign = text.isMistimed ? kSign : 0;
        text.nameWidth = widthOf(text.name, fonts.name) + kNameGap + sign;
        const QString work = text.workEnd ? QStringLiteral("  ") + workText(scene.timed(i)) : QString();
        const auto aboveWidth = [&] {
            return widthOf(text.name, fonts.small) + kNameGap + sign + widthOf(text.time + work, fonts.smallTime);
        };
        // Leaves out the time of the work if there is no room; a figure's caption contains this time.
        for (const QString& time : {QString(text.time + work), text.time}) {
            if (!work.isEmpty() && time == text.time && aboveWidth() < most)
                break;
            text.width = text.nameWidth + widthOf(time, fonts.time);
            text.isAbove = text.width > end - text.from - kBracketMargin;
            if (text.isAbove)
                continue;
            text.time = time;
            text.left = (text.from + end - text.width) / 2;
            break;
        }
        if (!text.isAbove)
            continue;
        if (!text.book.isEmpty())
            text.time += QStringLiteral("  ") + text.book;
        if (aboveWidth() < most)
            text.time += work;
        const double timeWidth = widthOf(text.time, fonts.smallTime);
        text.nameWidth = std::min(widthOf(text.name, fonts.small) + kNameGap + sign, right - left - timeWidth);
        text.name =
            QFontMetricsF(fonts.small).elidedText(text.name, Qt::ElideRight, text.nameWidth - sign - kNameGap + 1);
        text.width = text.nameWidth + timeWidth;
        if (++above > kMaxAbove)
            continue;
        std::tie(text.left, text.tier) = tiers.place((text.from + text.to) / 2, text.width);
        result.tiers = std::max(result.tiers, text.tier);
    }
    if (scene.page.saved) {
        result.saved = savedBracket(scene, fonts, tiers);
        result.tiers = std::max(result.tiers, result.saved->tier);
    }
    return result;
}

void paintInTiers(const Surface& painter, const Scene& scene, double y)
{
    TierPainter(painter, scene, y).paint();
}

}  // namespace ui::drawing

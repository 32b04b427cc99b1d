#include "ui/figure/detail/plan.h"
#include "ui/look/format.h"
#include "ui/model/visible_range.h"

#include <QLocale>
#include <algorithm>
#include <tuple>

namespace ui::figure::detail {

using engine::trace::BlockRecord;

namespace {

constexpr double kGap = 10;       ///< between a name and its time
constexpr double kPlate = 34;     ///< margin of a bracket beside its texts
constexpr double kNarrowest = 2;  ///< minimum width, for a block of zero duration
constexpr double kApart = 12;     ///< distance between texts of one tier
constexpr int kMostTiers = 5;
constexpr std::size_t kMostAbove = 60;  ///< a program that times in a loop has more blocks than anyone would read

/// Places texts that are too wide for their bracket: above it in tiers, connected by a line. A line avoids other texts
/// if possible; otherwise the text interrupts it.
class Tiers {
public:
    Tiers(double left, double right) : m_left(left), m_right(right) {}

    /// The left end and the tier of a text of `width` over `middle`; tier 0: no room.
    [[nodiscard]] std::pair<double, int> place(double middle, double width)
    {
        for (const bool mayCross : {false, true})
            for (int tier = 1; tier <= kMostTiers; ++tier)
                for (const double wanted : {middle - width / 2, middle - kEdge, middle - width + kEdge}) {
                    const double at = std::clamp(wanted, m_left, std::max(m_left, m_right - width));
                    const Taken text{at, at + width, middle, tier};
                    if (!isFree(text) || (!mayCross && crosses(text)))
                        continue;
                    m_taken.push_back(text);
                    return {at, tier};
                }
        return {0, 0};
    }

private:
    static constexpr double kEdge = 4;

    struct Taken {
        double from, to, line;
        int tier;

        [[nodiscard]] bool isOver(double x) const { return x > from - kEdge && x < to + kEdge; }
    };

    [[nodiscard]] bool isFree(const Taken& text) const
    {
        return std::none_of(m_taken.begin(), m_taken.end(), [&](const Taken& other) {
            return other.tier == text.tier && text.from < other.to + kApart && other.from < text.to + kApart;
        });
    }

    /// Whether the line of the upper of two texts crosses the lower text.
    [[nodiscard]] bool crosses(const Taken& text) const
    {
        return std::any_of(m_taken.begin(), m_taken.end(), [&](const Taken& other) {
            return other.tier < text.tier ? other.isOver(text.line) : other.tier > text.tier && text.isOver(other.line);
        });
    }

    double m_left, m_right;
    std::vector<Taken> m_taken;
};

}  // namespace

void placeBlockTexts(PanelPlan& panel, const Plan& plan, const FigureOptions& options)
{
    panel.blocks.clear();
    panel.tiers = 0;
    const auto x = [&](engine::Nanoseconds time) {
        return plan.left + model::timeToPixel(time, panel.range, plan.right - plan.left);
    };
    const auto& all = panel.trace->blocks();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const BlockRecord& block = all[i];
        if (block.end <= panel.range.begin || block.begin >= panel.until)
            continue;
        BlockText text;
        text.block = i;
        text.isOpen = block.end > panel.until && options.until;
        text.from = std::max(plan.left, x(block.begin)) + 1;
        text.to = std::min(plan.right, x(text.isOpen ? panel.until : block.end)) - 1;
        if (text.to < text.from + kNarrowest)
            text.to = text.from + kNarrowest;
        panel.blocks.push_back(std::move(text));
    }
    const QFont nameFont = Ink::font(plan.type.label, QFont::Medium),
                timeFont = Ink::font(plan.type.label, QFont::Bold);
    const QFont small = Ink::font(plan.type.body, QFont::Medium), smallBold = Ink::font(plan.type.body, QFont::Bold);
    Tiers tiers(plan.left, plan.right);
    std::size_t above = 0;
    for (BlockText& text : panel.blocks) {
        const BlockRecord& block = all[text.block];
        text.name = QString::fromStdString(block.label);
        text.time = text.isOpen ? QString()
                    : block.isFailed
                        ? tr("stopped at %1").arg(look::clockText(block.end - model::originOf(*panel.trace)))
                        : look::benchmarkText(block.seconds);
        const auto book = panel.context->bookResults.constFind(text.name);
        if (options.showBookResults && book != panel.context->bookResults.constEnd())
            text.book = tr("book %1").arg(QLocale().toString(*book, 'f', 4));
        text.nameWidth = Ink::widthOf(text.name, nameFont) + kGap;
        text.width = text.nameWidth + Ink::widthOf(text.time, timeFont);
        if (text.width <= text.to - text.from - kPlate) {
            text.left = (text.from + text.to - text.width) / 2;
            continue;
        }
        text.isAbove = true;
        if (!text.book.isEmpty())
            text.time += QStringLiteral("  ") + text.book;
        text.nameWidth = std::min(Ink::widthOf(text.name, small) + kGap,
                                  plan.right - plan.left - Ink::widthOf(text.time, smallBold));
        text.name = QFontMetricsF(small).elidedText(text.name, Qt::ElideRight, text.nameWidth - kGap + 1);
        text.width = text.nameWidth + Ink::widthOf(text.time, smallBold);
        if (++above > kMostAbove)
            continue;
        std::tie(text.left, text.tier) = tiers.place((text.from + text.to) / 2, text.width);
        panel.tiers = std::max(panel.tiers, text.tier);
    }
    if (!panel.saved)
        return;
    BlockText& saved = *panel.saved;
    saved.width = Ink::widthOf(saved.time, timeFont);
    saved.left = (saved.from + saved.to - saved.width) / 2;
    saved.isAbove = saved.width + kPlate / 2 > saved.to - saved.from;
    if (!saved.isAbove)
        return;
    saved.width = Ink::widthOf(saved.time, smallBold);
    std::tie(saved.left, saved.tier) = tiers.place((saved.from + saved.to) / 2, saved.width);
    panel.tiers = std::max(panel.tiers, saved.tier);
}

double aboveBrackets(const Plan& plan, int tiers)
{
    return tiers == 0 ? 0 : (tiers - 1) * static_cast<double>(plan.type.body + 5) + (plan.size.width() < 1000 ? 12 : 4);
}

}  // namespace ui::figure::detail

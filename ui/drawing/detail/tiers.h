#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace ui::drawing::detail {

/// Places texts that are too wide for their bracket: above or below it in tiers, connected by a line. A line avoids
/// other texts if possible; otherwise the text interrupts it.
class Tiers {
public:
    /// Places texts between `left` and `right` in at most `most` tiers. `between`: minimum distance between texts of
    /// one tier.
    Tiers(double left, double right, int most, double between)
        : m_left(left), m_right(right), m_most(most), m_between(between)
    {
    }

    /// Keeps texts of the first tier away from an interval.
    void reserve(double from, double to) { m_taken.push_back({from, to, (from + to) / 2, 1}); }

    /// The left end and the tier of a text of `width` over `middle`; tier 0: no room.
    [[nodiscard]] std::pair<double, int> place(double middle, double width)
    {
        for (const bool mayCross : {false, true})
            for (int tier = 1; tier <= m_most; ++tier)
                for (const double wanted : {middle - width / 2, middle - kEdge, middle - width + kEdge}) {
                    const double at = std::clamp(wanted, m_left, std::max(m_left, m_right - width));
                    const PlacedText text{at, at + width, middle, tier};
                    if (!isFree(text) || (!mayCross && crosses(text)))
                        continue;
                    m_taken.push_back(text);
                    return {at, tier};
                }
        return {0, 0};
    }

private:
    static constexpr double kEdge = 4;

    struct PlacedText {
        double from, to, line;
        int tier;

        [[nodiscard]] bool isOver(double x) const { return x > from - kEdge && x < to + kEdge; }
    };

    [[nodiscard]] bool isFree(const PlacedText& text) const
    {
        return std::none_of(m_taken.begin(), m_taken.end(), [&](const PlacedText& other) {
            return other.tier == text.tier && text.from < other.to + m_between && other.from < text.to + m_between;
        });
    }

    /// Whether the connecting line of `text` would cross a lower text, or the line of a higher text would cross `text`.
    [[nodiscard]] bool crosses(const PlacedText& text) const
    {
        return std::any_of(m_taken.begin(), m_taken.end(), [&](const PlacedText& other) {
            return other.tier < text.tier ? other.isOver(text.line) : other.tier > text.tier && text.isOver(other.line);
        });
    }

    double m_left, m_right;
    int m_most;
    double m_between;
    std::vector<PlacedText> m_taken;
};

}  // namespace ui::drawing::detail

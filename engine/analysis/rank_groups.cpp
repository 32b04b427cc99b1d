#include "engine/analysis/rank_groups.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace engine::analysis {

namespace {

/// The smallest and the largest value of one figure in a group.
struct Extremes {
    Nanoseconds least{};
    Nanoseconds most{};

    [[nodiscard]] Extremes with(Nanoseconds value) const { return {std::min(least, value), std::max(most, value)}; }
};

using ComparedTimes = std::array<Nanoseconds, 3>;

ComparedTimes comparedOf(const RankLateness& rank)
{
    return {rank.late, rank.waits, rank.cost};
}

/// Returns the smallest number that is 1, 2 or 5 times a power of ten and at least `width`; at least 1.
std::int64_t roundWidth(std::int64_t width)
{
    for (std::int64_t unit = 1;; unit *= 10)
        for (const std::int64_t factor : {1, 2, 5})
            if (unit * factor >= width)
                return unit * factor;
}

std::int64_t floorOf(std::int64_t value, std::int64_t width)
{
    return value / width - (value % width < 0 ? 1 : 0);
}

}  // namespace

std::vector<RankGroup> equalRanks(const Lateness& lateness)
{
    const Nanoseconds allowed = fromSeconds(kEqualRanks * toSeconds(lateness.meanStep()));
    std::vector<RankGroup> groups;
    std::array<Extremes, 3> extremes;
    bool isOpen = false;  // whether the last group may grow
    for (std::uint32_t i = 0; i < lateness.ranks.size(); ++i) {
        const ComparedTimes figures = comparedOf(lateness.ranks[i]);
        const bool isNamed = lateness.isNamed(i);
        std::array<Extremes, 3> next;
        for (std::size_t k = 0; k < next.size(); ++k)
            next[k] = isOpen ? extremes[k].with(figures[k]) : Extremes{figures[k], figures[k]};
        const bool isEqual = isOpen && !isNamed && std::ranges::all_of(next, [&](const Extremes& of) {
                                 return of.most - of.least <= allowed;
                             });
        if (isEqual) {
            ++groups.back().count;
            extremes = next;
        } else {
            groups.push_back({i, 1});
            for (std::size_t k = 0; k < next.size(); ++k)
                extremes[k] = {figures[k], figures[k]};
        }
        isOpen = !isNamed;
    }
    return groups;
}

std::vector<LatenessBin> latenessBins(const Lateness& lateness, int most)
{
    if (lateness.ranks.empty())
        return {};
    const auto [least, latest] = std::ranges::minmax(lateness.ranks, {}, &RankLateness::late);
    const std::int64_t width = roundWidth((latest.late - least.late).count() / std::max(1, most) + 1);
    const auto binOf = [width](const RankLateness& rank) { return floorOf(rank.late.count() + width / 2, width); };
    const std::int64_t first = binOf(least);
    const auto count = static_cast<std::size_t>(binOf(latest) - first + 1);
    std::vector<LatenessBin> bins(count);
    for (std::size_t i = 0; i < count; ++i) {
        bins[i].begin = Nanoseconds{(first + static_cast<std::int64_t>(i)) * width - width / 2};
        bins[i].end = bins[i].begin + Nanoseconds{width};
    }
    for (std::uint32_t i = 0; i < lateness.ranks.size(); ++i) {
        LatenessBin& bin = bins[static_cast<std::size_t>(binOf(lateness.ranks[i]) - first)];
        bin.members.push_back(i);
        bin.hasNamed |= lateness.isNamed(i);
    }
    return bins;
}

}  // namespace engine::analysis

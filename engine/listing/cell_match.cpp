#include "engine/listing/detail/cell_match.h"

#include <algorithm>
#include <iterator>

namespace engine::listing {

namespace {

/// Above this number of cell pairs, changed cells are matched by position only.
constexpr std::size_t kMaxPairs = std::size_t{1} << 20U;

/// A cell without the empty lines at its end.
struct Body {
    CellKind kind = CellKind::Code;
    std::vector<std::string_view> lines;
    std::vector<std::string_view> sorted;  ///< sorted lines, without empty ones

    explicit Body(const ListingCell& cell) : kind(cell.kind), lines(cell.lines.begin(), cell.lines.end())
    {
        while (!lines.empty() && lines.back().empty())
            lines.pop_back();
        sorted = lines;
        std::erase(sorted, std::string_view());
        std::sort(sorted.begin(), sorted.end());
    }
    bool operator==(const Body& other) const { return kind == other.kind && lines == other.lines; }
};

/// Fraction of lines that two cells share; 0 if they are of different kinds.
double similarity(const Body& before, const Body& after)
{
    if (before.kind != after.kind)
        return 0;
    std::vector<std::string_view> common;
    std::set_intersection(before.sorted.begin(), before.sorted.end(), after.sorted.begin(), after.sorted.end(),
                          std::back_inserter(common));
    return static_cast<double>(common.size()) /
           static_cast<double>(std::max<std::size_t>({before.sorted.size(), after.sorted.size(), 1}));
}

}  // namespace

std::vector<CellMatch> matchCells(const std::vector<ListingCell>& before, const std::vector<ListingCell>& after)
{
    const std::vector<Body> old(before.begin(), before.end());
    const std::vector<Body> now(after.begin(), after.end());
    std::vector<CellMatch> matches(now.size());
    std::vector<bool> isTaken(old.size(), false);
    const auto take = [&](std::size_t was, std::size_t is) {
        matches[is] = {was, old[was] == now[is]};
        isTaken[was] = true;
    };
    const auto matchBest = [&](const auto& score) {
        for (std::size_t is = 0; is < now.size(); ++is) {
            std::optional<std::size_t> best;
            double most = 0;
            for (std::size_t was = 0; !matches[is].was && was < old.size(); ++was)
                if (const double found = isTaken[was] ? 0 : score(was, is); found > most) {
                    best = was;
                    most = found;
                }
            if (best)
                take(*best, is);
        }
    };

    const std::size_t shorter = std::min(old.size(), now.size());
    std::size_t head = 0;
    for (; head < shorter && old[head] == now[head]; ++head)
        take(head, head);
    for (std::size_t tail = 1; head + tail <= shorter && old[old.size() - tail] == now[now.size() - tail]; ++tail)
        take(old.size() - tail, now.size() - tail);
    matchBest([&](std::size_t was, std::size_t is) { return old[was] == now[is] ? 1.0 : 0.0; });
    if (now.empty() || old.size() <= kMaxPairs / now.size())
        matchBest([&](std::size_t was, std::size_t is) { return similarity(old[was], now[is]); });
    matchBest([&](std::size_t was, std::size_t is) {
        const std::size_t next = is == 0 ? 0 : matches[is - 1].was.value_or(old.size()) + 1;
        return was == next && old[was].kind == now[is].kind ? 1.0 : 0.0;
    });
    return matches;
}

}  // namespace engine::listing

#include "engine/frontend/detail/cell_match.h"

#include <algorithm>

namespace engine::frontend {

namespace {

/// Pairs of cells that are looked at one by one; beyond that only equal ones are found.
constexpr std::size_t kMostPairs = std::size_t{1} << 20U;
/// A cell that is the same counts for more than two that are alike, and any cell of its kind for a little.
constexpr float kSame = 4;
constexpr float kAlike = 1;
constexpr float kOfItsKind = 0.1F;

/// What is compared: without empty lines at the end.
std::vector<std::string_view> bodyOf(const ListingCell& cell)
{
    std::vector<std::string_view> lines(cell.lines.begin(), cell.lines.end());
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

struct Body {
    CellKind kind = CellKind::Code;
    std::vector<std::string_view> lines;
    std::vector<std::string_view> sorted;

    explicit Body(const ListingCell& cell) : kind(cell.kind), lines(bodyOf(cell)), sorted(lines)
    {
        std::sort(sorted.begin(), sorted.end());
    }
    [[nodiscard]] bool isSame(const Body& other) const { return kind == other.kind && lines == other.lines; }
};

/// 0: they are of two kinds.
float scoreOf(const Body& before, const Body& after)
{
    if (before.kind != after.kind)
        return 0;
    if (before.lines == after.lines)
        return kSame;
    std::size_t common = 0;
    for (auto a = before.sorted.begin(), b = after.sorted.begin(); a != before.sorted.end() && b != after.sorted.end();)
        if (*a == *b) {
            ++common;
            ++a;
            ++b;
        } else {
            ++(*a < *b ? a : b);
        }
    const auto all = static_cast<float>(std::max(before.lines.size(), after.lines.size()));
    return common == 0 ? kOfItsKind : kAlike + static_cast<float>(common) / all;
}

class Matcher {
public:
    Matcher(const std::vector<const ListingCell*>& before, const std::vector<ListingCell>& after)
        : m_matches(after.size()), m_isTaken(before.size(), false)
    {
        for (const ListingCell* cell : before)
            m_before.emplace_back(*cell);
        for (const ListingCell& cell : after)
            m_after.emplace_back(cell);
    }

    std::vector<CellMatch> matched()
    {
        std::size_t begin = 0;
        std::size_t beforeEnd = m_before.size();
        std::size_t afterEnd = m_after.size();
        while (begin < std::min(beforeEnd, afterEnd) && m_before[begin].isSame(m_after[begin])) {
            take(begin, begin);
            ++begin;
        }
        while (std::min(beforeEnd, afterEnd) > begin && m_before[beforeEnd - 1].isSame(m_after[afterEnd - 1]))
            take(--beforeEnd, --afterEnd);
        if (afterEnd == begin || beforeEnd - begin <= kMostPairs / (afterEnd - begin))
            matchInOrder(begin, beforeEnd, afterEnd);
        findMoved();
        return m_matches;
    }

private:
    void take(std::size_t before, std::size_t after)
    {
        m_matches[after] = {before, m_before[before].isSame(m_after[after])};
        m_isTaken[before] = true;
    }

    void matchInOrder(std::size_t begin, std::size_t beforeEnd, std::size_t afterEnd)
    {
        const std::size_t rows = beforeEnd - begin;
        const std::size_t columns = afterEnd - begin;
        std::vector<float> scores(rows * columns);
        std::vector<float> best((rows + 1) * (columns + 1), 0);
        const auto at = [&](std::size_t row, std::size_t column) -> float& {
            return best[row * (columns + 1) + column];
        };
        for (std::size_t row = rows; row-- > 0;)
            for (std::size_t column = columns; column-- > 0;) {
                const float score = scoreOf(m_before[begin + row], m_after[begin + column]);
                scores[row * columns + column] = score;
                at(row, column) = std::max(
                    {score > 0 ? at(row + 1, column + 1) + score : 0.0F, at(row + 1, column), at(row, column + 1)});
            }
        for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
            const float score = scores[row * columns + column];
            if (score > 0 && at(row, column) == at(row + 1, column + 1) + score)
                take(begin + row++, begin + column++);
            else
                ++(at(row, column) == at(row + 1, column) ? row : column);
        }
    }

    void findMoved()
    {
        for (std::size_t after = 0; after < m_after.size(); ++after)
            for (std::size_t before = 0; !m_matches[after].was && before < m_before.size(); ++before)
                if (!m_isTaken[before] && m_before[before].isSame(m_after[after]))
                    take(before, after);
    }

    std::vector<Body> m_before;
    std::vector<Body> m_after;
    std::vector<CellMatch> m_matches;
    std::vector<bool> m_isTaken;
};

}  // namespace

std::vector<CellMatch> matchCells(const std::vector<const ListingCell*>& before, const std::vector<ListingCell>& after)
{
    return Matcher(before, after).matched();
}

}  // namespace engine::frontend

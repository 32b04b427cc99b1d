#include "engine/analysis/line_match.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstdint>

namespace engine::analysis {

namespace {

// Limit on the product of the two listings' numbers of lines; the table of the comparison then has 32 MB.
constexpr std::size_t kMaxProduct = std::size_t{4000} * 4000;

struct Line {
    int number = 0;
    std::string_view text;
};

std::vector<Line> linesOf(std::string_view listing, LineSpan span)
{
    std::vector<Line> lines;
    int number = 1;
    for (std::size_t at = 0; at <= listing.size(); ++number) {
        const std::size_t end = std::min(listing.find('\n', at), listing.size());
        if (number >= span.first && (span.last == 0 || number <= span.last))
            lines.push_back({number, trimmed(listing.substr(at, end - at))});
        at = end + 1;
    }
    return lines;
}

/// The text of a statement before its first bracket: "torch.cuda.synchronize".
std::string_view headOf(std::string_view text)
{
    return text.substr(0, text.find_first_of("(["));
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// A longest common subsequence of [aFrom, aTo) and [bFrom, bTo); for large ranges (kMaxProduct), only the equal start
/// and end.
Pairs commonOf(std::size_t aFrom, std::size_t aTo, std::size_t bFrom, std::size_t bTo, auto same)
{
    Pairs pairs;
    while (aFrom < aTo && bFrom < bTo && same(aFrom, bFrom))
        pairs.emplace_back(aFrom++, bFrom++);
    Pairs tail;
    while (aFrom < aTo && bFrom < bTo && same(aTo - 1, bTo - 1))
        tail.emplace_back(--aTo, --bTo);
    const std::size_t n = aTo - aFrom;
    const std::size_t m = bTo - bFrom;
    if (n > 0 && m > 0 && n * m <= kMaxProduct) {
        std::vector<std::uint16_t> length((n + 1) * (m + 1), 0);
        const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& { return length[i * (m + 1) + j]; };
        for (std::size_t i = n; i-- > 0;)
            for (std::size_t j = m; j-- > 0;)
                at(i, j) = same(aFrom + i, bFrom + j) ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                                      : std::max(at(i + 1, j), at(i, j + 1));
        for (std::size_t i = 0, j = 0; i < n && j < m;) {
            if (same(aFrom + i, bFrom + j) && at(i, j) == at(i + 1, j + 1) + 1) {
                pairs.emplace_back(aFrom + i++, bFrom + j++);
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                ++i;
            } else {
                ++j;
            }
        }
    }
    pairs.insert(pairs.end(), tail.rbegin(), tail.rend());
    return pairs;
}

class Matcher {
public:
    Matcher(std::vector<Line> a, std::vector<Line> b) : m_a(std::move(a)), m_b(std::move(b)) {}

    std::vector<LineRow> run()
    {
        const auto sameText = [this](std::size_t i, std::size_t j) { return m_a[i].text == m_b[j].text; };
        std::size_t i = 0;
        std::size_t j = 0;
        for (const auto& [a, b] : commonOf(0, m_a.size(), 0, m_b.size(), sameText)) {
            addChanged(i, a, j, b);
            m_rows.push_back({m_a[a].number, m_b[b].number, true});
            i = a + 1;
            j = b + 1;
        }
        addChanged(i, m_a.size(), j, m_b.size());
        return std::move(m_rows);
    }

private:
    /// Adds rows for lines that differ between the two listings.
    void addChanged(std::size_t aFrom, std::size_t aTo, std::size_t bFrom, std::size_t bTo)
    {
        const auto sameHead = [this](std::size_t i, std::size_t j) {
            return !m_a[i].text.empty() && headOf(m_a[i].text) == headOf(m_b[j].text);
        };
        for (const auto& [a, b] : commonOf(aFrom, aTo, bFrom, bTo, sameHead)) {
            addRest(aFrom, a, bFrom, b);
            m_rows.push_back({m_a[a].number, m_b[b].number, false});
            aFrom = a + 1;
            bFrom = b + 1;
        }
        addRest(aFrom, aTo, bFrom, bTo);
    }

    void addRest(std::size_t aFrom, std::size_t aTo, std::size_t bFrom, std::size_t bTo)
    {
        if (aTo - aFrom == bTo - bFrom) {
            for (; aFrom < aTo; ++aFrom, ++bFrom)
                m_rows.push_back({m_a[aFrom].number, m_b[bFrom].number, false});
            return;
        }
        for (; aFrom < aTo; ++aFrom)
            m_rows.push_back({m_a[aFrom].number, 0, false});
        for (; bFrom < bTo; ++bFrom)
            m_rows.push_back({0, m_b[bFrom].number, false});
    }

    std::vector<Line> m_a;
    std::vector<Line> m_b;
    std::vector<LineRow> m_rows;
};

int rowOf(const std::vector<int>& rows, int line)
{
    return line > 0 && static_cast<std::size_t>(line) < rows.size() ? rows[static_cast<std::size_t>(line)] : -1;
}

void note(std::vector<int>& rows, int line, std::size_t row)
{
    if (line <= 0)
        return;
    if (rows.size() <= static_cast<std::size_t>(line))
        rows.resize(static_cast<std::size_t>(line) + 1, -1);
    rows[static_cast<std::size_t>(line)] = static_cast<int>(row);
}

}  // namespace

int LineMatch::rowOfA(int line) const
{
    return rowOf(rowsOfA, line);
}

int LineMatch::rowOfB(int line) const
{
    return rowOf(rowsOfB, line);
}

int LineMatch::bOf(int line) const
{
    const int row = rowOfA(line);
    return row < 0 ? 0 : rows[static_cast<std::size_t>(row)].b;
}

int LineMatch::aOf(int line) const
{
    const int row = rowOfB(line);
    return row < 0 ? 0 : rows[static_cast<std::size_t>(row)].a;
}

LineMatch matchLines(std::string_view a, LineSpan ofA, std::string_view b, LineSpan ofB)
{
    LineMatch match;
    match.rows = Matcher(linesOf(a, ofA), linesOf(b, ofB)).run();
    for (std::size_t row = 0; row < match.rows.size(); ++row) {
        note(match.rowsOfA, match.rows[row].a, row);
        note(match.rowsOfB, match.rows[row].b, row);
    }
    return match;
}

std::string_view lineOf(std::string_view listing, int line)
{
    const auto lines = line > 0 ? linesOf(listing, {line, line}) : std::vector<Line>();
    return lines.empty() ? std::string_view{} : lines.front().text;
}

}  // namespace engine::analysis

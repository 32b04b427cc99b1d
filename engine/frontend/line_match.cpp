#include "engine/frontend/detail/line_match.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace engine::frontend {

namespace {

using Lines = std::vector<std::string_view>;
using Matches = std::vector<std::optional<std::size_t>>;

/// Cells of the table below, of four bytes each.
constexpr std::size_t kMostCells = std::size_t{1} << 22U;

/// The part of both texts in which they differ.
struct Middle {
    std::size_t begin = 0;
    std::size_t beforeEnd = 0;
    std::size_t afterEnd = 0;
};

Middle middleOf(const Lines& before, const Lines& after)
{
    Middle middle{0, before.size(), after.size()};
    const std::size_t shorter = std::min(before.size(), after.size());
    while (middle.begin < shorter && before[middle.begin] == after[middle.begin])
        ++middle.begin;
    while (middle.beforeEnd > middle.begin && middle.afterEnd > middle.begin &&
           before[middle.beforeEnd - 1] == after[middle.afterEnd - 1]) {
        --middle.beforeEnd;
        --middle.afterEnd;
    }
    return middle;
}

void matchLongest(const Lines& before, const Lines& after, const Middle& middle, Matches& matches)
{
    const std::size_t rows = middle.beforeEnd - middle.begin;
    const std::size_t columns = middle.afterEnd - middle.begin;
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
        return longest[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = columns; column-- > 0;)
            at(row, column) = before[middle.begin + row] == after[middle.begin + column]
                                  ? at(row + 1, column + 1) + 1
                                  : std::max(at(row + 1, column), at(row, column + 1));
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
        if (before[middle.begin + row] == after[middle.begin + column])
            matches[middle.begin + column++] = middle.begin + row++;
        else if (at(row + 1, column) >= at(row, column + 1))
            ++row;
        else
            ++column;
    }
}

void matchFromTheTop(const Lines& before, const Lines& after, const Middle& middle, Matches& matches)
{
    std::unordered_map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t line = middle.begin; line < middle.beforeEnd; ++line)
        places[before[line]].push_back(line);
    std::size_t next = middle.begin;
    for (std::size_t line = middle.begin; line < middle.afterEnd; ++line) {
        const auto found = places.find(after[line]);
        if (found == places.end())
            continue;
        const auto place = std::lower_bound(found->second.begin(), found->second.end(), next);
        if (place == found->second.end())
            continue;
        matches[line] = *place;
        next = *place + 1;
    }
}

std::string usualEnd(const std::vector<KeptLine>& lines)
{
    std::ptrdiff_t balance = 0;
    for (const KeptLine& line : lines)
        balance += line.end == "\r\n" ? 1 : line.end.empty() ? 0 : -1;
    return balance > 0 ? "\r\n" : "\n";
}

/// For each line of `after` the one in whose place it stands: itself, or, between two that stayed, the one as far down
/// where as many lines were as there are now.
std::vector<const KeptLine*> predecessors(const std::vector<KeptLine>& before, const Matches& matches, std::size_t most)
{
    std::vector<const KeptLine*> was(matches.size(), nullptr);
    std::size_t from = 0;
    std::size_t row = 0;
    for (std::size_t to = 0; to <= matches.size(); ++to) {
        if (to < matches.size() && !matches[to])
            continue;
        const std::size_t rowEnd = to < matches.size() ? *matches[to] : most;
        if (rowEnd - row == to - from)
            for (std::size_t i = from; i < to; ++i)
                was[i] = &before[row + i - from];
        if (to < matches.size())
            was[to] = &before[rowEnd];
        from = to + 1;
        row = rowEnd + 1;
    }
    return was;
}

}  // namespace

Matches matchLines(const Lines& before, const Lines& after)
{
    Matches matches(after.size());
    const Middle middle = middleOf(before, after);
    for (std::size_t line = 0; line < middle.begin; ++line)
        matches[line] = line;
    for (std::size_t line = middle.afterEnd; line < after.size(); ++line)
        matches[line] = middle.beforeEnd + line - middle.afterEnd;
    const std::size_t rows = middle.beforeEnd - middle.begin;
    const std::size_t columns = middle.afterEnd - middle.begin;
    if (columns == 0 || rows <= kMostCells / columns)
        matchLongest(before, after, middle, matches);
    else
        matchFromTheTop(before, after, middle, matches);
    return matches;
}

std::vector<KeptLine> keptLines(std::string_view text)
{
    std::vector<KeptLine> lines;
    while (!text.empty()) {
        const std::size_t feed = text.find('\n');
        KeptLine line;
        line.written = text.substr(0, feed);
        const bool isEnded = feed != std::string_view::npos;
        const bool hasReturn = isEnded && line.written.ends_with('\r');
        line.end = std::string(hasReturn ? "\r\n" : isEnded ? "\n" : "");
        if (hasReturn)
            line.written.pop_back();
        line.shown = line.written;
        std::erase(line.shown, '\r');
        lines.push_back(std::move(line));
        text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
    }
    return lines;
}

std::vector<std::string> linesOf(std::string_view listing)
{
    std::vector<std::string> lines;
    for (KeptLine& line : keptLines(listing))
        lines.push_back(std::move(line.shown));
    return lines;
}

std::string putBack(const std::vector<KeptLine>& before, std::vector<std::string> after, WriteLine write)
{
    while (!after.empty() && after.back().empty())
        after.pop_back();
    std::size_t most = before.size();
    while (most > 0 && before[most - 1].shown.empty())
        --most;
    Lines old;
    for (std::size_t line = 0; line < most; ++line)
        old.push_back(before[line].shown);
    const Matches matches = matchLines(old, Lines(after.begin(), after.end()));
    const std::vector<const KeptLine*> was = predecessors(before, matches, most);
    const std::string usual = usualEnd(before);
    const bool isEnded = most == 0 || !before[most - 1].end.empty();
    std::string text;
    for (std::size_t line = 0; line < after.size(); ++line) {
        text += matches[line] ? was[line]->written : write(after[line], was[line]);
        const bool hasEnd = was[line] != nullptr && !was[line]->end.empty();
        if (isEnded || line + 1 < after.size())
            text += hasEnd ? was[line]->end : usual;
    }
    for (std::size_t line = most; line < before.size(); ++line)
        text += before[line].written + before[line].end;
    return text;
}

}  // namespace engine::frontend

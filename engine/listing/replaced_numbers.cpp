#include "engine/listing/replaced_numbers.h"

#include "engine/base/expect.h"
#include "engine/base/text.h"
#include "engine/listing/notebook.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace engine::listing {

namespace {

template <typename Number>
bool isSame(const std::string& text, Number value)
{
    return parseNumber<Number>(text) == value;
}

std::string_view headOf(std::string_view line)
{
    return line.substr(0, line.find_first_of("(["));
}

/// Returns, for each line of `before`, the number of the line of `after` that it became (both from 0); -1 if it was
/// removed. First, equal lines at the beginning and at the end are paired; then equal lines between them, in order. In
/// the gaps that remain, lines are paired if they are equal up to their first bracket, or by position if both texts
/// have equally many lines in the gap.
std::vector<int> pairedLines(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    std::vector<int> pairs(before.size(), -1);
    std::size_t begin = 0, endBefore = before.size(), endAfter = after.size();
    for (; begin < std::min(endBefore, endAfter) && before[begin] == after[begin]; ++begin)
        pairs[begin] = static_cast<int>(begin);
    while (endBefore > begin && endAfter > begin && before[endBefore - 1] == after[endAfter - 1])
        pairs[--endBefore] = static_cast<int>(--endAfter);
    std::size_t gap = begin, next = begin;  // the first unpaired line of each text
    const auto pairGap = [&](std::size_t untilBefore, std::size_t untilAfter) {
        for (; gap < untilBefore && next < untilAfter; ++gap) {
            std::size_t like = next;
            while (like < untilAfter && headOf(after[like]) != headOf(before[gap]))
                ++like;
            const bool isCounted = like == untilAfter && untilAfter - next == untilBefore - gap;
            if (like < untilAfter || isCounted)
                pairs[gap] = static_cast<int>(isCounted ? next : like);
            next = like < untilAfter ? like + 1 : next + (isCounted ? 1 : 0);
        }
        gap = untilBefore + 1;
        next = untilAfter + 1;
    };
    for (std::size_t line = begin; line < endBefore; ++line) {
        const auto from = after.begin() + static_cast<std::ptrdiff_t>(next);
        const auto to = after.begin() + static_cast<std::ptrdiff_t>(endAfter);
        const auto same = from < to && !before[line].empty() ? std::find(from, to, before[line]) : to;
        if (same == to)
            continue;
        pairs[line] = static_cast<int>(same - after.begin());
        pairGap(line, static_cast<std::size_t>(same - after.begin()));
    }
    pairGap(endBefore, endAfter);
    return pairs;
}

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Whether the line contains `name =`, where `name` is a whole name and `=` is not a part of `==`.
bool binds(std::string_view line, const std::string& name)
{
    for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
        const std::size_t equals = line.find_first_not_of(" \t", at + name.size());
        const bool isWhole = (at == 0 || (!isNameCharacter(line[at - 1]) && line[at - 1] != '.')) &&
                             equals != std::string_view::npos && line[equals] == '=';
        if (isWhole && (equals + 1 == line.size() || line[equals + 1] != '='))
            return true;
    }
    return false;
}

}  // namespace

std::vector<int> linesAfterEdits(const std::string& original, const std::string& source, const std::vector<int>& lines)
{
    const std::vector<int> pairs = pairedLines(linesOf(original), linesOf(source));
    std::vector<int> found;
    for (const int line : lines)
        if (line >= 1 && line <= static_cast<int>(pairs.size()) && pairs[static_cast<std::size_t>(line - 1)] >= 0)
            found.push_back(pairs[static_cast<std::size_t>(line - 1)] + 1);
    return found;
}

std::vector<int> linesThatBind(const std::string& source, const std::string& name)
{
    std::vector<int> found;
    const std::vector<std::string> lines = linesOf(source);
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (binds(lines[i], name))
            found.push_back(static_cast<int>(i + 1));
    return found;
}

std::vector<ReplacedNumber> replacedNumbers(const Literals& literals, const std::map<std::string, std::string>& chosen)
{
    std::vector<ReplacedNumber> replaced;
    for (const auto& [key, literal] : literals) {
        const std::size_t equals = key.find('=');
        ENGINE_EXPECT(equals != std::string::npos);
        ReplacedNumber one{key.substr(0, equals),
                           key.substr(equals + 1),
                           {},
                           std::holds_alternative<double>(literal.value),
                           literal.lines};
        const auto found = chosen.find(one.parameter);
        if (found == chosen.end() || one.listed.empty() ||
            std::visit([&](auto number) { return isSame(one.listed, number); }, literal.value))
            continue;
        one.runs = found->second;
        replaced.push_back(std::move(one));
    }
    return replaced;
}

}  // namespace engine::listing

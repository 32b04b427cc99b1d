#pragma once

#include <string_view>
#include <vector>

namespace engine::analysis {

/// A range of lines of a listing, from `first` to `last`, counted from 1.
struct LineSpan {
    int first = 1;
    int last = 0;  ///< 0: up to the last line

    [[nodiscard]] bool isWhole() const { return first <= 1 && last == 0; }
};

/// One row of two listings shown side by side; 0: this side has no line in the row.
struct LineRow {
    int a = 0;
    int b = 0;
    bool isSame = false;  ///< equal text, except for leading and trailing spaces

    [[nodiscard]] bool isPair() const { return a > 0 && b > 0; }
};

/// Two listings side by side.
struct LineMatch {
    std::vector<LineRow> rows;  ///< in the order of the lines on both sides

    /// Index into `rows`; -1: no such line.
    [[nodiscard]] int rowOfA(int line) const;
    [[nodiscard]] int rowOfB(int line) const;
    /// The matching line of the other side; 0: none.
    [[nodiscard]] int bOf(int line) const;
    [[nodiscard]] int aOf(int line) const;

    std::vector<int> rowsOfA;  ///< index into `rows`, by line number
    std::vector<int> rowsOfB;
};

/// Matches as many lines with the same text as possible without changing their order (longest common subsequence).
/// Between the matched lines, lines with the same text up to the first bracket are paired as changed; remaining lines
/// are paired in order if both sides have equally many.
/// Cost: the product of the numbers of lines that remain on both sides without the equal lines at the start and at the
/// end. If the product exceeds 4000 x 4000, only the equal lines at the start and at the end are matched, and the rest
/// is paired in order if both sides have equally many.
[[nodiscard]] LineMatch matchLines(std::string_view a, LineSpan ofA, std::string_view b, LineSpan ofB);

/// A line without leading and trailing spaces; empty if the listing has no such line.
[[nodiscard]] std::string_view lineOf(std::string_view listing, int line);

}  // namespace engine::analysis

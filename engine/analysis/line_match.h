#pragma once

#include <string_view>
#include <vector>

namespace engine::analysis {

/// A part of a listing: lines from `first` to `last`, counted from 1.
struct LineSpan {
    int first = 1;
    int last = 0;  ///< 0: to the end

    [[nodiscard]] bool isWhole() const { return first <= 1 && last == 0; }
};

/// One row of two listings side by side; 0 where a side has nothing.
struct LineRow {
    int a = 0;
    int b = 0;
    bool isSame = false;  ///< the same text, but for the space around it

    [[nodiscard]] bool isPair() const { return a > 0 && b > 0; }
};

/// Two listings side by side.
struct LineMatch {
    std::vector<LineRow> rows;  ///< in the order of both

    /// Index into `rows`; -1: no such line.
    [[nodiscard]] int rowOfA(int line) const;
    [[nodiscard]] int rowOfB(int line) const;
    /// The line across; 0: none.
    [[nodiscard]] int bOf(int line) const;
    [[nodiscard]] int aOf(int line) const;

    std::vector<int> rowsOfA;  ///< by line
    std::vector<int> rowsOfB;
};

/// Lines of the same text in the same order, most of them; between those, lines that begin alike (up to the first
/// bracket) are pairs that changed; what is left in equal numbers is paired in order.
/// Cost: the product of the lines that differ, up to 4000 by 4000; beyond that they are paired in order.
[[nodiscard]] LineMatch matchLines(std::string_view a, LineSpan ofA, std::string_view b, LineSpan ofB);

/// A line without the space around it; empty if there is none.
[[nodiscard]] std::string_view lineOf(std::string_view listing, int line);

}  // namespace engine::analysis

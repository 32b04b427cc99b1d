#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::frontend {

/// For each line of `after` the line of `before` that it was: the longest order of equal lines, or, where both are too
/// long for that to be quick, one that is taken from the top.
[[nodiscard]] std::vector<std::optional<std::size_t>> matchLines(const std::vector<std::string_view>& before,
                                                                 const std::vector<std::string_view>& after);

/// A line of a file and how the listing shows it.
struct KeptLine {
    std::string shown;
    std::string written;  ///< without its end
    std::string end;      ///< "\n", "\r\n", or empty: the file ends with this line
};

/// How the file writes a line that it did not have. `was`: the line in whose place it stands; null: it is a new one.
using WriteLine = std::string (*)(const std::string& shown, const KeptLine* was);

/// The lines of a text with their ends, shown as they are, without '\r'.
[[nodiscard]] std::vector<KeptLine> keptLines(std::string_view text);
/// The lines of a listing.
[[nodiscard]] std::vector<std::string> linesOf(std::string_view listing);

/// The text of `before` with the lines of `after`. Lines that both have stay as they were written, with their ends; new
/// ones end as most do. Empty lines at the end are the file's: a listing shows none there.
[[nodiscard]] std::string putBack(const std::vector<KeptLine>& before, std::vector<std::string> after, WriteLine write);

}  // namespace engine::frontend

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

enum class CellKind : std::uint8_t { Code, Text, Raw };

/// "markdown" and the like; what is not known is a text.
[[nodiscard]] CellKind cellKindOf(std::string_view type);
[[nodiscard]] const char* typeOf(CellKind kind);
/// The line of a listing that begins a cell: "# %% [markdown]".
[[nodiscard]] const char* markerOf(CellKind kind);

/// A line of a cell, and how the listing shows it.
struct ShownLine {
    std::string written;  ///< without its end
    std::string shown;
};

/// A cell's source as the listing shows it. Magics (`%matplotlib inline`, `%%time`, `!pip ...`) are not Python and are
/// shown as comments, as are texts. No shown line looks like the start of a cell.
[[nodiscard]] std::vector<ShownLine> shownCell(CellKind kind, std::string_view source);

/// A cell of a listing. Text after the cell's marker becomes its first line.
struct ListingCell {
    CellKind kind = CellKind::Code;
    std::vector<std::string> lines;

    [[nodiscard]] bool isBlank() const;
};

[[nodiscard]] std::vector<ListingCell> cellsOfListing(std::string_view listing);

/// The source of a new cell. Comments stay comments, also those that look like magics: nothing becomes a command.
[[nodiscard]] std::string newSource(const ListingCell& cell);
/// The source of a changed cell: unchanged lines, magics among them, are as `source` wrote them, and a magic that was
/// edited stays a magic. Empty lines at the end of `source` stay.
[[nodiscard]] std::string changedSource(std::string_view source, const ListingCell& cell);

}  // namespace engine::listing

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

enum class CellKind : std::uint8_t { Code, Text, Raw };

/// Converts a cell type such as "markdown"; an unknown type becomes Text.
[[nodiscard]] CellKind cellKindOf(std::string_view type);
[[nodiscard]] const char* typeOf(CellKind kind);
/// Returns the line of a listing that starts a cell: "# %% [markdown]".
[[nodiscard]] const char* markerOf(CellKind kind);

/// A line of a cell: its text in the notebook and its text in the listing.
struct ShownLine {
    std::string written;  ///< text in the notebook, without the newline character
    std::string shown;
};

/// Returns a cell's source as the listing shows it. Magics (`%matplotlib inline`, `%%time`, `!pip ...`) are not Python,
/// so they are shown as comments, like text cells. No shown line can be mistaken for the start of a cell.
[[nodiscard]] std::vector<ShownLine> shownCell(CellKind kind, std::string_view source);

/// A cell of a listing. Text after the cell's marker becomes the first line of the cell.
struct ListingCell {
    CellKind kind = CellKind::Code;
    std::vector<std::string> lines;

    [[nodiscard]] bool isBlank() const;
};

[[nodiscard]] std::vector<ListingCell> cellsOfListing(std::string_view listing);

/// Returns the source of a new cell. Comments stay comments, even if they look like magics, so that no comment becomes
/// a command.
[[nodiscard]] std::string newSource(const ListingCell& cell);
/// Returns the source of a changed cell: unchanged lines, including magics, keep their spelling in `source`, and an
/// edited magic stays a magic. Empty lines at the end of `source` are kept.
[[nodiscard]] std::string changedSource(std::string_view source, const ListingCell& cell);

}  // namespace engine::listing

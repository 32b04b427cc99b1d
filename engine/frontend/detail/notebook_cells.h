#pragma once

#include "engine/frontend/detail/line_match.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine::frontend {

enum class CellKind : std::uint8_t { Code, Text, Raw };

/// "markdown" and the like; what is not known is a text.
[[nodiscard]] CellKind cellKindOf(std::string_view type);
[[nodiscard]] const char* typeOf(CellKind kind);
/// The line of a listing that begins a cell: "# %% [markdown]".
[[nodiscard]] const char* markerOf(CellKind kind);

/// A cell's source as the listing shows it. Magics (`%matplotlib inline`, `%%time`, `!pip ...`) are the notebook's, not
/// Python's, and are shown as comments, as are texts; no line of it looks like the begin of a cell.
[[nodiscard]] std::vector<KeptLine> shownCell(CellKind kind, std::string_view source);

/// A cell of a listing, as it is shown. What stands behind the marker of a cell is the first line of it.
struct ListingCell {
    CellKind kind = CellKind::Code;
    std::vector<std::string> lines;

    [[nodiscard]] bool isBlank() const;
};

[[nodiscard]] std::vector<ListingCell> cellsOfListing(std::string_view listing);

/// The source of a cell that is new. A comment stays one: nothing that looks like a magic becomes a command.
[[nodiscard]] std::string newSource(const ListingCell& cell);
/// The source of a cell that was changed: lines that stayed are as they were written, also the magics among them.
[[nodiscard]] std::string changedSource(std::string_view source, const ListingCell& cell);

}  // namespace engine::frontend

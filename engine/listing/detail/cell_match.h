#pragma once

#include "engine/listing/detail/notebook_cells.h"

#include <optional>
#include <vector>

namespace engine::listing {

/// The cell of a notebook that a cell of the listing shows; none if the cell is new.
struct CellMatch {
    std::optional<std::size_t> was;
    bool isSame = false;  ///< unchanged; empty lines at the end do not count
};

/// Matches equal cells first, then changed ones: by the lines that they share, and where no line is shared by the cell
/// that follows the previous match. An equal cell at another place was moved.
[[nodiscard]] std::vector<CellMatch> matchCells(const std::vector<ListingCell>& before,
                                                const std::vector<ListingCell>& after);

}  // namespace engine::listing

#pragma once

#include "engine/listing/detail/notebook_cells.h"

#include <optional>
#include <vector>

namespace engine::listing {

/// The notebook cell that corresponds to a cell of the listing; nullopt if the cell is new.
struct CellMatch {
    std::optional<std::size_t> was;
    bool isSame = false;  ///< unchanged; empty lines at the end do not count
};

/// Matches equal cells first, even if they moved. A changed cell is matched by shared lines; if no line is shared, it
/// is matched with the cell that follows the previous match.
[[nodiscard]] std::vector<CellMatch> matchCells(const std::vector<ListingCell>& before,
                                                const std::vector<ListingCell>& after);

}  // namespace engine::listing

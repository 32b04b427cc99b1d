#pragma once

#include "engine/frontend/detail/notebook_cells.h"

#include <optional>
#include <vector>

namespace engine::frontend {

/// Which cell of the notebook a cell of the listing was; none: it is new.
struct CellMatch {
    std::optional<std::size_t> was;
    bool isSame = false;  ///< nothing of it was changed
};

/// Equal cells first, then those of which most lines stayed, in the order of the notebook; a cell that is found
/// elsewhere unchanged was moved. Empty lines at the end of a cell do not count.
[[nodiscard]] std::vector<CellMatch> matchCells(const std::vector<const ListingCell*>& before,
                                                const std::vector<ListingCell>& after);

}  // namespace engine::frontend

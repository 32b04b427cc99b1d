#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

/// The code cells of a Jupyter notebook as one listing: each begins with `# %%`, text cells become comments after
/// `# %% [markdown]`. Errors: BadFile if `json` is no notebook.
[[nodiscard]] Result<std::string> listingOfNotebook(const std::string& json, const std::string& name);

/// A notebook (format 4) of a listing with `# %%` cells.
[[nodiscard]] std::string notebookOfListing(const std::string& listing);

/// The notebook `json` with the cells of `listing`, formatted as nbformat formats it (detail/notebook_format.h). A
/// changed cell gets another source and keeps its outputs, as in Jupyter until the cell runs. Cells that are missing in
/// the listing are removed, new cells have no outputs, moved cells move. Errors: BadFile if `json` is not a notebook.
[[nodiscard]] Result<std::string> notebookWithListing(const std::string& json, std::string_view listing);

/// The lines of a text without their ends.
[[nodiscard]] std::vector<std::string> linesOf(std::string_view text);

/// "line 3 of code cell 2": where a line of a listing with `# %%` cells stands in the notebook. Empty: in no code cell.
[[nodiscard]] std::string placeInNotebook(const std::string& listing, int line);

}  // namespace engine::listing

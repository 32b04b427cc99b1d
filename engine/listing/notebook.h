#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

/// Converts the cells of a Jupyter notebook to one listing. Each code cell starts with `# %%`; text cells become
/// comments after `# %% [markdown]`. `name`: name for messages. Errors: BadFile if `json` is not a notebook;
/// OutOfMemory.
[[nodiscard]] Result<std::string> listingOfNotebook(const std::string& json, const std::string& name);

/// Converts a listing with `# %%` cells to a notebook (format 4).
[[nodiscard]] std::string notebookOfListing(const std::string& listing);

/// Returns the notebook `json` with the cells of `listing`, formatted as nbformat formats it
/// (detail/notebook_format.h). The source of a changed cell is replaced; its outputs stay until the cell runs again, as
/// in Jupyter. Cells that are missing in the listing are removed, new cells have no outputs, and cells follow the order
/// of the listing. Errors: BadFile if `json` is not a notebook; OutOfMemory.
[[nodiscard]] Result<std::string> notebookWithListing(const std::string& json, std::string_view listing);

/// Splits a text into lines, without the newline characters.
[[nodiscard]] std::vector<std::string> linesOf(std::string_view text);

/// Returns "line 3 of code cell 2": the position in the notebook of a line of a listing with `# %%` cells. Empty if the
/// line is not in a code cell.
[[nodiscard]] std::string placeInNotebook(const std::string& listing, int line);

}  // namespace engine::listing

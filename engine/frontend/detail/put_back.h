#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace engine::frontend {

/// A script with the lines of a listing of it: what the reader did not change is as it was, byte by byte.
[[nodiscard]] std::string scriptWithListing(const std::string& bytes, std::string_view listing);

/// A notebook with the cells of a listing of it. What the reader did not change is as it was, byte by byte. Of a cell
/// that was changed only the source is another; its outputs stay, as they do in Jupyter until the cell is run. Cells
/// that are gone from the listing go, new ones come without outputs, and moved ones move. Errors: Internal, if no sound
/// notebook would come of it.
[[nodiscard]] Result<std::string> notebookWithListing(const std::string& bytes, std::string_view listing);

}  // namespace engine::frontend

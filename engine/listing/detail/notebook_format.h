#pragma once

#include "engine/listing/detail/notebook_cells.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine::listing {

/// A range of FormattedNotebook::text.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A notebook's JSON in nbformat's layout: one space per level, no escapes beyond those that JSON requires. Unlike
/// nbformat, keeps the order of keys, duplicate keys and the spelling of numbers, so that no value changes.
struct FormattedNotebook {
    struct Cell {
        TextRange range;
        TextRange source;
        CellKind kind = CellKind::Code;
        std::string text;  ///< the source as one string
    };

    std::string text;
    TextRange cells;  ///< the array of the cells, with its brackets
    std::vector<Cell> found;
    std::set<std::string> ids;  ///< ids of all cells
    bool needsIds = false;      ///< cells must have ids (nbformat 4.5 and later)
};

/// Returns nullopt if `json` is not valid JSON.
[[nodiscard]] std::optional<FormattedNotebook> formatNotebook(std::string_view json);

}  // namespace engine::listing

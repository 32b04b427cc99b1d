#include "engine/listing/notebook.h"

#include "engine/listing/detail/cell_match.h"
#include "engine/listing/detail/notebook_cells.h"
#include "engine/listing/detail/notebook_format.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/messages/no_memory.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <new>
#include <set>
#include <sstream>
#include <vector>

namespace engine::listing {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMarker = "# %%";

/// Whether a cell has a source. A cell without one would be lost silently, so the notebook is rejected.
bool hasSource(const Json& cell)
{
    const auto source = cell.find("source");
    if (source == cell.end())
        return false;
    return source->is_string() || (source->is_array() && std::ranges::all_of(*source, &Json::is_string));
}

/// Returns a cell's source, which the file stores as one string or as a list of lines.
std::string sourceOf(const Json& cell)
{
    const auto source = cell.find("source");
    if (source == cell.end())
        return {};
    std::string text;
    if (source->is_string())
        text = source->get<std::string>();
    else if (source->is_array())
        for (const Json& line : *source)
            text += line.is_string() ? line.get<std::string>() : std::string();
    return text;
}

Json sourceLines(const std::string& text)
{
    Json lines = Json::array();
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line + (stream.eof() ? "" : "\n"));
    return lines;
}

/// Creates a cell. `id` is empty if the notebook's cells have no ids.
Json newCell(const ListingCell& cell, const std::string& source, const std::string& id)
{
    Json entry;
    entry["cell_type"] = typeOf(cell.kind);
    if (cell.kind == CellKind::Code)
        entry["execution_count"] = nullptr;
    if (!id.empty())
        entry["id"] = id;
    entry["metadata"] = Json::object();
    if (cell.kind == CellKind::Code)
        entry["outputs"] = Json::array();
    entry["source"] = sourceLines(source);
    return entry;
}

/// Returns eight hexadecimal digits, Jupyter's format, that no other cell uses.
std::string newId(const std::string& source, std::set<std::string>& ids)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (std::size_t number = std::hash<std::string>{}(source);; ++number) {
        std::string id;
        for (unsigned digit = 0; digit < 8; ++digit)
            id += kDigits[(number >> (4 * digit)) & 15U];
        if (ids.insert(id).second)
            return id;
    }
}

/// Formats `value` for a place in a notebook that is indented by `indent` spaces.
std::string formatted(const Json& value, std::size_t indent)
{
    std::string text;
    for (const char c : value.dump(1, ' ', false, Json::error_handler_t::replace))
        text.append(1, c).append(c == '\n' ? indent : 0, ' ');
    return text;
}

}  // namespace

Result<std::string> listingOfNotebook(const std::string& json, const std::string& name)
try {
    const Json notebook = Json::parse(json, nullptr, false);
    const auto bad = [&](Message why) {
        return makeError(ErrorCode::BadFile, message("program.not-notebook", name, std::move(why)));
    };
    if (notebook.is_discarded())
        return bad(messages::describeInvalidJson(json));
    if (!notebook.is_object() || !notebook.contains("cells") || !notebook["cells"].is_array())
        return bad(message("program.notebook.no-cells"));
    std::string listing;
    int number = 0;
    for (const Json& cell : notebook["cells"]) {
        if (!cell.is_object())
            return bad(message("program.notebook.cell-no-object"));
        const Json type = cell.value("cell_type", Json("code"));
        const CellKind kind = cellKindOf(type.is_string() ? type.get<std::string>() : std::string());
        ++number;
        if (!hasSource(cell))
            return bad(message("program.notebook.cell-no-source", number));
        const std::string text = sourceOf(cell);
        if (text.find('\0') != std::string::npos)
            return bad(message("program.notebook.cell-no-text"));
        listing += std::string(markerOf(kind)) + "\n";
        for (const ShownLine& line : shownCell(kind, text))
            listing += line.shown + "\n";
    }
    return listing;
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead(name);
}

std::string placeInNotebook(const std::string& listing, int line)
{
    std::istringstream lines(listing);
    int at = 0;
    int codeCells = 0;
    int begin = 0;  // number of the line before the cell's first line; 0: not in a code cell
    for (std::string text; at < line && std::getline(lines, text);) {
        ++at;
        if (!text.starts_with(kMarker))
            continue;
        const bool isCode = !text.starts_with(markerOf(CellKind::Text)) && !text.starts_with(markerOf(CellKind::Raw));
        codeCells += isCode ? 1 : 0;
        begin = isCode ? at : 0;
    }
    if (begin == 0 || at < line || line <= begin)
        return {};
    return "line " + std::to_string(line - begin) + " of code cell " + std::to_string(codeCells);
}

std::string notebookOfListing(const std::string& listing)
{
    Json cells = Json::array();
    for (const ListingCell& cell : cellsOfListing(listing))
        if (!cell.isBlank())
            cells.push_back(newCell(cell, newSource(cell), {}));
    Json notebook;
    notebook["cells"] = std::move(cells);
    notebook["metadata"] = {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
                            {"language_info", {{"name", "python"}}}};
    notebook["nbformat"] = 4;
    notebook["nbformat_minor"] = 4;
    return notebook.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::string> notebookWithListing(const std::string& json, std::string_view listing)
try {
    if (auto valid = listingOfNotebook(json, "The notebook"); !valid)
        return std::move(valid).error();
    FormattedNotebook notebook = *formatNotebook(json);
    const std::string_view text = notebook.text;
    std::vector<ListingCell> before;
    for (const FormattedNotebook::Cell& cell : notebook.found) {
        before.push_back({cell.kind, {}});
        for (ShownLine& line : shownCell(cell.kind, cell.text))
            before.back().lines.push_back(std::move(line.shown));
    }
    const std::vector<ListingCell> after = cellsOfListing(listing);
    const std::vector<CellMatch> matches = matchCells(before, after);
    const bool hasIds = notebook.needsIds || !notebook.ids.empty();

    std::string result(text.substr(0, notebook.cells.begin));
    result += '[';
    for (std::size_t i = 0; i < after.size(); ++i) {
        result += i == 0 ? "\n  " : ",\n  ";
        if (!matches[i].was) {
            const std::string source = newSource(after[i]);
            result += formatted(newCell(after[i], source, hasIds ? newId(source, notebook.ids) : ""), 2);
            continue;
        }
        const FormattedNotebook::Cell& cell = notebook.found[*matches[i].was];
        if (matches[i].isSame) {
            result += text.substr(cell.range.begin, cell.range.end - cell.range.begin);
            continue;
        }
        result += text.substr(cell.range.begin, cell.source.begin - cell.range.begin);
        result += formatted(sourceLines(changedSource(cell.text, after[i])), 3);
        result += text.substr(cell.source.end, cell.range.end - cell.source.end);
    }
    result += after.empty() ? "]" : "\n ]";
    result += text.substr(notebook.cells.end);
    return result + "\n";
} catch (const std::bad_alloc&) {
    return messages::noMemoryToRead("The notebook");
}

}  // namespace engine::listing

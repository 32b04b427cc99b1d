#include "engine/frontend/detail/notebook.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <vector>

namespace engine::frontend {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCode = "# %%";
constexpr const char* kText = "# %% [markdown]";

/// A cell without one would vanish without a word.
bool hasSource(const Json& cell)
{
    const auto source = cell.find("source");
    if (source == cell.end())
        return false;
    return source->is_string() ||
           (source->is_array() &&
            std::all_of(source->begin(), source->end(), [](const Json& line) { return line.is_string(); }));
}

/// A cell's source is one text or a list of lines.
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
    std::erase(text, '\r');
    return text;
}

std::string commented(const std::string& text)
{
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += line.empty() ? "#\n" : (line.starts_with("%%") ? "#  " : "# ") + line + "\n";
    return result;
}

/// Cells in another language than Python.
bool isForeign(const std::string& firstLine)
{
    static constexpr const char* kOthers[] = {"bash", "sh",    "script",   "cmd",  "html", "javascript",
                                              "js",   "latex", "markdown", "perl", "ruby", "writefile",
                                              "file", "svg",   "sql",      "R"};
    if (!firstLine.starts_with("%%"))
        return false;
    const std::string name = firstLine.substr(2, firstLine.find_first_of(" \t", 2) - 2);
    return std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
}

/// `!pip` and `%time`, but not the `% (a, b)` with which a line of Python may go on.
bool isMagic(const std::string& line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos)
        return false;
    const char next = first + 1 < line.size() ? line[first + 1] : ' ';
    return line[first] == '!' ||
           (line[first] == '%' && (next == '%' || std::isalpha(static_cast<unsigned char>(next))));
}

/// Magics (`%matplotlib inline`, `%%time`, `!pip ...`) are the notebook's, not Python's. A comment that began with
/// "# %%" would begin a cell.
std::string withoutMagics(const std::string& text)
{
    std::istringstream lines(text);
    std::string result;
    bool isOther = false;
    for (std::string line; std::getline(lines, line);) {
        isOther = isOther || (result.empty() && isForeign(line));
        result += (line.starts_with("%%") ? "#  " : isOther || isMagic(line) ? "# " : "") + line + "\n";
    }
    return result;
}

struct Cell {
    bool isCode = true;
    std::string text;
};

std::vector<Cell> cellsOf(const std::string& listing)
{
    std::vector<Cell> cells;
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(kCode)) {
            cells.push_back({!line.starts_with(kText), {}});
            continue;
        }
        if (cells.empty())
            cells.push_back({});
        if (!cells.back().isCode)
            line = line.starts_with("# ") ? line.substr(2) : line.starts_with("#") ? line.substr(1) : line;
        cells.back().text += line + "\n";
    }
    return cells;
}

Json sourceLines(std::string text)
{
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    Json lines = Json::array();
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line + (stream.eof() ? "" : "\n"));
    return lines;
}

}  // namespace

Result<std::string> listingOfNotebook(const std::string& json, const std::string& name)
{
    const Json notebook = Json::parse(json, nullptr, false);
    const auto bad = [&](const std::string& why) {
        return makeError(ErrorCode::BadFile, name + " is not a Jupyter notebook: " + why + ".");
    };
    if (notebook.is_discarded())
        return bad("it is not JSON");
    if (!notebook.is_object() || !notebook.contains("cells") || !notebook["cells"].is_array())
        return bad("it has no list of cells (notebooks of format 4 have one)");
    std::string listing;
    int number = 0;
    for (const Json& cell : notebook["cells"]) {
        if (!cell.is_object())
            return bad("one of its cells is no object");
        const bool isCode = cell.value("cell_type", Json("code")) == Json("code");
        ++number;
        if (!hasSource(cell))
            return bad("its cell " + std::to_string(number) + " has no source, which is a text or a list of lines");
        std::string text = sourceOf(cell);
        if (text.find('\0') != std::string::npos)
            return bad("one of its cells is not text");
        if (!text.empty() && text.back() != '\n')
            text += '\n';
        listing +=
            isCode ? std::string(kCode) + "\n" + withoutMagics(text) : std::string(kText) + "\n" + commented(text);
    }
    return listing;
}

std::string placeInNotebook(const std::string& listing, int line)
{
    std::istringstream lines(listing);
    int at = 0;
    int codeCells = 0;
    int begin = 0;  // the line above the cell's first one; 0: not in a code cell
    for (std::string text; at < line && std::getline(lines, text);) {
        ++at;
        if (!text.starts_with(kCode))
            continue;
        const bool isCode = !text.starts_with(kText);
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
    for (const Cell& cell : cellsOf(listing)) {
        if (cell.text.find_first_not_of(" \n\t") == std::string::npos)
            continue;
        Json entry;
        entry["cell_type"] = cell.isCode ? "code" : "markdown";
        if (cell.isCode)
            entry["execution_count"] = nullptr;
        entry["metadata"] = Json::object();
        if (cell.isCode)
            entry["outputs"] = Json::array();
        entry["source"] = sourceLines(cell.text);
        cells.push_back(std::move(entry));
    }
    Json notebook;
    notebook["cells"] = std::move(cells);
    notebook["metadata"] = {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
                            {"language_info", {{"name", "python"}}}};
    notebook["nbformat"] = 4;
    notebook["nbformat_minor"] = 4;
    return notebook.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace engine::frontend

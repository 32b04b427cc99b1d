#include "engine/frontend/detail/notebook_cells.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace engine::frontend {

namespace {

constexpr std::string_view kCode = "# %%";
constexpr std::string_view kText = "# %% [markdown]";
constexpr std::string_view kRaw = "# %% [raw]";
/// "# %%time" would begin a cell.
constexpr std::string_view kHidden = "#  %%";

/// Cells in another language than Python.
bool isForeign(std::string_view firstLine)
{
    static constexpr std::string_view kOthers[] = {"bash", "sh",    "script",   "cmd",  "html", "javascript",
                                                   "js",   "latex", "markdown", "perl", "ruby", "writefile",
                                                   "file", "svg",   "sql",      "R"};
    if (!firstLine.starts_with("%%"))
        return false;
    const std::string_view name = firstLine.substr(2, firstLine.find_first_of(" \t", 2) - 2);
    return std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
}

/// `!pip` and `%time`, but not the `% (a, b)` with which a line of Python may go on.
bool isMagic(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return false;
    const char next = first + 1 < line.size() ? line[first + 1] : ' ';
    return line[first] == '!' ||
           (line[first] == '%' && (next == '%' || std::isalpha(static_cast<unsigned char>(next))));
}

std::string shownLine(CellKind kind, const std::string& line, bool isInForeign)
{
    if (line.starts_with("%%"))
        return "#  " + line;
    if (kind == CellKind::Code && line.starts_with(kCode))
        return "# " + line.substr(1);
    if (kind == CellKind::Code)
        return (isInForeign || isMagic(line) ? "# " : "") + line;
    return line.empty() ? "#" : "# " + line;
}

std::string withoutMark(const std::string& shown)
{
    if (shown.starts_with(kHidden))
        return shown.substr(3);
    return shown.starts_with("# ") ? shown.substr(2) : shown.starts_with('#') ? shown.substr(1) : shown;
}

std::string writeText(const std::string& shown, const KeptLine*)
{
    return withoutMark(shown);
}

/// Where a magic was changed it stays one.
std::string writeCode(const std::string& shown, const KeptLine* was)
{
    const bool wasMagic = was != nullptr && was->written != was->shown && isMagic(was->written);
    const std::string bare = withoutMark(shown);
    return wasMagic && shown.starts_with('#') && isMagic(bare) ? bare : shown;
}

}  // namespace

CellKind cellKindOf(std::string_view type)
{
    return type == "code" ? CellKind::Code : type == "raw" ? CellKind::Raw : CellKind::Text;
}

const char* typeOf(CellKind kind)
{
    return kind == CellKind::Code ? "code" : kind == CellKind::Raw ? "raw" : "markdown";
}

const char* markerOf(CellKind kind)
{
    return (kind == CellKind::Code ? kCode : kind == CellKind::Raw ? kRaw : kText).data();
}

std::vector<KeptLine> shownCell(CellKind kind, std::string_view source)
{
    std::vector<KeptLine> lines = keptLines(source);
    const bool isInForeign = kind == CellKind::Code && !lines.empty() && isForeign(lines.front().shown);
    for (KeptLine& line : lines)
        line.shown = shownLine(kind, line.shown, isInForeign);
    return lines;
}

bool ListingCell::isBlank() const
{
    return std::all_of(lines.begin(), lines.end(),
                       [](const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; });
}

std::vector<ListingCell> cellsOfListing(std::string_view listing)
{
    std::vector<ListingCell> cells;
    for (std::string& line : linesOf(listing)) {
        if (!line.starts_with(kCode)) {
            if (cells.empty() && line.empty())
                continue;
            if (cells.empty())
                cells.push_back({});
            cells.back().lines.push_back(std::move(line));
            continue;
        }
        const CellKind kind = line.starts_with(kText)  ? CellKind::Text
                              : line.starts_with(kRaw) ? CellKind::Raw
                                                       : CellKind::Code;
        const std::string title = line.substr(std::string_view(markerOf(kind)).size());
        cells.push_back({kind, {}});
        if (const std::size_t first = title.find_first_not_of(" \t"); first != std::string::npos)
            cells.back().lines.push_back("# " + title.substr(first));
    }
    return cells;
}

std::string newSource(const ListingCell& cell)
{
    std::string source;
    for (const std::string& line : cell.lines)
        source += (cell.kind == CellKind::Code ? line : withoutMark(line)) + "\n";
    while (source.ends_with('\n'))
        source.pop_back();
    return source;
}

std::string changedSource(std::string_view source, const ListingCell& cell)
{
    if (source.empty())
        return newSource(cell);
    std::vector<KeptLine> before = shownCell(cell.kind, source);
    if (cell.kind != CellKind::Code)
        return putBack(before, cell.lines, writeText);
    const bool wasForeign = !before.empty() && isForeign(before.front().written);
    if (wasForeign && !cell.lines.empty() && isForeign(withoutMark(cell.lines.front())))
        return putBack(before, cell.lines, writeText);
    // Without the line that made it another language's a cell is Python, and what was shown as a comment is one.
    if (wasForeign)
        for (KeptLine& line : before)
            line.written = isMagic(line.written) ? line.written : line.shown;
    return putBack(before, cell.lines, writeCode);
}

}  // namespace engine::frontend

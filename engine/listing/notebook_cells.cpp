#include "engine/listing/detail/notebook_cells.h"

#include "engine/listing/notebook.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>

namespace engine::listing {

namespace {

constexpr std::string_view kCode = "# %%";
constexpr std::string_view kText = "# %% [markdown]";
constexpr std::string_view kRaw = "# %% [raw]";
/// Shown instead of "# %%", because a line such as "# %%time" would start a cell.
constexpr std::string_view kHidden = "#  %%";

/// Whether the first line declares a cell in another language than Python.
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

/// Whether a line is a magic: `!pip` or `%time`, but not `% (a, b)`, which can continue a Python expression.
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

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t feed = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, feed));
        std::erase(lines.back(), '\r');
        text.remove_prefix(std::min(feed + 1, text.size()));
    }
    return lines;
}

std::vector<ShownLine> shownCell(CellKind kind, std::string_view source)
{
    std::vector<ShownLine> lines;
    for (std::string& written : linesOf(source)) {
        const bool isInForeign = kind == CellKind::Code && isForeign(lines.empty() ? written : lines.front().written);
        std::string shown = shownLine(kind, written, isInForeign);
        lines.push_back({std::move(written), std::move(shown)});
    }
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
    source.erase(source.find_last_not_of('\n') + 1);
    return source;
}

std::string changedSource(std::string_view source, const ListingCell& cell)
{
    const std::string_view emptyLines = source.substr(source.find_last_not_of("\r\n") + 1);
    if (cell.kind != CellKind::Code)
        return newSource(cell).append(emptyLines);
    std::vector<ShownLine> before = shownCell(cell.kind, source);
    const bool wasForeign = !before.empty() && isForeign(before.front().written);
    const bool staysForeign = wasForeign && !cell.lines.empty() && isForeign(withoutMark(cell.lines.front()));
    // The first line, which declared another language, was removed, so the cell is now Python. Lines that the listing
    // shows as comments become comments in the notebook too.
    if (wasForeign && !staysForeign)
        for (ShownLine& line : before)
            line.written = isMagic(line.written) ? line.written : line.shown;
    std::map<std::string_view, std::vector<const ShownLine*>> unused;  // by shown text, in reverse order
    for (auto line = before.rbegin(); line != before.rend(); ++line)
        unused[line->shown].push_back(&*line);
    std::vector<const ShownLine*> kept(cell.lines.size(), nullptr);
    for (std::size_t i = 0; i < cell.lines.size(); ++i)
        if (const auto found = unused.find(cell.lines[i]); found != unused.end() && !found->second.empty()) {
            kept[i] = found->second.back();
            found->second.pop_back();
        }
    std::size_t editedMagics = 0;
    for (const auto& [shown, lines] : unused)
        for (const ShownLine* line : lines)
            editedMagics += line->written != shown && isMagic(line->written) ? 1 : 0;

    ListingCell written = cell;
    for (std::size_t i = 0; i < cell.lines.size(); ++i) {
        std::string& line = written.lines[i];
        const std::string bare = withoutMark(line);
        if (kept[i] != nullptr) {
            line = kept[i]->written;
        } else if (staysForeign) {
            line = bare;
        } else if (editedMagics > 0 && line.starts_with('#') && isMagic(bare)) {
            line = bare;
            --editedMagics;
        }
    }
    return newSource(written).append(emptyLines);
}

}  // namespace engine::listing

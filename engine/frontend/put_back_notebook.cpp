#include "engine/frontend/detail/cell_match.h"
#include "engine/frontend/detail/json_places.h"
#include "engine/frontend/detail/notebook.h"
#include "engine/frontend/detail/put_back.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace engine::frontend {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct OldCell {
    JsonPlace place;
    JsonPlace source;
    std::string text;  ///< of the source
    ListingCell shown;
};

/// How the file is written: what a new piece of it has to look like.
struct Hand {
    bool hasLines = false;  ///< it is not all on one line
    std::string feed = "\n";
    std::string cellIndent = "  ";
    std::string memberIndent = "   ";
    bool escapes = false;  ///< no letter beyond ASCII stands there as itself
    bool hasIds = false;
};

/// What stands before `at` on its line, if that is only space.
std::string indentAt(std::string_view text, std::size_t at, const std::string& otherwise)
{
    const std::size_t feed = text.substr(0, at).rfind('\n');
    const std::string_view indent = text.substr(feed + 1, at - feed - 1);
    return feed == std::string_view::npos || indent.find_first_not_of(" \t") != std::string_view::npos
               ? otherwise
               : std::string(indent);
}

class NotebookWriter {
public:
    NotebookWriter(std::string_view text, std::string_view listing) : m_text(text), m_new(cellsOfListing(listing)) {}

    Result<std::string> written();

private:
    void readCells();
    void readHand(const Json& notebook);
    void findCells(JsonPlace notebook);
    [[nodiscard]] std::string pretty(const Json& value, const std::string& indent, const std::string& outer) const;
    [[nodiscard]] std::string spelled(const Json& value) const;
    [[nodiscard]] std::string sourceValue(const std::string& source, JsonPlace was) const;
    [[nodiscard]] std::string changedCell(const OldCell& old, const ListingCell& cell) const;
    [[nodiscard]] std::string newCell(const ListingCell& cell);
    [[nodiscard]] std::string freeId(const std::string& source);
    [[nodiscard]] std::string between(std::optional<std::size_t> before, std::optional<std::size_t> after) const;

    std::string_view m_text;
    std::vector<ListingCell> m_new;
    JsonPlace m_array;
    std::vector<OldCell> m_old;
    Hand m_hand;
    std::set<std::string> m_ids;
};

std::string textOf(const Json& source)
{
    if (source.is_string())
        return source.get<std::string>();
    std::string text;
    for (const Json& line : source)
        text += line.get<std::string>();
    return text;
}

/// With their ends.
std::vector<std::string> writtenLines(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t feed = text.find('\n', at);
        const std::size_t end = feed == std::string::npos ? text.size() : feed + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

void NotebookWriter::findCells(JsonPlace notebook)
{
    for (const JsonMember& member : jsonMembers(m_text, notebook))
        if (member.key == "cells")
            m_array = member.value;
    for (const JsonPlace place : jsonElements(m_text, m_array)) {
        OldCell cell;
        cell.place = place;
        cell.shown.kind = CellKind::Code;
        for (const JsonMember& member : jsonMembers(m_text, place)) {
            if (member.key == "source") {
                cell.source = member.value;
                cell.text = textOf(Json::parse(member.value.in(m_text)));
            } else if (member.key == "cell_type") {
                const Json type = Json::parse(member.value.in(m_text));
                cell.shown.kind = cellKindOf(type.is_string() ? type.get<std::string>() : std::string());
            } else if (member.key == "id") {
                const Json id = Json::parse(member.value.in(m_text));
                m_ids.insert(id.is_string() ? id.get<std::string>() : std::string());
            }
        }
        for (KeptLine& line : shownCell(cell.shown.kind, cell.text))
            cell.shown.lines.push_back(std::move(line.shown));
        m_old.push_back(std::move(cell));
    }
}

void NotebookWriter::readHand(const Json& notebook)
{
    const auto number = [&](const char* key) {
        const auto found = notebook.find(key);
        return found != notebook.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    m_hand.hasIds = !m_ids.empty() || (number("nbformat") == 4 && number("nbformat_minor") >= 5);
    m_hand.hasLines = m_text.substr(0, m_text.find_last_not_of(" \t\r\n")).find('\n') != std::string_view::npos;
    m_hand.feed = m_text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
    const bool isAscii = std::all_of(m_text.begin(), m_text.end(), [](char c) { return (c & 0x80) == 0; });
    m_hand.escapes = isAscii && m_text.find("\\u") != std::string_view::npos;
    if (m_old.empty())
        return;
    m_hand.cellIndent = indentAt(m_text, m_old.front().place.begin, m_hand.cellIndent);
    const std::size_t key = m_text.find('"', m_old.front().place.begin);
    m_hand.memberIndent = indentAt(m_text, key, m_hand.cellIndent + " ");
}

void NotebookWriter::readCells()
{
    const JsonPlace notebook = jsonValueAt(m_text, 0);
    findCells(notebook);
    readHand(Json::parse(m_text));
}

/// `indent`: of one step; `outer`: of the line on which the value begins.
std::string NotebookWriter::pretty(const Json& value, const std::string& indent, const std::string& outer) const
{
    if (!m_hand.hasLines)
        return spelled(value);
    const char space = indent.empty() ? ' ' : indent.front();
    const std::string dumped = value.dump(static_cast<int>(std::max<std::size_t>(indent.size(), 1)), space,
                                          m_hand.escapes, Json::error_handler_t::replace);
    std::string text;
    for (const char letter : dumped)
        text += letter == '\n' ? m_hand.feed + outer : std::string(1, letter);
    return text;
}

std::string NotebookWriter::spelled(const Json& value) const
{
    return value.dump(-1, ' ', m_hand.escapes, Json::error_handler_t::replace);
}

/// A text stays one. A list of lines stays one, laid out as it was, and lines that stay are spelled as they were.
std::string NotebookWriter::sourceValue(const std::string& source, JsonPlace was) const
{
    if (m_text[was.begin] == '"')
        return spelled(source);
    const std::vector<JsonPlace> old = jsonElements(m_text, was);
    std::map<std::string, std::string_view> spelling;
    for (const JsonPlace line : old)
        spelling.emplace(Json::parse(line.in(m_text)).get<std::string>(), line.in(m_text));
    const std::size_t cell = m_hand.cellIndent.size();
    const std::string step = m_hand.memberIndent.size() > cell ? m_hand.memberIndent.substr(cell) : " ";
    const std::string outer = m_hand.hasLines ? m_hand.feed + m_hand.memberIndent : "";
    std::string begin = m_hand.hasLines ? outer + step : "";
    std::string end = outer;
    if (!old.empty()) {
        begin = m_text.substr(was.begin + 1, old.front().begin - was.begin - 1);
        end = m_text.substr(old.back().end, was.end - 1 - old.back().end);
    }
    std::string between = "," + (begin.empty() && m_hand.hasLines ? " " : begin);
    if (old.size() > 1)
        between = m_text.substr(old[0].end, old[1].begin - old[0].end);
    std::string text;
    for (const std::string& line : writtenLines(source)) {
        const auto found = spelling.find(line);
        text +=
            (text.empty() ? begin : between) + (found == spelling.end() ? spelled(line) : std::string(found->second));
    }
    return text.empty() ? "[]" : "[" + text + end + "]";
}

std::string NotebookWriter::changedCell(const OldCell& old, const ListingCell& cell) const
{
    const std::string source = changedSource(old.text, cell);
    std::string text(m_text.substr(old.place.begin, old.source.begin - old.place.begin));
    text += sourceValue(source, old.source);
    text += m_text.substr(old.source.end, old.place.end - old.source.end);
    return text;
}

/// As Jupyter makes them: eight digits that no other cell has.
std::string NotebookWriter::freeId(const std::string& source)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (std::size_t number = std::hash<std::string>{}(source);; ++number) {
        std::string id;
        for (int digit = 0; digit < 8; ++digit)
            id += kDigits[(number >> static_cast<unsigned>(4 * digit)) & 15U];
        if (m_ids.insert(id).second)
            return id;
    }
}

std::string NotebookWriter::newCell(const ListingCell& cell)
{
    const std::string source = newSource(cell);
    Json made;
    made["cell_type"] = typeOf(cell.kind);
    if (cell.kind == CellKind::Code)
        made["execution_count"] = nullptr;
    if (m_hand.hasIds)
        made["id"] = freeId(source);
    made["metadata"] = Json::object();
    if (cell.kind == CellKind::Code)
        made["outputs"] = Json::array();
    made["source"] = writtenLines(source);
    const std::size_t outer = m_hand.cellIndent.size();
    const std::string step = m_hand.memberIndent.size() > outer ? m_hand.memberIndent.substr(outer) : " ";
    return pretty(made, step, m_hand.cellIndent);
}

/// What stands between two cells of the listing, by the cells that they were; before the first and behind the last,
/// what stands there.
std::string NotebookWriter::between(std::optional<std::size_t> before, std::optional<std::size_t> after) const
{
    const auto gap = [&](std::size_t from, std::size_t to) { return std::string(m_text.substr(from, to - from)); };
    if (before && after && *after == *before + 1)
        return gap(m_old[*before].place.end, m_old[*after].place.begin);
    if (m_old.size() > 1)
        return gap(m_old[0].place.end, m_old[1].place.begin);
    return m_hand.hasLines ? "," + m_hand.feed + m_hand.cellIndent : ", ";
}

Result<std::string> NotebookWriter::written()
{
    readCells();
    if (m_old.empty() && m_new.empty())
        return std::string(m_text);
    std::vector<const ListingCell*> old;
    for (const OldCell& cell : m_old)
        old.push_back(&cell.shown);
    const auto matches = matchCells(old, m_new);

    std::string text(m_text.substr(0, m_array.begin));
    const std::string line = m_hand.hasLines ? m_hand.feed : "";
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < m_new.size(); ++i) {
        const std::optional<std::size_t> was = matches[i].was;
        if (i > 0)
            text += between(last, was);
        else if (m_old.empty())
            text += "[" + line + (m_hand.hasLines ? m_hand.cellIndent : "");
        else
            text += m_text.substr(m_array.begin, m_old.front().place.begin - m_array.begin);
        if (was && matches[i].isSame)
            text += m_old[*was].place.in(m_text);
        else
            text += was ? changedCell(m_old[*was], m_new[i]) : newCell(m_new[i]);
        last = was;
    }
    if (m_new.empty())
        text += "[]";
    else if (m_old.empty())
        text += line + (m_hand.hasLines ? " " : "") + "]";
    else
        text += m_text.substr(m_old.back().place.end, m_array.end - m_old.back().place.end);
    text += m_text.substr(m_array.end);
    if (auto again = listingOfNotebook(text, "The notebook"); !again)
        return makeError(ErrorCode::Internal, "The cells could not be put back into the notebook (" +
                                                  again.error().message +
                                                  ") Nothing was written; save the listing as a .py file.");
    return text;
}

}  // namespace

Result<std::string> notebookWithListing(const std::string& bytes, std::string_view listing)
{
    std::string_view text = bytes;
    const bool hasMark = text.starts_with(kByteOrderMark);
    if (hasMark)
        text.remove_prefix(kByteOrderMark.size());
    if (auto sound = listingOfNotebook(std::string(text), "The notebook"); !sound)
        return std::move(sound).error();
    auto written = NotebookWriter(text, listing).written();
    return written && hasMark ? std::string(kByteOrderMark) + *written : written;
}

}  // namespace engine::frontend

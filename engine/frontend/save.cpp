#include "engine/frontend/detail/program_file.h"
#include "engine/frontend/runner.h"
#include "engine/io/atomic_file.h"
#include "engine/listing/notebook.h"

#include <algorithm>

namespace engine::frontend {

namespace {

/// Whether any line of the listing starts with an import.
bool hasImport(const std::string& source)
{
    for (const char* word : {"import ", "from "}) {
        const std::string start(word);
        if (source.starts_with(start) || source.find("\n" + start) != std::string::npos)
            return true;
    }
    return false;
}

/// Returns the end of the lines that must stay at the start: `#!/usr/bin/env python3`, `# -*- coding: utf-8 -*-`.
std::size_t endOfFirstLines(const std::string& source)
{
    std::size_t end = 0;
    while (source.compare(end, 2, "#!") == 0 || source.compare(end, 5, "# -*-") == 0)
        end = std::min(source.find('\n', end), source.size() - 1) + 1;
    return end;
}

std::string complete(const std::string& source, Dialect dialect)
{
    if (hasImport(source))
        return source;
    const bool hasCells = source.find("# %%") != std::string::npos;
    const std::size_t first = endOfFirstLines(source);
    return source.substr(0, first) + (hasCells ? "# %%\n" : "") + usualImports(dialect) + "\n" + source.substr(first);
}

/// Normalises a text as the editor does: some characters become line breaks, and empty lines at the end are removed.
std::string shownInEditor(std::string text)
{
    for (const std::string_view end : {"\u2029", "\uFDD0", "\uFDD1"})
        for (std::size_t at = text.find(end); at != std::string::npos; at = text.find(end, at))
            text.replace(at, end.size(), 1, '\n');
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

bool isListingOf(const std::string& source, const OpenedFile& opened)
{
    const auto listing = listingOf(opened, {});
    return listing && shownInEditor(*listing) == shownInEditor(source);
}

/// Replaces the lines of a script. Retains its byte order mark, the kind of line end that most of its lines have, and
/// the empty lines at its end, which a listing does not show.
std::string scriptWithListing(const std::string& bytes, const std::string& listing)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const auto returns = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\r'));
    const auto feeds = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    std::vector<std::string> lines = listing::linesOf(listing);
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    std::string text(bytes.starts_with(kByteOrderMark) ? kByteOrderMark : "");
    for (std::size_t i = 0; i < lines.size(); ++i)
        text.append(i == 0 ? "" : returns * 2 > feeds ? "\r\n" : "\n").append(lines[i]);
    return text + bytes.substr(std::min(bytes.size(), bytes.find_last_not_of("\r\n") + 1));
}

Result<std::string> contentOf(const std::string& source, Dialect dialect, bool asNotebook, const OpenedFile* opened)
{
    if (opened != nullptr && opened->isNotebook == asNotebook && isListingOf(source, *opened))
        return opened->bytes;
    if (opened != nullptr && opened->isNotebook == asNotebook)
        return asNotebook ? listing::notebookWithListing(opened->bytes, source)
                          : scriptWithListing(opened->bytes, source);
    const std::string whole = opened != nullptr ? source : complete(source, dialect);
    return asNotebook ? listing::notebookOfListing(whole) : whole;
}

}  // namespace

Result<OpenedFile> Runner::save(const std::string& source, Dialect dialect, const std::filesystem::path& path,
                                const OpenedFile* opened)
{
    auto content = contentOf(source, dialect, isNotebook(path), opened);
    if (!content)
        return std::move(content).error();
    if (Status status = io::writeFileAtomically(path, *content); !status)
        return std::move(status).error();
    return OpenedFile{*std::move(content), isNotebook(path)};
}

}  // namespace engine::frontend

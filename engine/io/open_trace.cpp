#include "engine/io/open_trace.h"

#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/gzip.h"
#include "engine/io/trace_file.h"

#include <algorithm>

namespace engine::io {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 30;

Error inFile(const std::filesystem::path& path, const Error& error)
{
    return makeError(error.code, "\"" + path.string() + "\" cannot be opened: " + error.message, error.where);
}

/// Behind white space and a byte order mark.
std::string_view trimmed(std::string_view content)
{
    if (content.starts_with("\xef\xbb\xbf"))
        content.remove_prefix(3);
    content.remove_prefix(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
    return content;
}

}  // namespace

Result<OpenedTrace> openTrace(const std::filesystem::path& path)
{
    Result<std::string> content = readFile(path, kMostBytes);
    if (!content)
        return std::move(content).error();
    if (detail::isGzip(*content)) {
        content = detail::gunzip(*content, kMostBytes);
        if (!content)
            return inFile(path, content.error());
    }

    trace::Store store;
    OpenedTrace opened;
    if (content->starts_with("OVLTRACE")) {
        Result<ReadReport> report = readTraceFile(*content, store);
        if (!report)
            return inFile(path, report.error());
        opened.note = report->note;
    } else if (const std::string_view json = trimmed(*content); json.starts_with('{') || json.starts_with('[')) {
        Result<ChromeImportReport> report = importChromeTrace(json, path.filename().string(), store);
        if (!report)
            return inFile(path, report.error());
        opened.note = report->note;
    } else {
        return inFile(path, makeError(ErrorCode::BadFile,
                                      "it is neither a trace of Overlap nor Chrome trace events (JSON), as its first "
                                      "bytes show."));
    }

    store.close();
    trace::TracePtr trace = store.snapshot();
    if (!opened.note.empty())
        store.apply(trace::NoteRecord{trace->extent(), opened.note, true, 0, {}});
    if (trace->isLive())
        store.apply(trace::EndRecord{trace->extent(), false});
    opened.trace = store.snapshot();
    if (opened.note.empty() && opened.trace->dropped() > 0)
        opened.note = std::to_string(opened.trace->dropped()) + " records made no sense and were left out.";
    return opened;
}

Status saveTraceAs(const trace::Trace& trace, const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".json") || name.ends_with(".json.gz") ? exportChromeTrace(trace, path)
                                                                 : saveTrace(trace, path);
}

}  // namespace engine::io

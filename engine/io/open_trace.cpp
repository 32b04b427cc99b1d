#include "engine/io/open_trace.h"

#include "engine/io/atomic_file.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/chrome_events.h"
#include "engine/io/detail/gzip.h"
#include "engine/io/detail/import_ranks.h"
#include "engine/io/detail/import_records.h"
#include "engine/io/detail/in_file.h"
#include "engine/io/detail/limits.h"
#include "engine/io/detail/nsight_events.h"
#include "engine/io/otf2_export.h"
#include "engine/io/run_set_file.h"
#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"
#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"

#include <algorithm>
#include <new>

namespace engine::io {

using detail::inFile;

namespace {

enum class Format : std::uint8_t { Unknown, Native, Json, Sqlite, Gzip };

Format formatOf(std::string_view first)
{
    if (first.starts_with("OVLTRACE"))
        return Format::Native;
    if (first.starts_with(std::string_view("SQLite format 3\0", 16)))
        return Format::Sqlite;
    if (detail::isGzip(first))
        return Format::Gzip;
    if (first.starts_with("\xef\xbb\xbf"))
        first.remove_prefix(3);
    if (first.substr(0, 4).find('\0') != std::string_view::npos)
        return Format::Unknown;
    first.remove_prefix(std::min(first.find_first_not_of(" \t\r\n"), first.size()));
    return first.starts_with('{') || first.starts_with('[') ? Format::Json : Format::Unknown;
}

/// Returns the message for a file of an unknown format; for formats that users mistake for traces, it names the remedy.
Message whatItIs(std::string_view first, const std::filesystem::path& path)
{
    const std::string ending = path.extension().string();
    if (ending == ".nsys-rep" || ending == ".qdrep")
        return message("trace.nsight-report", path.filename().string());
    if (first.empty())
        return message("trace.empty-file");
    if (first.starts_with("PK\x03\x04") || first.starts_with("PK\x05\x06"))
        return message("trace.zip");
    if (first.starts_with("\x28\xb5\x2f\xfd"))
        return message("trace.zstd", path.filename().string());
    if (first.starts_with("BZh") || first.starts_with(std::string_view("\xfd"
                                                                       "7zXZ",
                                                                       5)))
        return message("trace.bzip2-xz");
    if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff") ||
        (first.size() > 3 && (first[0] == '\0') != (first[1] == '\0')))
        return message("trace.utf16");
    return message("trace.unknown-format");
}

/// Returns bytes that were already read, then the rest of the stream.
class ConcatenatedStream final : public detail::ByteStream {
public:
    ConcatenatedStream(std::string first, detail::ByteStream& rest)
        : m_text(std::move(first)), m_first(m_text), m_rest(rest)
    {
    }
    Result<std::size_t> read(std::span<char> room) override
    {
        Result<std::size_t> got = m_first.read(room);
        return got && *got > 0 ? got : m_rest.read(room);
    }

private:
    std::string m_text;
    detail::TextStream m_first;
    detail::ByteStream& m_rest;
};

/// Skips a UTF-8 byte order mark.
class StreamWithoutByteOrderMark final : public detail::ByteStream {
public:
    explicit StreamWithoutByteOrderMark(detail::ByteStream& bytes) : m_bytes(bytes) {}
    Result<std::size_t> read(std::span<char> room) override
    {
        Result<std::size_t> got = m_bytes.read(room);
        if (got && std::exchange(m_isFirst, false) && std::string_view(room.data(), *got).starts_with("\xef\xbb\xbf")) {
            std::copy(room.begin() + 3, room.begin() + static_cast<std::ptrdiff_t>(*got), room.begin());
            *got -= 3;
            return *got > 0 ? got : m_bytes.read(room);
        }
        return got;
    }

private:
    detail::ByteStream& m_bytes;
    bool m_isFirst = true;
};

/// Writes the imported events to `store` as records. Returns a note about missing data.
Result<Message> arrange(detail::ImportedEvents events, const detail::Identity& identity, trace::Store& store,
                        const detail::ShouldContinue& shouldContinue)
{
    const std::optional<trace::RankRecord> rank = identity.rank ? identity.rank : detail::rankOf(events);
    Result<detail::ImportCounts> counts =
        detail::importRecords(std::move(events), identity.title, store, shouldContinue);
    if (!counts)
        return std::move(counts).error();
    if (rank)
        detail::addRank(*rank, *counts, store);
    return std::move(counts->note);
}

/// Reads a file of a known format into `store`. Returns a note about missing data.
Result<Message> readAs(Format format, detail::ByteStream& bytes, const detail::Identity& identity, trace::Store& store,
                       const detail::ShouldContinue& shouldContinue)
{
    if (format == Format::Native) {
        const Result<std::optional<std::string>> content = detail::readAll(bytes, detail::kMaxNativeFile);
        if (!content)
            return content.error();
        if (!*content)
            return makeError(ErrorCode::BadFile, message("trace.unpacked-too-large"));
        Result<ReadReport> report = readTraceFile(**content, store, shouldContinue);
        if (!report)
            return std::move(report).error();
        if (report->records == 0 && !report->isWhole)
            return makeError(ErrorCode::BadFile, message("trace.no-record"));
        return report->note;
    }
    StreamWithoutByteOrderMark json(bytes);
    Result<detail::ImportedEvents> events = detail::readChromeEvents(json);
    if (!events)
        return std::move(events).error();
    return arrange(*std::move(events), identity, store, shouldContinue);
}

Result<Message> readPacked(detail::ByteStream& packed, const std::filesystem::path& path,
                           const detail::Identity& identity, trace::Store& store,
                           const detail::ShouldContinue& shouldContinue)
{
    detail::GunzipStream unpacked(packed);
    std::string first(4096, '\0');
    std::size_t size = 0;
    while (size < first.size()) {
        Result<std::size_t> got = unpacked.read(std::span(first).subspan(size));
        if (!got)
            return std::move(got).error();
        if (*got == 0)
            break;
        size += *got;
    }
    first.resize(size);
    const Format format = formatOf(first);
    if (format == Format::Sqlite)
        return makeError(ErrorCode::BadFile, message("trace.packed-sqlite"));
    if (format == Format::Unknown || format == Format::Gzip)
        return makeError(ErrorCode::BadFile, message("trace.unpacked", whatItIs(first, path.stem())));
    ConcatenatedStream all(std::move(first), unpacked);
    Result<Message> note = readAs(format, all, identity, store, shouldContinue);
    if (note && unpacked.isCut())
        *note = message("trace.note.unpacked-bound", detail::GunzipStream::kMost >> 30);
    else if (note && !unpacked.isWhole() && note->empty())
        *note = message("trace.note.gzip-damaged");
    return note;
}

Result<Message> read(const std::filesystem::path& path, const detail::Identity& identity, const OpenProgress& progress,
                     trace::Store& store)
{
    Result<std::unique_ptr<detail::FileStream>> file = detail::FileStream::open(path, progress);
    if (!file)
        return std::move(file).error();
    Result<std::string> first = (*file)->peek(4096);
    if (!first)
        return std::move(first).error();
    const Format format = formatOf(*first);
    // The file has been read completely when its records are arranged, so the progress is 1.
    const detail::ShouldContinue shouldContinue = [&progress] { return !progress || progress(1.0); };
    Result<Message> note = Message();
    switch (format) {
        case Format::Unknown:
            return inFile(path, makeError(ErrorCode::BadFile, whatItIs(*first, path)));
        case Format::Gzip:
            note = readPacked(**file, path, identity, store, shouldContinue);
            break;
        case Format::Sqlite: {
            Result<detail::ImportedEvents> events = detail::readNsightEvents(path, progress);
            if (events)
                note = arrange(*std::move(events), identity, store, shouldContinue);
            else
                note = std::move(events).error();
            break;
        }
        default:
            note = readAs(format, **file, identity, store, shouldContinue);
    }
    return note ? note : Result<Message>(inFile(path, note.error()));
}

/// Whether the trace was imported from another program and has no operations. Such a trace gets a note; it is refused
/// if it has no other records with a time either.
bool isEmptyImport(const trace::Trace& trace)
{
    return trace.opCount() == 0 && trace.run().machine == trace::kImportedMachine;
}

/// Whether the trace already contains the note, because it is an import that was saved as a native file.
bool isNoted(const trace::Trace& trace, const Message& note)
{
    return std::any_of(trace.notes().begin(), trace.notes().end(),
                       [&](const trace::NoteRecord& noted) { return noted.text.english() == note.english(); });
}

}  // namespace

Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenProgress& progress)
try {
    if (isRunSet(path)) {
        Result<OpenedRuns> runs = openRunSet(path, progress);
        if (!runs)
            return std::move(runs).error();
        const bool isOne = runs->set->members().size() == 1 && runs->set->expectedRanks() == 1;
        return OpenedTrace{isOne ? runs->set->members().front().trace : ranks::overviewOf(runs->set), runs->note};
    }
    if (std::error_code error; std::filesystem::is_directory(path, error))
        return makeError(ErrorCode::NotFound, message("ranks.none-in", path.string()));
    return detail::openAs(path, {path.filename().string()}, progress);
} catch (const std::bad_alloc&) {
    return inFile(path, makeError(ErrorCode::OutOfMemory, message("trace.no-memory")));
} catch (const std::exception&) {
    return inFile(path, makeError(ErrorCode::Internal, message("trace.unreadable")));
}

Result<OpenedTrace> detail::openAs(const std::filesystem::path& path, const Identity& identity,
                                   const OpenProgress& progress)
try {
    trace::Store store;
    Result<Message> note = read(path, identity, progress, store);
    if (!note)
        return std::move(note).error();
    OpenedTrace opened;
    opened.note = *std::move(note);
    store.close();
    trace::TracePtr trace = store.snapshot();
    if (isEmptyImport(*trace) && trace->extent() == Nanoseconds{})
        return inFile(path, makeError(ErrorCode::BadFile, message("trace.note.no-operations")));
    if (opened.note.empty() && isEmptyImport(*trace))
        opened.note = message("trace.note.no-operations");
    if (!opened.note.empty() && !isNoted(*trace, opened.note))
        store.apply(trace::NoteRecord{.time = trace->extent(), .text = opened.note, .isWarning = true});
    if (trace->isLive())
        store.apply(trace::EndRecord{trace->extent(), false});
    opened.trace = store.snapshot();
    if (opened.note.empty() && opened.trace->dropped() > 0)
        opened.note = message("trace.note.records-dropped", opened.trace->dropped());
    return opened;
} catch (const std::bad_alloc&) {
    return inFile(path, makeError(ErrorCode::OutOfMemory, message("trace.no-memory")));
} catch (const std::exception&) {
    return inFile(path, makeError(ErrorCode::Internal, message("trace.unreadable")));
}

Status saveTraceAs(const trace::Trace& trace, const std::filesystem::path& path)
try {
    const std::string name = path.filename().string();
    if (name.ends_with(".otf2"))
        return exportOtf2(trace, path);
    const auto set = trace.rankPart().set;
    if (set && !name.ends_with(".json") && !name.ends_with(".json.gz"))
        return saveRunSet(*set, path);
    return name.ends_with(".json") || name.ends_with(".json.gz") ? exportChromeTrace(trace, path)
                                                                 : saveTrace(trace, path);
} catch (const std::bad_alloc&) {
    return makeError(ErrorCode::OutOfMemory, message("io.no-memory-to-write", path.string()));
}

}  // namespace engine::io

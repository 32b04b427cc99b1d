#pragma once

#include "engine/base/message.h"

#include <algorithm>
#include <string_view>

namespace engine::messages {

// clang-format off
/// Every sentence that the window translates: its id and its English. resources/translations has Chinese and Korean
/// for each row; the id is the comment there.
inline constexpr MessageText kTable[] = {
    {"sentences", "{0} {1}"},

    // Files
    {"io.not-written", "\"{0}\" cannot be written: {1}."},
    {"io.not-written-unchanged", "\"{0}\" cannot be written: {1}. The previous file is unchanged. Choose another place or free some space, and save again."},
    {"io.not-written-elsewhere", "\"{0}\" cannot be written: {1}. Choose another place."},
    {"io.read-only", "\"{0}\" cannot be written: the file is read-only. Save under another name, or make the file writable."},
    {"io.link-circle", "\"{0}\" cannot be written: it is a symbolic link that leads back to itself. Save under another name, or remove the link."},
    {"io.pipe-without-reader", "\"{0}\" cannot be written: it is a pipe or socket without a reader. Save to a file."},
    {"io.no-memory-to-write", "\"{0}\" cannot be written: not enough memory."},
    {"io.not-read", "\"{0}\" cannot be read: {1}."},
    {"io.disk-full", "the disk is full"},
    {"io.above-system-limit", "the file would become larger than the system allows"},
    {"io.read-only-disk", "the disk is read-only"},
    {"io.no-write-permission", "you have no permission to write there"},
    {"io.no-read-permission", "you have no permission to read it"},
    {"io.no-folder", "its folder does not exist"},
    {"io.path-not-folder", "a part of its path is not a folder"},
    {"io.folder", "it is a folder"},
    {"io.name-too-long", "its name is too long"},
    {"io.not-a-file", "it is {0}, not a file"},
    {"io.too-large", "it is too large"},
    {"io.not-found", "there is no such file"},
    {"io.a-folder", "a folder"},
    {"io.a-pipe", "a pipe"},
    {"io.a-socket", "a socket"},
    {"io.a-device", "a device"},

    // Opening traces
    {"trace.not-opened", "\"{0}\" cannot be opened: {1}"},
    {"trace.stopped", "Opening \"{0}\" was stopped."},
    {"trace.no-memory", "it needs more memory than this computer has free."},
    {"trace.nsight-report", "it is an Nsight Systems report. Export it as SQLite first: nsys export --type sqlite {0}."},
    {"trace.empty-file", "it is empty."},
    {"trace.zip", "it is a zip archive. Unpack it and open the trace inside."},
    {"trace.zstd", "it is compressed with zstd. Unpack it first: unzstd {0}."},
    {"trace.bzip2-xz", "it is compressed with bzip2 or xz. Unpack it first."},
    {"trace.utf16", "it is UTF-16 text. Save it as UTF-8."},
    {"trace.unknown-format", "it is neither an Overlap trace nor Chrome trace events (JSON) nor an SQLite export of Nsight Systems, as its first bytes show."},
    {"trace.unpacked", "unpacked, {0}"},
    {"trace.unpacked-too-large", "it is larger than 1 GiB when unpacked."},
    {"trace.packed-sqlite", "it is an SQLite file compressed with gzip. Unpack it first."},
    {"trace.bad-gzip", "it starts like a gzip file but cannot be unpacked."},
    {"trace.invalid-json-end", "invalid JSON at byte {0}, where the file ends."},
    {"trace.invalid-json", "invalid JSON at byte {0}."},
    {"trace.no-events", "it is JSON, but has no list of trace events (\"traceEvents\")."},
    {"trace.bad-sqlite", "it is an SQLite database that cannot be read ({0}). Export the report again."},
    {"trace.other-sqlite", "it is an SQLite database of another program: it has none of the tables that Nsight Systems writes (nsys export --type sqlite)."},
    {"trace.not-overlap", "This is not an Overlap trace: its first bytes differ."},
    {"trace.no-record", "This trace is cut off before its first record."},
    {"trace.other-version", "This trace has version {0} of the format, and this program reads versions up to {1}. A newer Overlap may open it."},
    {"trace.note.gzip-damaged", "The file is cut off or damaged within its gzip data. Everything before that is shown."},
    {"trace.note.event-cut", "The file is cut off within an event. Everything before that is shown."},
    {"trace.note.invalid-json", "The file has invalid JSON at byte {0}. Everything before that is shown."},
    {"trace.note.database-damaged", "The database is damaged. What could be read is shown."},
    {"trace.note.no-operations", "This file has no operation that can be shown: no event has a start and an end that are numbers within the range of a trace."},
    {"trace.note.records-dropped", "{0} invalid records were left out."},
    {"trace.note.records-cut", "The file is cut off or damaged after {0} records. Everything before that is shown."},
    {"trace.note.records-bound", "The file has more than a trace can store, 2 GiB or 134 million records. The first {0} records are shown."},
    {"trace.note.another-behind", "Another trace follows in the file. It is not shown."},
    {"trace.note.bytes-behind", "The trace is complete, but {0} bytes that do not belong to it follow in the file."},
    {"trace.note.events-bound", "{0} events are left out: the file has more events or tracks than can be shown."},
    {"trace.note.names-bound", "Names late in the file are left out: together they are too long."},
    {"trace.note.byte-counters", "Stored as metrics, because the file does not tell whose memory they count: {0}."},
    {"trace.note.byte-counters-more", "Stored as metrics, because the file does not tell whose memory they count: {0} and more."},
};
// clang-format on

/// The row of `id`; null if there is none.
[[nodiscard]] constexpr const MessageText* find(std::string_view id)
{
    for (const MessageText& row : kTable)
        if (id == row.id)
            return &row;
    return nullptr;
}

/// One more than the highest placeholder of `english`.
[[nodiscard]] constexpr std::size_t argumentsOf(std::string_view english)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at + 2 < english.size(); ++at)
        if (english[at] == '{' && english[at + 2] == '}' && english[at + 1] >= '0' && english[at + 1] <= '9')
            count = std::max(count, static_cast<std::size_t>(english[at + 1] - '0') + 1);
    return count;
}

}  // namespace engine::messages

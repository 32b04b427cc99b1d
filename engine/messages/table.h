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
    {"io.path-not-folder", "part of its path is not a folder"},
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
    {"trace.unpacked-too-large", "it is larger than 1 GiB when decompressed."},
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
    {"trace.note.event-timeless", "1 event without a time that is a number is left out."},
    {"trace.note.events-timeless", "{0} events without a time that is a number are left out."},
    {"trace.note.event-backwards", "1 event of negative length is left out."},
    {"trace.note.events-backwards", "{0} events of negative length are left out."},

    // Programs
    {"program.unknown", "There is no program {0}: neither a file nor one of {1}."},
    {"program.no-file", "There is no file {0}."},
    {"program.not-a-file", "{0} is {1}, not a program. Save the program to a file and open that."},
    {"program.too-large", "{0} is larger than {1} MiB, too large for a program."},
    {"program.not-read", "{0} cannot be read. Check its permissions."},
    {"program.not-text", "{0} is not a text file, so it is not a program."},
    {"program.not-utf8", "{0}, line {1}: this is not UTF-8 text. Save the file in UTF-8 to open it here."},
    {"program.bad-header", "{0}, line {1}: invalid header line: {2}"},
    {"program.no-title", "{0}: the header has no id or no title."},
    {"program.repeated-id", "{0}: another file has the id {1} and the same dialect. Give this file a different id."},
    {"program.chapter-missing", "The chapter's programs were not found in {0}."},
    {"program.not-notebook", "{0} is not a Jupyter notebook: {1}."},
    {"program.notebook.not-json", "it is not JSON"},
    {"program.notebook.no-cells", "it has no list of cells (notebooks of format 4 have one)"},
    {"program.notebook.cell-no-object", "one of its cells is not an object"},
    {"program.notebook.cell-no-source", "cell {0} has no source (a text or a list of lines)"},
    {"program.notebook.cell-no-text", "one of its cells is not text"},
    {"program.syntax", "Line {0} of the listing is not Python: {1}."},
    {"program.syntax-in-cell", "Line {0} of the listing ({1}) is not Python: {2}."},
    {"program.nested-too-deep", "The listing is nested too deeply. Write its longest expression as several statements."},
    {"program.no-parameter", "This program has no parameter {0}. It has {1}."},
    {"program.parameter-choice", "The parameter {0} is one of {1}; it is {2}."},
    {"program.parameter-value", "The parameter {0} must be {1}; it is {2}."},
    {"program.parameter-empty", "empty"},
    {"program.whole-number", "a whole number from {0} to {1}"},
    {"program.whole-number-at-least", "a whole number of at least {0}"},
    {"program.number", "a number from {0} to {1}"},
    {"program.devices", "The parameter devices takes numbers of GPUs such as 0,1, or all, or cpu for none; it is {0}."},
    {"program.devices-repeated", "The parameter devices takes numbers of GPUs such as 0,1, each once; it is {0}."},
    {"program.devices-no-gpu", "The parameter devices names GPU {0}, but the machine {1} has no GPU. Leave devices out, or choose cpu."},
    {"program.devices-one-gpu", "The parameter devices names GPU {0}, but the machine {1} has one, GPU 0."},
    {"program.devices-fewer-gpus", "The parameter devices names GPU {0}, but the machine {1} has {2}, GPU 0 to GPU {3}."},
    {"program.all-reduce-torch", "The parameter allReduce selects how MXNet's Trainer adds gradients. It has no effect in a program for torch: leave it out, or run a listing for mxnet."},
    {"program.resources-missing", "Overlap's programs and machines were not found in {0}. Set OVERLAP_RESOURCES to the folder that contains workloads and machines."},

    // Python
    {"python.dialects-not-loaded", "Python started, but the dialects cannot be loaded: {0}"},
    {"python.not-started", "Python does not start ({0}): {1}."},
    {"python.no-reason", "no reason given"},
    {"python.no-memory", "Python does not start: not enough memory."},
    {"python.library-missing", "Python's standard library was not found in {0}, and programs cannot run without it. Install the package libpython3.11-stdlib."},
    {"python.dialects-missing", "The dialects (torch, mxnet, d2l) were not found in {0}, and programs cannot run without them. Install Overlap again."},
    {"python.already-running", "Python is already running in this process."},

    // Runs
    {"run.stopped", "The run was stopped."},
    {"run.no-memory", "The run needs more memory than this computer has free."},
    {"run.too-many-operations", "The program issues more operations than a run can store. Let it issue fewer."},
    {"run.times-only", "This run models times only: no values were computed. Choose computed values to read them."},
    {"run.reads-nan", "This run models times only: numbers that the program reads are nan. Choose computed values to see what it learns."},
    {"run.not-a-number", "From step {0} on, \"{1}\" is not a number (NaN). A learning rate that is too large or not a number causes this. Check the values that the first such step reads."},
    {"run.stopped-in-batch", "Stopped in batch {0} of {1}: everything recorded until then is kept and can be saved."},
    {"run.stopped-in", "Stopped in batch {0}: everything recorded until then is kept and can be saved."},
    {"run.no-cpu-engine", "Values cannot be computed here: this build has no CPU engine. Choose timing only."},
    {"run.value-threads", "Values can be computed by 1 to 256 threads, not by {0}."},
    {"run.cpu-workers", "A CPU can have 1 to 64 engine workers, not {0}."},
    {"run.copy-unsynchronized", "This line uses data that a copy may still be writing. The virtual machine waits; a program on a GPU would not. Call synchronize() first."},
    {"run.stream-unsynchronized", "Nothing makes this line wait for the other stream that writes or still reads its data. The virtual machine waits; a GPU would not. Call wait_stream() or use an event."},
    {"run.output-bound", "The program printed more than 4 MiB. The rest is not stored."},
    {"run.statements-bound", "The program ran more than 200,000 statements. Later statements are not drawn one by one."},
    {"run.bound", "This run has recorded {0} operations ({1} in memory), and {2}, so it was stopped. What was recorded is kept. Let the program issue fewer operations, or end its loop."},
    {"run.bound-free", "only {0} of this computer's memory are free"},
    {"run.bound-chosen", "may use {0} (OVERLAP_RUN_MEMORY)"},
    {"run.bound-most", "may use {0}, so that the computer stays usable"},

    // Machines
    {"machine.unknown", "There is no machine \"{0}\" and no file of that name. Known: {1}."},
    {"machine.unknown-empty-folder", "There is no machine \"{0}\" and no file of that name. Known: {1} (none in {2})."},
    {"machine.invalid-json", "{0} is not a machine file: invalid JSON ({1})."},
    {"machine.too-large", "{0} is not a machine file: it is larger than 4 MiB."},
    {"machine.not-a-file", "{0} is {1}, not a machine file."},
    {"machine.not-read", "The machine file {0} cannot be read: {1}."},
    {"machine.no-permission", "no permission"},
    {"machine.repeated-field", "{0}: the field {1} occurs twice in one object. Remove one of them."},

    // Parts of a batch
    {"part.read", "read, split"},
    {"part.forward", "forward"},
    {"part.backward", "backward"},
    {"part.allreduce", "allreduce"},
    {"part.sgd", "sgd"},
    {"part.evaluate", "evaluate"},
    {"part.wait", "wait"},
    {"part.copies", "copies"},
    {"part.kernels", "kernels"},
    {"part.between-gpus", "between GPUs"},
    {"part.optimizer", "optimizer"},
    {"part.evaluation", "evaluation"},
    {"part.idle", "waits, idle"},

    // Calibration
    {"calibrate.other-programs", "other programs"},
    {"calibrate.operations", "operations"},
    {"calibrate.products", "products"},
    {"calibrate.dense-layers", "dense layers"},
    {"calibrate.convolutions", "convolutions"},
    {"calibrate.memory", "memory"},
    {"calibrate.random-numbers", "random numbers"},
    {"calibrate.norms", "norms"},
    {"calibrate.copies-in-memory", "copies in memory"},
    {"calibrate.pages", "pages"},
    {"calibrate.operations-of-a-worker", "operations of a worker"},
    {"calibrate.calls-of-the-mxnet-dialect", "calls of the MXNet dialect"},
    {"calibrate.layers-of-the-mxnet-dialect", "layers of the MXNet dialect"},
    {"calibrate.calls-of-the-pytorch-dialect", "calls of the PyTorch dialect"},
    {"calibrate.batches-of-images", "batches of images"},
    {"calibrate.empty-kernels-on-gpu", "empty kernels on GPU {0}"},
    {"calibrate.waits-on-gpu", "waits on GPU {0}"},
    {"calibrate.launches-on-gpu", "launches on GPU {0}"},
    {"calibrate.elementwise-work-on-gpu", "elementwise work on GPU {0}"},
    {"calibrate.products-on-gpu", "products on GPU {0}"},
    {"calibrate.convolutions-on-gpu", "convolutions on GPU {0}"},
    {"calibrate.events-on-gpu", "events on GPU {0}"},
    {"calibrate.kernels-side-by-side-on-gpu", "kernels side by side on GPU {0}"},
    {"calibrate.copies-beside-kernels-on-gpu", "copies beside kernels on GPU {0}"},
    {"calibrate.the-launch-queue-on-gpu", "the launch queue on GPU {0}"},
    {"calibrate.room-on-gpu", "room on GPU {0}"},
    {"calibrate.copies-to-and-from-gpu", "copies to and from GPU {0}"},
    {"calibrate.copies-both-ways-of-gpu", "copies both ways of GPU {0}"},
    {"calibrate.pageable-copies-from-gpu", "pageable copies from GPU {0}"},
    {"calibrate.page-locking-for-gpu", "page-locking for GPU {0}"},
    {"calibrate.allocations-on-gpu", "allocations on GPU {0}"},
    {"calibrate.allocations-beside-kernels-on-gpu", "allocations beside kernels on GPU {0}"},
    {"calibrate.copies-between-gpus", "copies from GPU {0} to GPU {1}"},
    {"calibrate.all-gpus-at-once", "all GPUs at once"},
    {"calibrate.first-touch", "first touch"},
    {"calibrate.one-core", "one core"},
    {"calibrate.calls-of-layers", "calls of layers"},
    {"calibrate.normal-random-numbers", "normal random numbers"},
    {"calibrate.others-at-work", "Other programs were running: a thread that never waits got {0} % of a processor. Calibrate again when the computer is idle."},
    {"calibrate.stopped", "The calibration was stopped; nothing was written."},
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

/// Number of arguments of a row: the highest placeholder index in `english` plus 1.
[[nodiscard]] constexpr std::size_t argumentsOf(std::string_view english)
{
    std::size_t count = 0;
    for (std::size_t at = 0; at + 2 < english.size(); ++at)
        if (english[at] == '{' && english[at + 2] == '}' && english[at + 1] >= '0' && english[at + 1] <= '9')
            count = std::max(count, static_cast<std::size_t>(english[at + 1] - '0') + 1);
    return count;
}

}  // namespace engine::messages

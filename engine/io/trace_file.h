#pragma once

#include "engine/base/result.h"
#include "engine/io/atomic_file.h"
#include "engine/trace/sink.h"
#include "engine/trace/store.h"
#include "engine/trace/trace.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

/// The native trace file: a header, then chunks of records, each compressed (zstd) with its length and checksum, and a
/// last chunk that says that the file is whole. The same records give the same bytes: nothing of the machine or the
/// moment of writing is in it.
namespace engine::io {

/// Writes records to a file as they come; give it to Recorder::tee(). Bytes reach the disk chunk by chunk, in
/// "NAME.XXXXXX.partial" beside the file, which can be opened should the program die; close() gives it its name.
/// Threads: one at a time.
class TraceFileWriter final : public trace::Sink {
public:
    [[nodiscard]] static Result<std::shared_ptr<TraceFileWriter>> create(const std::filesystem::path& path);
    ~TraceFileWriter() override;

    void write(trace::Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;

    /// What was written so far reaches the disk, as a chunk that ends here: for a file that may never be finished,
    /// since the bytes are then no longer those of the records alone.
    void flush();

    /// Finishes the file. The first error of anything so far: InputOutput.
    [[nodiscard]] Status close();

private:
    struct State;
    explicit TraceFileWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Writes a run that is in memory; a live one as far as it has come.
[[nodiscard]] Status saveTrace(const trace::Trace& trace, const std::filesystem::path& path);

/// Hands the records of which `trace` was made to `sink`, in an order of their own: definitions, then operations by
/// number, each with its edges and its life, then the rest.
void replay(const trace::Trace& trace, trace::Sink& sink);

struct ReadReport {
    std::uint64_t records = 0;
    bool isWhole = true;
    /// A sentence if the file is cut off or damaged and only its beginning was read, or if it goes on behind its end.
    std::string note;
};

/// Applies the records of a native file's content to `store`, up to its last whole chunk.
/// `goesOn` is asked before each chunk; false stops the reading.
/// Errors: BadFile if not even the header is right, or if it was written by a newer version; Cancelled.
[[nodiscard]] Result<ReadReport> readTraceFile(std::string_view content, trace::Store& store,
                                               const std::function<bool()>& goesOn = {});

}  // namespace engine::io

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
/// last chunk that marks the file as complete. The same records give the same bytes: the writer adds neither a time nor
/// the name of a computer.
namespace engine::io {

/// Writes records to a file as they arrive; pass it to Recorder::tee(). Chunks are written to the file
/// "NAME.XXXXXX.partial" in the same folder. That file can be opened after a crash; close() renames it to NAME.
/// Threads: one at a time.
class TraceFileWriter final : public trace::Sink {
public:
    /// Errors: InputOutput, if the file cannot be created in its folder.
    [[nodiscard]] static Result<std::shared_ptr<TraceFileWriter>> create(const std::filesystem::path& path);
    ~TraceFileWriter() override;

    void write(trace::Record record) override;
    [[nodiscard]] NameId intern(std::string_view text) override;

    /// Ends the current chunk and writes it to the file, so that it survives if this process is killed. The chunks of
    /// the file then depend on the calls of flush(), and not on the records alone.
    void flush();

    /// Makes close() retain the chunks that were written before the disk became full, although it returns the error.
    void retainPart();

    /// Finishes the file. Returns the first error of any call so far: InputOutput.
    [[nodiscard]] Status close();

private:
    struct State;
    explicit TraceFileWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Writes a run from memory; of a live run, the records so far. Errors: InputOutput.
[[nodiscard]] Status saveTrace(const trace::Trace& trace, const std::filesystem::path& path);

/// Passes the records of `trace` to `sink` in a fixed order: definitions, then operations by number, each with its
/// edges and its lifetime, then all others.
void replay(const trace::Trace& trace, trace::Sink& sink);

struct ReadReport {
    std::uint64_t records = 0;
    bool isWhole = true;
    /// Set if only the beginning was read, because the file is truncated, damaged or too large, or if bytes follow the
    /// end.
    Message note;
};

/// Applies the records of a native file's content to `store`, up to its last complete chunk. Calls `shouldContinue`
/// before each chunk; false stops reading. Errors: BadFile if the header is invalid or of a version that this program
/// cannot read; Cancelled.
[[nodiscard]] Result<ReadReport> readTraceFile(std::string_view content, trace::Store& store,
                                               const std::function<bool()>& shouldContinue = {});

/// Whether a native file's content is complete and its checksums match. The records may still be invalid.
[[nodiscard]] bool isWholeTraceFile(std::string_view content);

}  // namespace engine::io

#pragma once

#include "engine/base/result.h"
#include "engine/trace/store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace engine::io {

namespace detail {
class ChunkWriter;
}

/// A native file of ranks. Reads only the index when it is opened, then the chunks of the ranks that are loaded.
/// If the file was cut off, the complete chunks are found by their headers.
/// Threads: one at a time.
class RankFile {
public:
    /// Errors: NotFound; InputOutput; BadFile if it is not a file of ranks, or of a version that this program cannot
    /// read.
    [[nodiscard]] static Result<std::unique_ptr<RankFile>> open(const std::filesystem::path& path);
    ~RankFile();
    /// Whether `path` is a native file of ranks.
    [[nodiscard]] static bool isOne(const std::filesystem::path& path);

    /// Returns the ranks in the file, ascending.
    [[nodiscard]] std::span<const std::uint32_t> ranks() const;
    [[nodiscard]] const std::filesystem::path& path() const;
    /// Version of the format.
    [[nodiscard]] std::uint32_t version() const;
    /// Whether the file ends with an index of its chunks.
    [[nodiscard]] bool isWhole() const;
    /// Reads one rank up to the first damaged chunk. If records are missing, the trace has a note and ends with an
    /// incomplete EndRecord. Errors: BadFile if no record of the rank can be read.
    [[nodiscard]] Result<trace::TracePtr> load(std::uint32_t rank, trace::Detail detail);

    /// Copies the chunks of one rank, without the index, up to the first damaged chunk.
    void copyTo(detail::ChunkWriter& chunks, std::uint32_t rank);

private:
    struct State;
    explicit RankFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace engine::io

#pragma once

#include "engine/base/result.h"
#include "engine/io/detail/record_codec.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;

/// The chunks of native trace files (engine/io/README.md). In files of several ranks (hasRanks()) each chunk belongs
/// to a rank, and an index of all chunks precedes the last one.
namespace engine::io::detail {

constexpr std::string_view kMagic = "OVLTRACE";
constexpr std::size_t kHeaderSize = 16;  ///< magic, version, guard
/// Limits for all chunks of a file together. 10 million operations need a third of kMaxUnpacked. kMaxRecords is a
/// separate limit: a record of four bytes in the file takes many times as many bytes in memory.
constexpr std::size_t kMaxUnpacked = std::size_t{1} << 31;
constexpr std::size_t kMaxRecords = std::size_t{1} << 27;

enum class ChunkKind : std::uint32_t {
    Records = 0x4b4e4843,      ///< "CHNK"
    Last = 0x5453414c,         ///< "LAST": marks the file as complete; `records`: records in the file, modulo 2^32
    Rank = 0x4b4e4152,         ///< "RANK": RankRecords
    Collectives = 0x4c4c4f43,  ///< "COLL": GroupRecords and CollectiveRecords
    Clock = 0x4b434c43,        ///< "CLCK": ClockRecords
    Index = 0x58444e49,        ///< "INDX"
};

struct Chunk {
    ChunkKind kind = ChunkKind::Records;
    std::uint32_t rank = 0;
    std::uint32_t unpacked = 0;
    std::uint32_t records = 0;
    std::string_view body;
};

/// A chunk's position in a file.
struct ChunkPlace {
    ChunkKind kind = ChunkKind::Records;
    std::uint32_t rank = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  ///< in bytes, with the chunk's header
};

[[nodiscard]] constexpr std::size_t chunkHeaderSize(std::uint32_t version)
{
    return hasRanks(version) ? 24 : 20;
}

[[nodiscard]] std::string fileHeader(std::uint32_t version);
/// Returns the version from a file's first bytes. Errors: BadFile if they are no header, or have a version that this
/// program cannot read.
[[nodiscard]] Result<std::uint32_t> versionOf(std::string_view content);

/// Returns the chunk at `at` and moves `at` to the next one; nullopt if the chunk is truncated or damaged.
[[nodiscard]] std::optional<Chunk> nextChunk(std::string_view content, std::size_t& at, std::uint32_t version);
/// Returns whether the body could be decompressed to the size that the chunk states.
[[nodiscard]] bool unpack(const Chunk& chunk, std::string& into);
/// Returns the places in an index; nullopt if they do not ascend, overlap, extend beyond `end`, or have a rank that is
/// too large.
[[nodiscard]] std::optional<std::vector<ChunkPlace>> readIndex(std::string_view unpacked, std::uint64_t end);
/// Reads the offset of the index from the last bytes of a complete file.
[[nodiscard]] std::optional<std::uint64_t> indexOffset(std::string_view lastBytes);
constexpr std::size_t kLastChunkSize = 32;  ///< size in files of several ranks, with the offset of the index

/// Passes the bytes of a file to `output`: its header, then its chunks, compressed.
class ChunkWriter {
public:
    using Output = std::function<Status(std::string_view)>;

    ChunkWriter(Output output, std::uint32_t version);
    ~ChunkWriter();
    ChunkWriter(const ChunkWriter&) = delete;
    ChunkWriter& operator=(const ChunkWriter&) = delete;

    void write(ChunkKind kind, std::uint32_t rank, std::uint32_t records, std::string_view unpacked);
    /// Writes a chunk of another file of the same version, unchanged.
    void copy(const Chunk& chunk);
    /// Writes the index, if the version has one, and the last chunk. Returns the first error of this and earlier calls.
    [[nodiscard]] Status finish();
    /// The first error so far.
    [[nodiscard]] const Status& status() const { return m_status; }

private:
    void append(std::string_view bytes);

    Output m_output;
    std::uint32_t m_version;
    Status m_status;
    ZSTD_CCtx_s* m_context;
    std::string m_packed;
    std::vector<ChunkPlace> m_places;
    std::uint64_t m_at = 0;
    std::uint32_t m_records = 0;  ///< number of records in all chunks, modulo 2^32
};

}  // namespace engine::io::detail

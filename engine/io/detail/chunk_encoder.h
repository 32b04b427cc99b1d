#pragma once

#include "engine/io/detail/native_chunk.h"
#include "engine/io/detail/record_codec.h"
#include "engine/trace/sink.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace engine::io::detail {

/// Encodes the records of one program run, or of one of its ranks, into one chunk per ChunkKind.
class ChunkEncoder {
public:
    /// Sets the rank to which later chunks belong. Without a rank, encode() drops records about ranks, clocks, groups
    /// and collectives, because they must belong to a rank.
    void setRank(std::uint32_t rank) { m_rank = rank; }
    [[nodiscard]] std::uint32_t version() const { return m_rank ? kRankVersion : kVersion; }

    void encode(trace::Record& record);
    /// Whether one of the chunks is full. The caller then writes all chunks, so that a file that is cut off later
    /// contains the RankRecord too.
    [[nodiscard]] bool isFull() const;
    [[nodiscard]] bool isEmpty() const;
    void write(ChunkWriter& chunks);

private:
    // Larger chunks compress better, but if this program crashes, the last chunk is lost.
    static constexpr std::size_t kChunkBytes = std::size_t{1} << 18;

    std::optional<std::uint32_t> m_rank;
    std::array<RecordEncoder, 4> m_encoders;  ///< for RankRecords, ClockRecords, collectives, and all others
};

/// Writes the records of one program run, or of one of its ranks, to chunks. Call flush() after the last record.
class ChunkSink final : public trace::Sink {
public:
    explicit ChunkSink(ChunkWriter& chunks) : m_chunks(chunks) {}
    ChunkSink(ChunkWriter& chunks, std::uint32_t rank) : m_chunks(chunks) { m_encoder.setRank(rank); }
    void write(trace::Record record) override;
    /// Unused: replay() writes the names of the trace.
    [[nodiscard]] NameId intern(std::string_view /*text*/) override { return {}; }
    void flush() { m_encoder.write(m_chunks); }

private:
    ChunkWriter& m_chunks;
    ChunkEncoder m_encoder;
};

}  // namespace engine::io::detail

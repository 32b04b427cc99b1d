#pragma once

#include "engine/io/detail/native_chunk.h"
#include "engine/trace/store.h"

#include <string>

namespace engine::io::detail {

/// Applies the records of chunks to stores, within the limits of one file.
class RecordApplier {
public:
    explicit RecordApplier(std::uint32_t version) : m_version(version) {}

    /// Applies a chunk with a correct checksum. Returns false if the chunk exceeds the limits or cannot be decompressed
    /// (nothing is applied then), if it contains an invalid record (only the records before it are applied), or if
    /// bytes follow its records.
    [[nodiscard]] bool apply(const Chunk& chunk, trace::Store& store);

    [[nodiscard]] std::uint64_t records() const { return m_records; }
    /// Whether a chunk was refused because of the limits.
    [[nodiscard]] bool isTooLarge() const { return m_isTooLarge; }

private:
    std::uint32_t m_version;
    std::string m_unpacked;
    std::size_t m_bytes = 0;
    std::uint64_t m_records = 0;
    bool m_isTooLarge = false;
};

}  // namespace engine::io::detail

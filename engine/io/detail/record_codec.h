#pragma once

#include "engine/trace/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Version of the format. Program runs of several ranks are written as kRankVersion, all others as kVersion. Changes:
/// in version 10 the number of a rank's run was added; in 7 the waits that the user has switched; in 5 the layer of
/// operations and the shape of their results; in 4 the use of links; since 3, notes are messages instead of English
/// texts.
constexpr std::uint32_t kVersion = 7;
constexpr std::uint32_t kRankVersion = 10;
constexpr std::uint32_t kOldestVersion = 2;

/// Whether files of this version contain several ranks: versions 6, 8 and 10.
[[nodiscard]] constexpr bool hasRanks(std::uint32_t version)
{
    return version >= 6 && version % 2 == 0;
}

/// Returns the number that follows the version in a file's header: 0 in version 2; in later versions the inverted bits
/// of the version, so that a damaged version number is detected.
[[nodiscard]] constexpr std::uint32_t guardOf(std::uint32_t version)
{
    return version < 3 ? 0 : ~version;
}

/// Encodes records as bytes: a tag, then the fields. Integers have variable length; a time is stored as the difference
/// to the preceding time. Each chunk has its own encoder and decoder, so that a chunk can be read alone.
class RecordEncoder {
public:
    void encode(trace::Record& record);

    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    void clear();

private:
    std::string m_bytes;
    std::uint32_t m_count = 0;
    std::int64_t m_lastTime = 0;
};

class RecordDecoder {
public:
    explicit RecordDecoder(std::string_view bytes, std::uint32_t version = kVersion)
        : m_bytes(bytes), m_version(version)
    {
    }

    [[nodiscard]] bool atEnd() const { return m_at == m_bytes.size(); }
    /// Returns the next record; nullopt at the end, or if the bytes are invalid. All later calls then return nullopt
    /// too.
    [[nodiscard]] std::optional<trace::Record> next();

private:
    std::string_view m_bytes;
    std::uint32_t m_version;
    std::size_t m_at = 0;
    std::int64_t m_lastTime = 0;
};

}  // namespace engine::io::detail

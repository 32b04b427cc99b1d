#pragma once

#include "engine/trace/record.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Records as bytes: a tag, then the fields; numbers take as many bytes as they need, times are differences to the time
/// before. One encoder or decoder per chunk, so that each chunk can be read by itself.
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
    explicit RecordDecoder(std::string_view bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool atEnd() const { return m_at == m_bytes.size(); }
    /// The next record; none if the bytes make no sense (and for good then).
    [[nodiscard]] std::optional<trace::Record> next();

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
    std::int64_t m_lastTime = 0;
};

}  // namespace engine::io::detail

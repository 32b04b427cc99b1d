#pragma once

#include "engine/io/detail/record_codec.h"
#include "engine/io/trace_file.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>
#include <zstd.h>

/// Builds native trace files with correct checksums and arbitrary other contents, and compressed files.
namespace tests {

inline void put32(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>(value >> shift));
}

inline std::string nativeHeader()
{
    std::string header = "OVLTRACE";
    put32(header, engine::io::detail::kVersion);
    put32(header, engine::io::detail::guardOf(engine::io::detail::kVersion));
    return header;
}

/// Returns a chunk of records whose header states `unpacked` bytes and `count` records, which may be false.
inline std::string nativeChunk(std::string_view records, std::uint32_t unpacked, std::uint32_t count)
{
    std::string body(ZSTD_compressBound(records.size()), '\0');
    body.resize(ZSTD_compress(body.data(), body.size(), records.data(), records.size(), 1));
    std::string chunk;
    put32(chunk, 0x4b4e4843);
    put32(chunk, static_cast<std::uint32_t>(body.size()));
    put32(chunk, unpacked);
    put32(chunk, count);
    const auto add = [](uLong sum, std::string_view bytes) {
        return crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    };
    put32(chunk, static_cast<std::uint32_t>(add(add(crc32_z(0, nullptr, 0), chunk), body)));
    return chunk + body;
}

struct Encoded {
    std::string bytes;
    std::uint32_t count = 0;
};

/// Returns the records of a run, encoded as in an uncompressed chunk of a native file.
inline Encoded recordsOf(const engine::trace::Trace& trace)
{
    struct Encoding final : engine::trace::Sink {
        engine::io::detail::RecordEncoder encoder;
        std::uint32_t names = 0;
        void write(engine::trace::Record record) override { encoder.encode(record); }
        engine::NameId intern(std::string_view) override { return engine::NameId{names++}; }
    };
    Encoding encoding;
    engine::io::replay(trace, encoding);
    return {std::string(encoding.encoder.bytes()), encoding.encoder.count()};
}

/// Compresses a file with gzip.
inline std::string packed(const std::string& text)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

}  // namespace tests

#include "engine/io/detail/native_chunk.h"

#include "engine/io/detail/record_codec.h"
#include "engine/messages/messages.h"
#include "engine/trace/rank_records.h"

#include <zlib.h>
#include <zstd.h>

namespace engine::io::detail {

namespace {

// Our writer's chunks are much smaller; a chunk that states a larger size is damaged.
constexpr std::size_t kMaxChunkBytes = std::size_t{1} << 28;
constexpr std::size_t kPlaceSize = 24;
constexpr int kLevel = 1;  // zstd is fast at this level, so that a live run does not wait for its file

template <typename T>
void append(std::string& out, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out.push_back(static_cast<char>(value >> (8 * i)));
}

template <typename T>
T get(std::string_view bytes, std::size_t at)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value |= static_cast<T>(T{static_cast<unsigned char>(bytes[at + i])} << (8 * i));
    return value;
}

std::uint32_t checksum(std::string_view header, std::string_view body)
{
    const auto add = [](uLong sum, std::string_view bytes) {
        // crc32_z() is not called for empty bytes: for a null pointer it would return the initial value instead of
        // `sum`.
        return bytes.empty() ? sum : crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    };
    return static_cast<std::uint32_t>(add(add(crc32_z(0, nullptr, 0), header), body));
}

/// Returns a chunk's header: kind, length on disk, unpacked length, number of records, the rank (only in files of
/// several ranks), and the checksum of all these values and of the body.
std::string headerOf(const Chunk& chunk, std::uint32_t version)
{
    std::string header;
    append(header, static_cast<std::uint32_t>(chunk.kind));
    append(header, static_cast<std::uint32_t>(chunk.body.size()));
    append(header, chunk.unpacked);
    append(header, chunk.records);
    if (hasRanks(version))
        append(header, chunk.rank);
    append(header, checksum(header, chunk.body));
    return header;
}

bool isKnown(ChunkKind kind, std::uint32_t version)
{
    switch (kind) {
        case ChunkKind::Records:
        case ChunkKind::Last:
            return true;
        case ChunkKind::Rank:
        case ChunkKind::Collectives:
        case ChunkKind::Clock:
        case ChunkKind::Index:
            return hasRanks(version);
    }
    return false;
}

}  // namespace

std::string fileHeader(std::uint32_t version)
{
    std::string header(kMagic);
    append(header, version);
    append(header, guardOf(version));
    return header;
}

Result<std::uint32_t> versionOf(std::string_view content)
{
    if (!content.starts_with(kMagic))
        return makeError(ErrorCode::BadFile, message("trace.not-overlap"));
    if (content.size() < kHeaderSize)
        return makeError(ErrorCode::BadFile, message("trace.no-record"));
    const auto version = get<std::uint32_t>(content, 8);
    if (version < kOldestVersion || version > (hasRanks(version) ? kRankVersion : kVersion))
        return makeError(ErrorCode::BadFile, message("trace.other-version", version, kRankVersion));
    if (get<std::uint32_t>(content, 12) != guardOf(version))
        return makeError(ErrorCode::BadFile, message("trace.not-overlap"));
    return version;
}

std::optional<Chunk> nextChunk(std::string_view content, std::size_t& at, std::uint32_t version)
{
    const std::size_t header = chunkHeaderSize(version);
    if (at > content.size() || content.size() - at < header)
        return std::nullopt;
    Chunk result;
    result.kind = static_cast<ChunkKind>(get<std::uint32_t>(content, at));
    const auto stored = get<std::uint32_t>(content, at + 4);
    result.unpacked = get<std::uint32_t>(content, at + 8);
    result.records = get<std::uint32_t>(content, at + 12);
    if (hasRanks(version))
        result.rank = get<std::uint32_t>(content, at + 16);
    if (stored > content.size() - at - header || result.unpacked > kMaxChunkBytes || result.rank >= trace::kMaxRanks ||
        !isKnown(result.kind, version))
        return std::nullopt;
    result.body = content.substr(at + header, stored);
    if (checksum(content.substr(at, header - 4), result.body) != get<std::uint32_t>(content, at + header - 4))
        return std::nullopt;
    at += header + stored;
    return result;
}

bool unpack(const Chunk& chunk, std::string& into)
{
    into.resize(chunk.unpacked);
    const std::size_t size = ZSTD_decompress(into.data(), into.size(), chunk.body.data(), chunk.body.size());
    return ZSTD_isError(size) == 0 && size == chunk.unpacked;
}

std::optional<std::vector<ChunkPlace>> readIndex(std::string_view unpacked, std::uint64_t end)
{
    if (unpacked.size() % kPlaceSize != 0)
        return std::nullopt;
    std::vector<ChunkPlace> places;
    std::uint64_t free = kHeaderSize;
    for (std::size_t at = 0; at < unpacked.size(); at += kPlaceSize) {
        ChunkPlace place;
        place.kind = static_cast<ChunkKind>(get<std::uint32_t>(unpacked, at));
        place.rank = get<std::uint32_t>(unpacked, at + 4);
        place.offset = get<std::uint64_t>(unpacked, at + 8);
        place.size = get<std::uint64_t>(unpacked, at + 16);
        if (place.rank >= trace::kMaxRanks || place.offset < free || place.offset > end ||
            place.size > end - place.offset)
            return std::nullopt;
        free = place.offset + place.size;
        places.push_back(place);
    }
    return places;
}

std::optional<std::uint64_t> indexOffset(std::string_view lastBytes)
{
    std::size_t at = 0;
    const std::optional<Chunk> last = nextChunk(lastBytes, at, kRankVersion);
    if (!last || last->kind != ChunkKind::Last || last->body.size() != 8)
        return std::nullopt;
    return get<std::uint64_t>(last->body, 0);
}

ChunkWriter::ChunkWriter(Output output, std::uint32_t version)
    : m_output(std::move(output)), m_version(version), m_context(ZSTD_createCCtx())
{
    append(fileHeader(version));
}

ChunkWriter::~ChunkWriter()
{
    ZSTD_freeCCtx(m_context);
}

void ChunkWriter::append(std::string_view bytes)
{
    if (m_status)
        m_status = m_output(bytes);
    m_at += bytes.size();
}

void ChunkWriter::write(ChunkKind kind, std::uint32_t rank, std::uint32_t records, std::string_view unpacked)
{
    m_packed.resize(ZSTD_compressBound(unpacked.size()));
    const std::size_t size =
        ZSTD_compressCCtx(m_context, m_packed.data(), m_packed.size(), unpacked.data(), unpacked.size(), kLevel);
    if (ZSTD_isError(size) != 0) {
        if (m_status)
            m_status = makeError(ErrorCode::Internal, message("io.compression", ZSTD_getErrorName(size)));
        return;
    }
    copy(
        {kind, rank, static_cast<std::uint32_t>(unpacked.size()), records, std::string_view(m_packed).substr(0, size)});
}

void ChunkWriter::copy(const Chunk& chunk)
{
    std::string bytes = headerOf(chunk, m_version);
    m_places.push_back({chunk.kind, chunk.rank, m_at, bytes.size() + chunk.body.size()});
    bytes += chunk.body;
    append(bytes);
    m_records += chunk.records;
}

Status ChunkWriter::finish()
{
    std::string offset;
    if (hasRanks(m_version)) {
        std::string index;
        for (const ChunkPlace& place : m_places) {
            detail::append(index, static_cast<std::uint32_t>(place.kind));
            detail::append(index, place.rank);
            detail::append(index, place.offset);
            detail::append(index, place.size);
        }
        detail::append(offset, m_at);
        write(ChunkKind::Index, 0, 0, index);
    }
    const Chunk last{ChunkKind::Last, 0, 0, m_records, offset};
    append(headerOf(last, m_version) + offset);
    return m_status;
}

}  // namespace engine::io::detail

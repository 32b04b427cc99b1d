#include "engine/io/rank_file.h"

#include "engine/io/detail/chunk_encoder.h"
#include "engine/io/detail/in_file.h"
#include "engine/io/detail/record_applier.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace engine::io {

using detail::Chunk;
using detail::ChunkKind;
using detail::ChunkPlace;
using detail::inFile;

namespace {

/// Limit on the bytes of one chunk on disk.
constexpr std::uint64_t kMaxChunk = std::uint64_t{1} << 28;
/// Limit on the number of chunks that scan() finds in a file without an index.
constexpr std::size_t kMaxChunks = std::size_t{1} << 22;

/// Reads parts of a file. At the end of the file, returns fewer bytes than requested.
class Parts {
public:
    explicit Parts(const std::filesystem::path& path) : m_file(path, std::ios::binary)
    {
        std::error_code error;
        m_size = std::filesystem::file_size(path, error);
        if (error)
            m_size = 0;
    }
    [[nodiscard]] bool isOpen() const { return m_file.is_open(); }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

    [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t size)
    {
        std::string bytes(offset < m_size ? std::min(size, m_size - offset) : 0, '\0');
        m_file.clear();
        m_file.seekg(static_cast<std::streamoff>(offset));
        m_file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(m_file.gcount(), 0)));
        return bytes;
    }

private:
    std::ifstream m_file;
    std::uint64_t m_size = 0;
};

}  // namespace

struct RankFile::State {
    explicit State(std::filesystem::path p) : path(std::move(p)), parts(path) {}

    [[nodiscard]] bool readIndexAtEnd();
    void scan();
    /// Returns the chunk at `place`, with its body in `bytes`; nullopt if it is damaged or does not match `place`.
    [[nodiscard]] std::optional<Chunk> chunkAt(const ChunkPlace& place, std::string& bytes);

    std::filesystem::path path;
    Parts parts;
    /// Returns the chunks of `rank` in the order of the file.
    [[nodiscard]] std::span<const ChunkPlace> placesOf(std::uint32_t rank) const
    {
        const auto found = std::ranges::equal_range(places, rank, {}, &ChunkPlace::rank);
        return {found.begin(), found.end()};
    }

    std::vector<ChunkPlace> places;  ///< places of chunks with records, sorted by rank
    std::vector<std::uint32_t> ranks;
    std::uint32_t version = 0;
    bool isWhole = false;
};

std::optional<Chunk> RankFile::State::chunkAt(const ChunkPlace& place, std::string& bytes)
{
    if (place.size > kMaxChunk)
        return std::nullopt;
    bytes = parts.read(place.offset, place.size);
    std::size_t at = 0;
    const std::optional<Chunk> chunk = detail::nextChunk(bytes, at, detail::kRankVersion);
    const bool isTheOne = chunk && chunk->kind == place.kind && chunk->rank == place.rank && at == place.size;
    return isTheOne ? chunk : std::nullopt;
}

bool RankFile::State::readIndexAtEnd()
{
    if (parts.size() < detail::kHeaderSize + detail::kLastChunkSize)
        return false;
    const std::uint64_t last = parts.size() - detail::kLastChunkSize;
    const auto offset = detail::indexOffset(parts.read(last, detail::kLastChunkSize));
    if (!offset || *offset >= last || last - *offset > kMaxChunk)
        return false;
    std::string bytes;
    const auto index = chunkAt({ChunkKind::Index, 0, *offset, last - *offset}, bytes);
    std::string unpacked;
    if (!index || !detail::unpack(*index, unpacked))
        return false;
    auto read = detail::readIndex(unpacked, *offset);
    if (!read)
        return false;
    places = *std::move(read);
    return true;
}

/// Finds the complete chunks of a file without a valid index, by their headers and checksums.
void RankFile::State::scan()
{
    places.clear();
    std::uint64_t offset = detail::kHeaderSize;
    const std::size_t headerSize = detail::chunkHeaderSize(detail::kRankVersion);
    while (true) {
        const std::string header = parts.read(offset, headerSize);
        if (header.size() < headerSize)
            return;
        std::uint64_t stored = 0;
        for (unsigned i = 0; i < 4; ++i)
            stored |= std::uint64_t{static_cast<unsigned char>(header[4 + i])} << (8 * i);
        if (stored > kMaxChunk)
            return;
        const std::string bytes = parts.read(offset, headerSize + stored);
        std::size_t at = 0;
        const std::optional<Chunk> chunk = detail::nextChunk(bytes, at, detail::kRankVersion);
        if (!chunk || chunk->kind == ChunkKind::Last || places.size() == kMaxChunks)
            return;
        if (chunk->kind != ChunkKind::Index)
            places.push_back({chunk->kind, chunk->rank, offset, at});
        offset += at;
    }
}

RankFile::RankFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
RankFile::~RankFile() = default;

Result<std::unique_ptr<RankFile>> RankFile::open(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return makeError(ErrorCode::NotFound, message("ranks.no-file", path.string()));
    if (!std::filesystem::is_regular_file(path, error))
        return makeError(ErrorCode::BadFile, message("ranks.no-file", path.string()));
    auto state = std::make_unique<State>(path);
    if (!state->parts.isOpen())
        return makeError(ErrorCode::InputOutput, message("ranks.no-file", path.string()));
    const Result<std::uint32_t> version = detail::versionOf(state->parts.read(0, detail::kHeaderSize));
    if (!version)
        return inFile(path, version.error());
    if (!detail::hasRanks(*version))
        return inFile(path, makeError(ErrorCode::BadFile, message("ranks.one-run")));
    state->version = *version;
    state->isWhole = state->readIndexAtEnd();
    if (!state->isWhole)
        state->scan();
    std::ranges::stable_sort(state->places, {}, &ChunkPlace::rank);
    std::set<std::uint32_t> ranks;
    for (const ChunkPlace& place : state->places)
        ranks.insert(place.rank);
    state->ranks.assign(ranks.begin(), ranks.end());
    return std::unique_ptr<RankFile>(new RankFile(std::move(state)));
}

bool RankFile::isOne(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return false;
    const Result<std::uint32_t> version = detail::versionOf(Parts(path).read(0, detail::kHeaderSize));
    return version && detail::hasRanks(*version);
}

std::span<const std::uint32_t> RankFile::ranks() const
{
    return m_state->ranks;
}

std::uint32_t RankFile::version() const
{
    return m_state->version;
}

const std::filesystem::path& RankFile::path() const
{
    return m_state->path;
}

bool RankFile::isWhole() const
{
    return m_state->isWhole;
}

Result<trace::TracePtr> RankFile::load(std::uint32_t rank, trace::Detail detail)
{
    trace::Store store(detail);
    detail::RecordApplier applier(m_state->version);
    std::string bytes;
    bool isDamaged = false;
    for (const ChunkPlace& place : m_state->placesOf(rank)) {
        const std::optional<Chunk> chunk = m_state->chunkAt(place, bytes);
        if (!chunk || !applier.apply(*chunk, store)) {
            isDamaged = true;
            break;
        }
    }
    if (applier.records() == 0)
        return makeError(ErrorCode::BadFile, message("ranks.damaged", rank, m_state->path.string()));
    store.close();
    trace::TracePtr trace = store.snapshot();
    if (isDamaged || (!m_state->isWhole && trace->isLive()))
        store.apply(trace::NoteRecord{
            .time = trace->extent(), .text = message("trace.note.records-cut", applier.records()), .isWarning = true});
    if (trace->isLive())
        store.apply(trace::EndRecord{trace->extent(), false});
    return store.snapshot();
}

void RankFile::copyTo(detail::ChunkWriter& chunks, std::uint32_t rank)
{
    std::string bytes;
    for (const ChunkPlace& place : m_state->placesOf(rank)) {
        if (place.kind == ChunkKind::Index)
            continue;
        const std::optional<Chunk> chunk = m_state->chunkAt(place, bytes);
        if (!chunk)
            return;
        chunks.copy(*chunk);
    }
}

}  // namespace engine::io

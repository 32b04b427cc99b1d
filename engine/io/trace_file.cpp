#include "engine/io/trace_file.h"

#include "engine/io/detail/record_codec.h"
#include "engine/messages/messages.h"

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <zlib.h>
#include <zstd.h>

namespace engine::io {

using messages::message;

namespace {

constexpr std::string_view kMagic = "OVLTRACE";
constexpr std::size_t kHeaderSize = 16;  ///< magic, version, guard

constexpr std::uint32_t kRecords = 0x4b4e4843;  ///< "CHNK": a chunk of records
constexpr std::uint32_t kLast = 0x5453414c;     ///< "LAST": marks the file as complete; `records` is the total
constexpr std::size_t kChunkHeaderSize = 20;

constexpr std::size_t kChunkBytes = std::size_t{1} << 18;
constexpr std::size_t kMaxChunkBytes = std::size_t{1} << 28;
constexpr std::size_t kMaxBytes = std::size_t{1}
                                  << 31;  ///< of all chunks, unpacked; 10 million operations need a third
/// Limit for all chunks: the smallest record takes four bytes of a file and many times that in memory.
constexpr std::size_t kMaxRecords = std::size_t{1} << 27;
constexpr int kLevel = 1;

void put32(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>(value >> shift));
}

std::uint32_t get32(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

std::uint32_t checksum(std::string_view header, std::string_view body)
{
    const auto add = [](uLong sum, std::string_view bytes) {
        // For a null pointer zlib returns the initial value instead of the sum so far.
        return bytes.empty() ? sum : crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    };
    return static_cast<std::uint32_t>(add(add(crc32_z(0, nullptr, 0), header), body));
}

/// Returns a chunk: kind, length on disk, unpacked length, number of records, checksum of these and of the body, then
/// the body.
std::string chunk(std::uint32_t kind, std::uint32_t unpacked, std::uint32_t records, std::string_view body)
{
    std::string bytes;
    bytes.reserve(kChunkHeaderSize + body.size());
    put32(bytes, kind);
    put32(bytes, static_cast<std::uint32_t>(body.size()));
    put32(bytes, unpacked);
    put32(bytes, records);
    put32(bytes, checksum(bytes, body));
    bytes += body;
    return bytes;
}

struct Chunk {
    std::uint32_t kind = 0;
    std::uint32_t unpacked = 0;
    std::uint32_t records = 0;
    std::string_view body;
};

/// Returns the chunk at `at` and moves `at` to the next one; nullopt if the chunk is truncated or damaged.
std::optional<Chunk> nextChunk(std::string_view content, std::size_t& at)
{
    if (content.size() - at < kChunkHeaderSize)
        return std::nullopt;
    Chunk result;
    result.kind = get32(content, at);
    const std::uint32_t stored = get32(content, at + 4);
    result.unpacked = get32(content, at + 8);
    result.records = get32(content, at + 12);
    if (stored > content.size() - at - kChunkHeaderSize || result.unpacked > kMaxChunkBytes ||
        (result.kind != kRecords && result.kind != kLast))
        return std::nullopt;
    result.body = content.substr(at + kChunkHeaderSize, stored);
    if (checksum(content.substr(at, 16), result.body) != get32(content, at + 16))
        return std::nullopt;
    at += kChunkHeaderSize + stored;
    return result;
}

bool unpack(const Chunk& chunk, std::string& into)
{
    into.resize(chunk.unpacked);
    const std::size_t size = ZSTD_decompress(into.data(), into.size(), chunk.body.data(), chunk.body.size());
    return ZSTD_isError(size) == 0 && size == chunk.unpacked;
}

/// Checks all records of a chunk first, because a chunk is applied as a whole or not at all.
bool isSound(const Chunk& chunk, std::string_view unpacked, std::uint32_t version)
{
    detail::RecordDecoder decoder(unpacked, version);
    std::size_t records = 0;
    while (!decoder.atEnd() && decoder.next())
        ++records;
    return decoder.atEnd() && records == chunk.records;
}

}  // namespace

struct TraceFileWriter::State {
    explicit State(AtomicFile f) : file(std::move(f)) {}
    ~State() { ZSTD_freeCCtx(context); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void flush();
    void put(std::string_view bytes)
    {
        if (status)
            status = file.write(bytes);
    }

    AtomicFile file;
    Status status;
    ZSTD_CCtx* context = ZSTD_createCCtx();
    detail::RecordEncoder encoder;
    std::string packed;
    std::uint32_t records = 0;  ///< in all chunks, modulo 2^32
    bool isClosed = false;
    std::map<std::string, NameId, std::less<>> names;  ///< used by intern()
};

void TraceFileWriter::State::flush()
{
    if (encoder.count() == 0)
        return;
    packed.resize(ZSTD_compressBound(encoder.bytes().size()));
    const std::size_t size = ZSTD_compressCCtx(context, packed.data(), packed.size(), encoder.bytes().data(),
                                               encoder.bytes().size(), kLevel);
    if (ZSTD_isError(size) != 0 && status)
        status = makeError(ErrorCode::Internal, message("io.compression", ZSTD_getErrorName(size)));
    else
        put(chunk(kRecords, static_cast<std::uint32_t>(encoder.bytes().size()), encoder.count(),
                  std::string_view(packed).substr(0, size)));
    records += encoder.count();
    encoder.clear();
}

Result<std::shared_ptr<TraceFileWriter>> TraceFileWriter::create(const std::filesystem::path& path)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    auto state = std::make_unique<State>(*std::move(file));
    std::string header(kMagic);
    put32(header, detail::kVersion);
    put32(header, detail::guardOf(detail::kVersion));
    state->put(header);
    if (!state->status)
        return std::move(state->status).error();
    return std::shared_ptr<TraceFileWriter>(new TraceFileWriter(std::move(state)));
}

TraceFileWriter::TraceFileWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

TraceFileWriter::~TraceFileWriter() = default;

void TraceFileWriter::write(trace::Record record)
{
    if (m_state->isClosed || !m_state->status)
        return;
    m_state->encoder.encode(record);
    if (m_state->encoder.bytes().size() >= kChunkBytes)
        m_state->flush();
}

NameId TraceFileWriter::intern(std::string_view text)
{
    if (const auto found = m_state->names.find(text); found != m_state->names.end())
        return found->second;
    const NameId id{m_state->names.size()};
    m_state->names.emplace(text, id);
    write(trace::NameRecord{id, std::string(text)});
    return id;
}

void TraceFileWriter::flush()
{
    if (!m_state->isClosed)
        m_state->flush();
}

Status TraceFileWriter::close()
{
    if (!m_state->isClosed) {
        m_state->flush();
        m_state->put(chunk(kLast, 0, m_state->records, {}));
        if (m_state->status)
            m_state->status = m_state->file.commit();
        m_state->isClosed = true;
    }
    return m_state->status;
}

Status saveTrace(const trace::Trace& trace, const std::filesystem::path& path)
{
    Result<std::shared_ptr<TraceFileWriter>> writer = TraceFileWriter::create(path);
    if (!writer)
        return std::move(writer).error();
    replay(trace, **writer);
    return (*writer)->close();
}

Result<ReadReport> readTraceFile(std::string_view content, trace::Store& store,
                                 const std::function<bool()>& shouldContinue)
{
    if (!content.starts_with(kMagic))
        return makeError(ErrorCode::BadFile, message("trace.not-overlap"));
    if (content.size() < kHeaderSize)
        return makeError(ErrorCode::BadFile, message("trace.no-record"));
    const std::uint32_t version = get32(content, 8);
    if (version < detail::kOldestVersion || version > detail::kVersion)
        return makeError(ErrorCode::BadFile, message("trace.other-version", version, detail::kVersion));
    if (get32(content, 12) != detail::guardOf(version))
        return makeError(ErrorCode::BadFile, message("trace.not-overlap"));
    ReadReport report;
    std::string unpacked;
    bool sawLast = false;
    std::size_t at = kHeaderSize;
    std::size_t bytes = 0;
    bool isTooLarge = false;
    while (!sawLast) {
        if (shouldContinue && !shouldContinue())
            return makeError(ErrorCode::Cancelled, message("trace.reading-stopped"));
        const std::optional<Chunk> chunk = nextChunk(content, at);
        if (!chunk)
            break;
        if (chunk->kind == kLast) {
            sawLast = chunk->records == static_cast<std::uint32_t>(report.records);
            break;
        }
        bytes += chunk->unpacked;
        isTooLarge = bytes > kMaxBytes || report.records + chunk->records > kMaxRecords;
        if (isTooLarge || !unpack(*chunk, unpacked) || !isSound(*chunk, unpacked, version))
            break;
        detail::RecordDecoder decoder(unpacked, version);
        while (const std::optional<trace::Record> record = decoder.next())
            store.apply(*record);
        report.records += chunk->records;
    }
    if (!sawLast) {
        report.isWhole = false;
        report.note = isTooLarge ? message("trace.note.records-bound", report.records)
                                 : message("trace.note.records-cut", report.records);
        return report;
    }
    const std::string_view behind = content.substr(at);
    if (behind.starts_with(kMagic))
        report.note = message("trace.note.another-behind");
    else if (!behind.empty())
        report.note = message("trace.note.bytes-behind", behind.size());
    return report;
}

}  // namespace engine::io

#include "engine/io/trace_file.h"

#include "engine/io/detail/chunk_encoder.h"
#include "engine/io/detail/record_applier.h"
#include "engine/messages/messages.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace engine::io {

using detail::Chunk;
using detail::ChunkKind;

struct TraceFileWriter::State {
    explicit State(AtomicFile f) : file(std::move(f)) {}

    /// Returns the writer, and creates it for the first chunk: only then is the version known, because the records of a
    /// rank start with a RankRecord.
    detail::ChunkWriter& started()
    {
        if (!chunks)
            chunks.emplace([this](std::string_view bytes) { return file.write(bytes); }, encoder.version());
        return *chunks;
    }

    AtomicFile file;
    std::optional<detail::ChunkWriter> chunks;  ///< null before the first chunk
    detail::ChunkEncoder encoder;
    Status status;  ///< result of close()
    bool isClosed = false;
    bool keepsPart = false;
    std::map<std::string, NameId, std::less<>> names;  ///< used by intern()
};

Result<std::shared_ptr<TraceFileWriter>> TraceFileWriter::create(const std::filesystem::path& path)
{
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file)
        return std::move(file).error();
    return std::shared_ptr<TraceFileWriter>(new TraceFileWriter(std::make_unique<State>(*std::move(file))));
}

TraceFileWriter::TraceFileWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

TraceFileWriter::~TraceFileWriter() = default;

void TraceFileWriter::write(trace::Record record)
{
    if (m_state->isClosed || (m_state->chunks && !m_state->chunks->status()))
        return;
    if (const auto* rank = std::get_if<trace::RankRecord>(&record); rank != nullptr && !m_state->chunks)
        m_state->encoder.setRank(rank->rank);
    m_state->encoder.encode(record);
    if (m_state->encoder.isFull())
        m_state->encoder.write(m_state->started());
}

void TraceFileWriter::retainPart()
{
    m_state->keepsPart = true;
    m_state->file.retainPart();
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
    if (!m_state->isClosed && !m_state->encoder.isEmpty())
        m_state->encoder.write(m_state->started());
}

Status TraceFileWriter::close()
{
    if (!m_state->isClosed) {
        flush();
        m_state->status = m_state->started().finish();
        if (m_state->status)
            m_state->status = m_state->file.commit();
        else if (m_state->keepsPart)
            static_cast<void>(m_state->file.commit());  // ignored: `status` contains this error
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
    const Result<std::uint32_t> version = detail::versionOf(content);
    if (!version)
        return version.error();
    ReadReport report;
    detail::RecordApplier applier(*version);
    bool sawLast = false;
    std::size_t at = detail::kHeaderSize;
    while (!sawLast) {
        if (shouldContinue && !shouldContinue())
            return makeError(ErrorCode::Cancelled, message("trace.reading-stopped"));
        const std::optional<Chunk> chunk = detail::nextChunk(content, at, *version);
        if (!chunk)
            break;
        if (chunk->kind == ChunkKind::Last) {
            sawLast = chunk->records == static_cast<std::uint32_t>(applier.records());
            break;
        }
        if (chunk->kind != ChunkKind::Index && !applier.apply(*chunk, store))
            break;
    }
    report.records = applier.records();
    if (!sawLast) {
        report.isWhole = false;
        report.note = applier.isTooLarge() ? message("trace.note.records-bound", report.records)
                                           : message("trace.note.records-cut", report.records);
        return report;
    }
    const std::string_view behind = content.substr(at);
    if (behind.starts_with(detail::kMagic))
        report.note = message("trace.note.another-behind");
    else if (!behind.empty())
        report.note = message("trace.note.bytes-behind", behind.size());
    return report;
}

bool isWholeTraceFile(std::string_view content)
{
    const Result<std::uint32_t> version = detail::versionOf(content);
    std::size_t at = detail::kHeaderSize;
    std::optional<Chunk> chunk;
    do
        chunk = version ? detail::nextChunk(content, at, *version) : std::nullopt;
    while (chunk && chunk->kind != ChunkKind::Last);
    return chunk.has_value();
}

}  // namespace engine::io

#include "engine/io/growing_ranks.h"

#include "engine/io/detail/native_chunk.h"
#include "engine/io/detail/record_applier.h"
#include "engine/messages/messages.h"
#include "engine/trace/store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

namespace engine::io {

struct GrowingRanks::Rank {
    ~Rank()
    {
        if (file >= 0)
            ::close(file);
    }

    void readBytes()
    {
        std::array<char, 1U << 16U> part{};
        while (true) {
            const ssize_t count = ::pread(file, part.data(), part.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return;
            bytes.append(part.data(), static_cast<std::size_t>(count));
            offset += static_cast<std::size_t>(count);
        }
    }

    std::size_t applyChunks()
    {
        std::size_t at = 0;
        if (!applier) {
            if (bytes.size() < detail::kHeaderSize)
                return 0;
            const Result<std::uint32_t> found = detail::versionOf(bytes);
            isDamaged = !found;
            if (isDamaged)
                return 0;
            version = *found;
            applier.emplace(version);
            at = detail::kHeaderSize;
        }
        const std::uint64_t before = applier->records();
        while (const std::optional<detail::Chunk> chunk = detail::nextChunk(bytes, at, version)) {
            if (chunk->kind == detail::ChunkKind::Last)
                break;
            if (chunk->kind != detail::ChunkKind::Index && !applier->apply(*chunk, store)) {
                isDamaged = true;
                break;
            }
        }
        bytes.erase(0, at);
        return applier->records() - before;
    }

    int file = -1;
    std::size_t offset = 0;
    std::string bytes;  ///< bytes that were read, but not applied yet
    std::uint32_t version = 0;
    std::optional<detail::RecordApplier> applier;  ///< set once the header was read
    trace::Store store;
    bool isDamaged = false;
    bool isReceived = false;  ///< the file contains records from another computer
};

GrowingRanks::GrowingRanks(std::filesystem::path folder, std::size_t ranks) : m_folder(std::move(folder))
{
    for (std::size_t i = 0; i < ranks; ++i)
        m_ranks.push_back(std::make_unique<Rank>());
}

GrowingRanks::~GrowingRanks() = default;

/// Opens the rank files that were created since the last call.
void GrowingRanks::find()
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, error)) {
        const std::string name = entry.path().filename().string();
        for (std::size_t i = 0; i < m_ranks.size(); ++i)
            if (m_ranks[i]->file < 0 && name.starts_with(nameOf(i))) {
                m_ranks[i]->file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
                m_ranks[i]->isReceived = name == nameOfReceived(i);
            }
    }
    m_areAllFound = std::ranges::all_of(m_ranks, [](const auto& rank) { return rank->file >= 0; });
}

std::size_t GrowingRanks::read()
{
    if (!m_areAllFound)
        find();
    std::size_t records = 0;
    for (const auto& rank : m_ranks) {
        if (rank->file < 0 || rank->isDamaged)
            continue;
        rank->readBytes();
        records += rank->applyChunks();
    }
    return records;
}

bool GrowingRanks::haveBatch() const
{
    return std::ranges::all_of(m_ranks, [](const auto& rank) {
        return std::ranges::any_of(rank->store.snapshot()->programPart().steps, [](const trace::StepRecord& step) {
            return step.kind == trace::StepKind::Batch && step.end > step.begin;
        });
    });
}

void GrowingRanks::end(const std::string& reason, std::chrono::seconds limit)
{
    // How a rank ended. Cut: it has no EndRecord, for example because its process was killed. Stopped: it recorded an
    // early end.
    enum class Progress : std::uint8_t { Cut, Stopped, Finished };
    const auto progressOf = [](const std::unique_ptr<Rank>& rank) {
        const trace::TracePtr trace = rank->store.snapshot();
        return trace->isLive() ? Progress::Cut : trace->end()->isComplete ? Progress::Finished : Progress::Stopped;
    };
    const auto hasError = [](const auto& rank) { return rank->store.snapshot()->error().has_value(); };
    const auto first = std::ranges::min_element(m_ranks, {}, progressOf);
    if (!reason.empty() && std::ranges::none_of(m_ranks, hasError) && progressOf(*first) != Progress::Finished) {
        trace::Store& store = (*first)->store;
        store.apply(trace::ErrorRecord{store.snapshot()->extent(), 0, {}, reason, reason + "\n", {}});
    }
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        trace::Store& store = m_ranks[i]->store;
        store.close();
        const trace::TracePtr trace = store.snapshot();
        if (!trace->isLive())
            continue;
        const Message note =
            limit.count() > 0 ? message("ranks.note.cut-at-limit", i, limit.count()) : message("ranks.note.cut", i);
        if (m_ranks[i]->isReceived)
            store.apply(trace::NoteRecord{.time = trace->extent(), .text = note, .isWarning = true});
        store.apply(trace::EndRecord{trace->extent(), false});
    }
}

Result<ranks::RunSetPtr> GrowingRanks::set()
{
    std::vector<ranks::Member> members;
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        trace::TracePtr trace = m_ranks[i]->store.snapshot();
        const auto& info = trace->rankPart().rank;
        if (!info)
            return makeError(ErrorCode::NotFound, message("ranks.damaged", i, m_folder.string()));
        members.push_back({*info, trace, ranks::ClockMap(trace->rankPart().clock), 1});
    }
    return ranks::RunSet::make(std::move(members));
}

}  // namespace engine::io

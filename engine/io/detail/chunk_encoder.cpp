#include "engine/io/detail/chunk_encoder.h"

#include <algorithm>

namespace engine::io::detail {

namespace {

constexpr std::array kKinds{ChunkKind::Rank, ChunkKind::Clock, ChunkKind::Collectives, ChunkKind::Records};
constexpr std::size_t kOthers = 3;

std::size_t kindOf(const trace::Record& record)
{
    if (std::holds_alternative<trace::RankRecord>(record))
        return 0;
    if (std::holds_alternative<trace::ClockRecord>(record))
        return 1;
    if (std::holds_alternative<trace::CollectiveRecord>(record) || std::holds_alternative<trace::GroupRecord>(record))
        return 2;
    return kOthers;
}

}  // namespace

void ChunkEncoder::encode(trace::Record& record)
{
    const std::size_t kind = kindOf(record);
    if (m_rank || kind == kOthers)
        m_encoders[kind].encode(record);
}

bool ChunkEncoder::isFull() const
{
    return std::ranges::any_of(m_encoders, [](const RecordEncoder& e) { return e.bytes().size() >= kChunkBytes; });
}

bool ChunkEncoder::isEmpty() const
{
    return std::ranges::all_of(m_encoders, [](const RecordEncoder& encoder) { return encoder.count() == 0; });
}

void ChunkEncoder::write(ChunkWriter& chunks)
{
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        RecordEncoder& encoder = m_encoders[kind];
        if (encoder.count() == 0)
            continue;
        chunks.write(kKinds[kind], m_rank.value_or(0), encoder.count(), encoder.bytes());
        encoder.clear();
    }
}

void ChunkSink::write(trace::Record record)
{
    m_encoder.encode(record);
    if (m_encoder.isFull())
        m_encoder.write(m_chunks);
}

}  // namespace engine::io::detail

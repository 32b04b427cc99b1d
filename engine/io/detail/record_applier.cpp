#include "engine/io/detail/record_applier.h"

#include "engine/io/detail/record_codec.h"

namespace engine::io::detail {

/// Checks all records first, because a chunk is applied as a whole or not at all.
bool RecordApplier::isSound(const Chunk& chunk) const
{
    RecordDecoder decoder(m_unpacked, m_version);
    std::size_t records = 0;
    while (!decoder.atEnd() && decoder.next())
        ++records;
    return decoder.atEnd() && records == chunk.records;
}

bool RecordApplier::apply(const Chunk& chunk, trace::Store& store)
{
    m_bytes += chunk.unpacked;
    m_isTooLarge = m_bytes > kMaxUnpacked || m_records + chunk.records > kMaxRecords;
    if (m_isTooLarge || !unpack(chunk, m_unpacked) || !isSound(chunk))
        return false;
    RecordDecoder decoder(m_unpacked, m_version);
    while (const std::optional<trace::Record> record = decoder.next())
        store.apply(*record);
    m_records += chunk.records;
    return true;
}

}  // namespace engine::io::detail

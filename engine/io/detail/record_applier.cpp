#include "engine/io/detail/record_applier.h"

#include "engine/io/detail/record_codec.h"

namespace engine::io::detail {

bool RecordApplier::apply(const Chunk& chunk, trace::Store& store)
{
    m_bytes += chunk.unpacked;
    m_isTooLarge = m_bytes > kMaxUnpacked || m_records + chunk.records > kMaxRecords;
    if (m_isTooLarge || !unpack(chunk, m_unpacked))
        return false;
    RecordDecoder decoder(m_unpacked, m_version);
    const std::uint64_t end = m_records + chunk.records;
    for (; m_records < end; ++m_records) {
        const std::optional<trace::Record> record = decoder.next();
        if (!record)
            return false;
        store.apply(*record);
    }
    return decoder.atEnd();
}

}  // namespace engine::io::detail

#pragma once

#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/op_record.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace engine::schedule::detail {

/// Tracks which records of a slab are free. allocate() needs the submission lock; any thread may call free().
class RecordPool {
public:
    /// Returns a free record; kNone if all records except the reserved ones are in use.
    [[nodiscard, gnu::always_inline]] std::uint32_t allocate(Slab& slab)
    {
        const std::uint32_t record = m_free.pop(slab, m_returned);
        return record != kNone ? record : slab.add();
    }
    /// Like allocate(), but may also use the reserved records. For allocations in the middle of a push or a wait, which
    /// must not fail there.
    [[nodiscard]] std::uint32_t allocateFromReserve(Slab& slab)
    {
        const std::uint32_t record = allocate(slab);
        return record != kNone ? record : slab.addFromReserve();
    }

    /// Frees a record. `freed`: the list of the calling worker; null if another thread calls.
    [[gnu::always_inline]] void free(const Slab& slab, std::uint32_t record, FreedRecords* freed)
    {
        if (freed == nullptr) [[unlikely]] {
            FreedRecords::makeBundle(slab[record]);
            returnBundles(slab, record, record);
            return;
        }
        if (freed->add(slab, record)) [[unlikely]]
            flush(slab, *freed);
    }
    /// Frees the records that contain further edges of an operation.
    void freeExtensions(const Slab& slab, std::uint32_t extension, FreedRecords* freed)
    {
        while (extension != kNone) {
            const std::uint32_t next = std::exchange(slab[extension].extension, kNone);
            free(slab, extension, freed);
            extension = next;
        }
    }
    /// Returns to the pool the records that a worker has freed.
    [[gnu::noinline]] void flush(const Slab& slab, FreedRecords& freed)
    {
        if (freed.isEmpty())
            return;
        const auto [first, last] = freed.popAll(slab);
        returnBundles(slab, first, last);
    }

private:
    void returnBundles(const Slab& slab, std::uint32_t firstBundle, std::uint32_t lastBundle)
    {
        std::uint32_t head = m_returned.load(std::memory_order_relaxed);
        do {
            slab[lastBundle].slots[OpRecord::kLink] = head;
        } while (
            !m_returned.compare_exchange_weak(head, firstBundle, std::memory_order_release, std::memory_order_relaxed));
    }

    FreeRecords m_free;  ///< needs the submission lock
    alignas(64) std::atomic<std::uint32_t> m_returned{kNone};
};

}  // namespace engine::schedule::detail

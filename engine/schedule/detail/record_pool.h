#pragma once

#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/op_record.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace engine::schedule::detail {

/// Which records of a slab are free. allocate() needs the submission lock; free() may be called by any thread.
class RecordPool {
public:
    /// kNone: as many exist as may exist, but for some that are reserved.
    [[nodiscard, gnu::always_inline]] std::uint32_t allocate(Slab& slab)
    {
        const std::uint32_t record = m_free.take(slab, m_returned);
        return record != kNone ? record : slab.add();
    }
    /// Also from the reserved ones, for what must not fail half-way.
    [[nodiscard]] std::uint32_t allocateAnyway(Slab& slab)
    {
        const std::uint32_t record = allocate(slab);
        return record != kNone ? record : slab.addAnyway();
    }

    /// `freed`: the list of the calling worker; null for any other thread.
    [[gnu::always_inline]] void free(const Slab& slab, std::uint32_t record, FreedRecords* freed)
    {
        if (freed == nullptr) [[unlikely]] {
            FreedRecords::makeBundle(slab[record]);
            giveBack(slab, record, record);
            return;
        }
        if (freed->add(slab, record)) [[unlikely]]
            flush(slab, *freed);
    }
    /// Further records of an operation's edges.
    void freeExtensions(const Slab& slab, std::uint32_t extension, FreedRecords* freed)
    {
        while (extension != kNone) {
            const std::uint32_t next = std::exchange(slab[extension].extension, kNone);
            free(slab, extension, freed);
            extension = next;
        }
    }
    /// Returns what a worker has collected.
    [[gnu::noinline]] void flush(const Slab& slab, FreedRecords& freed)
    {
        if (freed.isEmpty())
            return;
        const auto [first, last] = freed.takeAll(slab);
        giveBack(slab, first, last);
    }

private:
    void giveBack(const Slab& slab, std::uint32_t firstBundle, std::uint32_t lastBundle)
    {
        std::uint32_t head = m_returned.load(std::memory_order_relaxed);
        do {
            slab[lastBundle].slots[OpRecord::kLink] = head;
        } while (
            !m_returned.compare_exchange_weak(head, firstBundle, std::memory_order_release, std::memory_order_relaxed));
    }

    FreeRecords m_free;  ///< submission lock
    alignas(64) std::atomic<std::uint32_t> m_returned{kNone};
};

}  // namespace engine::schedule::detail

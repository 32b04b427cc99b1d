#include "engine/schedule/detail/op_record.h"

#include <sys/mman.h>

#include <new>

namespace engine::schedule::detail {

// Addresses only; a limit on them (ulimit -v) leaves room for fewer records.
Slab::Slab()
{
    for (; m_capacity > 0; m_capacity /= 2) {
        void* const addresses = mmap(nullptr, std::size_t{m_capacity} * sizeof(OpRecord), PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (addresses != MAP_FAILED) {
            m_records = static_cast<OpRecord*>(addresses);
            return;
        }
    }
}

Slab::~Slab()
{
    if (m_records != nullptr)
        munmap(m_records, std::size_t{m_capacity} * sizeof(OpRecord));
}

std::uint32_t Slab::add()
{
    if (m_size == m_capacity)
        return kNone;
    new (m_records + m_size) OpRecord;
    return m_size++;
}

}  // namespace engine::schedule::detail

#include "engine/memory/device_pool.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <cstdio>

namespace engine::memory {

bool DevicePool::allocateFromDriver(Bytes size, std::uint64_t& address)
{
    if (size > free() - m_card.floor)
        return false;
    address = m_source != nullptr ? m_source->acquire(size) : 0;
    if (m_source != nullptr && address == 0)
        return false;
    m_reserved += size;
    m_peakReserved = std::max(m_peakReserved, m_reserved);
    return true;
}

void DevicePool::returnToDriver(Bytes size, std::uint64_t address)
{
    ENGINE_EXPECT(size <= m_reserved);
    m_reserved -= size;
    if (m_source != nullptr)
        m_source->release(address, size);
}

void DevicePool::countAllocated(Bytes size)
{
    m_allocated += size;
    m_peakAllocated = std::max(m_peakAllocated, m_allocated);
}

std::string formatSize(Bytes size)
{
    char text[48];
    const auto bytes = static_cast<double>(size.value);
    if (size <= kKiB)
        std::snprintf(text, sizeof text, "%lld bytes", static_cast<long long>(size.value));
    else if (size <= kMiB)
        std::snprintf(text, sizeof text, "%.2f KiB", bytes / 1024.0);
    else if (size <= kGiB)
        std::snprintf(text, sizeof text, "%.2f MiB", bytes / 1048576.0);
    else
        std::snprintf(text, sizeof text, "%.2f GiB", bytes / 1073741824.0);
    return text;
}

}  // namespace engine::memory

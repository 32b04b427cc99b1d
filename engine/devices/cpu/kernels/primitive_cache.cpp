#include "engine/devices/cpu/kernels/primitive_cache.h"

namespace engine::devices::cpu {

Result<PrimitiveCache::Primitive> PrimitiveCache::find(const ConvolutionPart& part)
{
    const std::lock_guard lock(m_mutex);
    if (const auto place = m_places.find(part); place != m_places.end()) {
        m_entries.splice(m_entries.begin(), m_entries, place->second);
        return place->second->second;
    }
    Result<Primitive> primitive = ConvolutionPrimitive::make(part);
    if (!primitive)
        return primitive;
    m_entries.emplace_front(part, *primitive);
    m_places[part] = m_entries.begin();
    if (m_entries.size() > m_capacity) {
        m_places.erase(m_entries.back().first);
        m_entries.pop_back();
    }
    return primitive;
}

std::size_t PrimitiveCache::size() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

}  // namespace engine::devices::cpu

#pragma once

#include "engine/devices/cpu/kernels/convolution_primitive.h"

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace engine::devices::cpu {

/// Caches oneDNN primitives, since creating one takes 0.1 to 1.4 ms. A full cache evicts the least recently used one.
/// Threads: any.
class PrimitiveCache {
public:
    using Primitive = std::shared_ptr<const ConvolutionPrimitive>;

    explicit PrimitiveCache(std::size_t capacity = 512) : m_capacity(capacity) {}

    /// Errors: see ConvolutionPrimitive::make().
    [[nodiscard]] Result<Primitive> find(const ConvolutionPart& part);
    [[nodiscard]] std::size_t size() const;

private:
    using Entry = std::pair<ConvolutionPart, Primitive>;

    const std::size_t m_capacity;
    mutable std::mutex m_mutex;  ///< guards the members below; locked while a primitive is created
    std::list<Entry> m_entries;  ///< most recently used first
    std::map<ConvolutionPart, std::list<Entry>::iterator> m_places;
};

}  // namespace engine::devices::cpu

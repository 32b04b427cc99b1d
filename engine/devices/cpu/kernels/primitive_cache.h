#pragma once

#include "engine/devices/cpu/kernels/convolution_primitive.h"

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace engine::devices::cpu {

/// oneDNN's programs by what they compute, since making one takes 0.1 to 1.4 ms. Beyond its capacity it forgets what
/// was not asked for the longest.
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
    mutable std::mutex m_mutex;  ///< guards what follows; held while one is made, so that none is made twice
    std::list<Entry> m_entries;  ///< the latest used first
    std::map<ConvolutionPart, std::list<Entry>::iterator> m_places;
};

}  // namespace engine::devices::cpu

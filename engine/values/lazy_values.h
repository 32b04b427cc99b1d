#pragma once

#include "engine/device/values.h"

#include <memory>

namespace engine::values {

/// Caches results that were read in earlier runs. The key of a result is the computation that produced the result, so
/// that runs with other waits switched off reuse it: waits change times, not values. Stores results of up to 4096
/// elements, and at most the 512 most recently used ones. Thread: any.
class ValueCache {
public:
    ValueCache();
    ~ValueCache();
    ValueCache(const ValueCache&) = delete;
    ValueCache& operator=(const ValueCache&) = delete;

private:
    friend class LazyValues;
    struct State;
    std::unique_ptr<State> m_state;
};

/// Creates a value engine that computes only values that are read, with the engine `inner`. submit() only records the
/// operation; read() runs the operations that the value depends on. A program that prints one sum after a thousand
/// products of 4000 x 4000 computes only what that sum needs. Chains of more than 512 operations are computed as they
/// grow, which bounds memory.
/// Has the same guarantees as `inner`. `cache` may be null and is shared between runs.
[[nodiscard]] std::unique_ptr<device::ValueEngine> makeLazyValues(std::unique_ptr<device::ValueEngine> inner,
                                                                  std::shared_ptr<ValueCache> cache);

}  // namespace engine::values

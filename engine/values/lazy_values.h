#pragma once

#include "engine/device/values.h"

#include <memory>

namespace engine::values {

/// Numbers that were read in earlier runs, found again by how they were computed: flipping a switch changes times, not
/// values. Results of up to 4096 elements, the latest 512 of them. Threads: any.
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

/// A value engine that computes only what is read, with another one: submit() notes the operation, read() runs what
/// the wanted numbers depend on. A program that prints one sum among a thousand products of 4000 x 4000 pays for that
/// sum. Chains of more than 512 operations are handed on as they grow, so that memory stays bounded.
/// Same promises as `inner`; `cache` may be null and is shared between runs.
[[nodiscard]] std::unique_ptr<device::ValueEngine> makeLazyValues(std::unique_ptr<device::ValueEngine> inner,
                                                                  std::shared_ptr<ValueCache> cache);

}  // namespace engine::values

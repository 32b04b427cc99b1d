#pragma once

#include "engine/ops/operation.h"

namespace engine::ops {

/// Whether several cores compute an operation on the CPU together; for smaller operations, waking them takes longer
/// than the work. The CPU platform and its model both use this rule.
[[nodiscard]] inline bool isSharedByCores(const Cost& cost)
{
    constexpr double kFlops = 2e7;
    constexpr Bytes kBytes{4 << 20};
    return cost.flops > kFlops || cost.read + cost.written > kBytes;
}

}  // namespace engine::ops

#pragma once

#include "engine/ops/operation.h"

namespace engine::ops {

/// Whether an operation on the CPU is large enough to be computed by several cores together. For smaller operations,
/// waking the cores takes longer than the work. The CPU platform and the virtual machine both use this rule.
[[nodiscard]] inline bool isSharedByCores(const Cost& cost)
{
    constexpr double kFlops = 2e7;
    constexpr Bytes kBytes{4 << 20};
    return cost.flops > kFlops || cost.read + cost.written > kBytes;
}

}  // namespace engine::ops

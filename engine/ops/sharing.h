#pragma once

#include "engine/ops/operation.h"

namespace engine::ops {

/// Whether several cores work on an operation of a processor: help for a smaller one would come too late. The
/// processor's platform and the model of it follow this one rule.
[[nodiscard]] inline bool isSharedByCores(const Cost& cost)
{
    constexpr double kFlops = 2e7;
    constexpr Bytes kBytes{4 << 20};
    return cost.flops > kFlops || cost.read + cost.written > kBytes;
}

}  // namespace engine::ops

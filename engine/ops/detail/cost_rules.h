#pragma once

#include "engine/ops/operation.h"

namespace engine::ops::detail {

/// Of the larger of output and first input; 0 where the shapes say more (products, convolutions).
[[nodiscard]] double flopsPerElement(Operator op);

}  // namespace engine::ops::detail

#pragma once

#include "engine/ops/operation.h"

namespace engine::calibrate {

/// A compiled graph of `steps` operations x + 1 on `elements` numbers, each on the one before: one input, one output,
/// two blocks of scratch memory.
[[nodiscard]] ops::Operation graphChain(int steps, std::int64_t elements);

}  // namespace engine::calibrate

#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/result_types.h"
#include "engine/ops/operation.h"

#include <span>
#include <vector>

namespace engine::frontend {

/// Returns the types of a compiled graph's outputs for these input types. Errors: those of its operations, for example
/// if the input of a layer has integers.
[[nodiscard]] Result<std::vector<ops::DataType>> outputTypes(const ops::Segment& segment,
                                                             std::span<const ops::DataType> inputs, Promotion rules);

}  // namespace engine::frontend

#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/result_types.h"
#include "engine/ops/operation.h"

#include <span>
#include <vector>

namespace engine::frontend {

/// The types of a compiled graph's outputs, given those of its inputs. Errors: what the operations would refuse one by
/// one, such as whole numbers into a layer.
[[nodiscard]] Result<std::vector<tensor::DataType>> outputTypes(const ops::Segment& segment,
                                                                std::span<const tensor::DataType> inputs,
                                                                Promotion rules);

}  // namespace engine::frontend

#pragma once

#include "engine/ops/operation.h"

#include <random>
#include <vector>

/// Reference results of training operators, computed by plain loops in double precision.
namespace reference {

using Numbers = std::vector<double>;

/// All outputs of `operation`, which passed ops::validate().
[[nodiscard]] std::vector<Numbers> compute(const engine::ops::Operation& operation, const std::vector<Numbers>& inputs);

/// `op` with random shapes and attributes, including sizes 0 and 1.
[[nodiscard]] engine::ops::Operation randomOperation(engine::ops::Operator op, std::mt19937& random);

/// Random numbers valid for input `index` of `operation`: column numbers or indices if it needs them (indices may be
/// negative or too large), positive numbers for a variance, any numbers otherwise.
[[nodiscard]] Numbers randomInput(const engine::ops::Operation& operation, std::size_t index, std::mt19937& random);

}  // namespace reference

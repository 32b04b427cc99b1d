#pragma once

#include "engine/ops/operation.h"

#include <random>
#include <vector>

/// What operators of training give, by the plainest loops in double precision.
namespace reference {

using Numbers = std::vector<double>;

/// All outputs of `operation`, which passed ops::validate().
[[nodiscard]] std::vector<Numbers> compute(const engine::ops::Operation& operation, const std::vector<Numbers>& inputs);

/// `op` on shapes and attributes that follow from `random`: sizes of 0 and 1 among them.
[[nodiscard]] engine::ops::Operation randomOperation(engine::ops::Operator op, std::mt19937& random);

/// Numbers that suit input `index` of `operation`: column numbers where it takes such, else anything.
[[nodiscard]] Numbers randomInput(const engine::ops::Operation& operation, std::size_t index, std::mt19937& random);

}  // namespace reference

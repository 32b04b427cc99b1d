#pragma once

#include "engine/ops/shape.h"

#include <array>
#include <cstdint>
#include <optional>

namespace engine::frontend {

/// Distance in the storage, in elements, between neighbours along each axis, as the frameworks count it. The engine's
/// own tensors are always dense: strides only determine whether a framework would return a view or a copy.
using Strides = std::array<std::int64_t, tensor::Shape::kMaxRank>;

/// Returns the strides of a dense row-major tensor.
[[nodiscard]] Strides inOrder(const tensor::Shape& shape);

/// Whether a tensor with these strides is dense and row-major.
[[nodiscard]] bool isInOrder(const tensor::Shape& shape, const Strides& strides);

/// Returns the strides with which the same storage shows the shape `to` instead of `from`, with the elements in the
/// same order; nullopt if that requires a copy.
[[nodiscard]] std::optional<Strides> stridesAs(const tensor::Shape& from, const Strides& strides,
                                               const tensor::Shape& to);

/// Returns the strides after reversing the axes.
[[nodiscard]] Strides transposed(const tensor::Shape& from, const Strides& strides);

}  // namespace engine::frontend

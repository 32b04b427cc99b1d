#pragma once

#include "engine/ops/shape.h"

#include <array>
#include <cstdint>
#include <optional>

namespace engine::frontend {

/// Distance in the storage, in elements, between neighbours along each axis, as the frameworks count it. The engine's
/// own tensors are always dense: strides only determine whether a framework would return a view or a copy.
using Strides = std::array<std::int64_t, ops::Shape::kMaxRank>;

/// Returns the strides of a dense row-major tensor.
[[nodiscard]] Strides inOrder(const ops::Shape& shape);

/// Whether a tensor with these strides is dense and row-major.
[[nodiscard]] bool isInOrder(const ops::Shape& shape, const Strides& strides);

/// Returns the strides with which the same storage shows the shape `to` instead of `from`, with the elements in the
/// same order; nullopt if that requires a copy.
[[nodiscard]] std::optional<Strides> stridesAs(const ops::Shape& from, const Strides& strides, const ops::Shape& to);

/// Returns the strides after reversing the axes.
[[nodiscard]] Strides transposed(const ops::Shape& from, const Strides& strides);

}  // namespace engine::frontend

#pragma once

#include "engine/tensor/shape.h"

#include <array>
#include <cstdint>
#include <optional>

namespace engine::frontend {

/// How many elements of the storage lie between neighbours along each axis, as the frameworks count it. The engine's
/// own tensors are dense: strides only tell what a framework would show and what it would copy.
using Strides = std::array<std::int64_t, tensor::Shape::kMaxRank>;

/// Of a tensor whose numbers lie in its order.
[[nodiscard]] Strides inOrder(const tensor::Shape& shape);

/// Whether numbers at these strides lie in the tensor's order.
[[nodiscard]] bool isInOrder(const tensor::Shape& shape, const Strides& strides);

/// The strides at which the same storage shows what has the shape `from` in the shape `to`, in the same order of its
/// elements. None: it cannot, a copy is needed.
[[nodiscard]] std::optional<Strides> shownAs(const tensor::Shape& from, const Strides& strides,
                                             const tensor::Shape& to);

/// Of what is transposed: the axes in the opposite order.
[[nodiscard]] Strides transposed(const tensor::Shape& from, const Strides& strides);

}  // namespace engine::frontend

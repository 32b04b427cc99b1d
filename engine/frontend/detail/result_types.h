#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/native.h"
#include "engine/ops/operation.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine::frontend {

/// The framework whose type rules apply. A dialect's tensor type names it: `promotion = 'torch'`.
enum class Promotion : std::uint8_t { Torch, NumPy, MXNetNp, MXNetNd };

/// The rules of a tensor's Python type; those of PyTorch where it names none.
[[nodiscard]] Promotion promotionOf(const TensorObject& tensor);

/// An operator on tensors of these types and at most one number.
struct TypeQuestion {
    ops::Operator op = ops::Operator::Marker;
    std::span<const tensor::DataType> inputs;
    std::optional<tensor::DataType> scalar;  ///< of the number, as Python has it
    double value = 0;                        ///< the number
    bool isNegated = false;                  ///< the number was subtracted: x - 2 is x + (-2)
    std::string_view name;                   ///< of the function, for sentences
};

struct TypeAnswer {
    tensor::DataType type = tensor::DataType::Float32;
    ops::Operator op = ops::Operator::Marker;  ///< the operator to compute: the sum of booleans is their maximum
};

/// Operators whose results are not float32 even if all inputs are: comparisons, indices.
[[nodiscard]] bool changesType(ops::Operator op);

/// The type of a result by ops::ResultType and the framework's own exceptions. Errors, worded as the framework does:
/// combinations that it refuses, and those that would lose digits here.
[[nodiscard]] Result<TypeAnswer> resultType(const TypeQuestion& question, Promotion rules);

/// Refuses to write a result of type `made` to a tensor of type `target` where it would lose digits.
[[nodiscard]] Status mayHold(tensor::DataType target, tensor::DataType made, std::string_view name, Promotion rules);

}  // namespace engine::frontend

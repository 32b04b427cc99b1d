#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/native.h"
#include "engine/ops/operation.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine::frontend {

/// The framework whose type rules apply. A dialect's tensor type names it: `promotion = 'torch'`.
enum class Promotion : std::uint8_t { Torch, MXNetNp, MXNetNd };

/// Returns the rules of type promotion that a tensor's Python type names; PyTorch's rules if it names none.
[[nodiscard]] Promotion promotionOf(const TensorObject& tensor);

/// Input of resultType(): an operator, the types of its input tensors, and at most one number.
struct TypeQuestion {
    ops::Operator op = ops::Operator::Marker;
    std::span<const ops::DataType> inputs;
    std::optional<ops::DataType> scalar;  ///< Python type of the number
    double value = 0;                     ///< the number
    bool isNegated = false;               ///< the program subtracts the number: x - 2 is computed as x + (-2)
    std::string_view name;                ///< function name for messages
};

struct TypeAnswer {
    ops::DataType type = ops::DataType::Float32;
    ops::Operator op = ops::Operator::Marker;  ///< operator to compute: for booleans, Maximum instead of Add
};

/// Whether the operator may have a result of another type if all its inputs are float32: comparisons, indices.
[[nodiscard]] bool changesType(ops::Operator op);

/// Returns the type of a result: that of ops::ResultType, except where the framework differs. Errors: combinations that
/// the framework refuses, in its wording; and results that MXNet's nd would truncate to whole numbers.
[[nodiscard]] Result<TypeAnswer> resultType(const TypeQuestion& question, Promotion rules);

/// Returns an error if `made`, the type of a result, comes after `target`, the type of the tensor to which the result
/// is written, in the order bool, int64, float32.
[[nodiscard]] Status checkResultType(ops::DataType target, ops::DataType made, std::string_view name, Promotion rules);

}  // namespace engine::frontend

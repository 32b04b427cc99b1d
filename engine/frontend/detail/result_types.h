#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/native.h"
#include "engine/ops/operation.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine::frontend {

/// Whose rules say what type a result has. A dialect's tensor type names them: `promotion = 'torch'`.
enum class Promotion : std::uint8_t { Torch, NumPy, MXNetNp, MXNetNd };

/// The rules of a tensor's Python type; those of PyTorch where it names none.
[[nodiscard]] Promotion promotionOf(const TensorObject& tensor);

/// What is asked of the rules: an operator on tensors of these types and at most one number.
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
    ops::Operator op = ops::Operator::Marker;  ///< what is to be computed: of truths, "add" is the larger one
};

/// Operators whose results are of another type even where only floats go in: comparisons, places.
[[nodiscard]] bool changesType(ops::Operator op);

/// The type of a result: bool, int64 and float32 in this order, the highest of all that goes in, and float32 where the
/// framework makes one of it (true division, exp, ...). Errors, in the framework's words: what it refuses as well, and
/// what would lose digits here in silence.
[[nodiscard]] Result<TypeAnswer> resultType(const TypeQuestion& question, Promotion rules);

/// Whether a result of type `made` may be written to a tensor of type `target`: not where it would lose digits.
[[nodiscard]] Status mayHold(tensor::DataType target, tensor::DataType made, std::string_view name, Promotion rules);

}  // namespace engine::frontend

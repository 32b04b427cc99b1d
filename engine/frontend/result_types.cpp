#include "engine/frontend/detail/result_types.h"

#include "engine/base/invalid.h"

#include <algorithm>
#include <string>

namespace engine::frontend {

namespace {

using ops::DataType;
using ops::Operator;
using ops::ResultType;

static_assert(DataType::Float32 < DataType::Int64 && DataType::Int64 < DataType::Bool);

/// Returns the type to which the frameworks promote `a` and `b`: the later of the two in the order bool, int64,
/// float32.
DataType higher(DataType a, DataType b)
{
    return std::min(a, b);
}

const char* pytorchNameOf(DataType type)
{
    return type == DataType::Float32 ? "Float" : type == DataType::Int64 ? "Long" : "Bool";
}

std::string called(const TypeQuestion& question)
{
    return std::string(question.name) + "()";
}

/// Returns PyTorch's error if PyTorch does not accept the types.
Status checkPytorchTypes(const TypeQuestion& question)
{
    const DataType first = question.inputs.front();
    if (question.op == Operator::Mean && first != DataType::Float32)
        return invalid(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex "
            "dtype. Got: " +
            std::string(pytorchNameOf(first)));
    if (question.op == Operator::Norm && first != DataType::Float32)
        return invalid("linalg.vector_norm: Expected a floating point or complex tensor as input. Got " +
                       std::string(pytorchNameOf(first)));
    if (question.op == Operator::MatMul && question.inputs[0] != question.inputs[1])
        return invalid(
            "expected m1 and m2 to have the same dtype, but got: " + std::string(nameOf(question.inputs[0])) +
            " != " + nameOf(question.inputs[1]) + "; convert one of them, such as by .float()");
    return {};
}

/// Returns an error if the operator subtracts or negates booleans, which the frameworks do not allow.
Status checkSubtraction(const TypeQuestion& question, DataType highest, Promotion rules)
{
    const bool isScalar = question.scalar.has_value();
    const bool subtracts = question.op == Operator::Subtract || question.op == Operator::SubtractFromScalar ||
                           (question.op == Operator::AddScalar && question.isNegated);
    const bool negates = question.op == Operator::Negate;
    const bool hasBool = std::ranges::find(question.inputs, DataType::Bool) != question.inputs.end() ||
                         (isScalar && question.scalar == DataType::Bool);
    if (!subtracts && !negates)
        return {};
    if (highest == DataType::Bool && subtracts)
        return invalid(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Compare them by `!=` "
            "instead.");
    if (negates && highest == DataType::Bool)
        return invalid(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
            "mask, use the `~` or `logical_not()` operator instead.");
    if (rules == Promotion::Torch && hasBool)
        return invalid(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert "
            "a mask, use the `~` or `logical_not()` operator instead.");
    return {};
}

ResultType ruleOf(Operator op)
{
    return ops::rowOf(op).type;
}

/// Returns an error for results that MXNet's nd would truncate to the inputs' type, and for mixed types of inputs.
Status ndKeeps(const TypeQuestion& question, DataType type)
{
    const bool hasWhole =
        std::ranges::any_of(question.inputs, [](DataType input) { return input != DataType::Float32; });
    const bool isMixed =
        std::ranges::any_of(question.inputs, [&](DataType input) { return input != question.inputs.front(); });
    const bool hasIndex = ruleOf(question.op) == ResultType::OfFirst;
    if (isMixed && !hasIndex && question.op != Operator::SliceAssign)
        return invalid(called(question) + " takes arrays of one type, but was given " +
                       nameOf(question.inputs.front()) + " and " + nameOf(question.inputs.back()) +
                       "; convert one of them by .astype('float32')");
    if (hasWhole && type == DataType::Float32 && !hasIndex && ruleOf(question.op) != ResultType::Index)
        return untranslatedError(
            ErrorCode::Unsupported,
            called(question) + " of " + nameOf(question.inputs.front()) +
                " would be cut to whole numbers by MXNet's nd; convert the array by .astype('float32')");
    return {};
}

Result<TypeAnswer> typeOf(const TypeQuestion& question, Promotion rules)
{
    const bool isNd = rules == Promotion::MXNetNd;
    const Operator op = question.op;
    DataType highest = question.inputs.front();
    for (const DataType input : question.inputs)
        highest = higher(highest, input);
    if (question.scalar)
        highest = higher(highest, *question.scalar);
    const ResultType rule = ruleOf(op);
    if (rule == ResultType::FloatsOnly &&
        std::ranges::any_of(question.inputs, [](DataType input) { return input != DataType::Float32; }))
        return invalid(called(question) + " takes float32, but was given " +
                       nameOf(highest == DataType::Float32 ? DataType::Int64 : highest) + "; convert it by " +
                       (rules == Promotion::Torch ? ".float()" : ".astype('float32')"));
    if (rule == ResultType::Comparison)
        return TypeAnswer{isNd ? question.inputs.front() : DataType::Bool, op};
    if (rule == ResultType::Index)
        return TypeAnswer{isNd ? DataType::Float32 : DataType::Int64, op};
    if (rule == ResultType::OfFirst)
        return TypeAnswer{question.inputs.front(), op};
    if (const Status status = checkSubtraction(question, highest, rules); !status)
        return status.error();
    if (rules == Promotion::Torch)
        if (const Status status = checkPytorchTypes(question); !status)
            return status.error();
    if (rule == ResultType::Float)
        return TypeAnswer{DataType::Float32, op};
    if (highest != DataType::Float32 && op == Operator::PowerScalar && question.value < 0)
        return invalid("Integers to negative integer powers are not allowed.");
    if (highest != DataType::Bool)
        return TypeAnswer{highest, op};
    // For booleans, a sum over elements counts the true ones (int64); a + b is the logical or, computed as the maximum.
    if (op == Operator::Sum || op == Operator::PowerScalar)
        return TypeAnswer{DataType::Int64, op};
    if (op == Operator::MatMul)
        return untranslatedError(ErrorCode::Unsupported,
                                 called(question) + " of bool is not supported; convert the tensors to float32");
    if (op == Operator::Add)
        return TypeAnswer{DataType::Bool, Operator::Maximum};
    if (op == Operator::AddScalar)
        return TypeAnswer{DataType::Bool, Operator::MaximumScalar};
    return TypeAnswer{DataType::Bool, op};
}

}  // namespace

bool changesType(Operator op)
{
    return ruleOf(op) == ResultType::Index || ruleOf(op) == ResultType::Comparison;
}

Promotion promotionOf(const TensorObject& tensor)
{
    PyObject* name = PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(&tensor.ob_base)), "promotion");
    if (name == nullptr)
        PyErr_Clear();
    Promotion rules = Promotion::Torch;
    if (name != nullptr && PyUnicode_Check(name)) {
        if (PyUnicode_CompareWithASCIIString(name, "np") == 0)
            rules = Promotion::MXNetNp;
        else if (PyUnicode_CompareWithASCIIString(name, "nd") == 0)
            rules = Promotion::MXNetNd;
    }
    Py_XDECREF(name);
    return rules;
}

Result<TypeAnswer> resultType(const TypeQuestion& question, Promotion rules)
{
    const auto answer = typeOf(question, rules);
    if (answer && rules == Promotion::MXNetNd)
        if (const Status status = ndKeeps(question, answer->type); !status)
            return status.error();
    return answer;
}

Status checkResultType(DataType target, DataType made, std::string_view name, Promotion rules)
{
    if (higher(target, made) == target)
        return {};
    if (rules == Promotion::Torch)
        return invalid("result type " + std::string(pytorchNameOf(made)) +
                       " can't be cast to the desired output type " + pytorchNameOf(target));
    return invalid("Cannot cast '" + std::string(name) + "' output from " + nameOf(made) + " to " + nameOf(target) +
                   "; make a new array (x = x + y), or convert it by .astype('float32') first");
}

}  // namespace engine::frontend

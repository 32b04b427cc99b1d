#include "engine/frontend/detail/graph_types.h"

#include <algorithm>
#include <cmath>

namespace engine::frontend {

namespace {

using ops::DataType;
using ops::Operator;

/// Returns the type of a scalar in a compiled graph, which stores scalars without a type: float if the value has a
/// fraction; nullopt if it is an integer, which adopts the tensor's type.
std::optional<DataType> scalarTypeOf(double value)
{
    return value == std::trunc(value) ? std::optional<DataType>{} : DataType::Float32;
}

Result<DataType> typeOf(const TypeQuestion& question, Promotion rules)
{
    const bool areFloats = std::ranges::all_of(question.inputs, [](DataType t) { return t == DataType::Float32; });
    if (areFloats && !changesType(question.op))
        return DataType::Float32;
    auto answer = resultType(question, rules);
    if (!answer)
        return std::move(answer).error();
    if (answer->op != question.op)
        return untranslatedError(ErrorCode::Unsupported,
                                 std::string(question.name) +
                                     " of bool is not supported in a compiled net; convert its input to "
                                     "float32 first");
    return answer->type;
}

Result<DataType> typeOf(const ops::Operation& operation, std::span<const DataType> inputs, Promotion rules)
{
    TypeQuestion question{operation.op,         inputs, scalarTypeOf(operation.scalars[0]),
                          operation.scalars[0], false,  ops::nameOf(operation.op)};
    Result<DataType> type = typeOf(question, rules);
    for (const ops::Epilogue& epilogue : operation.epilogue) {
        if (!type)
            return type;
        const DataType before = *type;
        type = typeOf({epilogue.op, std::span(&before, 1), scalarTypeOf(epilogue.scalar), epilogue.scalar, false,
                       ops::nameOf(epilogue.op)},
                      rules);
    }
    return type;
}

}  // namespace

Result<std::vector<DataType>> outputTypes(const ops::Segment& segment, std::span<const DataType> inputs,
                                          Promotion rules)
{
    std::vector<DataType> values(segment.values.size(), DataType::Float32);
    std::ranges::copy(inputs, values.begin());
    for (const ops::Segment::Step& step : segment.steps) {
        std::vector<DataType> read;
        for (const std::int32_t value : step.reads)
            read.push_back(values[static_cast<std::size_t>(value)]);
        if (read.empty() || step.writes.empty())
            continue;
        const auto type = typeOf(step.operation, read, rules);
        if (!type)
            return type.error();
        values[static_cast<std::size_t>(step.writes.front())] = *type;
    }
    std::vector<DataType> types;
    for (const std::int32_t output : segment.outputs)
        types.push_back(values[static_cast<std::size_t>(output)]);
    return types;
}

}  // namespace engine::frontend

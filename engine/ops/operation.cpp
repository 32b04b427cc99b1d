#include "engine/ops/operation.h"

#include "engine/ops/detail/cost_rules.h"

#include <array>

namespace engine::ops {

namespace {

struct Entry {
    std::string_view name;
    trace::Kind kind;
    double flopsPerElement;  ///< of the larger of output and first input
};

using trace::Kind;

/// In the order of Operator. A transcendental function counts as one operation, as the field counts it; integer work
/// of the random generator does not count, its scaling does.
constexpr std::array kEntries = {
    Entry{"Fill", Kind::Elementwise, 0},
    Entry{"Identity", Kind::Elementwise, 0},
    Entry{"Arange", Kind::Elementwise, 2},
    Entry{"RandomUniform", Kind::Compute, 2},
    Entry{"RandomNormal", Kind::Compute, 8},
    Entry{"MatMul", Kind::Compute, 0},
    Entry{"Add", Kind::Elementwise, 1},
    Entry{"Subtract", Kind::Elementwise, 1},
    Entry{"Multiply", Kind::Elementwise, 1},
    Entry{"Divide", Kind::Elementwise, 1},
    Entry{"Maximum", Kind::Elementwise, 1},
    Entry{"AddScalar", Kind::Elementwise, 1},
    Entry{"MultiplyScalar", Kind::Elementwise, 1},
    Entry{"SubtractFromScalar", Kind::Elementwise, 1},
    Entry{"DivideScalar", Kind::Elementwise, 1},
    Entry{"PowerScalar", Kind::Elementwise, 1},
    Entry{"Negate", Kind::Elementwise, 1},
    Entry{"Relu", Kind::Elementwise, 1},
    Entry{"Exp", Kind::Elementwise, 1},
    Entry{"Log", Kind::Elementwise, 1},
    Entry{"Sqrt", Kind::Elementwise, 1},
    Entry{"Tanh", Kind::Elementwise, 1},
    Entry{"Sigmoid", Kind::Elementwise, 4},
    Entry{"Abs", Kind::Elementwise, 1},
    Entry{"Sum", Kind::Elementwise, 1},
    Entry{"Mean", Kind::Elementwise, 1},
    Entry{"Norm", Kind::Elementwise, 2},
    Entry{"Max", Kind::Elementwise, 1},
    Entry{"ArgMax", Kind::Elementwise, 1},
    Entry{"Transpose", Kind::Elementwise, 0},
    Entry{"Reshape", Kind::Elementwise, 0},
    Entry{"Copy", Kind::Elementwise, 0},
    Entry{"Marker", Kind::Host, 0},
    Entry{"Minimum", Kind::Elementwise, 1},
    Entry{"Equal", Kind::Elementwise, 1},
    Entry{"NotEqual", Kind::Elementwise, 1},
    Entry{"Less", Kind::Elementwise, 1},
    Entry{"LessEqual", Kind::Elementwise, 1},
    Entry{"Greater", Kind::Elementwise, 1},
    Entry{"GreaterEqual", Kind::Elementwise, 1},
    Entry{"EqualScalar", Kind::Elementwise, 1},
    Entry{"NotEqualScalar", Kind::Elementwise, 1},
    Entry{"LessScalar", Kind::Elementwise, 1},
    Entry{"LessEqualScalar", Kind::Elementwise, 1},
    Entry{"GreaterScalar", Kind::Elementwise, 1},
    Entry{"GreaterEqualScalar", Kind::Elementwise, 1},
    Entry{"MaximumScalar", Kind::Elementwise, 1},
    Entry{"MinimumScalar", Kind::Elementwise, 1},
    Entry{"Square", Kind::Elementwise, 1},
    Entry{"Sign", Kind::Elementwise, 1},
    Entry{"ReluBackward", Kind::Backward, 1},
    Entry{"SigmoidBackward", Kind::Backward, 3},
    Entry{"TanhBackward", Kind::Backward, 3},
    Entry{"Broadcast", Kind::Elementwise, 0},
    Entry{"Slice", Kind::Elementwise, 0},
    Entry{"SliceAssign", Kind::Elementwise, 0},
    Entry{"Concat", Kind::Elementwise, 0},
    Entry{"Pick", Kind::Elementwise, 0},
    Entry{"PickBackward", Kind::Backward, 0},
    Entry{"Softmax", Kind::Compute, 4},
    Entry{"LogSoftmax", Kind::Compute, 4},
    Entry{"SoftmaxBackward", Kind::Backward, 3},
    Entry{"LogSoftmaxBackward", Kind::Backward, 3},
    Entry{"FullyConnected", Kind::Compute, 0},
    Entry{"FullyConnectedBackward", Kind::Backward, 0},
    Entry{"Convolution", Kind::Compute, 0},
    Entry{"ConvolutionBackward", Kind::Backward, 0},
    Entry{"AveragePool", Kind::Compute, 1},
    Entry{"MaxPool", Kind::Compute, 1},
    Entry{"AveragePoolBackward", Kind::Backward, 1},
    Entry{"MaxPoolBackward", Kind::Backward, 1},
    Entry{"BatchNorm", Kind::Compute, 5},
    Entry{"BatchNormBackward", Kind::Backward, 8},
    Entry{"SgdUpdate", Kind::Elementwise, 2},
    Entry{"SgdMomentumUpdate", Kind::Elementwise, 4},
    Entry{"Segment", Kind::Compute, 0},
    Entry{"Gather", Kind::Elementwise, 0},
    Entry{"Scatter", Kind::Elementwise, 0},
};
static_assert(kEntries.size() == static_cast<std::size_t>(Operator::Last) + 1);

const Entry& entryOf(Operator op)
{
    return kEntries[static_cast<std::size_t>(op)];
}

}  // namespace

double detail::flopsPerElement(Operator op)
{
    return entryOf(op).flopsPerElement;
}

trace::Kind kindOf(Operator op)
{
    return entryOf(op).kind;
}

int inPlaceInputOf(Operator op, std::size_t output)
{
    if (op == Operator::SliceAssign || op == Operator::Scatter || op == Operator::SgdUpdate ||
        op == Operator::SgdMomentumUpdate)
        return output == 0 ? 0 : 2;
    return op == Operator::BatchNorm && output >= 3 ? static_cast<int>(output) : -1;
}

std::string_view nameOf(Operator op)
{
    return entryOf(op).name;
}

}  // namespace engine::ops

#pragma once

#include "engine/trace/record.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>

/// The operator catalogue: one enumerator and one row for each operator. Code that depends on an operator's properties
/// reads its row; README.md shows how to add an operator.
namespace engine::ops {

/// The numeric values are stable, because traces, tests and the CUDA module store them; new operators are appended.
/// "Backward" operators compute gradients; their first input, dy, is the gradient of the result. dx is the gradient of
/// input x.
enum class Operator : std::uint16_t {
    Fill,           ///< all elements are scalars[0]
    Identity,       ///< n x n unit matrix
    Arange,         ///< scalars[0] + i * scalars[1]
    RandomUniform,  ///< uniform in [scalars[0], scalars[1]); element i of the random stream `seed`
    RandomNormal,   ///< normal with mean scalars[0] and deviation scalars[1]; stream `seed`
    MatMul,         ///< a [m, k] x b [k, n] -> [m, n]
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,  ///< NaN if an input is NaN
    AddScalar,
    MultiplyScalar,
    SubtractFromScalar,
    DivideScalar,
    PowerScalar,
    Negate,
    Relu,
    Exp,  ///< base scalars[0], or e if scalars[0] is 0
    Log,
    Sqrt,
    Tanh,
    Sigmoid,
    Abs,
    Sum,  ///< reductions: over `axes`, or over all axes if `axes` is 0
    Mean,
    Norm,
    Max,
    ArgMax,
    Transpose,  ///< reverses all axes
    Reshape,
    Copy,    ///< to another device or another buffer of the same device; scalars[0] = 1 truncates to whole numbers
    Marker,  ///< no work; marks a position in the order of operations, for events

    Minimum,
    Equal,  ///< comparisons return 1 or 0
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    EqualScalar,
    NotEqualScalar,
    LessScalar,
    LessEqualScalar,
    GreaterScalar,
    GreaterEqualScalar,
    MaximumScalar,
    MinimumScalar,
    Square,
    Sign,
    ReluBackward,     ///< (dy, y) -> dx
    SigmoidBackward,  ///< (dy, y) -> dx
    TanhBackward,     ///< (dy, y) -> dx
    Broadcast,  ///< x -> output: repeats x along missing axes and axes of size 1; factor: scalars[0], or 1 if that is 0
    Slice,      ///< x -> output: the block that starts at `offsets`
    SliceAssign,   ///< (x, value) -> x with the block at `offsets` replaced; the output is x's own storage
    Concat,        ///< any number of inputs, concatenated along axis `axes` (one bit)
    Pick,          ///< (x [n, c], index [n]) -> [n]
    PickBackward,  ///< (dy [n], index [n]) -> dx [n, c]
    Softmax,       ///< over the last axis
    LogSoftmax,
    SoftmaxBackward,     ///< (dy, y) -> dx
    LogSoftmaxBackward,  ///< (dy, y) -> dx

    FullyConnected,          ///< (x [n, ...], w [u, k], b [u]?) -> [n, u]
    FullyConnectedBackward,  ///< (dy, x, w) -> those of dx, dw, db that `wanted` selects
    Convolution,             ///< (x [n, c, h, w], w [o, c, kh, kw], b [o]?) -> [n, o, h', w'], by `window`
    ConvolutionBackward,     ///< (dy, x, w) -> those of dx, dw, db that `wanted` selects
    AveragePool,             ///< x [n, c, h, w] -> [n, c, h', w']; padding does not count as elements
    MaxPool,
    AveragePoolBackward,  ///< (dy, x) -> dx
    MaxPoolBackward,      ///< (dy, x) -> dx
    /// (x [n, c, ...], gamma [c], beta [c], runningMean [c], runningVariance [c]) -> y. In training there are 5
    /// outputs: y, the batch's mean and 1/deviation, and the two running statistics, which are updated in place.
    /// scalars: epsilon, momentum, and 1 for the unbiased variance.
    BatchNorm,
    BatchNormBackward,  ///< (dy, x, gamma, mean, 1/deviation) -> dx, dgamma, dbeta
    SgdUpdate,          ///< (w, g) -> w in place: w -= scalars[0] * scalars[1] * g (rate, scale)
    SgdMomentumUpdate,  ///< (w, g, m) -> w, m in place: m = scalars[2] * m - rate * scale * g; w += m

    Segment,  ///< a compiled graph: executes the steps of `segment` in order

    /// (x, index) -> the parts of x that the index selects along axis `axes` (one bit); the axes of the index replace
    /// that axis. Indices out of range wrap around if scalars[0] is 1, and select the nearest part if it is 0. With
    /// scalars[1] = 1, the index has the extents of x except along the axis, and each index selects a single element.
    Gather,
    /// (x, index, value) -> x, with `value` written to the parts that Gather would read, in the order of the index; the
    /// output has the storage of x. With scalars[2] = 1, `value` is added instead.
    Scatter,
    Sin,
    Cos,
    Last = Cos,
};

/// Groups of operators that are implemented by the same code.
enum class Family : std::uint8_t {
    Marker,
    Generator,      ///< no inputs; creates a tensor
    Unary,          ///< elementwise, one input (and scalars[0]); can be an epilogue
    Binary,         ///< elementwise on two inputs that are broadcast to each other
    Slope,          ///< elementwise, (dy, y) -> dx
    Product,        ///< matrix product
    Reduction,      ///< reduces axes
    Rearrangement,  ///< returns each element of the input once
    Broadcast,
    Block,  ///< reads or writes a block of a tensor
    Concat,
    Parts,  ///< reads or writes the parts selected by an index
    Pick,
    Softmax,
    Dense,
    Convolution,
    Pool,
    Normalization,
    Update,  ///< updates parameters
    Graph,
};

/// The rule that determines the output shapes from the inputs.
enum class ShapeRule : std::uint8_t {
    None,
    Wanted,  ///< the shape requested by the caller
    Square,  ///< the square shape requested by the caller
    First,   ///< the shape of the first input
    Broadcast,
    Product,
    Reduced,
    Reversed,
    Reshaped,
    Repeated,
    Block,
    AssignedBlock,
    Joined,
    Gathered,
    Scattered,
    Picked,
    PickedBack,
    Alike,  ///< all inputs and outputs have the same shape
    AlikeRows,
    Dense,
    DenseBack,
    Convolved,
    ConvolvedBack,
    Pooled,
    PooledBack,
    Normalized,
    NormalizedBack,
    Graph,
};

/// The rule that determines the FLOP and bytes of an operation.
enum class CostRule : std::uint8_t {
    None,
    Elements,  ///< `flops` per element of the larger of output and first input; reads and writes all elements
    Block,
    AssignedBlock,
    Gathered,
    Scattered,
    Picked,
    MatrixProduct,
    LayerProduct,
    LayerGradients,
    Steps,
};

/// Whether outputs are stored in the memory of an input.
enum class InPlace : std::uint8_t {
    Never,
    MayBe,              ///< may be stored in any input
    MayBeIfSameSize,    ///< may be stored in any input of the output's size
    First,              ///< must be the storage of the first input; another input must have other storage
    Weight,             ///< must be the storage of the first input; another input may have the same storage
    WeightAndMomentum,  ///< outputs 0 and 1 have the storage of inputs 0 and 2
    RunningStatistics,  ///< outputs 3 and 4 have the storage of inputs 3 and 4
};

/// The element type of the result. Frameworks differ in details, see engine/frontend/result_types.cpp.
enum class ResultType : std::uint8_t {
    OfInputs,    ///< the input type that comes last in the order bool, int64, float32
    OfFirst,     ///< the type of the first input; the second input is an index
    Float,       ///< float32 for inputs of any type
    FloatsOnly,  ///< float32; inputs of other types are rejected
    Comparison,
    Index,
};

/// How the graph compiler treats an operator if all inputs are constant (all elements equal).
enum class Folding : std::uint8_t {
    Never,     ///< not folded, for example because kernels may round differently
    Exact,     ///< folded, because all kernels compute identical bits
    Constant,  ///< the operator itself creates a constant
    Moves,     ///< the result is the input's constant, perhaps multiplied by a factor or truncated
};

/// Whether the operator has a gradient rule in engine/autograd.
enum class Gradient : bool { None, Rule };

/// The number of inputs of an operator.
struct InputCount {
    static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    std::size_t least = 1;
    std::size_t most = least;
};

struct FlopsPerElement {
    double value = 0;
};

/// The properties of an operator that several folders of the engine use.
struct OperatorRow {
    Operator op{};
    std::string_view name;
    Family family = Family::Marker;
    InputCount inputs{};
    trace::Kind kind = trace::Kind::Elementwise;
    FlopsPerElement flops{};  ///< for CostRule::Elements
    CostRule cost = CostRule::Elements;
    ShapeRule shape = ShapeRule::First;
    InPlace inPlace = InPlace::Never;
    ResultType type = ResultType::OfInputs;
    Gradient gradient = Gradient::None;
    Folding folding = Folding::Never;

    constexpr void set(InputCount value) { inputs = value; }
    constexpr void set(trace::Kind value) { kind = value; }
    constexpr void set(FlopsPerElement value) { flops = value; }
    constexpr void set(CostRule value) { cost = value; }
    constexpr void set(ShapeRule value) { shape = value; }
    constexpr void set(InPlace value) { inPlace = value; }
    constexpr void set(ResultType value) { type = value; }
    constexpr void set(Gradient value) { gradient = value; }
    constexpr void set(Folding value) { folding = value; }
};

namespace detail {

using trace::Kind;

/// Returns a row with the defaults of the family, changed by `properties` in any order.
template <typename... Properties>
constexpr OperatorRow row(Operator op, std::string_view name, Family family, Properties... properties)
{
    OperatorRow made{.op = op, .name = name, .family = family};
    if (family == Family::Generator) {
        made.inputs = {0};
        made.shape = ShapeRule::Wanted;
    } else if (family == Family::Unary) {
        made.flops = {1};
        made.inPlace = InPlace::MayBeIfSameSize;
    } else if (family == Family::Binary) {
        made.inputs = {2};
        made.flops = {1};
        made.shape = ShapeRule::Broadcast;
        made.inPlace = InPlace::MayBeIfSameSize;
    } else if (family == Family::Slope) {
        made.inputs = {2};
        made.kind = Kind::Backward;
        made.shape = ShapeRule::Alike;
        made.inPlace = InPlace::MayBe;
    } else if (family == Family::Reduction) {
        made.flops = {1};
        made.shape = ShapeRule::Reduced;
    } else if (family == Family::Softmax) {
        made.shape = ShapeRule::AlikeRows;
        made.inPlace = InPlace::MayBe;
    }
    (made.set(properties), ...);
    return made;
}

using Flops = FlopsPerElement;
using Inputs = InputCount;
using O = Operator;
using F = Family;
constexpr auto kGradient = Gradient::Rule;

/// One row per operator, in the order of Operator. A transcendental function counts as one FLOP, as usual. The integer
/// operations of the random generators do not count as FLOP.
inline constexpr OperatorRow kCatalogue[] = {
    row(O::Fill, "Fill", F::Generator, Folding::Constant),
    row(O::Identity, "Identity", F::Generator, ShapeRule::Square),
    row(O::Arange, "Arange", F::Generator, Flops{2}),
    row(O::RandomUniform, "RandomUniform", F::Generator, Kind::Compute, Flops{2}),
    row(O::RandomNormal, "RandomNormal", F::Generator, Kind::Compute, Flops{8}),
    row(O::MatMul, "MatMul", F::Product, Kind::Compute, Inputs{2}, CostRule::MatrixProduct, ShapeRule::Product,
        kGradient),
    row(O::Add, "Add", F::Binary, Folding::Exact, kGradient),
    row(O::Subtract, "Subtract", F::Binary, Folding::Exact, kGradient),
    row(O::Multiply, "Multiply", F::Binary, Folding::Exact, kGradient),
    row(O::Divide, "Divide", F::Binary, ResultType::Float, Folding::Exact, kGradient),
    row(O::Maximum, "Maximum", F::Binary, kGradient),
    row(O::AddScalar, "AddScalar", F::Unary, Folding::Exact, kGradient),
    row(O::MultiplyScalar, "MultiplyScalar", F::Unary, Folding::Exact, kGradient),
    row(O::SubtractFromScalar, "SubtractFromScalar", F::Unary, Folding::Exact, kGradient),
    row(O::DivideScalar, "DivideScalar", F::Unary, ResultType::Float, Folding::Exact, kGradient),
    row(O::PowerScalar, "PowerScalar", F::Unary, kGradient),
    row(O::Negate, "Negate", F::Unary, Folding::Exact, kGradient),
    row(O::Relu, "Relu", F::Unary, Folding::Exact, kGradient),
    row(O::Exp, "Exp", F::Unary, ResultType::Float, kGradient),
    row(O::Log, "Log", F::Unary, ResultType::Float, kGradient),
    row(O::Sqrt, "Sqrt", F::Unary, ResultType::Float, Folding::Exact, kGradient),
    row(O::Tanh, "Tanh", F::Unary, ResultType::Float, kGradient),
    row(O::Sigmoid, "Sigmoid", F::Unary, Flops{4}, ResultType::Float, kGradient),
    row(O::Abs, "Abs", F::Unary, Folding::Exact, kGradient),
    row(O::Sum, "Sum", F::Reduction, kGradient),
    row(O::Mean, "Mean", F::Reduction, ResultType::Float, kGradient),
    row(O::Norm, "Norm", F::Reduction, Flops{2}, ResultType::Float, kGradient),
    row(O::Max, "Max", F::Reduction, kGradient),
    row(O::ArgMax, "ArgMax", F::Reduction, ResultType::Index),
    row(O::Transpose, "Transpose", F::Rearrangement, ShapeRule::Reversed, Folding::Moves, kGradient),
    row(O::Reshape, "Reshape", F::Rearrangement, ShapeRule::Reshaped, InPlace::MayBe, Folding::Moves, kGradient),
    row(O::Copy, "Copy", F::Rearrangement, InPlace::MayBe, Folding::Moves, kGradient),
    row(O::Marker, "Marker", F::Marker, Inputs{0}, Kind::Host, CostRule::None, ShapeRule::None),
    row(O::Minimum, "Minimum", F::Binary, kGradient),
    row(O::Equal, "Equal", F::Binary, ResultType::Comparison),
    row(O::NotEqual, "NotEqual", F::Binary, ResultType::Comparison),
    row(O::Less, "Less", F::Binary, ResultType::Comparison),
    row(O::LessEqual, "LessEqual", F::Binary, ResultType::Comparison),
    row(O::Greater, "Greater", F::Binary, ResultType::Comparison),
    row(O::GreaterEqual, "GreaterEqual", F::Binary, ResultType::Comparison),
    row(O::EqualScalar, "EqualScalar", F::Unary, ResultType::Comparison),
    row(O::NotEqualScalar, "NotEqualScalar", F::Unary, ResultType::Comparison),
    row(O::LessScalar, "LessScalar", F::Unary, ResultType::Comparison),
    row(O::LessEqualScalar, "LessEqualScalar", F::Unary, ResultType::Comparison),
    row(O::GreaterScalar, "GreaterScalar", F::Unary, ResultType::Comparison),
    row(O::GreaterEqualScalar, "GreaterEqualScalar", F::Unary, ResultType::Comparison),
    row(O::MaximumScalar, "MaximumScalar", F::Unary, kGradient),
    row(O::MinimumScalar, "MinimumScalar", F::Unary, kGradient),
    row(O::Square, "Square", F::Unary, Folding::Exact, kGradient),
    row(O::Sign, "Sign", F::Unary),
    row(O::ReluBackward, "ReluBackward", F::Slope, Flops{1}),
    row(O::SigmoidBackward, "SigmoidBackward", F::Slope, Flops{3}),
    row(O::TanhBackward, "TanhBackward", F::Slope, Flops{3}),
    row(O::Broadcast, "Broadcast", F::Broadcast, ShapeRule::Repeated, Folding::Moves, kGradient),
    row(O::Slice, "Slice", F::Block, CostRule::Block, ShapeRule::Block, kGradient),
    row(O::SliceAssign, "SliceAssign", F::Block, Inputs{2}, CostRule::AssignedBlock, ShapeRule::AssignedBlock,
        InPlace::First, kGradient),
    row(O::Concat, "Concat", F::Concat, Inputs{1, InputCount::kAny}, ShapeRule::Joined, kGradient),
    row(O::Pick, "Pick", F::Pick, Inputs{2}, CostRule::Picked, ShapeRule::Picked, ResultType::OfFirst, kGradient),
    row(O::PickBackward, "PickBackward", F::Pick, Inputs{2}, Kind::Backward, ShapeRule::PickedBack),
    row(O::Softmax, "Softmax", F::Softmax, Kind::Compute, Flops{4}, ResultType::FloatsOnly, kGradient),
    row(O::LogSoftmax, "LogSoftmax", F::Softmax, Kind::Compute, Flops{4}, ResultType::FloatsOnly, kGradient),
    row(O::SoftmaxBackward, "SoftmaxBackward", F::Softmax, Inputs{2}, Kind::Backward, Flops{3}),
    row(O::LogSoftmaxBackward, "LogSoftmaxBackward", F::Softmax, Inputs{2}, Kind::Backward, Flops{3}),
    row(O::FullyConnected, "FullyConnected", F::Dense, Inputs{2, 3}, Kind::Compute, CostRule::LayerProduct,
        ShapeRule::Dense, ResultType::FloatsOnly, kGradient),
    row(O::FullyConnectedBackward, "FullyConnectedBackward", F::Dense, Inputs{3}, Kind::Backward,
        CostRule::LayerGradients, ShapeRule::DenseBack),
    row(O::Convolution, "Convolution", F::Convolution, Inputs{2, 3}, Kind::Compute, CostRule::LayerProduct,
        ShapeRule::Convolved, ResultType::FloatsOnly, kGradient),
    row(O::ConvolutionBackward, "ConvolutionBackward", F::Convolution, Inputs{3}, Kind::Backward,
        CostRule::LayerGradients, ShapeRule::ConvolvedBack),
    row(O::AveragePool, "AveragePool", F::Pool, Kind::Compute, Flops{1}, ShapeRule::Pooled, ResultType::FloatsOnly,
        kGradient),
    row(O::MaxPool, "MaxPool", F::Pool, Kind::Compute, Flops{1}, ShapeRule::Pooled, ResultType::FloatsOnly, kGradient),
    row(O::AveragePoolBackward, "AveragePoolBackward", F::Pool, Inputs{2}, Kind::Backward, Flops{1},
        ShapeRule::PooledBack),
    row(O::MaxPoolBackward, "MaxPoolBackward", F::Pool, Inputs{2}, Kind::Backward, Flops{1}, ShapeRule::PooledBack),
    row(O::BatchNorm, "BatchNorm", F::Normalization, Inputs{5}, Kind::Compute, Flops{5}, ShapeRule::Normalized,
        InPlace::RunningStatistics, ResultType::FloatsOnly, kGradient),
    row(O::BatchNormBackward, "BatchNormBackward", F::Normalization, Inputs{5}, Kind::Backward, Flops{8},
        ShapeRule::NormalizedBack),
    row(O::SgdUpdate, "SgdUpdate", F::Update, Inputs{2}, Flops{2}, ShapeRule::Alike, InPlace::Weight),
    row(O::SgdMomentumUpdate, "SgdMomentumUpdate", F::Update, Inputs{3}, Flops{4}, ShapeRule::Alike,
        InPlace::WeightAndMomentum),
    row(O::Segment, "Segment", F::Graph, Inputs{0, InputCount::kAny}, Kind::Compute, CostRule::Steps, ShapeRule::Graph,
        kGradient),
    row(O::Gather, "Gather", F::Parts, Inputs{2}, CostRule::Gathered, ShapeRule::Gathered, ResultType::OfFirst,
        kGradient),
    row(O::Scatter, "Scatter", F::Parts, Inputs{3}, CostRule::Scattered, ShapeRule::Scattered, InPlace::First,
        ResultType::OfFirst, kGradient),
    row(O::Sin, "Sin", F::Unary, ResultType::Float, kGradient),
    row(O::Cos, "Cos", F::Unary, ResultType::Float, kGradient),
};

constexpr bool isInOrder()
{
    for (std::size_t i = 0; i < std::size(kCatalogue); ++i)
        if (static_cast<std::size_t>(kCatalogue[i].op) != i || kCatalogue[i].name.empty())
            return false;
    return std::size(kCatalogue) == static_cast<std::size_t>(Operator::Last) + 1;
}
static_assert(isInOrder(), "the catalogue needs one row for each Operator, in their order");

}  // namespace detail

/// All rows, in the order of Operator.
inline constexpr const auto& kCatalogue = detail::kCatalogue;

/// Returns the row of `op`, which must be an enumerator. Cost: an array access.
[[nodiscard]] constexpr const OperatorRow& rowOf(Operator op)
{
    return kCatalogue[static_cast<std::size_t>(op)];
}
[[nodiscard]] constexpr Family familyOf(Operator op)
{
    return rowOf(op).family;
}
/// Returns the operator's name for messages and tests: "MatMul".
[[nodiscard]] constexpr std::string_view nameOf(Operator op)
{
    return rowOf(op).name;
}
/// Returns the kind that determines the colour in views. For copies, the direction determines it instead.
[[nodiscard]] constexpr trace::Kind kindOf(Operator op)
{
    return rowOf(op).kind;
}

/// Number of operators in a family. Code that lists the operators of a family asserts this number, so that a new
/// operator does not compile until the code handles it.
[[nodiscard]] constexpr std::size_t sizeOf(Family family)
{
    std::size_t size = 0;
    for (const OperatorRow& row : kCatalogue)
        size += row.family == family ? 1U : 0U;
    return size;
}

/// Whether unary operators may be applied to the result of `op` in the same operation (Operation::epilogue).
[[nodiscard]] constexpr bool supportsEpilogue(Operator op)
{
    const Family family = familyOf(op);
    return family == Family::Unary || family == Family::Binary || rowOf(op).cost == CostRule::LayerProduct;
}

}  // namespace engine::ops

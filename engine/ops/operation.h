#pragma once

#include "engine/base/units.h"
#include "engine/tensor/shape.h"
#include "engine/trace/record.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace engine::ops {

/// The kinds of operations there are. Values are stable: traces and tests name them. "Backward" operators take the
/// gradient of the result first and give the gradients of what they name.
enum class Operator : std::uint16_t {
    Fill,           ///< scalars[0] everywhere
    Identity,       ///< n x n unit matrix
    Arange,         ///< scalars[0] + i * scalars[1]
    RandomUniform,  ///< [scalars[0], scalars[1]), counter-based: element i of stream `seed`
    RandomNormal,   ///< mean scalars[0], deviation scalars[1]
    MatMul,         ///< a [m, k] x b [k, n] -> [m, n]
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,  ///< elementwise, broadcasting
    AddScalar,
    MultiplyScalar,
    SubtractFromScalar,
    DivideScalar,
    PowerScalar,
    Negate,
    Relu,
    Exp,
    Log,
    Sqrt,
    Tanh,
    Sigmoid,
    Abs,
    Sum,
    Mean,
    Norm,
    Max,
    ArgMax,     ///< reductions: over `axes`, all of them if 0
    Transpose,  ///< reverses all axes
    Reshape,
    Copy,    ///< to another device, or to another buffer of the same one
    Marker,  ///< nothing: a point in the order (events)

    Minimum,  ///< elementwise, broadcasting
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,  ///< comparisons, broadcasting: 1 or 0
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
    Broadcast,        ///< x -> output: axes that are missing or 1 are repeated, the result times scalars[0] (0: 1)
    Slice,            ///< x -> output: the block that begins at `offsets`
    SliceAssign,      ///< (x, value) -> x with the block at `offsets` replaced; the output is x's own storage
    Concat,           ///< any number of inputs, joined along axis `axes` (one bit)
    Pick,             ///< (x [n, c], index [n]) -> [n]
    PickBackward,     ///< (dy [n], index [n]) -> dx [n, c]
    Softmax,
    LogSoftmax,          ///< over the last axis
    SoftmaxBackward,     ///< (dy, y) -> dx
    LogSoftmaxBackward,  ///< (dy, y) -> dx

    FullyConnected,          ///< (x [n, ...], w [u, k], b [u]?) -> [n, u]
    FullyConnectedBackward,  ///< (dy, x, w) -> `wanted` of dx, dw, db
    Convolution,             ///< (x [n, c, h, w], w [o, c, kh, kw], b [o]?) -> [n, o, h', w']; `window`
    ConvolutionBackward,     ///< (dy, x, w) -> `wanted` of dx, dw, db
    AveragePool,             ///< x [n, c, h, w] -> [n, c, h', w']; padding is not counted
    MaxPool,
    AveragePoolBackward,  ///< (dy, x) -> dx
    MaxPoolBackward,      ///< (dy, x) -> dx
    /// (x [n, c, ...], gamma [c], beta [c], runningMean [c], runningVariance [c]) -> y; when training also the batch's
    /// mean and 1/deviation, and the running statistics in place: 5 outputs. scalars: epsilon, momentum, 1: unbiased.
    BatchNorm,
    BatchNormBackward,  ///< (dy, x, gamma, mean, 1/deviation) -> dx, dgamma, dbeta
    SgdUpdate,          ///< (w, g) -> w in place: w -= scalars[0] * scalars[1] * g (rate, scale)
    SgdMomentumUpdate,  ///< (w, g, m) -> w, m in place: m = scalars[2] * m - rate * scale * g; w += m

    Segment,  ///< a compiled graph: the steps of `segment`, one after the other

    /// (x, index) -> x's parts of those numbers along the axis `axes` (one bit), whose place the index's axes take. A
    /// number that is none of the axis: scalars[0] 1 counts on from the other end, else the nearest one. scalars[1] 1:
    /// the index has x's sizes but for the axis, and each of its numbers takes one element.
    Gather,
    /// (x, index, value) -> x with value where Gather reads, in the order of the index; the output is x's own storage.
    /// scalars[2] 1: it is added to what is there.
    Scatter,
    Last = Scatter,
};

struct Segment;

/// Of convolutions and pooling, per spatial axis [height, width].
struct Window {
    std::array<std::int32_t, 2> kernel{1, 1};
    std::array<std::int32_t, 2> stride{1, 1};
    std::array<std::int32_t, 2> padding{0, 0};
    bool operator==(const Window&) const = default;
};

/// Gradients that a backward operator is to give, in the order of its outputs.
enum Wanted : std::uint8_t { kData = 1, kWeight = 2, kBias = 4 };

/// An elementwise operation on the result, done where it is made.
struct Epilogue {
    Operator op = Operator::Relu;
    double scalar = 0;
    bool operator==(const Epilogue&) const = default;
};

/// One operation, as pure data: what is computed, on what shapes. No storage, no device.
struct Operation {
    Operator op = Operator::Marker;
    std::vector<tensor::Shape> inputs;
    tensor::Shape output;
    double scalars[3] = {0, 0, 0};
    std::uint64_t seed = 0;  ///< of random numbers: which stream of the counter-based generator

    std::vector<tensor::Shape> moreOutputs{};  ///< after `output`, of operators that have several
    Window window{};
    std::uint8_t axes = 0;                  ///< bit i: axis i
    std::uint8_t wanted = 0;                ///< of backward operators: Wanted
    bool isTraining = false;                ///< BatchNorm
    bool keepsAxes = false;                 ///< reductions leave size 1 where they reduced
    std::array<std::int64_t, 6> offsets{};  ///< Slice, SliceAssign
    std::vector<Epilogue> epilogue{};       ///< FullyConnected, Convolution, elementwise operators
    std::shared_ptr<const Segment> segment{};

    [[nodiscard]] std::size_t outputCount() const { return op == Operator::Marker ? 0 : 1 + moreOutputs.size(); }
    [[nodiscard]] const tensor::Shape& outputAt(std::size_t i) const { return i == 0 ? output : moreOutputs[i - 1]; }
};

/// A compiled graph: operations in the order in which they run, over numbered values. Values 0 to inputs - 1 are the
/// operation's inputs, in order; then come the values that the steps make.
struct Segment {
    struct Step {
        Operation operation;
        std::vector<std::int32_t> reads;   ///< values, one per input
        std::vector<std::int32_t> writes;  ///< values, one per output
    };
    struct Value {
        tensor::Shape shape;
        std::int32_t block =
            -1;  ///< of scratch memory, shared by values that are never alive together; -1: input or output
    };
    std::int32_t inputs = 0;
    std::vector<Value> values;
    std::vector<Step> steps;
    std::vector<std::int32_t> outputs;  ///< values that are the operation's outputs
    std::vector<Bytes> blocks;          ///< scratch memory
};

struct Cost {
    double flops = 0;
    Bytes read;
    Bytes written;
    /// Independent pieces of about 128 x 128 outputs: how much of a GPU it can fill.
    std::int64_t blocks = 1;
};

/// What all results take up.
[[nodiscard]] Bytes outputBytesOf(const Operation& operation);

/// FLOP and bytes of an operation (2 per multiply-add, fp32). Bytes are those that it has to touch at least.
[[nodiscard]] Cost costOf(const Operation& operation);

/// The colour class of an operator; copies are classed by their direction instead.
[[nodiscard]] trace::Kind kindOf(Operator op);

/// The input whose own storage output `output` is written to, for operators that change a tensor in place; -1: the
/// output is a tensor of its own.
[[nodiscard]] int inPlaceInputOf(Operator op, std::size_t output);

/// "MatMul", for messages and tests.
[[nodiscard]] std::string_view nameOf(Operator op);

}  // namespace engine::ops

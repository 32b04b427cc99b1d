#pragma once

#include "engine/base/units.h"
#include "engine/ops/catalogue.h"
#include "engine/ops/shape.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine::ops {

struct Segment;

/// The window of a convolution or pooling, for each spatial axis [height, width].
struct Window {
    std::array<std::int32_t, 2> kernel{1, 1};
    std::array<std::int32_t, 2> stride{1, 1};
    std::array<std::int32_t, 2> padding{0, 0};
    bool operator==(const Window&) const = default;
};

/// Gradients that a backward operator computes, in the order of its outputs.
enum Wanted : std::uint8_t { kData = 1, kWeight = 2, kBias = 4 };

/// A unary operator applied to the result before it is stored.
struct Epilogue {
    Operator op = Operator::Relu;
    double scalar = 0;
    bool operator==(const Epilogue&) const = default;
};

/// One operation as pure data: operator, shapes and attributes. No storage, no device.
///
///     Operation product{.op = Operator::MatMul, .inputs = {{2, 3}, {3, 4}}, .output = {}};
///     const Status status = inferOutputs(product);  // product.output is {2, 4}
///     const Cost cost = costOf(product);            // 48 FLOP
struct Operation {
    Operator op = Operator::Marker;
    std::vector<Shape> inputs;
    Shape output;
    double scalars[3] = {0, 0, 0};
    std::uint64_t seed = 0;  ///< stream of the counter-based random generator

    std::vector<Shape> moreOutputs{};  ///< shapes of the outputs after the first
    Window window{};
    std::uint8_t axes = 0;                  ///< bit i: axis i
    std::uint8_t wanted = 0;                ///< backward operators: bits of Wanted
    bool isTraining = false;                ///< BatchNorm only
    bool keepsAxes = false;                 ///< reduced axes are kept with size 1
    std::array<std::int64_t, 6> offsets{};  ///< Slice and SliceAssign only
    std::vector<Epilogue> epilogue{};       ///< only if supportsEpilogue(op)
    std::shared_ptr<const Segment> segment{};

    [[nodiscard]] std::size_t outputCount() const { return op == Operator::Marker ? 0 : 1 + moreOutputs.size(); }
    [[nodiscard]] const Shape& outputAt(std::size_t i) const { return i == 0 ? output : moreOutputs[i - 1]; }
};

/// A compiled graph: operations in execution order over numbered values. Values 0 to inputs - 1 are the operation's
/// inputs, in order; the others are computed by the steps.
struct Segment {
    /// An operation on values of the segment.
    struct Step {
        Operation operation;
        std::vector<std::int32_t> reads;   ///< values, one per input
        std::vector<std::int32_t> writes;  ///< values, one per output
    };
    /// An input, an intermediate value or an output.
    struct Value {
        Shape shape;
        /// Number of the scratch block, which values with disjoint lifetimes share; -1: the value is an input or an
        /// output.
        std::int32_t block = -1;
    };
    std::int32_t inputs = 0;
    std::vector<Value> values;
    std::vector<Step> steps;
    std::vector<std::int32_t> outputs;  ///< values that are the operation's outputs
    std::vector<Bytes> blocks;          ///< sizes of the scratch blocks
    /// If not 0, the framework computes the whole segment with one kernel, which reads and writes this many bytes in
    /// total, and the segment has the costs of that kernel. If 0, each step is a kernel.
    Bytes kernelBytes;
};

/// The work of an operation, independent of the device.
struct Cost {
    double flops = 0;
    Bytes read;
    Bytes written;
    /// Number of independent pieces of about 128 x 128 outputs; a GPU spreads them over its multiprocessors.
    std::int64_t blocks = 1;
};

/// Returns the kind that determines the colour in views: that of the operator. A segment has the kind Backward if one
/// of its steps has, else Compute if one has, else Elementwise.
[[nodiscard]] trace::Kind kindOf(const Operation& operation);

/// Returns the bytes of all outputs.
[[nodiscard]] Bytes outputBytesOf(const Operation& operation);

/// Returns the number of FLOP (2 per multiply-add) and the least number of bytes (fp32) that the operation must access.
[[nodiscard]] Cost costOf(const Operation& operation);

/// Returns the input in whose storage an operator writes output `output` in place; -1: the output has separate storage.
[[nodiscard]] int inPlaceInputOf(Operator op, std::size_t output);

}  // namespace engine::ops

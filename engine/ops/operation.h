#pragma once

#include "engine/base/units.h"
#include "engine/tensor/shape.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine::ops {

/// The kinds of operations there are. Values are stable: traces and tests name them.
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
    ArgMax,  ///< over everything (axis later)
    Transpose,
    Reshape,
    Copy,    ///< to another device, or to another buffer of the same one
    Marker,  ///< nothing: a point in the order (events)
};

/// One operation, as pure data: what is computed, on what shapes. No storage, no device.
struct Operation {
    Operator op = Operator::Marker;
    std::vector<tensor::Shape> inputs;
    tensor::Shape output;
    double scalars[2] = {0, 0};
    std::uint64_t seed = 0;  ///< of random numbers: which stream of the counter-based generator
};

struct Cost {
    double flops = 0;
    Bytes read;
    Bytes written;
    /// Independent pieces of about 128 x 128 outputs: how much of a GPU it can fill.
    std::int64_t blocks = 1;
};

/// FLOP and bytes of an operation (2 per multiply-add, fp32).
[[nodiscard]] Cost costOf(const Operation& operation);

/// The colour class of an operator; copies are classed by their direction instead.
[[nodiscard]] trace::Kind kindOf(Operator op);

/// "MatMul", for messages and tests.
[[nodiscard]] std::string_view nameOf(Operator op);

}  // namespace engine::ops

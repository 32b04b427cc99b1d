#include "engine/ops/detail/outputs.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>

/// Computes the shapes of the results of neural-network operators.
namespace engine::ops::detail {

namespace {

Error mismatch(const Operation& operation, const std::string& what)
{
    std::string shapes;
    for (std::size_t i = 0; i < operation.inputs.size(); ++i)
        shapes += (i == 0 ? "" : i + 1 < operation.inputs.size() ? ", " : " and ") + toText(operation.inputs[i]);
    return invalid(named(operation.op) + " cannot work on " + shapes + ": " + what);
}

/// Returns the shapes of the requested gradients among dx, dw, db.
Result<Outputs> wantedGradients(const Operation& operation, const Shape& data, const Shape& weight, const Shape& bias)
{
    constexpr unsigned kAll = kData | kWeight | kBias;
    if (operation.wanted == 0 || (operation.wanted & ~kAll) != 0)
        return invalid(named(operation.op) +
                       " must state which gradients to compute: of the data (1), the weight (2), the bias (4).");
    std::vector<Shape> shapes;
    if ((operation.wanted & kData) != 0)
        shapes.push_back(data);
    if ((operation.wanted & kWeight) != 0)
        shapes.push_back(weight);
    if ((operation.wanted & kBias) != 0)
        shapes.push_back(bias);
    return Outputs{shapes[0], {shapes.begin() + 1, shapes.end()}};
}

/// Returns the shape [n, u] for x [n, ...], w [u, k].
Result<Shape> dense(const Operation& operation, const Shape& x, const Shape& w)
{
    if (x.rank() < 1 || w.rank() != 2)
        return mismatch(operation, "the data needs a batch axis and the weight two axes, outputs by inputs.");
    std::int64_t inner = 1;
    for (std::size_t axis = 1; axis < x.rank(); ++axis)
        inner *= x[axis];
    if (inner != w[1])
        return mismatch(operation, "an example of the data has " + std::to_string(inner) +
                                       " elements, but the weight needs " + std::to_string(w[1]) + ".");
    return Shape{x[0], w[0]};
}

Status checkWindow(const Operation& operation)
{
    const Window& window = operation.window;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (window.kernel[axis] < 1 || window.stride[axis] < 1 || window.padding[axis] < 0)
            return invalid(named(operation.op) +
                           " needs a window and a stride of 1 or more and no negative padding, not " +
                           std::to_string(window.kernel[axis]) + ", " + std::to_string(window.stride[axis]) + " and " +
                           std::to_string(window.padding[axis]) + ".");
    }
    return {};
}

/// Returns the shape [n, channels, h', w'], where h' and w' count the positions of the window in x [n, c, h, w].
Result<Shape> windowOutput(const Operation& operation, const Shape& x, std::int64_t channels)
{
    if (Status status = checkWindow(operation); !status)
        return status.error();
    std::int64_t extents[2] = {0, 0};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::int64_t padded = x[axis + 2] + 2 * std::int64_t{operation.window.padding[axis]};
        const std::int64_t kernel = operation.window.kernel[axis];
        if (padded < kernel)
            return mismatch(operation, "a window of " + std::to_string(operation.window.kernel[0]) + " × " +
                                           std::to_string(operation.window.kernel[1]) +
                                           " does not fit into pictures of " + std::to_string(x[2]) + " × " +
                                           std::to_string(x[3]) + ".");
        extents[axis] = (padded - kernel) / operation.window.stride[axis] + 1;
    }
    return Shape{x[0], channels, extents[0], extents[1]};
}

Result<Shape> convolutionOutput(const Operation& operation, const Shape& x, const Shape& w)
{
    if (x.rank() != 4 || w.rank() != 4)
        return mismatch(operation,
                        "data (examples, channels, height, width) and weight (outputs, channels, height, "
                        "width) need four axes.");
    if (x[1] != w[1])
        return mismatch(operation, "the data has " + std::to_string(x[1]) + " channels, but the weight needs " +
                                       std::to_string(w[1]) + ".");
    const Window& window = operation.window;
    if (w[2] != window.kernel[0] || w[3] != window.kernel[1])
        return mismatch(operation, "the weight's window is not the operation's, " + std::to_string(window.kernel[0]) +
                                       " × " + std::to_string(window.kernel[1]) + ".");
    return windowOutput(operation, x, w[0]);
}

Status checkBias(const Operation& operation, const Shape& w)
{
    if (operation.inputs.size() < 3 || operation.inputs[2] == Shape{w[0]})
        return {};
    return mismatch(operation, "the bias needs one element for each of the " + std::to_string(w[0]) + " outputs.");
}

Result<Shape> forward(const Operation& operation, Result<Shape> shape)
{
    if (!shape)
        return shape;
    if (Status status = checkBias(operation, operation.inputs[1]); !status)
        return status.error();
    return shape;
}

/// Returns the outputs of a backward operator with inputs (dy, x, w). `shape`: shape of the forward result.
Result<Outputs> backward(const Operation& operation, const Result<Shape>& shape)
{
    if (!shape)
        return shape.error();
    if (*shape != operation.inputs[0])
        return mismatch(operation, "the gradient must have the shape of the result, " + toText(*shape) + ".");
    return wantedGradients(operation, operation.inputs[1], operation.inputs[2], Shape{operation.inputs[2][0]});
}

Result<Shape> pooled(const Operation& operation, const Shape& x)
{
    if (x.rank() != 4)
        return mismatch(operation, "pooling needs four axes: examples, channels, height, width.");
    for (std::size_t axis = 0; axis < 2; ++axis)
        if (operation.window.padding[axis] >= std::max(operation.window.kernel[axis], 1))
            return invalid(named(operation.op) + " with a padding of " +
                           std::to_string(operation.window.padding[axis]) +
                           " has windows that see nothing of the data.");
    return windowOutput(operation, x, x[1]);
}

/// Checks that each input with index `first` or higher has one element per channel.
Status checkChannels(const Operation& operation, const Shape& x, std::size_t first)
{
    if (x.rank() < 2)
        return mismatch(operation, "the data needs an axis of examples and one of channels.");
    for (std::size_t i = first; i < operation.inputs.size(); ++i)
        if (operation.inputs[i] != Shape{x[1]})
            return mismatch(operation, "input " + std::to_string(i) + " needs one element for each of the " +
                                           std::to_string(x[1]) + " channels.");
    return {};
}

}  // namespace

Result<Shape> denseShape(const Operation& operation)
{
    return forward(operation, dense(operation, operation.inputs[0], operation.inputs[1]));
}

Result<Outputs> denseBackOutputs(const Operation& operation)
{
    return backward(operation, dense(operation, operation.inputs[1], operation.inputs[2]));
}

Result<Shape> convolutionShape(const Operation& operation)
{
    return forward(operation, convolutionOutput(operation, operation.inputs[0], operation.inputs[1]));
}

Result<Outputs> convolutionGradients(const Operation& operation)
{
    return backward(operation, convolutionOutput(operation, operation.inputs[1], operation.inputs[2]));
}

Result<Shape> pooledShape(const Operation& operation)
{
    return pooled(operation, operation.inputs[0]);
}

Result<Shape> pooledBackShape(const Operation& operation)
{
    const Result<Shape> shape = pooled(operation, operation.inputs[1]);
    if (!shape)
        return shape;
    if (*shape != operation.inputs[0])
        return mismatch(operation, "the gradient must have the shape of the result, " + toText(*shape) + ".");
    return operation.inputs[1];
}

Result<Outputs> normalizedOutputs(const Operation& operation)
{
    const Shape& x = operation.inputs[0];
    if (Status status = checkChannels(operation, x, 1); !status)
        return status.error();
    if (!operation.isTraining)
        return Outputs{x, {}};
    const Shape channels{x[1]};
    return Outputs{x, {channels, channels, channels, channels}};
}

Result<Outputs> normalizedBackOutputs(const Operation& operation)
{
    const Shape& x = operation.inputs[1];
    if (Status status = checkChannels(operation, x, 2); !status)
        return status.error();
    if (operation.inputs[0] != x)
        return mismatch(operation, "the gradient must have the shape of the data.");
    const Shape channels{x[1]};
    return Outputs{x, {channels, channels}};
}

Result<Shape> pickedShape(const Operation& operation)
{
    const Shape& x = operation.inputs[0];
    if (x.rank() != 2 || operation.inputs[1] != Shape{x[0]})
        return mismatch(operation, "it takes a matrix and one column number for each of its rows.");
    return Shape{x[0]};
}

Result<Shape> pickedBackShape(const Operation& operation)
{
    const Shape& dx = operation.output;
    const bool fits = operation.inputs[0].rank() == 1 && operation.inputs[0] == operation.inputs[1] && dx.rank() == 2 &&
                      dx[0] == operation.inputs[0][0];
    if (!fits)
        return mismatch(operation,
                        "gradient and column numbers need one element for each row of the result, " + toText(dx) + ".");
    return dx;
}

Result<Outputs> alikeOutputs(const Operation& operation, std::size_t outputs)
{
    for (const Shape& input : operation.inputs)
        if (input != operation.inputs[0])
            return mismatch(operation, "the shapes must be equal.");
    return Outputs{operation.inputs[0], std::vector<Shape>(outputs - 1, operation.inputs[0])};
}

Result<Outputs> alikeRowsOutputs(const Operation& operation)
{
    if (operation.inputs[0].rank() == 0)
        return invalid(named(operation.op) + " goes along the last axis, and a scalar has none.");
    return alikeOutputs(operation, 1);
}

}  // namespace engine::ops::detail

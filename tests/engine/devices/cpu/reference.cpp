#include "tests/engine/devices/cpu/reference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace reference {

using engine::ops::Operation;
using engine::ops::Operator;
using engine::ops::Shape;
using Index = std::array<std::int64_t, Shape::kMaxRank>;

namespace {

std::size_t placeOf(const Shape& shape, const Index& index)
{
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        place = place * shape[axis] + index[axis];
    return static_cast<std::size_t>(place);
}

/// Calls use(index) for every element.
template <typename Use>
void forEach(const Shape& shape, const Use& use)
{
    for (std::int64_t place = 0; place < shape.elements(); ++place) {
        Index index{};
        std::int64_t rest = place;
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        use(index);
    }
}

Numbers zeros(const Shape& shape)
{
    return Numbers(static_cast<std::size_t>(shape.elements()));
}

/// The flat index of the element of `in` that is broadcast to `index` of `out`.
std::size_t repeated(const Shape& in, const Shape& out, const Index& index)
{
    Index from{};
    for (std::size_t axis = 0; axis < in.rank(); ++axis)
        from[axis] = in[axis] == 1 ? 0 : index[axis + out.rank() - in.rank()];
    return placeOf(in, from);
}

double unary(Operator op, double x, double s)
{
    switch (op) {
        case Operator::EqualScalar:
            return x == s ? 1 : 0;
        case Operator::NotEqualScalar:
            return x != s ? 1 : 0;
        case Operator::LessScalar:
            return x < s ? 1 : 0;
        case Operator::LessEqualScalar:
            return x <= s ? 1 : 0;
        case Operator::GreaterScalar:
            return x > s ? 1 : 0;
        case Operator::GreaterEqualScalar:
            return x >= s ? 1 : 0;
        case Operator::MaximumScalar:
            return std::max(x, s);
        case Operator::MinimumScalar:
            return std::min(x, s);
        case Operator::Square:
            return x * x;
        case Operator::Sign:
            return x > 0 ? 1 : x < 0 ? -1 : 0;
        case Operator::SubtractFromScalar:
            return s - x;
        case Operator::Relu:
            return std::max(x, 0.0);
        case Operator::Sigmoid:
            return 1 / (1 + std::exp(-x));
        default:
            std::abort();
    }
}

double binary(Operator op, double a, double b)
{
    switch (op) {
        case Operator::Minimum:
            return std::min(a, b);
        case Operator::Equal:
            return a == b ? 1 : 0;
        case Operator::NotEqual:
            return a != b ? 1 : 0;
        case Operator::Less:
            return a < b ? 1 : 0;
        case Operator::LessEqual:
            return a <= b ? 1 : 0;
        case Operator::Greater:
            return a > b ? 1 : 0;
        case Operator::GreaterEqual:
            return a >= b ? 1 : 0;
        case Operator::Add:
            return a + b;
        case Operator::ReluBackward:
            return b > 0 ? a : 0;
        case Operator::SigmoidBackward:
            return a * b * (1 - b);
        case Operator::TanhBackward:
            return a * (1 - b * b);
        default:
            std::abort();
    }
}

Numbers elementwise(const Operation& o, const std::vector<Numbers>& in)
{
    Numbers out = zeros(o.output);
    forEach(o.output, [&](const Index& index) {
        double& element = out[placeOf(o.output, index)];
        const double a = in[0][repeated(o.inputs[0], o.output, index)];
        element = in.size() == 1 ? unary(o.op, a, o.scalars[0])
                                 : binary(o.op, a, in[1][repeated(o.inputs[1], o.output, index)]);
        for (const auto& step : o.epilogue)
            element = unary(step.op, element, step.scalar);
    });
    return out;
}

Numbers reduced(const Operation& o, const Numbers& in)
{
    const Shape& shape = o.inputs[0];
    const unsigned axes = o.axes == 0 ? (1U << shape.rank()) - 1U : o.axes;
    Numbers out = zeros(o.output);
    Numbers best(out.size(), -std::numeric_limits<double>::infinity());
    Numbers count(out.size());
    forEach(shape, [&](const Index& index) {
        Index to{};
        std::size_t rank = 0;
        double number = 0;
        for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
            const bool isFolded = (axes >> axis & 1U) != 0;
            if (isFolded)
                number = number * static_cast<double>(shape[axis]) + static_cast<double>(index[axis]);
            if (!isFolded || o.keepsAxes)
                to[rank++] = isFolded ? 0 : index[axis];
        }
        const std::size_t place = placeOf(o.output, to);
        const double x = in[placeOf(shape, index)];
        count[place] += 1;
        if (o.op == Operator::Sum || o.op == Operator::Mean)
            out[place] += x;
        else if (o.op == Operator::Norm)
            out[place] += x * x;
        else if (x > best[place]) {
            best[place] = x;
            out[place] = o.op == Operator::Max ? x : number;
        }
    });
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (o.op == Operator::Mean)
            out[i] /= count[i];
        if (o.op == Operator::Norm)
            out[i] = std::sqrt(out[i]);
    }
    return out;
}

Numbers arranged(const Operation& o, const std::vector<Numbers>& in)
{
    Numbers out = zeros(o.output);
    if (o.op == Operator::Concat) {
        const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(o.axes)));
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < in.size(); ++i) {
            forEach(o.inputs[i], [&](const Index& index) {
                Index to = index;
                to[axis] += offset;
                out[placeOf(o.output, to)] = in[i][placeOf(o.inputs[i], index)];
            });
            offset += o.inputs[i][axis];
        }
        return out;
    }
    if (o.op == Operator::Broadcast) {
        forEach(o.output, [&](const Index& index) {
            out[placeOf(o.output, index)] =
                in[0][repeated(o.inputs[0], o.output, index)] * (o.scalars[0] == 0 ? 1.0 : o.scalars[0]);
        });
        return out;
    }
    const bool isAssign = o.op == Operator::SliceAssign;
    const Shape& whole = o.inputs[0];
    const Shape& block = isAssign ? o.inputs[1] : o.output;
    if (isAssign)
        out = in[0];
    forEach(block, [&](const Index& index) {
        Index at{};
        for (std::size_t axis = 0; axis < whole.rank(); ++axis) {
            const std::size_t missing = whole.rank() - block.rank();
            at[axis] = o.offsets[axis] + (axis < missing ? 0 : index[axis - missing]);
        }
        if (isAssign)
            out[placeOf(whole, at)] = in[1][placeOf(block, index)];
        else
            out[placeOf(block, index)] = in[0][placeOf(whole, at)];
    });
    return out;
}

/// Computes Gather and Scatter element by element.
Numbers numbered(const Operation& o, const std::vector<Numbers>& in)
{
    const bool isScatter = o.op == Operator::Scatter;
    const Shape& x = o.inputs[0];
    const Shape& index = o.inputs[1];
    const Shape& parts = isScatter ? o.inputs[2] : o.output;
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(o.axes)));
    const std::size_t more = o.scalars[1] != 0 ? 1 : index.rank();
    Numbers out = isScatter ? in[0] : zeros(o.output);
    forEach(parts, [&](const Index& at) {
        Index where{};
        Index of{};
        for (std::size_t i = 0; i < x.rank(); ++i)
            of[i] = i < axis ? at[i] : i == axis ? 0 : at[i + more - 1];
        for (std::size_t i = 0; i < index.rank(); ++i)
            where[i] = o.scalars[1] != 0 ? at[i] : at[axis + i];
        auto number = static_cast<std::int64_t>(in[1][placeOf(index, where)]);
        if (o.scalars[0] != 0)
            number = ((number % x[axis]) + x[axis]) % x[axis];
        of[axis] = std::clamp<std::int64_t>(number, 0, x[axis] - 1);
        double& target = isScatter ? out[placeOf(x, of)] : out[placeOf(parts, at)];
        if (isScatter)
            target = (o.scalars[2] != 0 ? target : 0) + in[2][placeOf(parts, at)];
        else
            target = in[0][placeOf(x, of)];
    });
    return out;
}

Numbers alongRows(const Operation& o, const std::vector<Numbers>& in)
{
    const Shape& shape = o.op == Operator::PickBackward ? o.output : o.inputs[0];
    const auto width = static_cast<std::size_t>(shape[shape.rank() - 1]);
    Numbers out = zeros(o.output);
    const std::size_t rows = width == 0 ? 0 : static_cast<std::size_t>(shape.elements()) / width;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = row * width;
        if (o.op == Operator::Pick || o.op == Operator::PickBackward) {
            const std::size_t column = at + static_cast<std::size_t>(in[1][row]);
            (o.op == Operator::Pick ? out[row] : out[column]) = o.op == Operator::Pick ? in[0][column] : in[0][row];
            continue;
        }
        double sum = 0;
        double product = 0;
        for (std::size_t i = at; i < at + width; ++i) {
            sum += in.size() == 1 ? std::exp(in[0][i]) : in[0][i];
            product += in.size() == 1 ? 0 : in[0][i] * in[1][i];
        }
        for (std::size_t i = at; i < at + width; ++i)
            switch (o.op) {
                case Operator::Softmax:
                    out[i] = std::exp(in[0][i]) / sum;
                    break;
                case Operator::LogSoftmax:
                    out[i] = in[0][i] - std::log(sum);
                    break;
                case Operator::SoftmaxBackward:
                    out[i] = in[1][i] * (in[0][i] - product);
                    break;
                default:
                    out[i] = in[0][i] - std::exp(in[1][i]) * sum;
            }
    }
    return out;
}

Numbers pooled(const Operation& o, const std::vector<Numbers>& in)
{
    const bool isBackward = in.size() == 2;
    const Shape& x = o.inputs.back();
    const Shape& y = isBackward ? o.inputs[0] : o.output;
    const bool isAverage = o.op == Operator::AveragePool || o.op == Operator::AveragePoolBackward;
    Numbers out = zeros(o.output);
    forEach(y, [&](const Index& index) {
        std::vector<std::size_t> seen;
        for (std::int64_t i = 0; i < o.window.kernel[0]; ++i)
            for (std::int64_t j = 0; j < o.window.kernel[1]; ++j) {
                const Index at{index[0], index[1], index[2] * o.window.stride[0] + i - o.window.padding[0],
                               index[3] * o.window.stride[1] + j - o.window.padding[1]};
                if (at[2] >= 0 && at[2] < x[2] && at[3] >= 0 && at[3] < x[3])
                    seen.push_back(placeOf(x, at));
            }
        const std::size_t place = placeOf(y, index);
        const Numbers& data = in.back();
        const std::size_t best =
            *std::ranges::max_element(seen, [&](std::size_t a, std::size_t b) { return data[a] < data[b]; });
        const auto count = static_cast<double>(seen.size());
        if (isBackward && isAverage)
            for (std::size_t at : seen)
                out[at] += in[0][place] / count;
        else if (isBackward)
            out[best] += in[0][place];
        else if (isAverage)
            for (std::size_t at : seen)
                out[place] += data[at] / count;
        else
            out[place] = data[best];
    });
    return out;
}

std::vector<Numbers> normalised(const Operation& o, const std::vector<Numbers>& in)
{
    const bool isBackward = o.op == Operator::BatchNormBackward;
    const Shape& x = o.inputs[isBackward ? 1 : 0];
    const Numbers& data = in[isBackward ? 1 : 0];
    const auto channels = static_cast<std::size_t>(x[1]);
    const double count = static_cast<double>(x.elements()) / static_cast<double>(std::max<std::int64_t>(1, x[1]));
    const auto channelOf = [](const Index& index) { return static_cast<std::size_t>(index[1]); };
    Numbers out = zeros(x);
    if (isBackward) {
        Numbers sum(channels);
        Numbers product(channels);
        forEach(x, [&](const Index& index) {
            const std::size_t c = channelOf(index);
            const std::size_t at = placeOf(x, index);
            sum[c] += in[0][at];
            product[c] += in[0][at] * (data[at] - in[3][c]) * in[4][c];
        });
        forEach(x, [&](const Index& index) {
            const std::size_t c = channelOf(index);
            const std::size_t at = placeOf(x, index);
            const double normal = (data[at] - in[3][c]) * in[4][c];
            out[at] = in[2][c] * in[4][c] * (in[0][at] - sum[c] / count - normal * product[c] / count);
        });
        return {out, product, sum};
    }
    Numbers mean = in[3];
    Numbers variance = in[4];
    if (o.isTraining) {
        mean.assign(channels, 0);
        variance.assign(channels, 0);
        forEach(x, [&](const Index& index) { mean[channelOf(index)] += data[placeOf(x, index)] / count; });
        forEach(x, [&](const Index& index) {
            const double d = data[placeOf(x, index)] - mean[channelOf(index)];
            variance[channelOf(index)] += d * d / count;
        });
    }
    Numbers inverse(channels);
    for (std::size_t c = 0; c < channels; ++c)
        inverse[c] = 1 / std::sqrt(variance[c] + o.scalars[0]);
    forEach(x, [&](const Index& index) {
        const std::size_t c = channelOf(index);
        const std::size_t at = placeOf(x, index);
        out[at] = in[1][c] * (data[at] - mean[c]) * inverse[c] + in[2][c];
    });
    if (!o.isTraining)
        return {out};
    Numbers runningMean(channels);
    Numbers runningVariance(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        runningMean[c] = o.scalars[1] * in[3][c] + (1 - o.scalars[1]) * mean[c];
        runningVariance[c] =
            o.scalars[1] * in[4][c] +
            (1 - o.scalars[1]) * (o.scalars[2] != 0 && count > 1 ? variance[c] * count / (count - 1) : variance[c]);
    }
    return {out, mean, inverse, runningMean, runningVariance};
}

std::vector<Numbers> updated(const Operation& o, const std::vector<Numbers>& in)
{
    Numbers w = in[0];
    Numbers m = o.op == Operator::SgdMomentumUpdate ? in[2] : Numbers(w.size());
    for (std::size_t i = 0; i < w.size(); ++i) {
        m[i] = o.scalars[2] * m[i] - o.scalars[0] * o.scalars[1] * in[1][i];
        w[i] += m[i];
    }
    if (o.op == Operator::SgdUpdate)
        return {w};
    return {w, m};
}

}  // namespace

std::vector<Numbers> compute(const Operation& operation, const std::vector<Numbers>& inputs)
{
    switch (operation.op) {
        case Operator::Sum:
        case Operator::Mean:
        case Operator::Norm:
        case Operator::Max:
        case Operator::ArgMax:
            return {reduced(operation, inputs[0])};
        case Operator::Broadcast:
        case Operator::Slice:
        case Operator::SliceAssign:
        case Operator::Concat:
            return {arranged(operation, inputs)};
        case Operator::Gather:
        case Operator::Scatter:
            return {numbered(operation, inputs)};
        case Operator::Pick:
        case Operator::PickBackward:
        case Operator::Softmax:
        case Operator::LogSoftmax:
        case Operator::SoftmaxBackward:
        case Operator::LogSoftmaxBackward:
            return {alongRows(operation, inputs)};
        case Operator::AveragePool:
        case Operator::MaxPool:
        case Operator::AveragePoolBackward:
        case Operator::MaxPoolBackward:
            return {pooled(operation, inputs)};
        case Operator::BatchNorm:
        case Operator::BatchNormBackward:
            return normalised(operation, inputs);
        case Operator::SgdUpdate:
        case Operator::SgdMomentumUpdate:
            return updated(operation, inputs);
        default:
            return {elementwise(operation, inputs)};
    }
}

}  // namespace reference

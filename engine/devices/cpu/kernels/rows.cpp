#include "engine/devices/cpu/kernels/rows.h"

#include "engine/ops/arithmetic.h"

#include <cmath>

namespace engine::devices::cpu {

using ops::Operator;

namespace {

/// Elements of a piece; few, because an exponential takes about 10 times as long as an addition.
constexpr std::int64_t kRowPiece = 8192;

std::int64_t widthOf(const ops::Operation& operation)
{
    const ops::Shape& shape = operation.op == Operator::PickBackward ? operation.output : operation.inputs[0];
    return shape[shape.rank() - 1];
}

std::int64_t rowsOf(const ops::Operation& operation)
{
    const ops::Shape& shape = operation.op == Operator::PickBackward ? operation.output : operation.inputs[0];
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < shape.rank(); ++axis)
        rows *= shape[axis];
    return rows;
}

/// Returns NaN if the row contains one, so that NaN spreads to the whole row.
float largest(const float* x, std::int64_t width)
{
    float best = x[0];
    for (std::int64_t i = 1; i < width; ++i)
        best = x[i] > best || x[i] != x[i] ? x[i] : best;
    return best;
}

void softmax(const float* x, float* y, std::int64_t width)
{
    const float best = largest(x, width);
    double sum = 0;
    for (std::int64_t i = 0; i < width; ++i) {
        y[i] = std::exp(x[i] - best);
        sum += static_cast<double>(y[i]);
    }
    const auto scale = static_cast<float>(1.0 / sum);
    for (std::int64_t i = 0; i < width; ++i)
        y[i] *= scale;
}

void logSoftmax(const float* x, float* y, std::int64_t width)
{
    const float best = largest(x, width);
    double sum = 0;
    for (std::int64_t i = 0; i < width; ++i)
        sum += static_cast<double>(std::exp(x[i] - best));
    const auto shift = static_cast<float>(std::log(sum));
    for (std::int64_t i = 0; i < width; ++i)
        y[i] = x[i] - best - shift;
}

void softmaxGradient(const float* dy, const float* y, float* dx, std::int64_t width)
{
    double sum = 0;
    for (std::int64_t i = 0; i < width; ++i)
        sum += static_cast<double>(dy[i]) * static_cast<double>(y[i]);
    const auto mean = static_cast<float>(sum);
    for (std::int64_t i = 0; i < width; ++i)
        dx[i] = y[i] * (dy[i] - mean);
}

void logSoftmaxGradient(const float* dy, const float* y, float* dx, std::int64_t width)
{
    double sum = 0;
    for (std::int64_t i = 0; i < width; ++i)
        sum += static_cast<double>(dy[i]);
    const auto total = static_cast<float>(sum);
    for (std::int64_t i = 0; i < width; ++i)
        dx[i] = dy[i] - std::exp(y[i]) * total;
}

}  // namespace

RowKernel::RowKernel(const ops::Operation& operation, Inputs inputs, float* output)
    : RangeKernel(rowsOf(operation), unitsFor(widthOf(operation), kRowPiece)),
      m_operation(operation),
      m_output(output),
      m_width(widthOf(operation))
{
    std::ranges::copy(inputs, m_inputs.begin());
}

std::int64_t RowKernel::pickedColumn(std::int64_t row) const
{
    return ops::nearestPart(m_inputs[1][row], m_width);
}

void RowKernel::runRow(std::int64_t row) const
{
    const float* first = m_inputs[0] + row * m_width;
    float* out = m_output + row * m_width;
    switch (m_operation.op) {
        case Operator::Softmax:
            return softmax(first, out, m_width);
        case Operator::LogSoftmax:
            return logSoftmax(first, out, m_width);
        case Operator::SoftmaxBackward:
            return softmaxGradient(first, m_inputs[1] + row * m_width, out, m_width);
        case Operator::LogSoftmaxBackward:
            return logSoftmaxGradient(first, m_inputs[1] + row * m_width, out, m_width);
        case Operator::Pick:
            m_output[row] = first[pickedColumn(row)];
            return;
        case Operator::PickBackward:
            std::fill_n(out, m_width, 0.0F);
            out[pickedColumn(row)] = m_inputs[0][row];
            return;
        default:  // makeKernel() makes this kernel for the families Pick and Softmax only
            return;
    }
}

void RowKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    if (m_width == 0) {
        if (m_operation.op == Operator::Pick)
            std::fill(m_output + begin, m_output + end, 0.0F);
        return;
    }
    for (std::int64_t row = begin; row < end; ++row)
        runRow(row);
}

}  // namespace engine::devices::cpu

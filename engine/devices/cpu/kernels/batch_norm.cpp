#include "engine/devices/cpu/kernels/batch_norm.h"

#include "engine/devices/cpu/kernels/sums.h"

#include <cmath>

namespace engine::devices::cpu {

using ops::Operator;
using ops::Shape;

namespace {

const Shape& dataOf(const ops::Operation& operation)
{
    return operation.inputs[operation.op == Operator::BatchNormBackward ? 1 : 0];
}

std::int64_t elementsPerChannel(const ops::Operation& operation)
{
    const Shape& x = dataOf(operation);
    return x.elements() / std::max<std::int64_t>(1, x[1]);
}

}  // namespace

BatchNormKernel::BatchNormKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs)
    : RangeKernel(dataOf(operation)[1], unitsFor(elementsPerChannel(operation), kRangePiece / 4)),
      m_operation(operation),
      m_inputs(inputs),
      m_outputs(outputs),
      m_examples(dataOf(operation)[0]),
      m_channels(dataOf(operation)[1])
{
    for (std::size_t axis = 2; axis < dataOf(operation).rank(); ++axis)
        m_spatial *= dataOf(operation)[axis];
}

void BatchNormKernel::forEachStretch(std::int64_t channel, const auto& use) const
{
    for (std::int64_t example = 0; example < m_examples; ++example)
        use((example * m_channels + channel) * m_spatial, m_spatial);
}

void BatchNormKernel::forward(std::int64_t channel) const
{
    const float* x = m_inputs[0];
    float* y = m_outputs[0];
    const double epsilon = m_operation.scalars[0];
    double mean = static_cast<double>(m_inputs[3][channel]);
    double variance = static_cast<double>(m_inputs[4][channel]);
    if (m_operation.isTraining && m_examples * m_spatial == 0) {
        m_outputs[1][channel] = m_inputs[3][channel];
        m_outputs[2][channel] = static_cast<float>(1.0 / std::sqrt(variance + epsilon));
        m_outputs[3][channel] = m_inputs[3][channel];
        m_outputs[4][channel] = m_inputs[4][channel];
        return;
    }
    if (m_operation.isTraining) {
        const double momentum = m_operation.scalars[1];
        const double oldMean = mean;
        const double oldVariance = variance;
        const auto count = static_cast<double>(m_examples * m_spatial);
        double sum = 0;
        forEachStretch(channel, [&](std::int64_t at, std::int64_t length) {
            sum += sumOf(length, [from = x + at](std::int64_t i) { return from[i]; });
        });
        mean = sum / count;
        double squares = 0;
        const auto centre = static_cast<float>(mean);
        forEachStretch(channel, [&](std::int64_t at, std::int64_t length) {
            squares += sumOf(
                length, [from = x + at, centre](std::int64_t i) { return (from[i] - centre) * (from[i] - centre); });
        });
        const double rounding = mean - static_cast<double>(centre);
        squares = std::max(0.0, squares - count * rounding * rounding);
        variance = squares / count;
        const double kept = m_operation.scalars[2] != 0 && count > 1 ? squares / (count - 1) : variance;
        m_outputs[1][channel] = static_cast<float>(mean);
        m_outputs[2][channel] = static_cast<float>(1.0 / std::sqrt(variance + epsilon));
        m_outputs[3][channel] = static_cast<float>(momentum * oldMean + (1.0 - momentum) * mean);
        m_outputs[4][channel] = static_cast<float>(momentum * oldVariance + (1.0 - momentum) * kept);
    }
    const double factor = static_cast<double>(m_inputs[1][channel]) / std::sqrt(variance + epsilon);
    // Subtracts the mean before scaling: if the mean is large, rounding the product of mean and scale would lose a
    // small spread.
    const auto centre = static_cast<float>(mean);
    const auto scale = static_cast<float>(factor);
    const auto shift =
        static_cast<float>(static_cast<double>(m_inputs[2][channel]) - (mean - static_cast<double>(centre)) * factor);
    forEachStretch(channel, [&](std::int64_t at, std::int64_t length) {
        for (std::int64_t i = at; i < at + length; ++i)
            y[i] = (x[i] - centre) * scale + shift;
    });
}

/// Source: Ioffe, Szegedy, "Batch Normalization", 2015, section 3; the sums of the paper are combined into two.
void BatchNormKernel::backward(std::int64_t channel) const
{
    const float* dy = m_inputs[0];
    const float* x = m_inputs[1];
    float* dx = m_outputs[0];
    const float mean = m_inputs[3][channel];
    const float inverse = m_inputs[4][channel];
    double sum = 0;
    double product = 0;
    forEachStretch(channel, [&](std::int64_t at, std::int64_t length) {
        sum += sumOf(length, [from = dy + at](std::int64_t i) { return from[i]; });
        product += sumOf(length, [gradient = dy + at, data = x + at, mean](std::int64_t i) {
            return gradient[i] * (data[i] - mean);
        });
    });
    const double scaled = product * static_cast<double>(inverse);
    const auto count = static_cast<double>(std::max<std::int64_t>(1, m_examples * m_spatial));
    const float factor = m_inputs[2][channel] * inverse;
    const auto average = static_cast<float>(sum / count);
    const auto slope = static_cast<float>(scaled * static_cast<double>(inverse) / count);
    forEachStretch(channel, [&](std::int64_t at, std::int64_t length) {
        for (std::int64_t i = at; i < at + length; ++i)
            dx[i] = factor * (dy[i] - average - (x[i] - mean) * slope);
    });
    m_outputs[1][channel] = static_cast<float>(scaled);
    m_outputs[2][channel] = static_cast<float>(sum);
}

void BatchNormKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    for (std::int64_t channel = begin; channel < end; ++channel)
        if (m_operation.op == Operator::BatchNorm)
            forward(channel);
        else
            backward(channel);
}

}  // namespace engine::devices::cpu

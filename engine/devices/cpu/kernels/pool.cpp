#include "engine/devices/cpu/kernels/pool.h"

namespace engine::devices::cpu {

using ops::Operator;
using ops::Shape;

namespace {

bool isBackward(const ops::Operation& operation)
{
    return operation.inputs.size() == 2;
}

const Shape& dataOf(const ops::Operation& operation)
{
    return operation.inputs.back();
}

std::int64_t planeOf(const Shape& shape)
{
    return shape[2] * shape[3];
}

}  // namespace

PoolKernel::PoolKernel(const ops::Operation& operation, Inputs inputs, float* output)
    : RangeKernel(dataOf(operation)[0] * dataOf(operation)[1], unitsFor(planeOf(dataOf(operation)), kRangePiece / 4)),
      m_operation(operation),
      m_first(inputs[0]),
      m_second(inputs.back()),
      m_output(output),
      m_data(dataOf(operation)),
      m_pooled(isBackward(operation) ? operation.inputs[0] : operation.output)
{
}

PoolKernel::View PoolKernel::viewAt(std::int64_t row, std::int64_t column) const
{
    const ops::Window& window = m_operation.window;
    const std::int64_t top = row * window.stride[0] - window.padding[0];
    const std::int64_t left = column * window.stride[1] - window.padding[1];
    return {std::max<std::int64_t>(top, 0), std::min(top + window.kernel[0], m_data[2]),
            std::max<std::int64_t>(left, 0), std::min(left + window.kernel[1], m_data[3])};
}

/// Whether the window is 2 x 2 with a stride of 2 and no padding, as in many networks.
bool PoolKernel::isHalving() const
{
    return m_operation.window == ops::Window{{2, 2}, {2, 2}, {0, 0}};
}

void PoolKernel::average(const float* x, float* y) const
{
    for (std::int64_t row = 0; row < m_pooled[2]; ++row)
        for (std::int64_t column = 0; column < m_pooled[3]; ++column) {
            const View view = viewAt(row, column);
            double sum = 0;
            for (std::int64_t i = view.top; i < view.bottom; ++i)
                for (std::int64_t j = view.left; j < view.right; ++j)
                    sum += static_cast<double>(x[i * m_data[3] + j]);
            const std::int64_t count = (view.bottom - view.top) * (view.right - view.left);
            *y++ = static_cast<float>(sum / static_cast<double>(count));
        }
}

void PoolKernel::averageHalves(const float* x, float* y) const
{
    const std::int64_t width = m_pooled[3];
    for (std::int64_t row = 0; row < m_pooled[2]; ++row) {
        const float* upper = x + 2 * row * m_data[3];
        const float* lower = upper + m_data[3];
        for (std::int64_t i = 0; i < width; ++i)
            y[i] = ((upper[2 * i] + upper[2 * i + 1]) + (lower[2 * i] + lower[2 * i + 1])) * 0.25F;
        y += width;
    }
}

void PoolKernel::averageGradient(const float* dy, float* dx) const
{
    std::fill_n(dx, planeOf(m_data), 0.0F);
    for (std::int64_t row = 0; row < m_pooled[2]; ++row)
        for (std::int64_t column = 0; column < m_pooled[3]; ++column) {
            const View view = viewAt(row, column);
            const auto count = static_cast<float>((view.bottom - view.top) * (view.right - view.left));
            const float share = *dy++ / count;
            for (std::int64_t i = view.top; i < view.bottom; ++i)
                for (std::int64_t j = view.left; j < view.right; ++j)
                    dx[i * m_data[3] + j] += share;
        }
}

void PoolKernel::averageHalvesGradient(const float* dy, float* dx) const
{
    const std::int64_t width = m_data[3];
    const std::int64_t covered = 2 * m_pooled[3];
    for (std::int64_t row = 0; row < 2 * m_pooled[2]; ++row) {
        const float* from = dy + row / 2 * m_pooled[3];
        float* to = dx + row * width;
        for (std::int64_t i = 0; i < m_pooled[3]; ++i) {
            const float share = from[i] * 0.25F;
            to[2 * i] = share;
            to[2 * i + 1] = share;
        }
        std::fill(to + covered, to + width, 0.0F);
    }
    std::fill(dx + 2 * m_pooled[2] * width, dx + planeOf(m_data), 0.0F);
}

/// Returns the index of the first maximum; NaN wins over every number.
std::int64_t PoolKernel::largestIn(const float* x, const View& view) const
{
    std::int64_t best = view.top * m_data[3] + view.left;
    for (std::int64_t i = view.top; i < view.bottom; ++i)
        for (std::int64_t j = view.left; j < view.right; ++j) {
            const std::int64_t at = i * m_data[3] + j;
            if (x[at] > x[best] || (x[at] != x[at] && x[best] == x[best]))
                best = at;
        }
    return best;
}

void PoolKernel::largest(const float* x, float* y) const
{
    for (std::int64_t row = 0; row < m_pooled[2]; ++row)
        for (std::int64_t column = 0; column < m_pooled[3]; ++column)
            *y++ = x[largestIn(x, viewAt(row, column))];
}

void PoolKernel::largestGradient(const float* dy, const float* x, float* dx) const
{
    std::fill_n(dx, planeOf(m_data), 0.0F);
    for (std::int64_t row = 0; row < m_pooled[2]; ++row)
        for (std::int64_t column = 0; column < m_pooled[3]; ++column)
            dx[largestIn(x, viewAt(row, column))] += *dy++;
}

void PoolKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    const std::int64_t data = planeOf(m_data);
    const std::int64_t pooled = planeOf(m_pooled);
    for (std::int64_t plane = begin; plane < end; ++plane)
        switch (m_operation.op) {
            case Operator::AveragePool:
                if (isHalving())
                    averageHalves(m_first + plane * data, m_output + plane * pooled);
                else
                    average(m_first + plane * data, m_output + plane * pooled);
                break;
            case Operator::AveragePoolBackward:
                if (isHalving())
                    averageHalvesGradient(m_first + plane * pooled, m_output + plane * data);
                else
                    averageGradient(m_first + plane * pooled, m_output + plane * data);
                break;
            case Operator::MaxPool:
                largest(m_first + plane * data, m_output + plane * pooled);
                break;
            case Operator::MaxPoolBackward:
                largestGradient(m_first + plane * pooled, m_second + plane * data, m_output + plane * data);
                break;
            default:  // makeKernel() makes this kernel for the family Pool only
                break;
        }
}

}  // namespace engine::devices::cpu

#include "engine/devices/cpu/kernels/arrange.h"

#include <bit>

namespace engine::devices::cpu {

using ops::Shape;

namespace {

/// Splits elements [begin, end) of a block into stretches that are contiguous in the block and in the whole tensor, and
/// calls use(position in the block, position in the whole, count) for each. Leading axes that the block lacks have size
/// 1.
void forEachStretch(const Shape& whole, const Shape& block, std::span<const std::int64_t> offsets, std::int64_t begin,
                    std::int64_t end, const auto& use)
{
    const std::size_t missing = whole.rank() - block.rank();
    const auto extentOf = [&](std::size_t axis) { return axis < missing ? 1 : block[axis - missing]; };
    // An axis that the block contains completely is contiguous with the axis before it.
    std::int64_t length = 1;
    for (std::size_t axis = whole.rank(); axis-- > 0;) {
        length *= extentOf(axis);
        if (extentOf(axis) != whole[axis])
            break;
    }
    for (std::int64_t i = begin; i < end;) {
        std::int64_t rest = i;
        std::int64_t place = 0;
        std::int64_t stride = 1;
        for (std::size_t axis = whole.rank(); axis-- > 0;) {
            place += (offsets[axis] + rest % extentOf(axis)) * stride;
            rest /= extentOf(axis);
            stride *= whole[axis];
        }
        const std::int64_t count = std::min(end - i, length - i % length);
        use(i, place, count);
        i += count;
    }
}

std::int64_t countOf(std::int64_t elements)
{
    return (elements + kRangePiece - 1) / kRangePiece;
}

}  // namespace

SliceKernel::SliceKernel(const ops::Operation& operation, const float* in, float* out)
    : RangeKernel(operation.output.elements(), kRangePiece), m_operation(operation), m_in(in), m_out(out)
{
}

void SliceKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    forEachStretch(m_operation.inputs[0], m_operation.output, m_operation.offsets, begin, end,
                   [this](std::int64_t block, std::int64_t whole, std::int64_t count) {
                       std::copy_n(m_in + whole, count, m_out + block);
                   });
}

SliceAssignKernel::SliceAssignKernel(const ops::Operation& operation, Inputs inputs, float* out)
    : m_operation(operation), m_whole(inputs[0]), m_block(inputs[1]), m_out(out)
{
}

Result<std::optional<std::int64_t>> SliceAssignKernel::begin(int stage)
{
    const int stages = m_whole == m_out ? 1 : 2;
    if (stage == stages)
        return std::optional<std::int64_t>();
    m_isCopying = stage + 1 < stages;
    return std::optional(countOf(m_isCopying ? m_operation.output.elements() : m_operation.inputs[1].elements()));
}

Status SliceAssignKernel::run(std::int64_t piece)
{
    const std::int64_t begin = piece * kRangePiece;
    if (m_isCopying) {
        const std::int64_t end = std::min(begin + kRangePiece, m_operation.output.elements());
        std::copy(m_whole + begin, m_whole + end, m_out + begin);
        return {};
    }
    forEachStretch(m_operation.output, m_operation.inputs[1], m_operation.offsets, begin,
                   std::min(begin + kRangePiece, m_operation.inputs[1].elements()),
                   [this](std::int64_t block, std::int64_t whole, std::int64_t count) {
                       std::copy_n(m_block + block, count, m_out + whole);
                   });
    return {};
}

ConcatKernel::ConcatKernel(const ops::Operation& operation, Inputs inputs, float* out)
    : RangeKernel(operation.output.elements(), kRangePiece), m_out(out)
{
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(operation.axes)));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::int64_t width = 1;
        for (std::size_t behind = axis; behind < operation.inputs[i].rank(); ++behind)
            width *= operation.inputs[i][behind];
        m_parts.push_back({inputs[i], m_width, width});
        m_width += width;
    }
}

void ConcatKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    while (begin < end) {
        const std::int64_t row = begin / m_width;
        const std::int64_t column = begin % m_width;
        const auto part = std::ranges::find_if(
            m_parts, [column](const Part& it) { return column < it.begin + it.width && it.width > 0; });
        const std::int64_t within = column - part->begin;
        const std::int64_t count = std::min(end - begin, part->width - within);
        std::copy_n(part->data + row * part->width + within, count, m_out + begin);
        begin += count;
    }
}

BroadcastKernel::BroadcastKernel(const ops::Operation& operation, const float* in, float* out)
    : RangeKernel(operation.output.elements(), kRangePiece),
      m_shape(operation.output),
      m_in(in),
      m_out(out),
      m_strides(stridesOf(operation.inputs[0], operation.output)),
      m_factor(operation.scalars[0] == 0 ? 1.0F : static_cast<float>(operation.scalars[0])),
      m_isScalar(operation.inputs[0].elements() == 1)
{
}

void BroadcastKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    if (m_isScalar) {
        std::fill(m_out + begin, m_out + end, *m_in * m_factor);
        return;
    }
    const std::size_t last = m_shape.rank() - 1;
    while (begin < end) {
        std::int64_t rest = begin;
        std::int64_t from = 0;
        for (std::size_t axis = m_shape.rank(); axis-- > 0;) {
            from += rest % m_shape[axis] * m_strides[axis];
            rest /= m_shape[axis];
        }
        const std::int64_t count = std::min(end - begin, m_shape[last] - begin % m_shape[last]);
        if (m_strides[last] == 0)
            std::fill_n(m_out + begin, count, m_in[from] * m_factor);
        else
            for (std::int64_t i = 0; i < count; ++i)
                m_out[begin + i] = m_in[from + i] * m_factor;
        begin += count;
    }
}

}  // namespace engine::devices::cpu

#include "engine/devices/cpu/kernels/gather.h"

#include <bit>

namespace engine::devices::cpu {

namespace {

std::int64_t piecesOf(std::int64_t total, std::int64_t part)
{
    return (total + part - 1) / part;
}

}  // namespace

NumberedParts::NumberedParts(const ops::Operation& operation)
    : wraps(operation.scalars[0] != 0), isByColumn(operation.scalars[1] != 0)
{
    const ops::Shape& x = operation.inputs[0];
    const ops::Shape& index = operation.inputs[1];
    const auto axis = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(operation.axes)));
    for (std::size_t i = 0; i < x.rank(); ++i)
        (i < axis ? outer : i == axis ? extent : inner) *= x[i];
    count = isByColumn ? index[axis] : index.elements();
}

GatherKernel::GatherKernel(const ops::Operation& operation, Inputs inputs, float* out)
    : RangeKernel(operation.output.elements(), kRangePiece),
      m_parts(operation),
      m_in(inputs[0]),
      m_index(inputs[1]),
      m_out(out)
{
}

void GatherKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    while (begin < end) {
        const std::int64_t row = begin / m_parts.inner;
        const std::int64_t column = begin % m_parts.inner;
        const std::int64_t count = m_parts.isByColumn ? 1 : std::min(end - begin, m_parts.inner - column);
        std::copy_n(m_in + m_parts.placeOf(m_index, row, column), count, m_out + begin);
        begin += count;
    }
}

ScatterKernel::ScatterKernel(const ops::Operation& operation, Inputs inputs, float* out)
    : m_parts(operation),
      m_whole(inputs[0]),
      m_index(inputs[1]),
      m_value(inputs[2]),
      m_out(out),
      m_elements(operation.output.elements()),
      m_columnsPerPiece(std::max<std::int64_t>(1, unitsFor(m_parts.count))),
      m_adds(operation.scalars[2] != 0)
{
}

Result<std::optional<std::int64_t>> ScatterKernel::begin(int stage)
{
    const int stages = m_whole == m_out ? 1 : 2;
    if (stage == stages)
        return std::optional<std::int64_t>();
    m_isCopying = stage + 1 < stages;
    return std::optional(m_isCopying ? piecesOf(m_elements, kRangePiece)
                                     : piecesOf(m_parts.outer * m_parts.inner, m_columnsPerPiece));
}

Status ScatterKernel::run(std::int64_t piece)
{
    if (m_isCopying) {
        const std::int64_t begin = piece * kRangePiece;
        std::copy(m_whole + begin, m_whole + std::min(begin + kRangePiece, m_elements), m_out + begin);
        return {};
    }
    const std::int64_t begin = piece * m_columnsPerPiece;
    scatter(begin, std::min(begin + m_columnsPerPiece, m_parts.outer * m_parts.inner));
    return {};
}

/// Processes columns [begin, end), counted over all outer parts.
void ScatterKernel::scatter(std::int64_t begin, std::int64_t end) const
{
    while (begin < end) {
        const std::int64_t first = begin % m_parts.inner;
        const std::int64_t last = std::min(first + end - begin, m_parts.inner);
        const std::int64_t outer = begin / m_parts.inner;
        for (std::int64_t row = outer * m_parts.count; row < (outer + 1) * m_parts.count; ++row)
            for (std::int64_t column = first; column < last; ++column) {
                float& target = m_out[m_parts.placeOf(m_index, row, column)];
                const float value = m_value[row * m_parts.inner + column];
                target = m_adds ? target + value : value;
            }
        begin += last - first;
    }
}

}  // namespace engine::devices::cpu

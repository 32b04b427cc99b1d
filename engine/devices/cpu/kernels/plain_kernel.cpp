#include "engine/devices/cpu/kernels/plain_kernel.h"

#include "engine/devices/cpu/kernels/elementwise.h"
#include "engine/devices/cpu/kernels/product.h"
#include "engine/devices/cpu/kernels/random.h"
#include "engine/devices/cpu/kernels/range_kernel.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::devices::cpu {

using ops::Operator;
using ops::Shape;

namespace {

/// Elements of a piece; few, because a random number takes about 20 times as long as an addition.
constexpr std::int64_t kRandomPiece = 8192;
/// Tile sizes of a product. oneDNN reaches its full rate with 32 or more rows.
constexpr std::int64_t kTileRows = 128;
constexpr std::int64_t kTileColumns = 1024;

/// The sizes of a product of matrices; a vector counts as a matrix with a size of 1.
struct ProductSizes {
    std::int64_t rows = 1;
    std::int64_t inner = 1;
    std::int64_t columns = 1;

    explicit ProductSizes(const ops::Operation& operation)
    {
        const Shape& a = operation.inputs[0];
        const Shape& b = operation.inputs[1];
        rows = a.rank() == 2 ? a[0] : 1;
        inner = a[a.rank() - 1];
        columns = b.rank() == 2 ? b[1] : 1;
    }
};

std::int64_t productPieces(const ops::Operation& operation)
{
    const ProductSizes sizes(operation);
    return std::max<std::int64_t>(1, countOf(sizes.rows, kTileRows) * countOf(sizes.columns, kTileColumns));
}

/// Computes elements [begin, end) of `out` [rows, columns], the transpose of `in`. Processes a few columns at a time,
/// so that a cache line of the input is used for all rows of the piece.
void transposeMatrix(const float* in, float* out, std::int64_t rows, std::int64_t columns, std::int64_t begin,
                     std::int64_t end)
{
    constexpr std::int64_t kWidth = 16;
    if (begin == end)
        return;
    const std::int64_t firstRow = begin / columns;
    const std::int64_t lastRow = (end - 1) / columns;
    for (std::int64_t left = 0; left < columns; left += kWidth)
        for (std::int64_t row = firstRow; row <= lastRow; ++row) {
            const std::int64_t from = std::max(row * columns + left, begin);
            const std::int64_t to = std::min(row * columns + std::min(left + kWidth, columns), end);
            for (std::int64_t i = from; i < to; ++i)
                out[i] = in[(i - row * columns) * rows + row];
        }
}

/// Computes elements [begin, end) of `out`, which is `in` with all axes reversed.
void transposeAxes(const float* in, float* out, const Shape& shape, std::int64_t begin, std::int64_t end)
{
    // Axis i of the output is axis rank - 1 - i of the input. Its stride in the input is the product of the output's
    // extents before axis i.
    std::array<std::int64_t, Shape::kMaxRank> strides{};
    std::int64_t stride = 1;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        strides[axis] = stride;
        stride *= shape[axis];
    }
    for (std::int64_t i = begin; i < end; ++i) {
        std::int64_t rest = i;
        std::int64_t from = 0;
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            from += rest % shape[axis] * strides[axis];
            rest /= shape[axis];
        }
        out[i] = in[from];
    }
}

std::int64_t pieceSizeOf(Operator op)
{
    const bool isRandom = op == Operator::RandomUniform || op == Operator::RandomNormal;
    return isRandom ? kRandomPiece : kRangePiece;
}

}  // namespace

PlainKernel::PlainKernel(const ops::Operation& operation, Inputs inputs, float* output)
    : m_operation(operation), m_inputs(inputs), m_output(output), m_elements(operation.output.elements())
{
    if (operation.op == Operator::MatMul) {
        m_pieces = productPieces(operation);
        return;
    }
    if (isReduction()) {
        m_elements = operation.inputs[0].elements();
        m_partials.resize(static_cast<std::size_t>(countOf(m_elements, kReduceBlock)));
    }
    m_pieces = std::max<std::int64_t>(1, countOf(m_elements, pieceSizeOf(operation.op)));
}

bool PlainKernel::isReduction() const
{
    return ops::familyOf(m_operation.op) == ops::Family::Reduction;
}

Result<std::optional<std::int64_t>> PlainKernel::begin(int stage)
{
    if (stage == 0)
        return std::optional(m_pieces);
    if (isReduction())
        *m_output = reduceFinish(m_operation.op, m_partials, m_elements);
    return std::optional<std::int64_t>();
}

Status PlainKernel::run(std::int64_t piece)
{
    if (m_operation.op == Operator::MatMul)
        return runTile(piece);
    const std::int64_t size = pieceSizeOf(m_operation.op);
    const std::int64_t begin = piece * size;
    const std::int64_t end = std::min(begin + size, m_elements);
    if (isReduction())
        runReduction(begin, end);
    else
        runElements(begin, end);
    return {};
}

void PlainKernel::runElements(std::int64_t begin, std::int64_t end) const
{
    if (m_operation.epilogue.empty())
        return runRange(begin, end);
    // Processes blocks, so that the epilogue finds the elements in the L1 cache.
    constexpr std::int64_t kBlock = 4096;
    for (std::int64_t from = begin; from < end; from += kBlock) {
        const std::int64_t to = std::min(from + kBlock, end);
        runRange(from, to);
        applyEpilogue(m_operation.epilogue, m_output + from, to - from);
    }
}

Status PlainKernel::runTile(std::int64_t piece) const
{
    const ProductSizes sizes(m_operation);
    const std::int64_t across = std::max<std::int64_t>(1, countOf(sizes.columns, kTileColumns));
    const std::int64_t row = piece / across * kTileRows;
    const std::int64_t column = piece % across * kTileColumns;
    Tile tile;
    tile.a = m_inputs[0] + row * sizes.inner;
    tile.b = m_inputs[1] + column;
    tile.out = m_output + row * sizes.columns + column;
    tile.rows = std::min(kTileRows, sizes.rows - row);
    tile.columns = std::min(kTileColumns, sizes.columns - column);
    tile.inner = sizes.inner;
    tile.aStride = std::max<std::int64_t>(1, sizes.inner);
    tile.bStride = tile.outStride = std::max<std::int64_t>(1, sizes.columns);
    return multiply(tile);
}

void PlainKernel::runReduction(std::int64_t begin, std::int64_t end)
{
    for (std::int64_t first = begin; first < end; first += kReduceBlock) {
        const auto count = static_cast<std::size_t>(std::min(kReduceBlock, end - first));
        m_partials[static_cast<std::size_t>(first / kReduceBlock)] =
            reduceBlock(m_operation.op, {m_inputs[0] + first, count}, first);
    }
}

void PlainKernel::runRange(std::int64_t begin, std::int64_t end) const
{
    const std::span<float> out(m_output + begin, static_cast<std::size_t>(end - begin));
    const double* scalars = m_operation.scalars;
    const auto first = static_cast<std::uint64_t>(begin);
    if (ops::familyOf(m_operation.op) == ops::Family::Unary)
        return unary(m_operation.op, m_inputs[0], m_output, begin, end, scalars[0]);
    if (ops::familyOf(m_operation.op) == ops::Family::Binary)
        return runBinary(begin, end);
    switch (m_operation.op) {
        case Operator::Fill:
            std::ranges::fill(out, static_cast<float>(scalars[0]));
            return;
        case Operator::Identity:
            for (std::int64_t i = begin; i < end; ++i)
                m_output[i] = i % (m_operation.output[1] + 1) == 0 ? 1.0F : 0.0F;
            return;
        case Operator::Arange:
            for (std::int64_t i = begin; i < end; ++i)
                m_output[i] = static_cast<float>(scalars[0] + static_cast<double>(i) * scalars[1]);
            return;
        case Operator::RandomUniform:
            return fillUniform(out, first, m_operation.seed, scalars[0], scalars[1]);
        case Operator::RandomNormal:
            return fillNormal(out, first, m_operation.seed, scalars[0], scalars[1]);
        case Operator::Transpose:
            return runTranspose(begin, end);
        case Operator::Copy:
            if (scalars[0] == 1.0)
                std::transform(m_inputs[0] + begin, m_inputs[0] + end, out.begin(), [](float x) { return truncf(x); });
            else
                copyRange(begin, end);
            return;
        case Operator::Reshape:
            return copyRange(begin, end);
        default:  // makeKernel() makes this kernel for no other operators
            return;
    }
}

void PlainKernel::copyRange(std::int64_t begin, std::int64_t end) const
{
    if (m_inputs[0] != m_output)
        std::copy(m_inputs[0] + begin, m_inputs[0] + end, m_output + begin);
}

void PlainKernel::runBinary(std::int64_t begin, std::int64_t end) const
{
    const Shape& a = m_operation.inputs[0];
    const Shape& b = m_operation.inputs[1];
    const auto isFlat = [&](const Shape& shape) { return shape.elements() == 1 || shape.elements() == m_elements; };
    const auto flat = [&](std::size_t i) {
        return FlatInput{m_inputs[i], m_operation.inputs[i].elements() == 1 && m_elements != 1};
    };
    if (isFlat(a) && isFlat(b))
        binaryFlat(m_operation.op, flat(0), flat(1), m_output, begin, end);
    else
        binaryBroadcast(m_operation.op, m_inputs[0], a, m_inputs[1], b, m_output, m_operation.output, begin, end);
}

void PlainKernel::runTranspose(std::int64_t begin, std::int64_t end) const
{
    const Shape& shape = m_operation.output;
    if (shape.rank() == 2)
        transposeMatrix(m_inputs[0], m_output, shape[0], shape[1], begin, end);
    else
        transposeAxes(m_inputs[0], m_output, shape, begin, end);
}

}  // namespace engine::devices::cpu

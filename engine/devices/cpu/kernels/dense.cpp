#include "engine/devices/cpu/kernels/dense.h"

#include "engine/devices/cpu/kernels/elementwise.h"
#include "engine/devices/cpu/kernels/kernel.h"

#include <algorithm>
#include <array>

namespace engine::devices::cpu {

namespace {

// oneDNN packs the factors of large and tall tiles less often: it reaches 100 to 110 GFLOP/s for them, but only 88 for
// tiles of 128 x 256. But there should be enough tiles for several cores, and for many cores if there is much work.
constexpr std::int64_t kMaxRows = 512;
constexpr std::int64_t kMaxColumns = 512;
constexpr std::int64_t kFewestRows = 32;
constexpr std::int64_t kFewestColumns = 128;
constexpr std::int64_t kTiles = 8;
constexpr std::int64_t kManyTiles = 16;
/// While there are fewer than kTiles tiles, tiles of more FLOP than this (0.2 ms) are cut.
constexpr double kSmallTile = 2e7;
/// While there are fewer than kManyTiles tiles, tiles of more FLOP than this are cut.
constexpr double kLargeTile = 4e8;

/// Columns of the output gradient that one piece adds up.
constexpr std::int64_t kBiasColumns = 256;

}  // namespace

Dense::Product::Product(const Tile& product)
    : whole(product), rows(std::min(product.rows, kMaxRows)), columns(std::min(product.columns, kMaxColumns))
{
    rows = std::max<std::int64_t>(1, rows);
    columns = std::max<std::int64_t>(1, columns);
    const auto isWorthCutting = [this] {
        const double work =
            2.0 * static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(whole.inner);
        return (tiles() < kTiles && work > kSmallTile) || (tiles() < kManyTiles && work > kLargeTile);
    };
    while (isWorthCutting() && (rows > kFewestRows || columns > kFewestColumns)) {
        // Halves the columns down to kFewestColumns, then the rows. If `a` is transposed, first halves the rows down to
        // kFewestColumns.
        const bool cutsRows = columns <= kFewestColumns || (whole.isATransposed && rows > kFewestColumns);
        if (cutsRows)
            rows = std::max(kFewestRows, rows / 2);
        else
            columns = std::max(kFewestColumns, columns / 2);
    }
}

Tile Dense::Product::tile(std::int64_t index) const
{
    const std::int64_t row = index / across() * rows;
    const std::int64_t column = index % across() * columns;
    Tile tile = whole;
    tile.a += whole.isATransposed ? row : row * whole.aStride;
    tile.b += whole.isBTransposed ? column * whole.bStride : column;
    tile.out += row * whole.outStride + column;
    tile.rows = std::min(rows, whole.rows - row);
    tile.columns = std::min(columns, whole.columns - column);
    return tile;
}

Dense::Dense(const ops::Operation& operation, std::span<const float* const> inputs, std::span<float* const> outputs)
    : m_operation(operation)
{
    const bool isForward = operation.op == ops::Operator::FullyConnected;
    const ops::Shape& x = operation.inputs[isForward ? 0 : 1];
    const ops::Shape& w = operation.inputs[isForward ? 1 : 2];
    m_batch = x[0];
    m_units = w[0];
    m_inputs = w[1];
    if (isForward)
        forward(inputs, outputs[0]);
    else
        backward(inputs, outputs);
}

void Dense::forward(std::span<const float* const> inputs, float* output)
{
    m_bias = inputs.size() > 2 ? inputs[2] : nullptr;
    Tile product;
    product.a = inputs[0];
    product.b = inputs[1];
    product.out = output;
    product.rows = m_batch;
    product.columns = m_units;
    product.inner = m_inputs;
    product.aStride = product.bStride = std::max<std::int64_t>(1, m_inputs);
    product.outStride = std::max<std::int64_t>(1, m_units);
    product.isBTransposed = true;
    m_products.emplace_back(product);
}

void Dense::backward(std::span<const float* const> inputs, std::span<float* const> outputs)
{
    m_outputGradient = inputs[0];
    std::size_t next = 0;
    Tile product;
    product.a = inputs[0];
    product.aStride = std::max<std::int64_t>(1, m_units);
    product.columns = m_inputs;
    product.bStride = product.outStride = std::max<std::int64_t>(1, m_inputs);
    if ((m_operation.wanted & ops::kData) != 0) {
        product.b = inputs[2];
        product.out = outputs[next++];
        product.rows = m_batch;
        product.inner = m_units;
        m_products.emplace_back(product);
    }
    if ((m_operation.wanted & ops::kWeight) != 0) {
        product.b = inputs[1];
        product.out = outputs[next++];
        product.rows = m_units;
        product.inner = m_batch;
        product.isATransposed = true;
        m_products.emplace_back(product);
    }
    if ((m_operation.wanted & ops::kBias) != 0)
        m_biasGradient = outputs[next];
}

std::int64_t Dense::biasPieces() const
{
    return m_biasGradient == nullptr ? 0 : countOf(m_units, kBiasColumns);
}

std::int64_t Dense::pieces() const
{
    std::int64_t pieces = biasPieces();
    for (const Product& product : m_products)
        pieces += product.tiles();
    return std::max<std::int64_t>(1, pieces);
}

Status Dense::run(std::int64_t piece) const
{
    for (const Product& product : m_products) {
        if (piece < product.tiles()) {
            const Tile tile = product.tile(piece);
            if (Status status = multiply(tile); !status)
                return status;
            finishTile(product, tile);
            return {};
        }
        piece -= product.tiles();
    }
    if (piece < biasPieces())
        sumBias(piece);
    return {};
}

/// Adds bias and epilogue to a tile of the forward pass while it is in the core's cache.
void Dense::finishTile(const Product& product, const Tile& tile) const
{
    if (m_operation.op != ops::Operator::FullyConnected)
        return;
    const std::int64_t column = (tile.out - product.whole.out) % product.whole.outStride;
    for (std::int64_t row = 0; row < tile.rows; ++row) {
        float* out = tile.out + row * tile.outStride;
        if (m_bias != nullptr)
            for (std::int64_t i = 0; i < tile.columns; ++i)
                out[i] += m_bias[column + i];
        for (const ops::Epilogue& step : m_operation.epilogue)
            unary(step.op, out, out, 0, tile.columns, step.scalar);
    }
}

void Dense::sumBias(std::int64_t piece) const
{
    const std::int64_t first = piece * kBiasColumns;
    const std::int64_t count = std::min(kBiasColumns, m_units - first);
    std::array<double, kBiasColumns> sums{};
    for (std::int64_t row = 0; row < m_batch; ++row) {
        const float* gradient = m_outputGradient + row * m_units + first;
        for (std::int64_t i = 0; i < count; ++i)
            sums[static_cast<std::size_t>(i)] += static_cast<double>(gradient[i]);
    }
    for (std::int64_t i = 0; i < count; ++i)
        m_biasGradient[first + i] = static_cast<float>(sums[static_cast<std::size_t>(i)]);
}

}  // namespace engine::devices::cpu

#pragma once

#include "ui/drawing/ranks/rank_digest.h"

#include <QRgb>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

/// Mixes the colours of the cells of a band in vectors of four or eight cells; both give the same pixels.
namespace ui::drawing::detail {

/// Red, green and blue.
using Channels = std::array<float, 3>;

/// Colours of the kinds of work in a band, of its background, and of the hatching of waits.
struct BandColours {
    std::array<Channels, kBandKinds> kinds;
    Channels ground, waitLine, waitGround;
};

/// For each column of one row: the fraction of the cell for each kind of work and for waits, and whether the column is
/// on a line of the hatching of waits.
struct RowParts {
    std::array<const float*, kBandKinds> kinds;
    const float* waits;
    const float* lines;  ///< 1: the column is on a line; otherwise 0
};

struct FourLanes {
    using Floats [[gnu::vector_size(16)]] = float;
    using Integers [[gnu::vector_size(16)]] = int;
};
struct EightLanes {
    using Floats [[gnu::vector_size(32)]] = float;
    using Integers [[gnu::vector_size(32)]] = int;
};

/// Mixes the colours of four or eight cells: the kinds of work in the order of BandKind, then waits. A later kind takes
/// at most the rest of a cell, so computing hides transfers. `x`: the column of the first cell.
template <typename Vectors>
[[gnu::always_inline]] inline void mixAt(std::size_t x, const RowParts& row, const BandColours& colours, QRgb* line)
{
    using Floats = typename Vectors::Floats;
    using Integers = typename Vectors::Integers;
    constexpr std::size_t kChannels = 3;
    Floats left = Floats{} + 1.0F, part, lines;
    Floats sum[kChannels] = {Floats{} + 0.5F, Floats{} + 0.5F, Floats{} + 0.5F};  // 0.5 rounds to the nearest integer
    const auto take = [&](const float* parts) {
        std::memcpy(&part, parts + x, sizeof part);
        part = part > 0 ? part : Floats{};
        part = part < left ? part : left;
        left -= part;
    };
#pragma GCC unroll 5
    for (std::size_t kind = 0; kind < kBandKinds; ++kind) {
        take(row.kinds[kind]);
        for (std::size_t i = 0; i < kChannels; ++i)
            sum[i] += part * colours.kinds[kind][i];
    }
    take(row.waits);
    std::memcpy(&lines, row.lines + x, sizeof lines);
    Integers pixels = Integers{} + static_cast<int>(0xff000000U);
    for (std::size_t i = 0; i < kChannels; ++i) {
        sum[i] += part * (colours.waitGround[i] + lines * (colours.waitLine[i] - colours.waitGround[i]));
        sum[i] += left * colours.ground[i];
        pixels |= __builtin_convertvector(sum[i], Integers) << static_cast<int>(16 - 8 * i);
    }
    std::memcpy(line + x, &pixels, sizeof pixels);
}

constexpr int kLeastColumns = 8;

/// Mixes the cells of one row. `columns` must be at least kLeastColumns. The last vector may overlap the one before it
/// and mix its cells again.
template <typename Vectors>
[[gnu::always_inline]] inline void mixAll(const RowParts& row, const BandColours& colours, std::size_t columns,
                                          QRgb* line)
{
    constexpr std::size_t kWidth = sizeof(typename Vectors::Floats) / sizeof(float);
    for (std::size_t x = 0; x < columns; x += kWidth)
        mixAt<Vectors>(std::min(x, columns - kWidth), row, colours, line);
}

}  // namespace ui::drawing::detail

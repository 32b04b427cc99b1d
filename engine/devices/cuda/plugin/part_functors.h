#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/devices/cuda/plugin/arithmetic.h"

/// What one thread does for parts that numbers name: elements of rows, and parts along an axis.
namespace engine::devices::cuda::plugin {

/// Column numbers outside the row mean its nearest column, as in MXNet.
OVERLAP_DEVICE inline std::int64_t pickedColumn(float wanted, std::int64_t width)
{
    if (!(wanted > 0.0F))
        return 0;
    return wanted >= static_cast<float>(width) ? width - 1 : static_cast<std::int64_t>(wanted);
}

struct Picked {
    const float* in;
    const float* index;
    float* out;
    std::int64_t width;
    OVERLAP_DEVICE void operator()(std::int64_t row) const
    {
        out[row] = width == 0 ? 0.0F : in[row * width + pickedColumn(index[row], width)];
    }
};

struct PickedBack {
    const float* dy;
    const float* index;
    float* out;
    std::int64_t width;
    OVERLAP_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width;
        out[i] = i % width == pickedColumn(index[row], width) ? dy[row] : 0.0F;
    }
};

/// What numbers along one axis name: a tensor [outer, extent, inner], of which `count` parts are meant.
struct NumberedParts {
    const float* index;
    std::int64_t extent;
    std::int64_t inner;
    std::int64_t count;
    bool isRound;  ///< numbers beyond one end count on from the other
    bool isApart;  ///< each column has numbers of its own

    /// The part that number `row` of the parts [outer, count] names for a column.
    OVERLAP_DEVICE std::int64_t partOf(std::int64_t row, std::int64_t column) const
    {
        const float number = index[isApart ? row * inner + column : row % count];
        if (!isRound)
            return pickedColumn(number, extent);
        const std::int64_t whole = number > -9e18F && number < 9e18F ? static_cast<std::int64_t>(number) : 0;
        return (whole % extent + extent) % extent;
    }
};

struct PartsTaken {
    const float* in;
    float* out;
    NumberedParts parts;
    OVERLAP_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / parts.inner;
        const std::int64_t column = i % parts.inner;
        out[i] = in[(row / parts.count * parts.extent + parts.partOf(row, column)) * parts.inner + column];
    }
};

/// Columns of the table are cut into bands of parts, each the work of one thread, which takes the numbers in their
/// order and leaves those of other bands alone: sums have one order and need no atomic additions.
struct PartsPut {
    const float* value;
    float* out;
    NumberedParts parts;
    std::int64_t bands;
    bool adds;
    OVERLAP_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t column = i % parts.inner;
        const std::int64_t band = i / parts.inner % bands;
        const std::int64_t outer = i / parts.inner / bands;
        const std::int64_t size = (parts.extent + bands - 1) / bands;
        const std::int64_t first = band * size;
        const std::int64_t end = first + size < parts.extent ? first + size : parts.extent;
        for (std::int64_t row = outer * parts.count; row < (outer + 1) * parts.count; ++row) {
            const std::int64_t part = parts.partOf(row, column);
            if (part < first || part >= end)
                continue;
            float& target = out[(outer * parts.extent + part) * parts.inner + column];
            const float one = value[row * parts.inner + column];
            target = adds ? target + one : one;
        }
    }
};

}  // namespace engine::devices::cuda::plugin

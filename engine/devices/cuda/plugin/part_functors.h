#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/ops/arithmetic.h"

/// Functors of operators whose index tensor numbers parts of another tensor: Pick, Gather, Scatter and their gradients.
namespace engine::devices::cuda::plugin {

struct Picker {
    const float* in;
    const float* index;
    float* out;
    std::int64_t width;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t row) const
    {
        out[row] = width == 0 ? 0.0F : in[row * width + ops::nearestPart(index[row], width)];
    }
};

struct PickGradient {
    const float* dy;
    const float* index;
    float* out;
    std::int64_t width;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / width;
        out[i] = i % width == ops::nearestPart(index[row], width) ? dy[row] : 0.0F;
    }
};

/// Parts of a tensor [outer, extent, inner] along its middle axis: the `count` parts that the index numbers.
struct NumberedParts {
    const float* index;
    std::int64_t extent;
    std::int64_t inner;
    std::int64_t count;
    bool wraps;       ///< numbers beyond one end count from the other
    bool isByColumn;  ///< each column has separate numbers

    /// The part that belongs to column `column` of row `row` of [outer, count].
    OVERLAP_HOST_DEVICE std::int64_t partOf(std::int64_t row, std::int64_t column) const
    {
        const float number = index[isByColumn ? row * inner + column : row % count];
        return wraps ? ops::wrappedPart(number, extent) : ops::nearestPart(number, extent);
    }
};

/// Gather.
struct PartReader {
    const float* in;
    float* out;
    NumberedParts parts;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / parts.inner;
        const std::int64_t column = i % parts.inner;
        out[i] = in[(row / parts.count * parts.extent + parts.partOf(row, column)) * parts.inner + column];
    }
};

/// Scatter. Each thread owns one band of parts of one column: it scans all numbers in their order and skips those
/// outside its band. So sums have a fixed order and need no atomic additions.
struct PartWriter {
    const float* value;
    float* out;
    NumberedParts parts;
    std::int64_t bands;
    bool adds;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
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

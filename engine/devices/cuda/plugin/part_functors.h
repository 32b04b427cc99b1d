#pragma once

#include "engine/devices/cuda/plugin/grid.h"
#include "engine/ops/arithmetic.h"

/// Functors of operators with an index tensor, which contains the numbers of parts of another tensor: Pick, Gather,
/// Scatter and their gradients.
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
    Divisor width;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto place = width.divide(i);
        const bool isPicked = place.rest == ops::nearestPart(index[place.quotient], width.value());
        out[i] = isPicked ? dy[place.quotient] : 0.0F;
    }
};

/// Selects parts of a tensor [outer, extent, inner] along its middle axis. `index` contains the indices of `count`
/// parts.
struct NumberedParts {
    const float* index;
    std::int64_t extent;
    Divisor inner;
    Divisor count;
    bool wraps;       ///< indices beyond one end count from the other end
    bool isByColumn;  ///< each column has its own indices

    /// Returns the part that `index` selects for column `column` of row `row`. Rows are numbered over [outer, count],
    /// columns over [inner].
    OVERLAP_HOST_DEVICE std::int64_t partOf(std::int64_t row, std::int64_t column) const
    {
        const float number = index[isByColumn ? row * inner.value() + column : count.rest(row)];
        return wraps ? ops::wrappedPart(number, extent) : ops::nearestPart(number, extent);
    }
};

/// Gather: reads parts of a tensor.
struct PartReader {
    const float* in;
    float* out;
    NumberedParts parts;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto place = parts.inner.divide(i);
        const std::int64_t part =
            parts.count.quotient(place.quotient) * parts.extent + parts.partOf(place.quotient, place.rest);
        out[i] = in[part * parts.inner.value() + place.rest];
    }
};

/// Scatter. Each thread owns one band of parts of one column: it scans all indices in order and skips indices outside
/// its band. Therefore sums have a fixed order and need no atomic additions.
struct PartWriter {
    const float* value;
    float* out;
    NumberedParts parts;
    Divisor bands;
    bool adds;
    OVERLAP_HOST_DEVICE void operator()(std::int64_t i) const
    {
        const auto place = parts.inner.divide(i);
        const std::int64_t column = place.rest;
        const auto band = bands.divide(place.quotient);
        const std::int64_t outer = band.quotient;
        const std::int64_t size = bands.quotient(parts.extent + bands.value() - 1);
        const std::int64_t first = band.rest * size;
        const std::int64_t end = first + size < parts.extent ? first + size : parts.extent;
        for (std::int64_t row = outer * parts.count.value(); row < (outer + 1) * parts.count.value(); ++row) {
            const std::int64_t part = parts.partOf(row, column);
            if (part < first || part >= end)
                continue;
            float& target = out[(outer * parts.extent + part) * parts.inner.value() + column];
            const float one = value[row * parts.inner.value() + column];
            target = adds ? target + one : one;
        }
    }
};

}  // namespace engine::devices::cuda::plugin

#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"
#include "engine/ops/arithmetic.h"

namespace engine::devices::cpu {

/// Selected parts of a tensor [outer, extent, inner] along its middle axis: the `count` parts whose indices another
/// tensor contains.
struct NumberedParts {
    explicit NumberedParts(const ops::Operation& operation);

    /// Returns the position in the tensor of element `column` of selected part `row`. The selected parts are numbered
    /// from 0 to outer * count - 1.
    [[nodiscard]] std::int64_t placeOf(const float* index, std::int64_t row, std::int64_t column) const
    {
        const float number = index[isByColumn ? row * inner + column : row % count];
        const std::int64_t part = wraps ? ops::wrappedPart(number, extent) : ops::nearestPart(number, extent);
        return (row / count * extent + part) * inner + column;
    }

    std::int64_t outer = 1;
    std::int64_t extent = 1;
    std::int64_t inner = 1;
    std::int64_t count = 1;
    bool wraps = false;       ///< indices beyond one end count from the other end
    bool isByColumn = false;  ///< each column has its own indices
};

/// Gather: reads parts of the input.
class GatherKernel final : public RangeKernel {
public:
    GatherKernel(const ops::Operation& operation, Inputs inputs, float* out);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;

    NumberedParts m_parts;
    const float* m_in;
    const float* m_index;
    float* m_out;
};

/// Scatter: replaces parts of the input or adds to them. A column is never divided among threads, so sums have a fixed
/// order.
class ScatterKernel final : public Kernel {
public:
    ScatterKernel(const ops::Operation& operation, Inputs inputs, float* out);

    Result<std::optional<std::int64_t>> begin(int stage) override;
    Status run(std::int64_t piece) override;

private:
    void scatter(std::int64_t begin, std::int64_t end) const;

    NumberedParts m_parts;
    const float* m_whole;
    const float* m_index;
    const float* m_value;
    float* m_out;
    std::int64_t m_elements;
    std::int64_t m_columnsPerPiece;
    bool m_adds;
    bool m_isCopying = false;  ///< the current stage copies the whole input
};

}  // namespace engine::devices::cpu

#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

namespace engine::devices::cpu {

/// What numbers along one axis name: a tensor [outer, extent, inner], of which `count` parts are meant.
struct NumberedParts {
    explicit NumberedParts(const ops::Operation& operation);

    /// Where row `row` of the parts [outer, count] lies in the tensor, for its column `column`.
    [[nodiscard]] std::int64_t placeOf(const float* index, std::int64_t row, std::int64_t column) const
    {
        const float number = index[isApart ? row * inner + column : row % count];
        return (row / count * extent + partOf(number)) * inner + column;
    }
    /// The part that a number names, always one that exists: of what is no number the first; unless numbers count
    /// round, of those below 0 the first and of those beyond the end the last.
    [[nodiscard]] std::int64_t partOf(float number) const;

    std::int64_t outer = 1;
    std::int64_t extent = 1;
    std::int64_t inner = 1;
    std::int64_t count = 1;
    bool isRound = false;  ///< numbers beyond one end count on from the other
    bool isApart = false;  ///< each column has numbers of its own
};

/// Gather: parts of the input.
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

/// Scatter: the input with parts replaced, or added to. Each column by one thread, so that sums have one order.
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
    bool m_isCopying = false;  ///< the present stage copies the whole input
};

}  // namespace engine::devices::cpu

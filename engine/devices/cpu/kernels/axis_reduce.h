#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

#include <vector>

namespace engine::devices::cpu {

/// Reductions over some axes. Each element of the result is folded by a single thread, in an order that depends only on
/// the sizes, so the bits do not depend on the number of threads.
class AxisReduce final : public RangeKernel {
public:
    AxisReduce(const ops::Operation& operation, const float* in, float* out);

private:
    /// Consecutive axes that are all folded, or all kept, are merged.
    struct Axis {
        std::int64_t extent = 1;
        std::int64_t stride = 1;
        bool isFolded = false;
    };
    struct Plan {
        std::vector<Axis> kept;    ///< kept axes before the last axis
        std::vector<Axis> folded;  ///< folded axes before the last axis
        Axis last;

        [[nodiscard]] std::int64_t folds() const;  ///< segments of the last axis per element of the result
    };

    explicit AxisReduce(const ops::Operation& operation, const float* in, float* out, Plan plan);
    [[nodiscard]] static Plan planOf(const ops::Operation& operation);
    [[nodiscard]] static std::int64_t unitsPerPieceOf(const Plan& plan);
    void runUnits(std::int64_t begin, std::int64_t end) override;
    template <typename Fold>
    void foldAll(std::int64_t begin, std::int64_t end);
    template <typename Fold>
    void sumRow(std::int64_t row);
    template <typename Fold>
    void sumColumns(std::int64_t row, std::int64_t first, std::int64_t count);
    template <typename Fold>
    void foldRow(std::int64_t row);
    template <typename Fold>
    void foldColumns(std::int64_t row, std::int64_t first, std::int64_t count);

    const ops::Operation& m_operation;
    const float* m_in;
    float* m_out;
    const Plan m_plan;
    const double m_count;                     ///< input elements per element of the result
    std::vector<std::int64_t> m_foldOffsets;  ///< offsets of the folded segments, in order
};

}  // namespace engine::devices::cpu

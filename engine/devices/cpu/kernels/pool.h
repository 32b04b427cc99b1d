#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

namespace engine::devices::cpu {

/// Average and maximum pooling and their gradients. A plane [h, w] is never divided among threads. An average divides
/// by the number of elements in the window, excluding padding.
class PoolKernel final : public RangeKernel {
public:
    PoolKernel(const ops::Operation& operation, Inputs inputs, float* output);

private:
    /// The data that a window covers: rows [top, bottom), columns [left, right).
    struct View {
        std::int64_t top, bottom, left, right;
    };

    void runUnits(std::int64_t begin, std::int64_t end) override;
    [[nodiscard]] View viewAt(std::int64_t row, std::int64_t column) const;
    [[nodiscard]] bool isHalving() const;
    void average(const float* x, float* y) const;
    void averageHalves(const float* x, float* y) const;
    void averageGradient(const float* dy, float* dx) const;
    void averageHalvesGradient(const float* dy, float* dx) const;
    void largest(const float* x, float* y) const;
    void largestGradient(const float* dy, const float* x, float* dx) const;
    [[nodiscard]] std::int64_t largestIn(const float* x, const View& view) const;

    const ops::Operation& m_operation;
    const float* m_first;
    const float* m_second;
    float* m_output;
    const ops::Shape& m_data;    ///< [n, c, h, w]
    const ops::Shape& m_pooled;  ///< [n, c, h', w']
};

}  // namespace engine::devices::cpu

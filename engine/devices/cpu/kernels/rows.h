#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

#include <array>

namespace engine::devices::cpu {

/// Softmax, LogSoftmax, Pick and their gradients along the last axis. A row is never divided among threads.
class RowKernel final : public RangeKernel {
public:
    RowKernel(const ops::Operation& operation, Inputs inputs, float* output);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;
    void runRow(std::int64_t row) const;
    [[nodiscard]] std::int64_t pickedColumn(std::int64_t row) const;

    const ops::Operation& m_operation;
    std::array<const float*, 2> m_inputs{};
    float* m_output;
    std::int64_t m_width;
};

}  // namespace engine::devices::cpu

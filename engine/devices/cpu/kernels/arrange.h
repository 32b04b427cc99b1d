#pragma once

#include "engine/devices/cpu/kernels/elementwise.h"
#include "engine/devices/cpu/kernels/range_kernel.h"

#include <vector>

namespace engine::devices::cpu {

/// Slice: a block of the input.
class SliceKernel final : public RangeKernel {
public:
    SliceKernel(const ops::Operation& operation, const float* in, float* out);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;

    const ops::Operation& m_operation;
    const float* m_in;
    float* m_out;
};

/// SliceAssign: copies the input and replaces a block. In place, writes only the block.
class SliceAssignKernel final : public Kernel {
public:
    SliceAssignKernel(const ops::Operation& operation, Inputs inputs, float* out);

    Result<std::optional<std::int64_t>> begin(int stage) override;
    Status run(std::int64_t piece) override;

private:
    const ops::Operation& m_operation;
    const float* m_whole;
    const float* m_block;
    float* m_out;
    bool m_isCopying = false;  ///< the current stage copies the whole input
};

/// Concat: joins the inputs along an axis.
class ConcatKernel final : public RangeKernel {
public:
    ConcatKernel(const ops::Operation& operation, Inputs inputs, float* out);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;

    struct Part {
        const float* data = nullptr;
        std::int64_t begin = 0;  ///< position within a row of the result
        std::int64_t width = 0;
    };
    float* m_out;
    std::vector<Part> m_parts;
    std::int64_t m_width = 0;  ///< elements of a row: the joined axis and all axes after it
};

/// Broadcast: repeats the input and multiplies it by a factor.
class BroadcastKernel final : public RangeKernel {
public:
    BroadcastKernel(const ops::Operation& operation, const float* in, float* out);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;

    const ops::Shape& m_shape;
    const float* m_in;
    float* m_out;
    const Strides m_strides;
    const float m_factor;
    const bool m_isScalar;
};

}  // namespace engine::devices::cpu

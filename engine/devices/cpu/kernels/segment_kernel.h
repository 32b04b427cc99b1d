#pragma once

#include "engine/devices/cpu/kernels/kernel.h"

#include <vector>

namespace engine::devices::cpu {

/// A compiled graph: runs the kernels of its steps in order. Allocates memory for their results at the start.
class SegmentKernel final : public Kernel {
public:
    SegmentKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs, const KernelContext& context);

    Result<std::optional<std::int64_t>> begin(int stage) override;
    Status run(std::int64_t piece) override { return m_kernel->run(piece); }

private:
    [[nodiscard]] Status allocateScratch();
    void placeValues();
    void enter(const ops::Segment::Step& step);

    const ops::Segment& m_segment;
    const Inputs m_inputs;
    const Outputs m_outputs;
    const KernelContext m_context;
    std::vector<Block> m_scratch;
    std::vector<float*> m_values;  ///< address of each value of the segment; addresses of inputs are only read
    std::vector<const float*> m_reads;
    std::vector<float*> m_writes;
    std::unique_ptr<Kernel> m_kernel;  ///< kernel of the current step
    std::size_t m_next = 0;            ///< index of the next step
    int m_stage = 0;                   ///< next stage of the current step
};

}  // namespace engine::devices::cpu

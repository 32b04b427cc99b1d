#pragma once

#include "engine/devices/cpu/kernels/kernel.h"
#include "engine/devices/cpu/kernels/reduce.h"

#include <vector>

namespace engine::devices::cpu {

/// Computes generators, products, elementwise operators, rearrangements, and reductions over all axes.
class PlainKernel final : public Kernel {
public:
    PlainKernel(const ops::Operation& operation, Inputs inputs, float* output);

    Result<std::optional<std::int64_t>> begin(int stage) override;
    Status run(std::int64_t piece) override;

private:
    [[nodiscard]] bool isReduction() const;
    [[nodiscard]] Status runTile(std::int64_t piece) const;
    void runElements(std::int64_t begin, std::int64_t end) const;
    void runRange(std::int64_t begin, std::int64_t end) const;
    void runReduction(std::int64_t begin, std::int64_t end);
    void runBinary(std::int64_t begin, std::int64_t end) const;
    void copyRange(std::int64_t begin, std::int64_t end) const;
    void runTranspose(std::int64_t begin, std::int64_t end) const;

    const ops::Operation& m_operation;
    Inputs m_inputs;
    float* m_output;
    std::int64_t m_elements = 0;  ///< number of elements of the output; for a reduction, of the input
    std::int64_t m_pieces = 1;
    std::vector<BlockFold> m_partials;
};

}  // namespace engine::devices::cpu

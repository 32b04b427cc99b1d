#pragma once

#include "engine/base/result.h"
#include "engine/devices/cpu/kernels/reduce.h"
#include "engine/ops/operation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::devices::cpu {

/// One operation on memory of the host, cut into pieces by its shapes alone. The pieces may run on any threads in any
/// order; finish() comes after all of them. The result is the same bit for bit.
class Kernel {
public:
    /// `operation` passed ops::validate(); `inputs` and `output` hold as many floats as their shapes have elements.
    Kernel(const ops::Operation& operation, std::span<const float* const> inputs, float* output);

    [[nodiscard]] std::int64_t pieces() const { return m_pieces; }
    /// Any thread, each piece once. Errors: of a product, see multiply().
    [[nodiscard]] Status run(std::int64_t piece);
    void finish();

    /// The output may share its memory with input `index`.
    [[nodiscard]] static bool canWorkInPlace(const ops::Operation& operation, std::size_t index);

private:
    [[nodiscard]] Status runTile(std::int64_t piece) const;
    void runRange(std::int64_t begin, std::int64_t end) const;
    void runReduction(std::int64_t begin, std::int64_t end);
    void runBinary(std::int64_t begin, std::int64_t end) const;
    void runTranspose(std::int64_t begin, std::int64_t end) const;

    const ops::Operation& m_operation;
    std::span<const float* const> m_inputs;
    float* m_output;
    std::int64_t m_elements = 0;  ///< that are cut into pieces: of the output, or of the input of a reduction
    std::int64_t m_pieces = 1;
    std::vector<Partial> m_partials;
};

}  // namespace engine::devices::cpu

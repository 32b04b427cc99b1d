#pragma once

#include "engine/devices/cpu/kernels/kernel.h"

#include <algorithm>

namespace engine::devices::cpu {

/// 256 KiB of floats: small enough for load balancing, large enough to hide the cost of dispatching a piece. A multiple
/// of kReduceBlock.
constexpr std::int64_t kRangePiece = 65536;

/// Kernels of one stage that process ranges of units (elements, rows, planes) independently.
class RangeKernel : public Kernel {
public:
    /// Cuts `units` into pieces of `unitsPerPiece`.
    RangeKernel(std::int64_t units, std::int64_t unitsPerPiece)
        : m_units(units), m_unitsPerPiece(std::max<std::int64_t>(1, unitsPerPiece))
    {
    }

    Result<std::optional<std::int64_t>> begin(int stage) final
    {
        if (stage > 0 || m_units == 0)
            return std::optional<std::int64_t>();
        return std::optional((m_units + m_unitsPerPiece - 1) / m_unitsPerPiece);
    }
    Status run(std::int64_t piece) final
    {
        const std::int64_t first = piece * m_unitsPerPiece;
        runUnits(first, std::min(first + m_unitsPerPiece, m_units));
        return {};
    }

protected:
    /// Processes units [begin, end). Any thread.
    virtual void runUnits(std::int64_t begin, std::int64_t end) = 0;

private:
    std::int64_t m_units;
    std::int64_t m_unitsPerPiece;
};

/// Returns how many units a piece needs to have about `perPiece` elements.
[[nodiscard]] inline std::int64_t unitsFor(std::int64_t elementsPerUnit, std::int64_t perPiece = kRangePiece)
{
    return perPiece / std::max<std::int64_t>(1, elementsPerUnit);
}

}  // namespace engine::devices::cpu

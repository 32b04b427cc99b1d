#pragma once

#include "engine/analysis/blocks.h"
#include "ui/drawing/memory/step_curve.h"

#include <cstdint>
#include <vector>

namespace ui::drawing {

/// A memory block during an interval in which its position in the stack is constant: from `from` to `to` bytes above
/// the base of the stack (groundOf()).
struct StackPiece {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint32_t block = 0;  ///< index into the blocks of stackOf()
};

/// Stacks blocks in the order of their allocation. When a block is freed, the blocks above it move down. Returns
/// nothing if there would be more than `most` pieces: those would be too small to be visible.
[[nodiscard]] std::vector<StackPiece> stackOf(const std::vector<engine::analysis::MemoryBlock>& blocks,
                                              engine::Nanoseconds end, std::size_t most = 60'000);

/// Bytes allocated before the first record of a block: the base of the stack. Ignores records of a pool's growth: such
/// a record precedes that of the allocation that caused it, but already contains the levels after the allocation.
[[nodiscard]] std::int64_t groundOf(const MemoryColumn& records);

}  // namespace ui::drawing

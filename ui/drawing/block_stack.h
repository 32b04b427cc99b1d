#pragma once

#include "engine/analysis/blocks.h"
#include "ui/drawing/step_curve.h"

#include <cstdint>
#include <vector>

namespace ui::drawing {

/// A block between two moments, at one height of the stack: bytes from `from` to `to` above the ground.
struct StackPiece {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint32_t block = 0;  ///< index into what the stack was made of
};

/// Blocks by birth on top of each other; when one dies, those above it fall. Empty if there would be more than `most`
/// pieces, which nobody could tell apart.
[[nodiscard]] std::vector<StackPiece> stackOf(const std::vector<engine::analysis::MemoryBlock>& blocks,
                                              engine::Nanoseconds end, std::size_t most = 60'000);

/// What was handed out before the first record of a block: the height that the stack stands on. A pool that grows says
/// so first, with the levels of the allocation that it grows for.
[[nodiscard]] std::int64_t groundOf(const MemoryColumn& records);

}  // namespace ui::drawing

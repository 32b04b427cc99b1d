#pragma once

#include "engine/analysis/blocks.h"
#include "ui/drawing/step_curve.h"

#include <cstdint>
#include <vector>

namespace ui::drawing {

/// A block during an interval, at one height of the stack: bytes from `from` to `to` above the ground.
struct StackPiece {
    engine::Nanoseconds begin{};
    engine::Nanoseconds end{};
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint32_t block = 0;  ///< index into the blocks of stackOf()
};

/// Stacks blocks in the order of their allocation; when one is freed, those above it move down. Returns nothing if
/// there would be more than `most` pieces, which are too small to be visible.
[[nodiscard]] std::vector<StackPiece> stackOf(const std::vector<engine::analysis::MemoryBlock>& blocks,
                                              engine::Nanoseconds end, std::size_t most = 60'000);

/// Bytes allocated before the first record of a block: the height at which the stack starts. A growing pool writes its
/// record first, with the levels of the allocation that it grows for.
[[nodiscard]] std::int64_t groundOf(const MemoryColumn& records);

}  // namespace ui::drawing

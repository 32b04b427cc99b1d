#pragma once

#include "engine/analysis/out_of_memory.h"

#include <QString>
#include <vector>

namespace ui::inspect {

/// Blocks of one size that were allocated when the allocation was refused.
struct BlockGroup {
    engine::Bytes size;  ///< size of one block
    int count = 0;
    QString names;  ///< for example "x_gpu1 and 44 products"
};

/// Groups blocks by size; the group with most memory is first.
[[nodiscard]] std::vector<BlockGroup> groupsOf(const engine::trace::Trace& trace,
                                               const std::vector<engine::analysis::MemoryBlock>& blocks);

/// "products" if all operations are matrix products, else "operations".
[[nodiscard]] QString wordFor(const engine::trace::Trace& trace, const std::vector<engine::OpId>& ops);

}  // namespace ui::inspect

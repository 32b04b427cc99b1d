#pragma once

#include "engine/analysis/scope.h"

namespace engine::analysis {

/// A timed block, extended to the end of the last operation issued within it, because the block's clock may stop before
/// its work is done. The whole run if there is no such block. Cost: the operations of the block.
[[nodiscard]] Scope workScope(const trace::Trace& trace, std::size_t block);

}  // namespace engine::analysis

#pragma once

#include "engine/analysis/scope.h"

namespace engine::analysis {

/// A timed block, and on until the last operation that was issued within it has finished: its clock may stop before its
/// work does. The whole run if there is no such block. Cost: the operations of the block.
[[nodiscard]] Scope workScope(const trace::Trace& trace, std::size_t block);

}  // namespace engine::analysis

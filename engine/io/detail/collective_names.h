#pragma once

#include "engine/trace/rank_records.h"

#include <optional>
#include <string_view>

/// Names of collectives in traces of PyTorch's profiler.
namespace engine::io::detail {

/// Ignores case and underscores: NCCL writes "AllReduce", PyTorch "all_reduce".
[[nodiscard]] bool containsWord(std::string_view name, std::string_view word);

/// Returns the kind of collective that a name states: "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "_allgather_base".
/// nullopt: the name states no kind, such as "ncclDevKernel_Generic".
[[nodiscard]] std::optional<trace::CollectiveKind> collectiveIn(std::string_view name);

/// Whether an operation of this name is a collective: "ncclDevKernel_AllReduce…", "gloo:all_reduce". False for sends,
/// receives and coalesced calls.
[[nodiscard]] bool isCollective(std::string_view name);

}  // namespace engine::io::detail

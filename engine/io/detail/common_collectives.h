#pragma once

#include "engine/base/result.h"
#include "engine/ranks/run_set.h"

#include <vector>

/// Connects the traces that PyTorch's profiler wrote on each rank of a program run, by the collectives that ranks have
/// in common.
namespace engine::io::detail {

/// Numbers the process groups of all ranks together. Groups with equal names and equal ranks are the same group. Each
/// member then has all groups; collectives whose group the member's file does not define are removed. Errors:
/// OutOfMemory if the groups of all members together are too large.
[[nodiscard]] Status uniteGroups(std::vector<ranks::Member>& members);

/// Sets the clock maps of ranks whose files have no common clock, so that the ends of common collectives agree. Clocks
/// are compared with that of the first rank, or else with that of a rank that was compared before. The uncertainty of a
/// comparison is the largest difference that remains; that of a rank is the sum over the comparisons that connect it to
/// the first rank. Errors: BadFile if a rank cannot be connected to the first rank, or if common collectives differ in
/// kind or time, so that the files are probably of different program runs.
[[nodiscard]] Status alignByCollectives(std::vector<ranks::Member>& members);

}  // namespace engine::io::detail

#pragma once

#include "engine/trace/trace.h"

#include <string>

namespace tests {

/// Checks the figures (the numbers that the analysis computes) of the run, of its timed blocks (of a sample if there
/// are 40 or more) and of a few time ranges against their definitions and bounds, some of them by an independent
/// computation. Returns the first contradiction; empty: there is none.
[[nodiscard]] std::string figureProblemOf(const engine::trace::Trace& trace);

}  // namespace tests

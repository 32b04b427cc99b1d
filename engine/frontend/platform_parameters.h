#pragma once

#include "engine/frontend/program.h"

#include <vector>

namespace engine::frontend {

/// Parameters that every program has, since they belong to the platform: hostMemory, copies, workers, streams, devices,
/// policy, synchronize, allReduce (of MXNet's Trainer), overlap, tf32, arguments, data, images, epochs, ranks, hosts,
/// noise, valueThreads.
[[nodiscard]] const std::vector<Parameter>& platformParameters();

}  // namespace engine::frontend

#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <filesystem>

namespace app {

/// The folder with `python`, `workloads` and `machines`: $OVERLAP_RESOURCES, else beside the executable
/// (../share/overlap, as installed), else the source tree that this was built from.
/// Errors: NotFound, naming the places that were looked at.
[[nodiscard]] engine::Result<std::filesystem::path> findResources();

/// Where the front end finds its part of them; Python's own library is $OVERLAP_PYTHON_LIBRARY, else that of the
/// system.
[[nodiscard]] engine::frontend::Runner::Paths runnerPaths(const std::filesystem::path& resources);

}  // namespace app

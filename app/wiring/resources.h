#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <filesystem>

namespace app {

/// Returns the folder with `python`, `workloads` and `machines`: $OVERLAP_RESOURCES, else ../share/overlap beside the
/// executable, else the source tree.
/// Errors: NotFound; the message lists the places searched.
[[nodiscard]] engine::Result<std::filesystem::path> findResources();

/// Returns the paths of the front end's resources. Python's standard library is $OVERLAP_PYTHON_LIBRARY, else the
/// system's.
[[nodiscard]] engine::frontend::Runner::Paths runnerPaths(const std::filesystem::path& resources);

}  // namespace app

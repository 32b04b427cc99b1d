#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <filesystem>

namespace app {

/// Returns the folder with `python`, `workloads` and `machines`: $OVERLAP_RESOURCES if it is set; else the first that
/// exists of ../share/overlap and `resources`, relative to the executable's folder, and the folder in the source tree.
/// Errors: NotFound; the message lists the folders that were searched.
[[nodiscard]] engine::Result<std::filesystem::path> findResources();

/// Returns the paths of the front end's resources. Python's standard library is $OVERLAP_PYTHON_LIBRARY, else that of
/// the system.
[[nodiscard]] engine::frontend::Runner::Paths runnerPaths(const std::filesystem::path& resources);

}  // namespace app

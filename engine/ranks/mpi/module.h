#pragma once

#include "engine/base/result.h"
#include "engine/device/ranks.h"
#include "engine/ranks/mpi/abi.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace engine::ranks::mpi {

/// Returns the paths to search for the module: only $OVERLAP_MPI_MODULE if it is set, else the program's folder and
/// ../lib/overlap.
[[nodiscard]] std::vector<std::filesystem::path> modulePlaces();

/// Loads the first module of `places` that exists; it stays loaded until the process ends. Errors: Unavailable, with a
/// remedy.
[[nodiscard]] Result<const abi::Module*> loadModule(const std::vector<std::filesystem::path>& places);

/// Returns the rank of this process and the number of ranks, from the environment variables of the launcher (mpirun or
/// another one). Returns nullopt if no launcher has started this process.
[[nodiscard]] std::optional<device::RankPlace> placeInEnvironment();

}  // namespace engine::ranks::mpi

#pragma once

#include <memory>

namespace engine::ranks::mpi::detail {

/// Keeps memory until the process ends, because an MPI request that was given up may still access it. Any thread.
void abandon(std::shared_ptr<const void> memory);

}  // namespace engine::ranks::mpi::detail

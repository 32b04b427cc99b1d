#pragma once

#include <memory>

namespace engine::ranks::mpi::detail {

/// Keeps memory allocated until the process ends, because an abandoned MPI request may still access it. Any thread.
void abandon(std::shared_ptr<const void> memory);

}  // namespace engine::ranks::mpi::detail

#pragma once

#include <memory>

namespace engine::ranks::mpi::detail {

/// Keeps memory until the process ends: a call of MPI that is not waited for any more may still access it. Any thread.
void abandon(std::shared_ptr<const void> memory);

}  // namespace engine::ranks::mpi::detail

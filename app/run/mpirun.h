#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

/// mpirun, which starts this program on each rank of this computer, or of several.
namespace app {

/// If a signal ended a rank, the exit status of mpirun is this plus the number of the signal, as a shell reports it.
constexpr int kBySignal = 128;

/// Whether ranks can be started here. Errors: Unavailable, with what to install or to set.
[[nodiscard]] engine::Status checkMpi();

/// Starts mpirun. `words`: the command line of each rank. `hosts`: the file with the computers; empty: this one.
/// `output`: the file for what mpirun and the ranks print, which then have no input; -1: those of this process. Returns
/// the process. Errors: Unavailable.
[[nodiscard]] engine::Result<int> startMpirun(int ranks, const std::string& hosts,
                                              const std::vector<std::string>& words, int output = -1);

/// Returns an error, with the remedy, if `status` means that mpirun could not be executed.
[[nodiscard]] engine::Status checkFound(int status);

/// The exit status of a process that has ended, as a shell shows it.
[[nodiscard]] int exitStatusOf(int waitStatus);

}  // namespace app

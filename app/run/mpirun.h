#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <vector>

/// mpirun, which starts this program on each rank of this computer, or of several.
namespace app {

/// The signal that ended a rank, by the exit status of mpirun; none: it ended otherwise, or never started.
[[nodiscard]] std::optional<int> signalIn(int status);

/// Whether ranks can be started here. Errors: Unavailable, with what to install or to set.
[[nodiscard]] engine::Status checkMpi();

/// Starts mpirun. `words`: the command line of each rank. `hosts`: the file with the computers; empty: this one.
/// `output`: the file for what mpirun and the ranks print, which then have no input; -1: those of this process.
/// `positions`: the value of kPositionsVariable for the ranks on this computer; empty: none. Returns the process.
/// Errors: Unavailable, with the remedy if there is no mpirun; InvalidArgument if there is no file `hosts`.
[[nodiscard]] engine::Result<int> startMpirun(int ranks, const std::string& hosts,
                                              const std::vector<std::string>& words, int output = -1,
                                              const std::string& positions = {});
/// Names the file of RankPositions.
constexpr const char* kPositionsVariable = "OVERLAP_RANK_POSITIONS";

/// The exit status of a process that has ended, as a shell shows it.
[[nodiscard]] int exitStatusOf(int waitStatus);

}  // namespace app

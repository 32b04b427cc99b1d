#pragma once

#include "app/run/commands.h"
#include "app/wiring/rank_request.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// Runs the program of `arguments` on several ranks of a virtual machine: one process per rank, which this process
/// forks. Prints what the ranks print in the order of their modelled times.
[[nodiscard]] CommandResult runRanks(engine::frontend::Runner& runner, const Arguments& arguments);

/// The same for the window, which reads the traces while the ranks run. Returns why the program did not start, as JSON
/// of a message; nullopt if it did. Errors: those that prevent the start of the ranks.
[[nodiscard]] engine::Result<std::optional<std::string>> runFollowedRanks(engine::frontend::Runner& runner,
                                                                          const RankRequest& request);

/// Whether the program of `arguments` runs on this computer, not on a virtual machine. Errors: those of
/// engine::device::machineChoice() and requestFor().
[[nodiscard]] engine::Result<bool> runsOnThisComputer(engine::frontend::Runner& runner, const Arguments& arguments);

/// Removes the parameter `timeout` and returns how long ranks wait for each other; none: it was not given, or belongs
/// to the program. Errors: it is not a number of seconds.
[[nodiscard]] engine::Result<std::optional<engine::Nanoseconds>> takeTimeout(engine::frontend::RunRequest& request);

/// Returns the request of each rank. Errors: those of requestFor() and checkOutputs().
[[nodiscard]] engine::Result<engine::frontend::RunRequest> requestOfRanks(engine::frontend::Runner& runner,
                                                                          const Arguments& arguments);

/// Starts mpirun, which starts this program again on each rank, and waits for it. `words`: those of the command line.
[[nodiscard]] CommandResult launchRanks(const Arguments& arguments, const std::vector<std::string>& words);

/// Runs the program as one of the ranks that mpirun has started together.
[[nodiscard]] CommandResult runAsRank(engine::frontend::Runner& runner, const Arguments& arguments);

/// Runs the request of the window as one of the ranks that mpirun has started together. `parts`: the name of a file
/// with the request, or the request itself in parts. Leaves the files kRefusal and kFailure in the folder of the
/// request; if the folder is on another computer, prints the refusal after kRefusalMark.
[[nodiscard]] CommandResult runRequestAsRank(engine::frontend::Runner& runner, const std::vector<std::string>& parts);
/// Name of a file with a message as JSON: why a program did not start.
constexpr const char* kRefusal = "refusal";
constexpr const char* kRefusalMark = "overlap-run refusal: ";
/// Name of a file with the sentence that ended all ranks.
constexpr const char* kFailure = "failure";

/// Runs the requests on standard input (rank_request.h), one after another, until it ends. Answers each with a line
/// when the ranks start, and another when all have ended. Call it in a process without other threads.
[[nodiscard]] CommandResult serveRanks(engine::frontend::Runner& runner);

}  // namespace app

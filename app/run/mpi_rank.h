#pragma once

#include "app/run/commands.h"
#include "app/run/rank_report.h"

#include <string>
#include <vector>

/// One of the ranks that mpirun has started together.
namespace app {

/// Runs the program as the rank of this process. Rank 0 prints the reports of all ranks.
[[nodiscard]] CommandResult runMpiRank(engine::frontend::Runner& runner, engine::frontend::RunRequest request,
                                       const RankTargets& targets);

/// Like runMpiRank(), with a request of the window. `parts`: the name of a file with the request, or the request itself
/// in several parts. If the program does not start, writes the reason to the file kRefusal in the folder of the
/// request, or, if that folder is on another computer, prints it after kRefusalMark. If all ranks were ended, rank 0
/// writes the file kFailure.
[[nodiscard]] CommandResult runRequestAsRank(engine::frontend::Runner& runner, const std::vector<std::string>& parts);

/// Name of a file with a message as JSON: the reason why a program did not start.
constexpr const char* kRefusal = "refusal";
constexpr const char* kRefusalMark = "overlap-run refusal: ";
/// Name of a file in the folder of the run, to which a rank writes the message that states why all ranks were ended.
constexpr const char* kFailure = "failure";
/// Environment variable with the name of the file of RankPositions.
constexpr const char* kPositionsVariable = "OVERLAP_RANK_POSITIONS";
constexpr const char* kOutputVariable = "OVERLAP_RANK_OUTPUT";  ///< environment variable with OutputPipe::name()

}  // namespace app

#pragma once

#include "engine/frontend/runner.h"

#include <string>

/// The requests that the window sends to `overlap-run serve`, one line of JSON each. Ranks on this computer read their
/// request from a file.
namespace app {

struct RankRequest {
    engine::frontend::RunRequest run;
    int ranks = 1;
    std::string folder;      ///< folder to which each rank writes its records during the run (io::GrowingRanks)
    std::string hosts = {};  ///< file that lists the computers of the ranks; empty: this computer
};

/// Whether the ranks are real processes on computers, not ranks of a virtual machine.
[[nodiscard]] bool isOnThisComputer(const engine::frontend::RunRequest& run);

[[nodiscard]] std::string toJson(const RankRequest& request);
/// Loads the program, and applies the changes made in the window. Errors: BadFile if `line` is not a request.
[[nodiscard]] engine::Result<RankRequest> rankRequestFrom(const std::string& line, engine::frontend::Runner& runner);

}  // namespace app

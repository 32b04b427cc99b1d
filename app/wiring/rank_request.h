#pragma once

#include "engine/frontend/runner.h"

#include <string>

/// The requests that the window sends to `overlap-run serve`, one line of JSON each; ranks on this computer read theirs
/// from a file.
namespace app {

struct RankRequest {
    engine::frontend::RunRequest run;
    int ranks = 1;
    std::string folder;      ///< where each rank writes its records while it runs (io::GrowingRanks)
    std::string hosts = {};  ///< file with the computers of the ranks; empty: this one
};

/// Whether the ranks are real processes.
[[nodiscard]] bool isOnThisComputer(const engine::frontend::RunRequest& run);

[[nodiscard]] std::string toJson(const RankRequest& request);
/// Loads the program, and applies what the window changed. Errors: BadFile if `line` is no request.
[[nodiscard]] engine::Result<RankRequest> rankRequestFrom(const std::string& line, engine::frontend::Runner& runner);

}  // namespace app

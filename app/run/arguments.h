#pragma once

#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace app {

enum class Command { Run, List, Machines, Syncs, Calibrate, Summary, Help };

/// A command line, understood.
struct Arguments {
    Command command = Command::Run;
    std::string program;
    std::string machine;  ///< empty: the program's own
    std::optional<engine::frontend::Dialect> dialect;
    std::vector<int> off;
    std::vector<int> on;
    std::optional<bool> sync;  ///< every sync point on, or off
    std::map<std::string, std::string> parameters;
    std::optional<engine::trace::ValueMode> values;
    std::uint64_t seed = 0;
    std::string trace;
    std::string summary;
    std::string output;            ///< of calibrate
    std::string fromTimes;         ///< of calibrate: cells, or a file of them; empty: measures
    bool isWithoutTrials = false;  ///< of calibrate: no held-out programs
    bool json = false;
    std::string text;  ///< of Help
};

/// Errors: InvalidArgument with one sentence.
[[nodiscard]] engine::Result<Arguments> parseArguments(int argc, const char* const* argv);

}  // namespace app

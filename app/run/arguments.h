#pragma once

#include "app/wiring/run_options.h"

#include <string>

namespace app {

enum class Command { Run, List, Machines, Syncs, Calibrate, Summary, Help };

/// A command line, understood.
struct Arguments : RunOptions {
    Command command = Command::Run;
    std::string program;
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

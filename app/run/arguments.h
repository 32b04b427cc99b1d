#pragma once

#include "app/wiring/run_options.h"

#include <optional>
#include <string>

namespace app {

constexpr int kMostRanks = 65536;

enum class Command { Run, List, Machines, Syncs, Calibrate, Summary, Merge, Serve, Help };

/// The parsed command line of `overlap-run`.
struct Arguments : RunOptions {
    Command command = Command::Run;
    std::string program;
    std::string trace;
    std::string summary;
    std::string output;     ///< option of calibrate and merge: the file to write
    std::string fromTimes;  ///< option of calibrate: times of cells, or a file with them; empty: measure this computer
    bool isWithoutTrials = false;  ///< option of calibrate: does not compare predictions with measured programs
    bool json = false;
    int ranks = 0;  ///< number of processes that run the program together; 0: the number that the program states, else
                    ///< only this process
    std::string hosts;          ///< file that lists the computers of the ranks; empty: this computer
    bool isTagged = false;      ///< each line that a rank prints begins with the number of the rank
    std::optional<int> repeat;  ///< number of runs; none: analysis::usualRepeats() for a built-in program
    std::vector<std::string> programArguments;  ///< words after "--": sys.argv of the program, or a window's request
    std::string text;                           ///< help text, if the command is Help
};

/// Errors: InvalidArgument; the message is one sentence.
[[nodiscard]] engine::Result<Arguments> parseArguments(int argc, const char* const* argv);

}  // namespace app

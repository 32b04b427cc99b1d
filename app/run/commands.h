#pragma once

#include "app/run/arguments.h"
#include "engine/device/platform.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// Each command prints its result and returns the exit status: 0 for success; after a run of a program, see statusOf().
/// Errors mean wrong usage, that the command could not start, or that an output could not be written: the caller prints
/// the message and exits with status 2.
using CommandResult = engine::Result<int>;

/// Prints the built-in programs, as a table or as JSON.
[[nodiscard]] CommandResult listPrograms(const engine::frontend::Runner& runner, const Arguments& arguments);
/// Prints the machines, as a table or as JSON.
[[nodiscard]] CommandResult formatMachines(const std::vector<engine::device::MachineInfo>& machines,
                                           const Arguments& arguments);
/// Prints the lines of a program's listing that can be switched or changed.
[[nodiscard]] CommandResult listSyncPoints(engine::frontend::Runner& runner, const Arguments& arguments);
/// Runs a program in this process and prints warnings about the run. Writes its trace and its summary if requested.
[[nodiscard]] CommandResult runProgram(engine::frontend::Runner& runner, const Arguments& arguments);
/// Runs the program on several ranks, or as one of several ranks. `words`: the arguments of the command line. Returns
/// nullopt if the program should run as a single process.
[[nodiscard]] std::optional<CommandResult> runOnRanks(engine::frontend::Runner& runner, const Arguments& arguments,
                                                      const std::vector<std::string>& words);
/// Runs the requests on standard input (rank_request.h), one after another, until standard input ends. Answers a valid
/// request with a line before the ranks start, and with a second line when all ranks have ended or could not start.
/// Answers an invalid request with one line. Call it in a process without other threads.
[[nodiscard]] CommandResult serveRanks(engine::frontend::Runner& runner);
/// Returns the exit status of a run: for sys.exit(n) the lowest byte of n, 1 after another exception or a stop, else 0.
[[nodiscard]] int statusOf(const engine::frontend::RunOutcome& outcome);
/// Prints the summary of a trace file as JSON.
[[nodiscard]] CommandResult summarizeTrace(const Arguments& arguments);
/// Joins the traces of the ranks in a folder into one file.
[[nodiscard]] CommandResult mergeRanks(const Arguments& arguments);
/// Measures a machine, writes a machine file, and compares the times that it predicts for some programs with measured
/// times. `machines`: folder of the machine files.
[[nodiscard]] CommandResult calibrate(engine::frontend::Runner& runner, const std::filesystem::path& machines,
                                      const Arguments& arguments);

}  // namespace app

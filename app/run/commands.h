#pragma once

#include "app/run/arguments.h"
#include "engine/device/platform.h"

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// Each command prints its result and returns the exit status: 0 for success, 1 if the program raised an exception.
/// Errors mean wrong usage or that the command could not start: the caller prints the message and exits with status 2.
using CommandResult = engine::Result<int>;

[[nodiscard]] CommandResult listPrograms(const engine::frontend::Runner& runner, bool json);
[[nodiscard]] CommandResult formatMachines(const std::vector<engine::device::MachineInfo>& machines, bool json);
[[nodiscard]] CommandResult listSyncPoints(engine::frontend::Runner& runner, const Arguments& arguments);
[[nodiscard]] CommandResult runProgram(engine::frontend::Runner& runner, const Arguments& arguments);
/// The status that Python would end with: of sys.exit(n), its lowest byte.
[[nodiscard]] int statusOf(const engine::frontend::RunOutcome& outcome);
/// Prints the summary of a trace file as JSON.
[[nodiscard]] CommandResult summarizeTrace(const Arguments& arguments);
/// Joins the traces of the ranks in a folder into one file.
[[nodiscard]] CommandResult mergeRanks(const Arguments& arguments);
/// Measures a machine, writes a machine file, and compares its predictions with programs. `machines`: folder of the
/// machine files.
[[nodiscard]] CommandResult calibrate(engine::frontend::Runner& runner, const std::filesystem::path& machines,
                                      const Arguments& arguments);

}  // namespace app

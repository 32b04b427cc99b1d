#pragma once

#include "app/run/arguments.h"
#include "engine/device/platform.h"

#include <filesystem>
#include <string>
#include <vector>

namespace app {

/// Each command prints what was asked for and returns the exit status: 0 done, 1 the program raised. Errors are wrong
/// usage and what kept the command from starting: status 2, one sentence.
using CommandResult = engine::Result<int>;

[[nodiscard]] CommandResult listPrograms(const engine::frontend::Runner& runner, bool json);
[[nodiscard]] CommandResult listMachines(const std::vector<engine::device::MachineInfo>& machines, bool json);
[[nodiscard]] CommandResult listSyncPoints(engine::frontend::Runner& runner, const Arguments& arguments);
[[nodiscard]] CommandResult runProgram(engine::frontend::Runner& runner, const Arguments& arguments);
/// The summary of a trace file, as JSON.
[[nodiscard]] CommandResult summarizeTrace(const Arguments& arguments);
/// Measures a machine into a machine file, and holds its predictions against programs. `machines`: their folder.
[[nodiscard]] CommandResult calibrate(engine::frontend::Runner& runner, const std::filesystem::path& machines,
                                      const Arguments& arguments);

}  // namespace app

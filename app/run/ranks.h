#pragma once

#include "app/run/commands.h"

namespace app {

/// Runs the program of `arguments` on several ranks of a virtual machine: one process per rank, which this process
/// forks. Prints what the ranks print in the order of their modelled times.
[[nodiscard]] CommandResult runRanks(engine::frontend::Runner& runner, const Arguments& arguments);

}  // namespace app

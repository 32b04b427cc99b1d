#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// Opens the window and stays until it is closed; or, for a shot, writes a picture of it and ends.
/// Returns the exit status.
[[nodiscard]] int openWindow(const CommandLine& line);

}  // namespace app

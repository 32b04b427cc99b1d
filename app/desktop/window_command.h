#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// Opens the window and runs until it is closed; for a shot, writes a picture of the window and exits. Returns the exit
/// status.
[[nodiscard]] int openWindow(const CommandLine& line);

}  // namespace app

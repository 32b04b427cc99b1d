#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// `overlap figure`: runs the program, or opens the trace, and writes its figure. Needs a QGuiApplication, but no
/// window. Returns the exit status; if it is not 0, prints a message to standard error.
[[nodiscard]] int writeFigure(const CommandLine& line);

}  // namespace app

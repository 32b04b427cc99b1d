#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// Opens the window and runs until it is closed. For Mode::Shot, writes a picture of the window and exits. Returns the
/// exit status.
[[nodiscard]] int openWindow(const CommandLine& line);

/// `overlap figure`: runs the program, or opens the trace, and writes its figure. Needs a QGuiApplication, but no
/// window. Returns the exit status; if it is not 0, prints a message to standard error.
[[nodiscard]] int writeFigure(const CommandLine& line);

}  // namespace app

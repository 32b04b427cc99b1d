#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// `overlap figure`: runs the program (or opens the trace) and writes its figure. Needs a QGuiApplication, no window.
/// Returns the exit status; a sentence on standard error where it is not 0.
[[nodiscard]] int writeFigure(const CommandLine& line);

}  // namespace app

#pragma once

#include "app/desktop/command_line.h"
#include "ui/shell/main_window.h"

namespace app {

/// Applies the machine, dialect, values, parameters, switches, levers and inserted waits of the command line.
void applyStart(ui::shell::MainWindow& window, const CommandLine& line);

/// Waits until the window shows the program with the options of the command line, writes a picture of the window, and
/// returns the exit status.
[[nodiscard]] int takeShot(ui::shell::MainWindow& window, const CommandLine& line);

}  // namespace app

#pragma once

#include "app/desktop/command_line.h"
#include "ui/shell/main_window.h"

namespace app {

/// Sets the machine, dialect, switches and parameters that the command line names.
void applyStart(ui::shell::MainWindow& window, const CommandLine& line);

/// Waits until the program that the command line names is on the screen as it asks, writes a picture of the window, and
/// returns the exit status.
[[nodiscard]] int takeShot(ui::shell::MainWindow& window, const CommandLine& line);

}  // namespace app

#pragma once

#include "app/desktop/command_line.h"

namespace app {

/// `overlap figure`: runs the program (or opens the trace) and writes its figure. Needs a QGuiApplication, no window.
/// Returns the exit status; a sentence on standard error where it is not 0.
[[nodiscard]] int writeFigure(const CommandLine& line);

/// The lines that `--off`, `--on` and `--sync` name, against what the program waits on.
/// Errors: NotFound for a line without a sync point, with those that there are.
struct SyncLines {
    std::vector<int> off, on;
};
[[nodiscard]] engine::Result<SyncLines> syncLines(const std::vector<engine::frontend::SyncPoint>& points,
                                                  const CommandLine& line);

}  // namespace app

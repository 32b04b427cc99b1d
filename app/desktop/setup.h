#pragma once

#include "ui/shell/setup.h"

namespace app {

/// Provides the list of machines for the window, and a backend that runs programs on them. Without the resource folder,
/// the window opens and shows the error.
[[nodiscard]] ui::shell::Setup makeSetup();

}  // namespace app

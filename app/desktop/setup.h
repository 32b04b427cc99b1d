#pragma once

#include "ui/shell/setup.h"

namespace app {

/// Provides what the window needs: the list of machines, and a backend that runs programs on them. Without the resource
/// folder the window opens and shows the error.
[[nodiscard]] ui::shell::Setup makeSetup();

}  // namespace app

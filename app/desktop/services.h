#pragma once

#include "ui/machines/services.h"

namespace app {

/// What the window needs: the front end over both kinds of machines, and the machines there are. Without the resource
/// folder the window opens and says so.
[[nodiscard]] ui::machines::Services makeServices();

}  // namespace app

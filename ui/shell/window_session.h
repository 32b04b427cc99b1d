#pragma once

#include "ui/files/listing_keeper.h"
#include "ui/files/session.h"
#include "ui/runs/workbench.h"
#include "ui/shell/window_parts.h"

namespace ui::shell {

/// Restores a session in a new window.
void readSession(const runs::Workbench& bench, const WindowParts& parts, const files::Session& session);

/// Returns the state that the next start restores. `began` is the session with which the window started.
[[nodiscard]] files::Session sessionOf(const runs::Workbench& bench, const WindowParts& parts,
                                       const files::ListingKeeper& listings, const files::Session& began);

}  // namespace ui::shell

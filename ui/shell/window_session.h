#pragma once

#include "ui/files/listing_keeper.h"
#include "ui/files/session.h"
#include "ui/runs/workbench.h"
#include "ui/shell/window_parts.h"

namespace ui::shell {

/// Brings a new window to the state of a session.
void readSession(const runs::Workbench& bench, const WindowParts& parts, const files::Session& session);

/// What the next start takes over from a window that began with `began`.
[[nodiscard]] files::Session sessionOf(const runs::Workbench& bench, const WindowParts& parts,
                                       const files::ListingKeeper& listings, const files::Session& began);

}  // namespace ui::shell

#pragma once

#include "ui/inspect/description.h"

namespace ui::inspect::detail {

/// Replaces title, rows and reason in the description of a collective: first and last arrival, transfer, and the rank
/// that its own rank waits for. Does nothing for other operations.
void addCollective(const engine::trace::Trace& trace, engine::OpId op, Description& d);

/// Replaces rows and reason of a run of several ranks: ranks, lateness, bounds, and the straggler's sentence. Does
/// nothing for other runs.
void addRanks(const engine::trace::Trace& trace, Description& d);

}  // namespace ui::inspect::detail

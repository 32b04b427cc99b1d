#pragma once

#include "engine/analysis/lateness.h"
#include "ui/inspect/description.h"

#include <memory>

namespace ui::inspect::detail {

/// Replaces title, rows and reason in the description of a collective: first and last arrival, transfer, and the rank
/// that its own rank waits for. Does nothing for other operations.
void addCollective(const engine::trace::Trace& trace, engine::OpId op, Description& d);

/// Replaces rows and reason of a run of several ranks: ranks, lateness, bounds, and the collectives of the step at
/// `now`. Does nothing for other runs.
void addRanks(const engine::trace::Trace& trace, engine::Nanoseconds now, Description& d);

/// Which ranks of a run are late, and why; empty: none is, or the run has one rank.
[[nodiscard]] QString lateText(const engine::trace::Trace& trace);

/// The lateness of a run; caches the result for the last one, because every move of the playhead makes the description
/// again.
[[nodiscard]] std::shared_ptr<const engine::analysis::Lateness> latenessOf(
    const std::shared_ptr<const engine::ranks::RunSet>& set);

}  // namespace ui::inspect::detail

#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_work.h"
#include "ui/inspect/description.h"
#include "ui/inspect/detail/bar_rows.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ui::inspect::detail {

/// Replaces title, rows and reason in the description of a collective: first and last arrival, transfer, and the rank
/// that its own rank waits for. Does nothing for other operations.
void addCollective(const engine::trace::Trace& trace, engine::OpId op, Description& d);

/// Replaces rows and reason of a run of several ranks: ranks, lateness, bounds, and the collectives of the step at
/// `now`. Does nothing for other runs.
void addRanks(const engine::trace::Trace& trace, engine::Nanoseconds now, Description& d);

/// Which ranks of a run are late, and why; empty: none is, or the run has one rank.
[[nodiscard]] QString lateText(const engine::trace::Trace& trace);

/// "conv2d_backward takes 1.9 ×, line 23"
[[nodiscard]] QString causeText(const engine::analysis::LateReason& reason);

/// A time with its sign, of which only the minus sign is shown.
[[nodiscard]] QString signedText(engine::Nanoseconds time);

/// How late a rank is; "–" if no step shows it.
[[nodiscard]] QString latenessText(const engine::analysis::Lateness& lateness, engine::Nanoseconds late);

/// "784–791, 796": the numbers of members.
[[nodiscard]] QString ranksText(const engine::ranks::RunSet& set, std::vector<std::uint32_t> members);

/// The two bounds of the mean step, with a mark at its actual length.
[[nodiscard]] std::vector<BarRow> boundRows(const engine::analysis::Lateness& lateness);

/// The time of a rank for each kind of work, per step, with a mark at the median of all ranks, of two
/// ranks at the other one's time.
[[nodiscard]] std::vector<BarRow> workRows(const std::shared_ptr<const engine::ranks::RunSet>& set,
                                           std::uint32_t member);

/// The same, mean over the steps that the rank delays.
[[nodiscard]] std::vector<BarRow> workRowsOfLateSteps(const std::shared_ptr<const engine::ranks::RunSet>& set,
                                                      std::uint32_t member);

/// The lateness of a run; caches the result for the last one, because every move of the playhead makes the description
/// again.
[[nodiscard]] std::shared_ptr<const engine::analysis::Lateness> latenessOf(
    const std::shared_ptr<const engine::ranks::RunSet>& set);

}  // namespace ui::inspect::detail

#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/rank_work.h"
#include "ui/inspect/description.h"
#include "ui/inspect/detail/bar_rows.h"
#include "ui/model/rank_figures.h"

#include <cstdint>
#include <vector>

namespace ui::inspect::detail {

/// Replaces title, rows and reason in the description of a collective. The new rows state the first and last arrival,
/// the transfer, and the rank for which the operation's rank waits. Does nothing for other operations.
void addCollective(const engine::trace::Trace& trace, engine::OpId op, Description& d);

/// Replaces rows and reason in the description of a run of several ranks. The new rows state the ranks, their lateness,
/// lower bounds of the step time, and the buckets of the step at `now`.
void addRanks(const engine::trace::Trace& trace, model::RankFigures& figures, engine::Nanoseconds now, Description& d);

/// States which ranks of the displayed run are late, and why; empty if no rank is late, or if the run has one rank.
[[nodiscard]] QString lateText(model::RankFigures& figures);

/// Formats a cause: "conv2d_backward takes 1.9 ×, line 23"
[[nodiscard]] QString causeText(const engine::analysis::LateReason& reason);

/// Formats a time, with a minus sign if it is negative; a plus sign is not shown.
[[nodiscard]] QString signedText(engine::Nanoseconds time);

/// Formats how late a rank is; "–" if no step shows it.
[[nodiscard]] QString latenessText(const engine::analysis::Lateness& lateness, engine::Nanoseconds late);

/// Formats the numbers of members: "784–791, 796"
[[nodiscard]] QString ranksText(const engine::ranks::RunSet& set, std::vector<std::uint32_t> members);

/// Makes rows for the two lower bounds of the mean step, with a mark at the actual length of the mean step.
[[nodiscard]] std::vector<BarRow> boundRows(const engine::analysis::Lateness& lateness);

/// The mean times of a rank per step, one row for each kind of work. A mark shows the median of all ranks; with two
/// ranks, the time of the other rank.
[[nodiscard]] std::vector<BarRow> workRows(model::RankFigures& figures, std::uint32_t member);

/// Like workRows(), but averages only the steps that the rank delays.
[[nodiscard]] std::vector<BarRow> workRowsOfLateSteps(model::RankFigures& figures, std::uint32_t member);

}  // namespace ui::inspect::detail

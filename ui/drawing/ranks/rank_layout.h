#pragma once

#include "engine/ranks/overview.h"
#include "ui/drawing/lane_layout.h"

namespace ui::drawing {

/// Up to this many ranks, each lane has a row if the height allows it. With more ranks, each rank has one row. With
/// more than ranks::kMaxRowRanks, the ranks share bands, and each late rank has a row.
inline constexpr std::size_t kMaxUnfoldedRanks = 8;
/// Up to this many ranks, arrows from the last rank to the waiting ones are painted.
inline constexpr std::size_t kMaxArrowRanks = 16;

/// Splits the members of a run, in `order` (empty: by rank), before and after each member of `alone`.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> partsOf(const engine::ranks::RunSet& set,
                                                              std::vector<std::uint32_t> order,
                                                              const std::vector<std::uint32_t>& alone);
/// Returns the number of ranks of these members; a member may represent several ranks.
[[nodiscard]] int rankCount(const engine::ranks::RunSet& set, const std::vector<std::uint32_t>& members);

/// Appends the rows of a run of several ranks: node, then rank, then lanes. `top`: top of the first row; returns the
/// bottom of the last one. `spare`: height that all these rows together should not exceed.
[[nodiscard]] int addRankRows(std::vector<Row>& rows, int top, const engine::trace::Trace& trace,
                              const engine::ranks::RunSet& set, const LayoutOptions& options, int spare);

}  // namespace ui::drawing

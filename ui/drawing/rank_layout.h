#pragma once

#include "engine/ranks/overview.h"
#include "ui/drawing/lane_layout.h"

namespace ui::drawing {

/// Up to this many ranks, each lane has a row. With more, each rank has one row; with more than ranks::kMaxRowRanks,
/// all ranks share a band.
inline constexpr std::size_t kMaxUnfoldedRanks = 8;
/// Up to this many ranks, arrows from the last rank to the waiting ones are painted.
inline constexpr std::size_t kMaxArrowRanks = 16;

/// Appends the rows of a run of several ranks: node, then rank, then lanes. `top` is where they start; returns where
/// they end. `spare`: height that a band may use.
[[nodiscard]] int addRankRows(std::vector<Row>& rows, int top, const engine::trace::Trace& trace,
                              const engine::ranks::RunSet& set, const LayoutOptions& options, int spare);

}  // namespace ui::drawing

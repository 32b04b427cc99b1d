#pragma once

#include "engine/ranks/run_set.h"
#include "ui/drawing/scene.h"

#include <array>
#include <cstdint>
#include <span>

namespace ui::drawing::detail {

/// Returns the set of ranks that a scene shows; null: the trace is not of several ranks.
[[nodiscard]] const engine::ranks::RunSet* setOf(const Scene& scene);

/// Collectives that may be in view, sorted by their last arrival.
[[nodiscard]] std::span<const engine::ranks::MatchedCollective> inView(const model::TimeRange& range,
                                                                       const engine::ranks::RunSet& set);
[[nodiscard]] std::span<const engine::ranks::MatchedCollective> inView(const Scene& scene,
                                                                       const engine::ranks::RunSet& set);

/// Whether the clocks show that a rank waited in the collective for the rank that arrived last.
[[nodiscard]] bool hasAnyWaited(const engine::ranks::RunSet& set, const engine::ranks::MatchedCollective& collective);

/// The halves of a rank in one row: computing and copying above, communication below.
[[nodiscard]] std::array<Row, 2> halvesOf(const Row& row);

enum class Labels : std::uint8_t { Shown, Hidden };
/// Paints the collectives of a rank: arrivals, waits, and the texts of the transfers, whose bars are painted already.
void paintShapes(const Surface& painter, const Scene& scene, const Row& row, Labels labels);

/// Paints the work of a rank in one row, for ranks without lanes in the trace: fills the halves of the row with the
/// colours of a band.
void paintHalves(const Surface& painter, const Scene& scene, const Row& row);

}  // namespace ui::drawing::detail

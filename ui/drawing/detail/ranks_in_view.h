#pragma once

#include "engine/ranks/run_set.h"
#include "ui/drawing/scene.h"

#include <span>

namespace ui::drawing::detail {

/// The ranks that a scene shows; null: it shows one run.
[[nodiscard]] const engine::ranks::RunSet* setOf(const Scene& scene);

/// Collectives that may be in view, sorted by their last arrival.
[[nodiscard]] std::span<const engine::ranks::MatchedCollective> inView(const Scene& scene,
                                                                       const engine::ranks::RunSet& set);

}  // namespace ui::drawing::detail

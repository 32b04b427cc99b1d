#pragma once

#include "engine/analysis/lateness.h"
#include "ui/drawing/rank_bands.h"

#include <algorithm>
#include <memory>

namespace ui::drawing {

/// Data derived once from a run of several ranks.
struct RankDigest {
    std::shared_ptr<const engine::ranks::RunSet> set;
    engine::analysis::Lateness lateness;
    std::unique_ptr<const RankBands> bands;  ///< null: the ranks have rows

    [[nodiscard]] bool isStraggler(std::uint32_t member) const
    {
        return std::ranges::any_of(lateness.stragglers, [&](const auto& s) { return s.member == member; });
    }
};

}  // namespace ui::drawing

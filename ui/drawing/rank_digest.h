#pragma once

#include "engine/analysis/lateness.h"
#include "ui/drawing/rank_bands.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

namespace ui::drawing {

/// Data derived once from a run of several ranks.
struct RankDigest {
    std::shared_ptr<const engine::ranks::RunSet> set;
    engine::analysis::Lateness lateness;
    std::unique_ptr<const RankBands> bands;  ///< null: the ranks have rows

    /// The members, the latest first.
    [[nodiscard]] std::vector<std::uint32_t> latestFirst() const
    {
        std::vector<std::uint32_t> order(lateness.ranks.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t i) { return lateness.ranks[i].late; });
        return order;
    }
    [[nodiscard]] bool isStraggler(std::uint32_t member) const
    {
        return std::ranges::any_of(lateness.stragglers, [&](const auto& s) { return s.member == member; });
    }
};

}  // namespace ui::drawing

#pragma once

#include "engine/analysis/lateness.h"
#include "engine/analysis/likeness.h"
#include "ui/drawing/ranks/rank_bands.h"

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

    /// Indices of the members, the latest rank first.
    [[nodiscard]] std::vector<std::uint32_t> latestFirst() const
    {
        std::vector<std::uint32_t> order(lateness.ranks.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t i) { return lateness.ranks[i].late; });
        return order;
    }
    /// Indices of the members, with similar ranks next to each other. Threads: one at a time.
    [[nodiscard]] const std::vector<std::uint32_t>& alikeTogether() const
    {
        if (m_alike.empty())
            m_alike = engine::analysis::byLikeness(*set, lateness);
        return m_alike;
    }

private:
    mutable std::vector<std::uint32_t> m_alike;  ///< empty until requested
};

struct Scene;
/// Returns the data derived from the ranks of a scene; null: the trace is not of several ranks, or a rank has joined
/// after the data was derived.
[[nodiscard]] const RankDigest* rankDigestOf(const Scene& scene);

}  // namespace ui::drawing

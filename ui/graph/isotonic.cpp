#include "ui/graph/layered_layout.h"

#include "engine/base/expect.h"

#include <algorithm>

namespace ui::graph {

namespace {

/// Neighbours that share one position because their targets are in the wrong order.
struct Pool {
    double sum = 0;
    double weight = 0;
    std::size_t count = 0;

    [[nodiscard]] double mean() const { return sum / weight; }
};

}  // namespace

std::vector<double> isotonic(const std::vector<double>& targets, const std::vector<double>& weights,
                             const std::vector<double>& gaps, double low, double high)
{
    const std::size_t n = targets.size();
    ENGINE_EXPECT(weights.size() == n && gaps.size() + 1 >= n);
    std::vector<double> offset(n, 0);
    for (std::size_t i = 1; i < n; ++i)
        offset[i] = offset[i - 1] + gaps[i - 1];
    // After subtracting the gaps, the problem is to find the nearest non-decreasing sequence.
    std::vector<Pool> pools;
    pools.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = std::max(weights[i], 1e-6);
        pools.push_back({(targets[i] - offset[i]) * weight, weight, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().weight += last.weight;
            pools.back().count += last.count;
        }
    }
    std::vector<double> positions;
    positions.reserve(n);
    const double highest = n == 0 ? high : std::max(low, high - offset[n - 1]);
    for (const Pool& pool : pools)
        for (std::size_t k = 0; k < pool.count; ++k)
            positions.push_back(std::clamp(pool.mean(), low, highest) + offset[positions.size()]);
    return positions;
}

}  // namespace ui::graph

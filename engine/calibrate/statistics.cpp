#include "engine/calibrate/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engine::calibrate {

namespace {

double quantile(const std::vector<double>& sorted, double part)
{
    const double at = part * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

}  // namespace

Statistics summarize(std::span<const double> samples)
{
    std::vector<double> sorted;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(sorted), [](double x) { return std::isfinite(x); });
    if (sorted.empty())
        return {};
    std::sort(sorted.begin(), sorted.end());
    return {.samples = static_cast<int>(sorted.size()),
            .minimum = sorted.front(),
            .median = quantile(sorted, 0.5),
            .iqr = quantile(sorted, 0.75) - quantile(sorted, 0.25)};
}

}  // namespace engine::calibrate

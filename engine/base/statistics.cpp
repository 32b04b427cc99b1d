#include "engine/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace engine {

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
            .lower = quantile(sorted, 0.25),
            .median = quantile(sorted, 0.5),
            .upper = quantile(sorted, 0.75)};
}

Difference differenceOf(const Statistics& a, const Statistics& b)
{
    // Smaller differences, as fractions of the larger median, do not count: the quartiles of few samples may be close
    // by chance.
    constexpr double kLeast = 0.02;
    if (a.samples < 2 || b.samples < 2)
        return Difference::OneRun;
    const double least = std::max({a.iqr(), b.iqr(), kLeast * std::max(std::abs(a.median), std::abs(b.median))});
    return std::abs(a.median - b.median) > least ? Difference::Shown : Difference::None;
}

int decimalsOf(const Statistics& statistics, int most)
{
    if (!(statistics.iqr() > 0))
        return most;
    return std::clamp(static_cast<int>(-std::floor(std::log10(statistics.iqr()))), 0, most);
}

}  // namespace engine

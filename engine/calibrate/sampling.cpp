#include "engine/calibrate/sampling.h"

#include "engine/base/statistics.h"

#include <algorithm>
#include <cmath>

namespace engine::calibrate {

namespace {

constexpr std::size_t kGroup = 3;  ///< least number of samples in a group

/// Searches for `count` consecutive positive samples of which the last is at most `limit` times the first. Returns the
/// first of them, or the end if there are none.
Samples::const_iterator firstGroup(const Samples& sorted, std::size_t count, double limit)
{
    const auto size = static_cast<std::ptrdiff_t>(count);
    for (auto first = sorted.begin(); sorted.end() - first >= size; ++first)
        if (*first > 0 && first[size - 1] <= limit * *first)
            return first;
    return sorted.end();
}

}  // namespace

Samples fastMode(std::span<const double> samples)
{
    Samples sorted;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(sorted), [](double x) { return std::isfinite(x); });
    std::sort(sorted.begin(), sorted.end());
    const std::size_t count = std::max(kGroup, sorted.size() / 10);
    for (double width = 0.05; width < 1e3; width *= 2) {
        const auto first = firstGroup(sorted, count, 1 + width);
        if (first == sorted.end())
            continue;
        const double last = *first * (1 + 2 * width);
        return {first, std::find_if(first, sorted.cend(), [last](double sample) { return sample > last; })};
    }
    return sorted;  // too few samples are positive
}

Samples Rounds::fastest() const
{
    Samples all;
    for (const Samples& round : rounds)
        all.insert(all.end(), round.begin(), round.end());
    return fastMode(all);
}

bool Rounds::isAgreed() const
{
    constexpr double kAgreement = 0.03;  // tst_disturbed requires constants within 5 %
    constexpr double kEqual = 1e-3;      // equal samples come from a virtual machine's clock; no second round is needed
    Samples levels;
    for (const Samples& round : rounds)
        levels.push_back(summarize(fastMode(round)).median);
    std::sort(levels.begin(), levels.end());
    if (levels.size() > 1)
        return levels[1] <= (1 + kAgreement) * levels[0];
    if (levels.empty() || rounds[0].empty())
        return true;
    const auto [least, most] = std::minmax_element(rounds[0].begin(), rounds[0].end());
    return *most - *least <= kEqual * *most;
}

bool isScattered(const Samples& samples)
{
    constexpr double kNear = 1.1;  // a wider fast mode probably contains disturbed samples
    const Samples fast = fastMode(samples);
    return !fast.empty() && summarize(samples).upper > kNear * fast.front();
}

}  // namespace engine::calibrate

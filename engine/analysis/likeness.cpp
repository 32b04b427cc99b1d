#include "engine/analysis/likeness.h"

#include "engine/analysis/detail/median.h"
#include "engine/analysis/rank_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace engine::analysis {

namespace {

/// Seconds of each kind of work, of lateness and of waits, per step.
using Profile = std::array<double, kWorkKinds + 2>;

Profile profileOf(const WorkTimes& work, const RankLateness& lateness)
{
    Profile profile{};
    std::ranges::transform(work, profile.begin(), [](Nanoseconds time) { return toSeconds(time); });
    profile[kWorkKinds] = toSeconds(lateness.late);
    profile[kWorkKinds + 1] = toSeconds(lateness.waits);
    return profile;
}

Profile medianOf(const std::vector<Profile>& profiles)
{
    Profile median{};
    for (std::size_t i = 0; i < median.size(); ++i) {
        std::vector<double> values;
        for (const Profile& profile : profiles)
            values.push_back(profile[i]);
        median[i] = detail::medianOf(std::move(values));
    }
    return median;
}

double distance(const Profile& a, const Profile& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum;
}

}  // namespace

std::vector<std::uint32_t> byLikeness(const ranks::RunSet& set, const Lateness& lateness)
{
    const RankWork work = workOf(set, lateness);
    std::vector<Profile> profiles;
    for (std::size_t i = 0; i < set.members().size(); ++i)
        profiles.push_back(profileOf(work.ranks[i], lateness.ranks[i]));
    std::vector<std::uint32_t> order(profiles.size());
    std::iota(order.begin(), order.end(), 0U);
    const Profile median = medianOf(profiles);
    std::vector<double> distances(order.size());
    for (auto next = order.begin(); next != order.end(); ++next) {
        const bool isFirst = next == order.begin();
        const Profile& from = isFirst ? median : profiles[*(next - 1)];
        const auto left = distances.end() - (order.end() - next);
        std::transform(next, order.end(), left, [&](std::uint32_t i) { return distance(profiles[i], from); });
        const auto found = isFirst ? std::max_element(left, distances.end()) : std::min_element(left, distances.end());
        const auto chosen = next + (found - left);
        std::rotate(next, chosen, chosen + 1);  // keeps the others sorted by rank
    }
    return order;
}

}  // namespace engine::analysis

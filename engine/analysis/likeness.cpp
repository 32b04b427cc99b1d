#include "engine/analysis/likeness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace engine::analysis {

namespace {

constexpr std::size_t kKinds = static_cast<std::size_t>(trace::Kind::Collective) + 1;
/// Seconds of each kind of work, then of lateness and of waits.
using Profile = std::array<double, kKinds + 2>;

Profile profileOf(const ranks::Member& member, const RankLateness& lateness, std::size_t steps)
{
    std::array<Nanoseconds, kKinds> busy{};
    for (const trace::LaneRecord& lane : member.trace->lanes())
        if (isWorkLane(lane))
            for (const trace::Span& span : member.trace->spans(lane.id))
                busy[static_cast<std::size_t>(span.kind)] += span.duration();
    Profile profile{};
    std::ranges::transform(busy, profile.begin(), [](Nanoseconds time) { return toSeconds(time); });
    profile[kKinds] = toSeconds(lateness.late) * static_cast<double>(steps);
    profile[kKinds + 1] = toSeconds(lateness.waits) * static_cast<double>(steps);
    return profile;
}

Profile medianOf(const std::vector<Profile>& profiles)
{
    Profile median{};
    std::vector<double> values(profiles.size());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    for (std::size_t i = 0; i < median.size(); ++i) {
        std::ranges::transform(profiles, values.begin(), [i](const Profile& profile) { return profile[i]; });
        std::ranges::nth_element(values, middle);
        median[i] = *middle;
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
    std::vector<Profile> profiles;
    for (std::size_t i = 0; i < set.members().size(); ++i)
        profiles.push_back(profileOf(set.members()[i], lateness.ranks[i], lateness.steps.size()));
    std::vector<std::uint32_t> order(profiles.size());
    std::iota(order.begin(), order.end(), 0U);
    const Profile median = medianOf(profiles);
    const auto fromMedian = [&](std::uint32_t member) { return distance(profiles[member], median); };
    for (auto next = order.begin(); next != order.end(); ++next) {
        const auto fromLast = [&](std::uint32_t member) { return distance(profiles[member], profiles[*(next - 1)]); };
        const auto chosen = next == order.begin() ? std::ranges::max_element(order, {}, fromMedian)
                                                  : std::ranges::min_element(next, order.end(), {}, fromLast);
        std::rotate(next, chosen, chosen + 1);  // keeps the others sorted by rank
    }
    return order;
}

}  // namespace engine::analysis

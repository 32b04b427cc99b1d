#include "engine/ranks/clock_map.h"

#include <algorithm>
#include <cmath>

namespace engine::ranks {

namespace {

using trace::ClockRecord;

using Side = Nanoseconds ClockRecord::*;

/// Larger times are clamped to this value, about two years in ns, so that the sum of a hundred of them does not
/// overflow.
constexpr long double kFar = static_cast<long double>(std::int64_t{1} << 56);

/// Converts `time` from the clock `from` to the clock `to`, on the straight line through the two points around `time`.
Nanoseconds mapped(const std::vector<ClockRecord>& points, Nanoseconds time, Side from, Side to)
{
    if (points.empty())
        return time;
    if (points.size() == 1)
        return time + (points[0].*to - points[0].*from);
    const auto after = std::upper_bound(points.begin() + 1, points.end() - 1, time,
                                        [from](Nanoseconds t, const ClockRecord& point) { return t < point.*from; });
    const ClockRecord& a = *(after - 1);
    const ClockRecord& b = *after;
    const auto run = static_cast<long double>((b.*from - a.*from).count());
    const auto rise = static_cast<long double>((b.*to - a.*to).count());
    const auto offset = static_cast<long double>((time - a.*from).count());
    // A long double has 64 bits of mantissa; a double would lose nanoseconds after some months. In a damaged file, the
    // line may be so steep that the result is outside the range of times.
    const long double value = static_cast<long double>((a.*to).count()) + offset * rise / run;
    return Nanoseconds{std::llroundl(std::clamp(value, -kFar, kFar))};
}

}  // namespace

ClockMap::ClockMap(const trace::Column<ClockRecord, 64>& points)
    : ClockMap(std::vector<ClockRecord>(points.begin(), points.end()))
{
}

ClockMap::ClockMap(std::vector<ClockRecord> points)
{
    for (const ClockRecord& point : points)
        if (m_points.empty() || (point.local > m_points.back().local && point.reference > m_points.back().reference))
            m_points.push_back(point);
}

Nanoseconds ClockMap::toReference(Nanoseconds local) const
{
    return mapped(m_points, local, &ClockRecord::local, &ClockRecord::reference);
}

Nanoseconds ClockMap::toLocal(Nanoseconds reference) const
{
    return mapped(m_points, reference, &ClockRecord::reference, &ClockRecord::local);
}

Nanoseconds ClockMap::uncertaintyAt(Nanoseconds local) const
{
    const auto after = std::upper_bound(m_points.begin(), m_points.end(), local,
                                        [](Nanoseconds t, const ClockRecord& point) { return t < point.local; });
    Nanoseconds most{};
    if (after != m_points.begin())
        most = (after - 1)->uncertainty;
    if (after != m_points.end())
        most = std::max(most, after->uncertainty);
    return most + m_doubt;
}

Nanoseconds ClockMap::largestUncertainty() const
{
    Nanoseconds most{};
    for (const ClockRecord& point : m_points)
        most = std::max(most, point.uncertainty);
    return most + m_doubt;
}

void ClockMap::shift(Nanoseconds by)
{
    if (m_points.empty() && by != Nanoseconds{})
        m_points.push_back({Nanoseconds{}, Nanoseconds{}, Nanoseconds{}});
    for (ClockRecord& point : m_points)
        point.reference += by;
}

bool refines(const ClockRecord& first, const ClockRecord& point)
{
    // A comparison with an uncertainty of at most 20 us is accepted, even if the first comparison is by chance far less
    // uncertain.
    constexpr Nanoseconds kCertain{20'000};
    constexpr double kDrift = 500e-6;  // clocks of two computers drift apart by less than 500 ppm
    const Nanoseconds passed = point.local - first.local;
    const Nanoseconds apart = (point.reference - first.reference) - passed;
    const auto drift = Nanoseconds{static_cast<std::int64_t>(kDrift * static_cast<double>(passed.count()))};
    return point.uncertainty <= std::max(kCertain, 4 * first.uncertainty) &&
           std::max(apart, -apart) <= drift + first.uncertainty + point.uncertainty;
}

}  // namespace engine::ranks

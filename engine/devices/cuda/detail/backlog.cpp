#include "engine/devices/cuda/detail/backlog.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine::devices::cuda::detail {

namespace {

/// Stop has half a second; the rest is for waking up and the last records.
constexpr Nanoseconds kMost{std::int64_t{400'000'000}};
/// More than a device's own queue takes before launches block.
constexpr std::size_t kMostOperations = 1024;
/// Of which nothing is known: the first one tells.
constexpr std::size_t kMostUnknown = 24;
/// The newest measurement counts for so much.
constexpr double kNewest = 0.5;

}  // namespace

Backlog::Share Backlog::expect(std::string name, Nanoseconds modelled) const
{
    const auto known = m_factors.find(name);
    const double factor = known == m_factors.end() ? 1.0 : known->second;
    const auto expected = std::llround(static_cast<double>(modelled.count()) * factor);
    return {std::move(name), modelled, Nanoseconds{std::max<std::int64_t>(1, expected)}, known == m_factors.end()};
}

bool Backlog::hasRoomFor(const Share& share) const
{
    if (m_size == 0)
        return true;
    if (share.isUnknown && m_unknown >= kMostUnknown)
        return false;
    return m_size < kMostOperations && m_expected + share.expected <= kMost;
}

void Backlog::add(const Share& share)
{
    ++m_size;
    m_expected += share.expected;
    m_unknown += share.isUnknown ? 1 : 0;
}

void Backlog::end(const Share& share, Nanoseconds taken)
{
    --m_size;
    m_expected -= share.expected;
    m_unknown -= share.isUnknown ? 1 : 0;
    if (share.modelled <= Nanoseconds{})
        return;
    const double factor =
        static_cast<double>(std::max<std::int64_t>(0, taken.count())) / static_cast<double>(share.modelled.count());
    const auto [known, isNew] = m_factors.try_emplace(share.name, factor);
    if (!isNew)
        known->second += kNewest * (factor - known->second);
}

}  // namespace engine::devices::cuda::detail

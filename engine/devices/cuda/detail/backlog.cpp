#include "engine/devices/cuda/detail/backlog.h"

#include <algorithm>
#include <cmath>

namespace engine::devices::cuda::detail {

namespace {

/// Limit on the duration of queued work. Stop may take 0.5 s; the remaining 0.1 s is for waking threads and writing the
/// last records.
constexpr Nanoseconds kMax{std::int64_t{400'000'000}};
/// Limit on the number of queued operations; the driver may block launches at a lower number.
constexpr std::size_t kMaxOperations = 1024;
/// Limit on queued operations of unknown duration. When one of them ends, the
/// duration of operations with its name is known.
constexpr std::size_t kMaxUnknown = 24;
/// Each operation that ends multiplies the weight of earlier ones by this factor, so that the error of a delayed
/// observation averages out over some dozens of operations.
constexpr double kKept = 31.0 / 32.0;

}  // namespace

double Backlog::Kind::expected(double nanoseconds) const
{
    return isKnown() ? nanoseconds * taken / modelled : nanoseconds;
}

Nanoseconds Backlog::expected() const
{
    double all = 0;
    for (const auto& [name, kind] : m_kinds)
        all += kind.expected(kind.inFlight);
    return Nanoseconds{std::llround(all)};
}

bool Backlog::hasRoomFor(const std::string& name, Nanoseconds modelled) const
{
    if (m_size == 0)
        return true;
    const auto found = m_kinds.find(name);
    const Kind kind = found == m_kinds.end() ? Kind() : found->second;
    if (!kind.isKnown() && m_unknown >= kMaxUnknown)
        return false;
    const Nanoseconds more{std::llround(kind.expected(static_cast<double>(modelled.count())))};
    return m_size < kMaxOperations && expected() + more <= kMax;
}

void Backlog::add(const std::string& name, Nanoseconds modelled)
{
    Kind& kind = m_kinds[name];
    ++m_size;
    ++kind.count;
    kind.inFlight += static_cast<double>(modelled.count());
    m_unknown += kind.isKnown() ? 0 : 1;
}

void Backlog::end(const std::string& name, Nanoseconds modelled, Nanoseconds taken)
{
    Kind& kind = m_kinds[name];
    const auto nanoseconds = static_cast<double>(modelled.count());
    if (!kind.isKnown())
        m_unknown -= kind.count;
    --m_size;
    --kind.count;
    kind.inFlight = kind.count == 0 ? 0 : kind.inFlight - nanoseconds;
    kind.taken = kind.taken * kKept + static_cast<double>(std::max<std::int64_t>(0, taken.count()));
    kind.modelled = kind.modelled * kKept + nanoseconds;
}

}  // namespace engine::devices::cuda::detail

#include "engine/ranks/mpi/detail/checker.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi::detail {

namespace {

constexpr Checker::Clock::duration kMoment = std::chrono::milliseconds(500);

}  // namespace

bool Checker::arrive(const CallArrival& arrived, std::span<const int> members, Clock::time_point now)
{
    Entry& entry = m_open[arrived.key];
    if (entry.arrived.empty()) {
        entry.members.assign(members.begin(), members.end());
        entry.since = now;
    }
    entry.arrived[arrived.call.rank] = arrived;
    if (entry.arrived.size() < entry.members.size()) {
        checkEnded(now);
        return false;
    }
    const std::string difference = differenceIn(arrived.key, entry);
    if (m_failure.empty())
        m_failure = difference;
    m_open.erase(arrived.key);
    return difference.empty();
}

std::string Checker::differenceIn(const CollectiveKey& key, const Entry& entry)
{
    std::vector<Call> calls;
    for (const auto& [rank, arrived] : entry.arrived) {
        calls.push_back(arrived.call);
        if (key.group == kNewGroup && arrived.members != entry.arrived.begin()->second.members)
            return differentGroups(key.sequence, rank);
    }
    std::string difference = differenceOf(calls);
    if (difference.empty() && key.group != kNewGroup)
        if (const auto lines = lineDifferenceOf(calls, key.sequence); lines && m_lines.insert(lines->lines).second)
            m_remark = lines->text.english();
    return difference;
}

void Checker::end(int rank, std::string reason, Clock::time_point now)
{
    m_hasEnded[static_cast<std::size_t>(rank)] = true;
    m_reasons[static_cast<std::size_t>(rank)] = std::move(reason);
    checkEnded(now);
}

/// Fails if a rank is missing at a collective and its program has ended, because that collective can never complete. If
/// other ranks are missing too, the failure is delayed by kMoment, so that its sentence does not name ranks that are
/// about to arrive.
void Checker::checkEnded(Clock::time_point now)
{
    std::vector<UnfinishedCollective> all;
    bool isDecided = false;
    for (auto& [key, entry] : m_open) {
        const auto isMissing = [&, &arrived = entry.arrived](int rank) { return !arrived.contains(rank); };
        const auto count = std::ranges::count_if(entry.members, isMissing);
        const auto ended =
            std::ranges::count_if(entry.members, [&](int rank) { return isMissing(rank) && hasEnded(rank); });
        if (ended == 0)
            continue;
        if (!entry.hopelessSince)
            entry.hopelessSince = now;
        isDecided = isDecided || ended == count || now - *entry.hopelessSince >= kMoment;
        all.push_back(unfinished(key, entry));
    }
    if (isDecided && m_failure.empty())
        m_failure = describeHang(all);
}

UnfinishedCollective Checker::unfinished(const CollectiveKey& key, const Entry& entry) const
{
    const Call& first = entry.arrived.begin()->second.call;
    UnfinishedCollective one;
    one.kind = first.kind;
    one.sequence = key.sequence;
    one.line = first.line;
    for (const int rank : entry.members) {
        const auto at = static_cast<std::size_t>(rank);
        if (entry.arrived.contains(rank))
            one.arrived.push_back(rank);
        else
            one.missing.push_back({rank, m_hasEnded[at], m_reasons[at], m_sleepLines[at]});
    }
    return one;
}

std::string Checker::describeOpen() const
{
    std::string text;
    for (const auto& [key, entry] : m_open)
        text += (text.empty() ? "" : "; ") + describe(unfinished(key, entry));
    return text;
}

std::string Checker::checkTime(Clock::time_point now, Clock::duration remarkAfter, Clock::duration failAfter)
{
    const auto seconds = [&](const Entry& entry) {
        return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now - entry.since).count());
    };
    checkEnded(now);
    std::string remark;
    for (auto& [key, entry] : m_open) {
        if (now - entry.since >= failAfter && m_failure.empty())
            m_failure = describeTimeout(unfinished(key, entry), now - entry.since);
        if (now - entry.since < remarkAfter || std::exchange(entry.isRemarked, true))
            continue;
        remark += (remark.empty() ? "After " + seconds(entry) + " s, " : "; ") + describe(unfinished(key, entry));
    }
    return remark.empty() || !m_failure.empty() ? std::string() : remark + ".";
}

}  // namespace engine::ranks::mpi::detail

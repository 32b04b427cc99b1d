#include "engine/ranks/mpi/detail/checker.h"

#include <algorithm>
#include <utility>

namespace engine::ranks::mpi::detail {

bool Checker::add(const CallNotice& notice, std::span<const int> members, Clock::time_point now)
{
    Entry& entry = m_open[notice.key];
    std::vector<OpenCall::Member>& all = entry.call.members;
    if (all.empty()) {
        entry.call.key = notice.key;
        entry.since = now;
        for (const int rank : members)
            all.push_back({.rank = rank, .call = {}, .time = 0, .program = {}});
        entry.hashes.resize(all.size());
    }
    const auto at = std::ranges::find(all, notice.call.rank, &OpenCall::Member::rank);
    at->call = notice.call;
    at->time = now.time_since_epoch().count();
    entry.hashes[static_cast<std::size_t>(at - all.begin())] = notice.members;
    if (!entry.call.isComplete()) {
        checkEnded(now);
        return false;
    }
    const std::string difference = differenceIn(entry);
    fail(difference);
    m_open.erase(notice.key);
    return difference.empty();
}

void Checker::fail(const std::string& sentence)
{
    if (m_failure.empty())
        m_failure = sentence;
}

std::string Checker::differenceIn(const Entry& complete)
{
    const CollectiveKey& key = complete.call.key;
    if (key.group == kNewGroup) {
        const auto other = std::ranges::adjacent_find(complete.hashes, std::not_equal_to());
        if (other != complete.hashes.end())
            return differentGroups(
                key.sequence,
                complete.call.members[static_cast<std::size_t>(other + 1 - complete.hashes.begin())].rank);
        return {};
    }
    std::string difference = differenceOf(complete.call.calls());
    if (difference.empty())
        m_remark = m_remarks.add(complete.call);
    return difference;
}

void Checker::end(int rank, std::string reason, Clock::time_point now)
{
    RankProgram& program = m_programs[static_cast<std::size_t>(rank)];
    program.hasEnded = true;
    program.reason = std::move(reason);
    checkEnded(now);
}

/// Returns a copy of the call. Adds, for each rank that has not arrived, the state of its program and its earliest
/// arrival.
OpenCall Checker::withPrograms(const OpenCall& call, Clock::time_point now) const
{
    OpenCall seen = call;
    for (OpenCall::Member& member : seen.members) {
        if (member.call)
            continue;
        member.program = m_programs[static_cast<std::size_t>(member.rank)];
        member.time = member.program.hasEnded ? device::kNever : now.time_since_epoch().count();
    }
    return seen;
}

/// Sets failure() if a rank whose program has ended is missing at a collective, because that collective can never
/// complete. If other ranks are missing too, the failure is delayed by m_arrivalGrace, so that its message does not
/// name ranks that are about to arrive.
void Checker::checkEnded(Clock::time_point now)
{
    if (std::ranges::none_of(m_programs, &RankProgram::hasEnded))
        return;
    std::vector<OpenCall> hopeless;
    bool isDecided = false;
    for (auto& [key, entry] : m_open) {
        OpenCall call = withPrograms(entry.call, now);
        const OpenCall::Prospect prospect = call.prospect();
        if (prospect == OpenCall::Prospect::AllMayArrive)
            continue;
        if (!entry.hopelessSince)
            entry.hopelessSince = now;
        isDecided =
            isDecided || prospect == OpenCall::Prospect::NoneMayArrive || now - *entry.hopelessSince >= m_arrivalGrace;
        hopeless.push_back(std::move(call));
    }
    if (isDecided)
        fail(describeHang(hopeless));
}

std::string Checker::describeOpen() const
{
    std::vector<OpenCall> calls;
    for (const auto& [key, entry] : m_open)
        calls.push_back(withPrograms(entry.call, Clock::now()));
    return describe(calls);
}

std::string Checker::checkTime(Clock::time_point now, Clock::duration remarkAfter, Nanoseconds failAfter)
{
    checkEnded(now);
    std::vector<OpenCall> late;
    for (auto& [key, entry] : m_open) {
        OpenCall call = withPrograms(entry.call, now);
        fail(call.describeTimeout(failAfter));
        if (now - entry.since >= remarkAfter && !std::exchange(entry.isRemarked, true))
            late.push_back(std::move(call));
    }
    return m_failure.empty() ? describeWait(late, remarkAfter) : std::string();
}

}  // namespace engine::ranks::mpi::detail

#include "engine/ranks/open_call.h"

#include "engine/base/expect.h"

#include <algorithm>

namespace engine::ranks {

namespace {

std::string secondsOf(Nanoseconds time)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

CollectiveKey keyOf(const trace::Collective& what, int own)
{
    const Chain chain = chainOf(what.kind, what.group, what.root, own);
    return {chain.group.index, what.sequence, chain.from, chain.to};
}

std::vector<int> membersOf(const CollectiveKey& key, std::span<const int> group)
{
    std::vector<int> members(group.begin(), group.end());
    if (key.from >= 0)
        members = {key.from, key.to};
    std::ranges::sort(members);
    return members;
}

std::string endedWith(const std::string& error, std::int32_t line)
{
    return "whose program ended with " + error + (line > 0 ? " in line " + std::to_string(line) : "");
}

bool OpenCall::isComplete() const
{
    return std::ranges::all_of(members, [](const Member& member) { return member.call.has_value(); });
}

std::vector<Call> OpenCall::calls() const
{
    std::vector<Call> calls;
    for (const Member& member : members)
        if (member.call)
            calls.push_back(*member.call);
    return calls;
}

OpenCall::Prospect OpenCall::prospect() const
{
    const auto isMissing = [](const Member& member) { return !member.call; };
    const auto never = std::ranges::count_if(
        members, [&](const Member& member) { return isMissing(member) && member.program.hasEnded; });
    if (never == 0)
        return Prospect::AllMayArrive;
    return never == std::ranges::count_if(members, isMissing) ? Prospect::NoneMayArrive : Prospect::SomeMayArrive;
}

std::string OpenCall::describe() const
{
    std::vector<int> arrived;
    std::vector<const Member*> missing;
    std::vector<int> missingRanks;
    const Call* first = nullptr;
    for (const Member& member : members) {
        if (member.call) {
            arrived.push_back(member.rank);
            first = first == nullptr ? &*member.call : first;
        } else {
            missing.push_back(&member);
            missingRanks.push_back(member.rank);
        }
    }
    ENGINE_EXPECT(first != nullptr && !missing.empty());
    std::string text = std::string(nameOf(first->kind)) + " #" + std::to_string(key.sequence) + " (" +
                       namesOf(arrived) + (first->line > 0 ? ", line " + std::to_string(first->line) : "") +
                       ") waits for " + namesOf(missingRanks);
    for (const Member* const member : missing) {
        const RankProgram& program = member->program;
        std::string state;
        if (program.hasEnded)
            state = program.reason.empty() ? "whose program has ended" : program.reason;
        else if (program.sleepLine > 0)
            state = "which is in line " + std::to_string(program.sleepLine) + ": time.sleep";
        if (!state.empty())
            text += ", " + (missing.size() > 1 ? "rank " + std::to_string(member->rank) + ": " : std::string()) + state;
    }
    return text;
}

std::string OpenCall::describeTimeout(Nanoseconds timeout) const
{
    std::int64_t first = device::kNever;
    for (const Member& member : members)
        if (member.call)
            first = std::min(first, member.time);
    if (first > device::kNever - timeout.count())
        return {};
    OpenCall atTimeout = *this;
    bool isLate = false;
    for (Member& member : atTimeout.members) {
        if (member.time > first && member.time - first >= timeout.count()) {
            isLate = isLate || !member.program.hasEnded;
            member.call.reset();
        } else if (!member.call) {
            return {};
        }
    }
    if (!isLate)
        return {};
    return ranks::describeTimeout(std::span(&atTimeout, 1), timeout);
}

std::string describe(std::span<const OpenCall> calls)
{
    std::string text;
    for (const OpenCall& call : calls)
        text += (text.empty() ? "" : "; ") + call.describe();
    return text;
}

std::string describeHang(std::span<const OpenCall> calls)
{
    return "The ranks wait for each other for ever: " + describe(calls) + ".";
}

std::string describeTimeout(std::span<const OpenCall> calls, Nanoseconds waited)
{
    return "The ranks have waited for " + secondsOf(waited) + ": " + describe(calls) +
           ". A larger --set timeout=SECONDS lets them wait longer.";
}

std::string describeWait(std::span<const OpenCall> calls, Nanoseconds waited)
{
    return calls.empty() ? std::string() : "After " + secondsOf(waited) + ", " + describe(calls) + ".";
}

std::string LineRemarks::add(const OpenCall& complete)
{
    const std::vector<Call> calls = complete.calls();
    const std::optional<LineDifference> difference = lineDifferenceOf(calls, complete.key.sequence);
    const auto known = std::span(m_remarks).first(m_count);
    if (!difference || m_count == m_remarks.size() ||
        std::ranges::find(known, difference->lines, &Remark::lines) != known.end())
        return {};
    Remark& remark = m_remarks[m_count++];
    remark.lines = difference->lines;
    remark.text = difference->text.english();
    return difference->text.english();
}

std::vector<std::string> LineRemarks::texts() const
{
    std::vector<std::string> texts;
    for (const Remark& remark : std::span(m_remarks).first(m_count))
        texts.push_back(remark.text.text());
    return texts;
}

}  // namespace engine::ranks

#include "engine/ranks/run_set.h"

#include "engine/messages/messages.h"
#include "engine/ranks/causality.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace engine::ranks {

using messages::message;

namespace {

bool isPairwise(const Collective& what)
{
    return what.kind == trace::CollectiveKind::Send || what.kind == trace::CollectiveKind::Receive;
}

/// Identifies a collective: the calls of its ranks have equal keys. `sender` and `receiver` are set only for Send and
/// Receive.
struct Key {
    std::uint32_t group = 0;
    std::uint32_t sender = 0;
    std::uint32_t receiver = 0;
    std::uint32_t sequence = 0;

    auto operator<=>(const Key&) const = default;
};

Key keyOf(const Collective& what, std::uint32_t rank)
{
    if (!isPairwise(what))
        return {what.group.index, trace::kMaxRanks, trace::kMaxRanks, what.sequence};
    const auto other = static_cast<std::uint32_t>(what.root);
    return what.kind == trace::CollectiveKind::Send ? Key{what.group.index, rank, other, what.sequence}
                                                    : Key{what.group.index, other, rank, what.sequence};
}

/// Whether two ranks made the same call, or one the Send and the other the Receive of the same transfer.
bool isSameCall(const Collective& a, const Collective& b)
{
    if (isPairwise(a) || isPairwise(b))
        return isPairwise(a) && isPairwise(b) && a.kind != b.kind && a.bytes == b.bytes && a.type == b.type;
    return a.kind == b.kind && a.type == b.type && a.op == b.op && a.root == b.root && a.bytes == b.bytes;
}

struct Call {
    Key key;
    Arrival arrival;
    const Collective* what = nullptr;
};

}  // namespace

Result<std::shared_ptr<const RunSet>> RunSet::make(std::vector<Member> members)
{
    std::erase_if(members, [](const Member& member) { return !member.trace; });
    std::ranges::sort(members, {}, [](const Member& member) { return member.info.rank; });
    for (Member& member : members)
        member.clock.setDoubt({});
    std::shared_ptr<RunSet> set(new RunSet(std::move(members)));
    if (Status status = set->check(); !status)
        return std::move(status).error();
    set->alignStart();
    set->match();
    set->checkClocks();
    return std::shared_ptr<const RunSet>(std::move(set));
}

Status RunSet::check()
{
    if (m_members.empty())
        return makeError(ErrorCode::BadFile, message("ranks.none"));
    std::set<std::uint32_t> nodes;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const Member& member = m_members[i];
        if (member.info.count != m_members.front().info.count)
            return makeError(ErrorCode::BadFile,
                             message("ranks.other-count", m_members.front().info.rank, m_members.front().info.count,
                                     member.info.rank, member.info.count));
        if (const RankInfo& first = m_members.front().info;
            member.info.run != first.run && member.info.run != 0 && first.run != 0)
            return makeError(ErrorCode::BadFile, message("ranks.other-run", first.rank, member.info.rank));
        if (i > 0 && member.info.rank < m_members[i - 1].info.rank + m_members[i - 1].count)
            return makeError(ErrorCode::BadFile, message("ranks.twice", member.info.rank));
        m_rankCount += member.count;
        nodes.insert(member.info.node);
    }
    m_nodeCount = static_cast<std::uint32_t>(nodes.size());
    return {};
}

void RunSet::alignStart()
{
    Nanoseconds first{};
    for (const Member& member : m_members)
        first = std::min(first, member.clock.toReference(Nanoseconds{}));
    for (Member& member : m_members) {
        member.clock.shift(-first);
        m_extent = std::max(m_extent, member.clock.toReference(member.trace->extent()));
    }
}

void RunSet::match()
{
    std::vector<Call> calls;
    for (std::uint32_t i = 0; i < m_members.size(); ++i) {
        const Member& member = m_members[i];
        for (const trace::CollectiveRecord& record : member.trace->rankPart().collectives)
            calls.push_back(
                {keyOf(record.what, member.info.rank),
                 {i, record.op, member.clock.toReference(record.posted), member.clock.toReference(record.done)},
                 &record.what});
    }
    std::ranges::sort(calls, {}, [](const Call& call) { return std::tie(call.key, call.arrival.member); });
    for (auto first = calls.begin(); first != calls.end();) {
        const auto end = std::find_if(first, calls.end(), [&](const Call& call) { return call.key != first->key; });
        MatchedCollective matched;
        matched.what = *first->what;
        matched.arrivals = static_cast<std::uint32_t>(m_arrivals.size());
        matched.firstPosted = first->arrival.posted;
        matched.lastPosted = matched.firstPosted;
        matched.lastMember = first->arrival.member;
        matched.isWhole = true;
        std::uint32_t ranks = 0;
        for (auto call = first; call != end; ++call) {
            if (call != first && call->arrival.member == (call - 1)->arrival.member) {
                matched.isWhole = false;  // the rank has two calls with this number; only the first one counts
                continue;
            }
            const Arrival& arrival = call->arrival;
            m_arrivals.push_back(arrival);
            ranks += m_members[arrival.member].count;
            matched.isWhole &= call == first || isSameCall(matched.what, *call->what);
            matched.firstPosted = std::min(matched.firstPosted, arrival.posted);
            matched.done = std::max(matched.done, arrival.done);
            if (arrival.posted > matched.lastPosted) {
                matched.lastPosted = arrival.posted;
                matched.lastMember = arrival.member;
            }
        }
        matched.count = static_cast<std::uint32_t>(m_arrivals.size()) - matched.arrivals;
        const auto& groups = m_members[first->arrival.member].trace->rankPart().groups;
        const bool isOfAll = first->key.group >= groups.size() || groups[first->key.group].ranks.empty();
        matched.isWhole &= ranks == (isPairwise(matched.what) ? 2
                                     : isOfAll                ? expectedRanks()
                                                              : groups[first->key.group].ranks.size());
        m_collectives.push_back(std::move(matched));
        first = end;
    }
    std::ranges::stable_sort(m_collectives, {}, &MatchedCollective::lastPosted);
    m_ofMember.resize(m_members.size());
    for (std::uint32_t c = 0; c < m_collectives.size(); ++c)
        for (const Arrival& arrival : arrivals(m_collectives[c]))
            m_ofMember[arrival.member].push_back({arrival.op, c});
    for (std::vector<MemberPlace>& list : m_ofMember)
        std::ranges::sort(list, {}, &MemberPlace::op);
}

void RunSet::checkClocks()
{
    const ClockContradictions found = contradictionsOf(*this);
    m_clockConflict = found.worst;
    for (const auto& [member, by] : doubtsOf(found))
        m_members[member].clock.setDoubt(by);
}

bool RunSet::hasWaited(const MatchedCollective& collective, const Arrival& arrival) const
{
    const auto isDoubted = [this](std::uint32_t member) { return m_members[member].clock.doubt() > Nanoseconds{0}; };
    return collective.waitOf(arrival) > Nanoseconds{0} && !isDoubted(arrival.member) &&
           !isDoubted(collective.lastMember);
}

const Member* RunSet::find(std::uint32_t rank) const
{
    const auto after = std::ranges::upper_bound(m_members, rank, {}, [](const Member& m) { return m.info.rank; });
    if (after == m_members.begin() || rank - (after - 1)->info.rank >= (after - 1)->count)
        return nullptr;
    return &*(after - 1);
}

const MatchedCollective* RunSet::collectiveOf(std::uint32_t member, OpId op) const
{
    if (member >= m_ofMember.size())
        return nullptr;
    const auto found = std::ranges::lower_bound(m_ofMember[member], op, {}, &MemberPlace::op);
    return found != m_ofMember[member].end() && found->op == op ? &m_collectives[found->collective] : nullptr;
}

}  // namespace engine::ranks

#include "engine/io/detail/common_collectives.h"

#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace engine::io::detail {

namespace {

using trace::CollectiveRecord;

/// After the alignment, the ends of a collective on two ranks may differ by this fraction of the time from the first
/// collective to the last.
constexpr double kMostDifference = 0.1;

/// Limit on the memory for the groups of all members together, because each member gets a copy of the groups of all
/// others.
constexpr std::size_t kMostGroupBytes = std::size_t{1} << 30;

std::size_t bytesOf(std::span<const trace::GroupRecord> groups)
{
    std::size_t bytes = 0;
    for (const trace::GroupRecord& group : groups)
        bytes += sizeof(group) + group.name.size() + group.ranks.size() * sizeof(group.ranks.front());
    return bytes;
}

/// Copies the records of a trace to a store. Replaces the trace's groups by those of all ranks, and the numbers of its
/// groups by theirs. Leaves out collectives whose group the trace does not define.
class RenumberedGroups final : public trace::Sink {
public:
    /// `numbers`: for each group of the trace, its id in `groups`, which all ranks share.
    RenumberedGroups(trace::Store& store, std::span<const trace::GroupRecord> groups, std::span<const GroupId> numbers)
        : m_store(store), m_groups(groups), m_numbers(numbers)
    {
    }
    void write(trace::Record record) override
    {
        if (const auto* const rank = std::get_if<trace::RankRecord>(&record)) {
            m_store.apply(*rank);
            for (const trace::GroupRecord& group : m_groups)
                m_store.apply(group);
            return;
        }
        if (std::holds_alternative<trace::GroupRecord>(record))
            return;
        if (auto* const collective = std::get_if<CollectiveRecord>(&record)) {
            GroupId& group = collective->what.group;
            if (group.index >= m_numbers.size())
                return;
            group = m_numbers[group.index];
        }
        m_store.apply(std::move(record));
    }
    [[nodiscard]] NameId intern(std::string_view) override { return {}; }  // replay() writes the names as records

private:
    trace::Store& m_store;
    std::span<const trace::GroupRecord> m_groups;
    std::span<const GroupId> m_numbers;
};

/// The collectives of a rank, sorted by group and sequence.
struct CallsOfMember {
    std::uint32_t rank = 0;
    std::vector<const CollectiveRecord*> calls;
};

auto keyOf(const CollectiveRecord* call)
{
    return std::pair(call->what.group, call->what.sequence);
}

CallsOfMember callsOf(const ranks::Member& member)
{
    CallsOfMember result{member.info.rank, {}};
    for (const CollectiveRecord& call : member.trace->rankPart().collectives)
        result.calls.push_back(&call);
    std::ranges::sort(result.calls, {}, keyOf);
    return result;
}

/// The difference between the clocks of two ranks, to be added to times of one of them, and its maximum error.
struct Offset {
    Nanoseconds offset{};
    Nanoseconds uncertainty{};
};

/// Compares the ends of collectives that two ranks have in common. nullopt: the ranks have none in common. Errors: as
/// for alignByCollectives().
Result<std::optional<Offset>> offsetBetween(const CallsOfMember& first, const CallsOfMember& own)
{
    std::vector<Nanoseconds> offsets;
    Nanoseconds begin = Nanoseconds::max();
    Nanoseconds end = Nanoseconds::min();
    for (auto a = first.calls.begin(), b = own.calls.begin(); a != first.calls.end() && b != own.calls.end();) {
        if (keyOf(*a) != keyOf(*b)) {
            ++(keyOf(*a) < keyOf(*b) ? a : b);
            continue;
        }
        if ((*a)->what.kind != (*b)->what.kind)
            return makeError(ErrorCode::BadFile,
                             message("ranks.other-calls", first.rank, own.rank, (*a)->what.sequence));
        offsets.push_back((*a)->done - (*b)->done);
        begin = std::min(begin, (*a)->done);
        end = std::max(end, (*a)->done);
        ++a;
        ++b;
    }
    if (offsets.empty())
        return std::optional<Offset>();
    std::ranges::sort(offsets);
    const Nanoseconds offset = offsets[offsets.size() / 2];
    const Nanoseconds left = std::max(offsets.back() - offset, offset - offsets.front());
    if (toSeconds(left) > kMostDifference * toSeconds(end - begin) && offsets.size() > 1)
        return makeError(ErrorCode::BadFile,
                         message("ranks.other-ends", first.rank, own.rank,
                                 std::chrono::duration_cast<std::chrono::microseconds>(left).count()));
    return std::optional(Offset{offset, left});
}

}  // namespace

Status uniteGroups(std::vector<ranks::Member>& members)
{
    std::vector<trace::GroupRecord> all{{GroupId{0}, "world", {}}};
    std::map<std::pair<std::string, std::vector<std::uint32_t>>, GroupId> known{{{"world", {}}, GroupId{0}}};
    std::vector<std::vector<GroupId>> numbers(members.size());  // by member, and by the member's number of the group
    std::vector<std::vector<std::uint32_t>> users(1);           // by group
    for (std::size_t m = 0; m < members.size(); ++m)
        for (const trace::GroupRecord& own : members[m].trace->rankPart().groups) {
            const auto [found, isNew] = known.try_emplace({own.name, own.ranks}, GroupId{all.size()});
            const GroupId group = found->second;
            if (isNew) {
                all.push_back({group, own.name, own.ranks});
                users.emplace_back();
            }
            numbers[m].push_back(group);
            users[group.index].push_back(members[m].info.rank);
        }
    if (all.size() == 1)
        return {};
    for (trace::GroupRecord& group : all)
        if (group.id != GroupId{0} && group.ranks.empty())
            group.ranks = users[group.id.index];
    if (bytesOf(all) > kMostGroupBytes / members.size())
        return makeError(ErrorCode::OutOfMemory, message("trace.no-memory"));
    for (std::size_t m = 0; m < members.size(); ++m) {
        trace::Store store;
        RenumberedGroups sink(store, all, numbers[m]);
        replay(*members[m].trace, sink);
        store.close();
        members[m].trace = store.snapshot();
    }
    return {};
}

Status alignByCollectives(std::vector<ranks::Member>& members)
{
    std::vector<CallsOfMember> calls;
    for (const ranks::Member& member : members)
        calls.push_back(callsOf(member));
    std::vector<std::optional<Offset>> offsets(members.size());
    offsets.front() = Offset{};
    std::vector<std::size_t> compared{0};
    for (std::size_t i = 0; i < compared.size(); ++i) {
        const std::size_t from = compared[i];
        for (std::size_t to = 1; to < members.size(); ++to) {
            if (offsets[to])
                continue;
            const auto offset = offsetBetween(calls[from], calls[to]);
            if (!offset)
                return offset.error();
            if (!*offset)
                continue;
            offsets[to] =
                Offset{offsets[from]->offset + (*offset)->offset, offsets[from]->uncertainty + (*offset)->uncertainty};
            members[to].clock =
                ranks::ClockMap({trace::ClockRecord{Nanoseconds{}, offsets[to]->offset, offsets[to]->uncertainty}});
            compared.push_back(to);
        }
    }
    const auto missing = std::ranges::find_if(offsets, [](const auto& offset) { return !offset; });
    if (missing == offsets.end())
        return {};
    const auto index = static_cast<std::size_t>(missing - offsets.begin());
    return makeError(ErrorCode::BadFile,
                     message("ranks.no-common", members.front().info.rank, members[index].info.rank));
}

}  // namespace engine::io::detail

#include "engine/ranks/calls.h"

#include "engine/base/expect.h"
#include "engine/base/invalid.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine::ranks {

using messages::message;

namespace {

std::string textOf(const Call& call, bool showsType)
{
    static constexpr std::array kOps{"none", "sum", "product", "min", "max", "avg", "other"};
    std::string text = nameOf(call.kind);
    if (call.kind == trace::CollectiveKind::Barrier)
        return text;
    text += " of " + std::to_string(call.elements) + (call.elements == 1 ? " number" : " numbers");
    if (showsType)
        text += " (" + call.type.text() + ")";
    if (call.op != trace::ReduceOp::None)
        text += std::string(", ") + kOps[static_cast<std::size_t>(call.op)];
    if (call.root >= 0 && !isTransfer(call.kind))
        text += ", root " + std::to_string(call.root);
    return text + (call.gpu < 0 ? ", on the CPU" : call.isDirect ? ", on a GPU, by its library" : ", on a GPU");
}

/// Whether two calls agree. Send and Receive of one transfer agree if the type and number of the elements are equal and
/// both use GPUs or both the CPU. Barriers agree whatever their devices.
bool isSame(const Call& a, const Call& b)
{
    if (a.isDirect != b.isDirect)
        return false;
    const bool isEqual =
        a.type.bytes == b.type.bytes && (a.gpu < 0) == (b.gpu < 0) && a.elements == b.elements && a.op == b.op;
    if (isTransfer(a.kind) && isTransfer(b.kind))
        return isEqual;
    const bool isBarrier = a.kind == trace::CollectiveKind::Barrier && a.kind == b.kind;
    return isBarrier || (isEqual && a.kind == b.kind && a.root == b.root);
}

std::string placeOf(std::int32_t line)
{
    return line > 0 ? ", line " + std::to_string(line) : std::string();
}

}  // namespace

bool isTransfer(trace::CollectiveKind kind)
{
    return kind == trace::CollectiveKind::Send || kind == trace::CollectiveKind::Receive;
}

Chain chainOf(trace::CollectiveKind kind, GroupId group, int root, int own)
{
    if (kind == trace::CollectiveKind::Send)
        return {group, own, root};
    if (kind == trace::CollectiveKind::Receive)
        return {group, root, own};
    return {group, -1, -1};
}

Status check(const device::CollectiveRequest& request, const device::RankTransport& transport)
{
    const std::span<const int> ranks = transport.ranksOf(request.group);
    const int own = transport.place().rank;
    if (std::ranges::find(ranks, own) == ranks.end())
        return invalid("Rank " + std::to_string(own) + " is not in this group.");
    if (request.root >= 0 && std::ranges::find(ranks, request.root) == ranks.end())
        return invalid("Rank " + std::to_string(request.root) + " is not in this group.");
    if (isTransfer(request.kind) && request.root == own)
        return invalid("Rank " + std::to_string(own) + " cannot send to itself.");
    return {};
}

Status checkGroup(std::span<const int> ranks, int count)
{
    std::vector<bool> isSeen(static_cast<std::size_t>(count));
    for (const int rank : ranks) {
        if (rank < 0 || rank >= count || isSeen[static_cast<std::size_t>(rank)])
            return invalid("A group takes different ranks from 0 to " + std::to_string(count - 1) + ", not " +
                           std::to_string(rank) + ".");
        isSeen[static_cast<std::size_t>(rank)] = true;
    }
    if (ranks.empty())
        return invalid("A group has at least one rank.");
    return {};
}

trace::Collective collectiveOf(const device::CollectiveRequest& request, std::uint32_t sequence, Bytes bytes)
{
    trace::Collective what;
    what.kind = request.kind;
    what.group = request.group;
    what.sequence = sequence;
    what.bytes = bytes;
    what.type = nameOf(request.type);
    what.op = request.op;
    what.root = request.root;
    return what;
}

trace::RankRecord recordOf(const device::RankPlace& place, trace::RankState state)
{
    trace::RankRecord record;
    record.rank = static_cast<std::uint32_t>(place.rank);
    record.count = static_cast<std::uint32_t>(place.count);
    record.node = static_cast<std::uint32_t>(place.node);
    record.localRank = static_cast<std::uint32_t>(place.localRank);
    record.state = state;
    record.run = place.run;
    return record;
}

trace::GroupRecord recordOf(GroupId group, std::span<const int> ranks)
{
    trace::GroupRecord record;
    record.id = group;
    record.name = group.index == 0 ? "world" : "group " + std::to_string(group.index);
    if (group.index > 0)
        for (const int rank : ranks)
            record.ranks.push_back(static_cast<std::uint32_t>(rank));
    return record;
}

const char* nameOf(trace::CollectiveKind kind)
{
    constexpr std::array kNames{"all_reduce",     "reduce",     "broadcast", "all_gather",
                                "reduce_scatter", "all_to_all", "gather",    "scatter",
                                "barrier",        "send",       "recv"};
    return kNames[static_cast<std::size_t>(kind)];
}

namespace {

/// Returns one part for each range of at least three consecutive ranks, and for each other rank: "2 to 5", "7".
std::vector<std::string> partsOf(std::span<const int> ranks, const char* to)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        if (end - i < 3)  // a range of two ranks is listed as two ranks
            end = i + 1;
        parts.push_back(std::to_string(ranks[i]) + (end > i + 1 ? to + std::to_string(ranks[end - 1]) : ""));
        i = end;
    }
    return parts;
}

}  // namespace

std::string laneNameOf(const Chain& chain, std::span<const int> members)
{
    std::string name = chain.from < 0 ? std::string("communication")
                                      : "rank " + std::to_string(chain.from) + " → " + std::to_string(chain.to);
    if (chain.group.index == 0)
        return name;
    for (const char* before = " of ranks "; const std::string& part : partsOf(members, "–"))
        name += std::exchange(before, ", ") + part;
    return name;
}

std::string namesOf(std::span<const int> ranks)
{
    const std::vector<std::string> parts = partsOf(ranks, " to ");
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

namespace {

/// Returns the message for calls that differ only because the computer has fewer GPUs than ranks, so that some ranks
/// use the CPU. Returns an empty text if the calls differ otherwise.
std::string tooFewGpus(std::span<const Call> calls)
{
    std::vector<int> onCpu;
    std::vector<int> onGpu;
    for (Call call : calls) {
        (call.gpu < 0 ? onCpu : onGpu).push_back(call.rank);
        call.gpu = calls.front().gpu;
        if (!isSame(call, calls.front()) || call.gpus != calls.front().gpus)
            return {};
    }
    const auto gpus = static_cast<std::size_t>(std::max(calls.front().gpus, 0));
    if (onGpu.size() != gpus || onCpu.empty())
        return {};
    return std::to_string(gpus) + (gpus == 1 ? " GPU is too few: " : " GPUs are too few: ") + namesOf(onCpu) +
           " can only use the CPU, which exchanges no numbers with the GPUs of the others (" +
           nameOf(calls.front().kind) + placeOf(calls.front().line) + "). Start " + std::to_string(gpus) +
           (gpus == 1 ? " rank" : " ranks") + ", or choose a virtual machine with a GPU for each rank by --machine.";
}

}  // namespace

Call callOf(const device::RankTransport::CollectiveCall& posted, int rank)
{
    Call call{rank, posted.what.kind, posted.what.op, posted.what.root, posted.elements, posted.line, posted.gpu,
              {},   posted.gpus};
    call.type = posted.what.type;
    call.isDirect = posted.payload == device::RankTransport::Payload::External;
    return call;
}

std::string differenceOf(std::span<const Call> calls)
{
    ENGINE_EXPECT(!calls.empty());
    if (std::ranges::all_of(calls, [&](const Call& call) { return isSame(call, calls.front()); }))
        return {};
    if (std::string text = tooFewGpus(calls); !text.empty())
        return text;
    struct Group {
        Call call;
        std::vector<int> ranks;
    };
    std::vector<Group> groups;  // groups of equal calls, in the order of the first rank of each group
    for (const Call& call : calls) {
        const auto same = std::ranges::find_if(groups, [&](const Group& group) { return isSame(group.call, call); });
        if (same == groups.end())
            groups.push_back({call, {call.rank}});
        else
            same->ranks.push_back(call.rank);
    }
    const bool hasTypes =
        std::ranges::any_of(calls, [&](const Call& call) { return call.type.bytes != calls.front().type.bytes; });
    std::string text;
    for (const Group& group : groups)
        text += (text.empty() ? "" : "; ") + namesOf(group.ranks) + placeOf(group.call.line) + ": " +
                textOf(group.call, hasTypes);
    return "The ranks call different collectives: " + text +
           ". All ranks of a group must make the same calls in the same order, of equally many numbers of one type.";
}

std::optional<LineDifference> lineDifferenceOf(std::span<const Call> calls, std::uint32_t sequence)
{
    ENGINE_EXPECT(!calls.empty());
    // `first` is not the root's call if possible: programs often call a broadcast in one source line on the root, and
    // in a different line on all other ranks.
    const Call& first = calls.front().rank == calls.front().root && calls.size() > 1 ? calls[1] : calls.front();
    const auto other = std::ranges::find_if(
        calls, [&](const Call& call) { return call.line != first.line && call.rank != call.root; });
    const bool isOrdered = !isTransfer(first.kind) && first.kind != trace::CollectiveKind::Barrier;
    if (other == calls.end() || !isOrdered || std::ranges::any_of(calls, [](const Call& c) { return c.line <= 0; }))
        return std::nullopt;
    std::map<std::int32_t, std::vector<int>> ranks;  // by line: the ranks that make the call in this line
    for (const Call& call : calls)
        ranks[call.line].push_back(call.rank);
    std::vector<Message> places;
    for (const auto& [line, callers] : ranks)
        places.push_back(message("ranks.lines.of", line, messages::list(callers)));
    return LineDifference{std::minmax(first.line, other->line),
                          message("ranks.lines", nameOf(first.kind), sequence, messages::list(places))};
}

std::string differentGroups(std::uint32_t number, int rank)
{
    return "The ranks create different groups: new_group() number " + std::to_string(number) +
           " has other members on rank " + std::to_string(rank) +
           ". All ranks must create all groups, in the same order.";
}

}  // namespace engine::ranks

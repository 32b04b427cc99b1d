#include "engine/io/detail/import_ranks.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace engine::io::detail {

namespace {

using messages::message;
using trace::CollectiveKind;
using trace::CollectiveRecord;

/// Ends of common collectives may differ by this fraction of the time between the first and the last one.
constexpr double kMostDifference = 0.1;

std::optional<std::uint32_t> numberOf(const ImportedEvents& events, const char* key)
{
    const auto found = events.about.find(key);
    std::uint32_t number = 0;
    if (found == events.about.end() ||
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), number).ec != std::errc{})
        return std::nullopt;
    return number;
}

/// Compares without case and underscores: NCCL writes "AllReduce", PyTorch "all_reduce".
bool containsWord(std::string_view name, std::string_view word)
{
    std::string plain;
    for (const char c : name)
        if (c != '_')
            plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return plain.find(word) != std::string::npos;
}

CollectiveKind kindOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, CollectiveKind>, 9> kWords{{
        {"allreduce", CollectiveKind::AllReduce},
        {"reducescatter", CollectiveKind::ReduceScatter},
        {"allgather", CollectiveKind::AllGather},
        {"alltoall", CollectiveKind::AllToAll},
        {"broadcast", CollectiveKind::Broadcast},
        {"barrier", CollectiveKind::Barrier},
        {"scatter", CollectiveKind::Scatter},
        {"gather", CollectiveKind::Gather},
        {"reduce", CollectiveKind::Reduce},
    }};
    for (const auto& [word, kind] : kWords)
        if (containsWord(name, word))
            return kind;
    return CollectiveKind::Barrier;
}

}  // namespace

std::optional<trace::RankRecord> rankOf(const ImportedEvents& events)
{
    const auto rank = numberOf(events, "rank");
    const auto count = numberOf(events, "world_size");
    if (!rank || !count || *count < 2 || *rank >= *count || *count > trace::kMaxRanks)
        return std::nullopt;
    trace::RankRecord record;
    record.rank = *rank;
    record.count = *count;
    record.state = trace::RankState::Finished;
    return record;
}

bool isCollective(std::string_view name)
{
    const bool isOfLibrary = name.starts_with("nccl") || name.starts_with("gloo:") || name.starts_with("mpi:");
    return isOfLibrary && !containsWord(name, "sendrecv") && !containsWord(name, "coalesced");
}

void addRank(const trace::RankRecord& rank, trace::Store& store)
{
    const trace::TracePtr trace = store.snapshot();
    std::vector<trace::Op> collectives;
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        if (const trace::Op op = trace->op(OpId{i});
            op.state == trace::OpState::Done && isCollective(trace->text(op.name)))
            collectives.push_back(op);
    std::ranges::stable_sort(collectives, {}, &trace::Op::started);
    store.apply(rank);
    store.apply(trace::GroupRecord{GroupId{0}, "world", {}});
    std::uint32_t sequence = 0;
    for (const trace::Op& op : collectives) {
        CollectiveRecord record;
        record.op = op.id;
        record.what = {kindOf(trace->text(op.name)), GroupId{0}, sequence++, op.bytes, {}, trace::ReduceOp::None, -1};
        record.posted = op.started;
        record.done = op.finished;
        store.apply(record);
    }
}

Status alignByCollectives(std::vector<ranks::Member>& members)
{
    const auto& first = members.front().trace->rankPart().collectives;
    for (ranks::Member& member : members) {
        const auto& own = member.trace->rankPart().collectives;
        const std::size_t common = std::min(first.size(), own.size());
        if (common == 0)
            return makeError(ErrorCode::BadFile,
                             message("ranks.no-common", members.front().info.rank, member.info.rank));
        std::vector<Nanoseconds> offsets;
        for (std::size_t i = 0; i < common; ++i) {
            if (first[i].what.kind != own[i].what.kind)
                return makeError(ErrorCode::BadFile,
                                 message("ranks.other-calls", members.front().info.rank, member.info.rank, i));
            offsets.push_back(first[i].done - own[i].done);
        }
        std::vector<Nanoseconds> sorted = offsets;
        std::ranges::sort(sorted);
        const Nanoseconds offset = sorted[sorted.size() / 2];
        const Nanoseconds left = std::max(sorted.back() - offset, offset - sorted.front());
        const Nanoseconds between = first[common - 1].done - first[0].done;
        if (toSeconds(left) > kMostDifference * toSeconds(between) && common > 1)
            return makeError(ErrorCode::BadFile,
                             message("ranks.other-ends", members.front().info.rank, member.info.rank,
                                     std::chrono::duration_cast<std::chrono::microseconds>(left).count()));
        if (&member != &members.front())
            member.clock = ranks::ClockMap({trace::ClockRecord{Nanoseconds{}, offset, left}});
    }
    return {};
}

}  // namespace engine::io::detail

#include "engine/io/detail/import_ranks.h"

#include "engine/io/trace_file.h"
#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace engine::io::detail {

namespace {

using messages::message;
using trace::CollectiveKind;
using trace::CollectiveRecord;

/// The ends of a collective on two ranks may differ by this fraction of the time from the first collective to the last.
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

/// A number in the name of a file.
struct NumberInName {
    std::uint32_t number = 0;
    bool isAfterRank = false;  ///< the number follows the word "rank": "rank0", "rank-0", "Rank_0"
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::vector<NumberInName> numbersIn(std::string_view name)
{
    std::vector<NumberInName> numbers;
    for (std::size_t begin = 0; begin < name.size(); ++begin) {
        if (!isDigit(name[begin]))
            continue;
        std::size_t word = begin;
        while (word > 0 && std::string_view("_-. =").find(name[word - 1]) != std::string_view::npos)
            --word;
        constexpr std::size_t kWordLength = 4;
        NumberInName found;
        found.isAfterRank = word >= kWordLength && containsWord(name.substr(word - kWordLength, kWordLength), "rank");
        const char* const last = name.data() + name.size();
        const auto [end, error] = std::from_chars(name.data() + begin, last, found.number);
        if (error != std::errc{})
            found.number = trace::kMaxRanks;  // the number is too large for a rank; it may be a date or a time
        numbers.push_back(found);
        begin = static_cast<std::size_t>(end - name.data());
    }
    return numbers;
}

bool areFromZero(std::vector<std::uint32_t> ranks)
{
    std::ranges::sort(ranks);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i] != i)
            return false;
    return true;
}

/// Appends the number after the word "rank" in each name to `ranks`. Returns false if a name has no such number or
/// several.
bool takeAfterRank(const std::vector<std::vector<NumberInName>>& names, std::vector<std::uint32_t>& ranks)
{
    for (const std::vector<NumberInName>& name : names) {
        if (std::ranges::count_if(name, &NumberInName::isAfterRank) != 1)
            return false;
        ranks.push_back(std::ranges::find_if(name, &NumberInName::isAfterRank)->number);
    }
    return true;
}

/// Finds the only position at which the numbers of the names differ, and appends these numbers to `ranks`. Returns
/// false if the names have different counts of numbers, or differ at no position or at several.
bool takeDifferent(const std::vector<std::vector<NumberInName>>& names, std::vector<std::uint32_t>& ranks)
{
    std::set<std::size_t> places;
    for (const std::vector<NumberInName>& name : names) {
        if (name.size() != names.front().size())
            return false;
        for (std::size_t i = 0; i < name.size(); ++i)
            if (name[i].number != names.front()[i].number)
                places.insert(i);
    }
    if (places.size() != 1)
        return false;
    for (const std::vector<NumberInName>& name : names)
        ranks.push_back(name[*places.begin()].number);
    return true;
}

/// Fills a store with the records of a trace.
class StoreSink final : public trace::Sink {
public:
    explicit StoreSink(trace::Store& store) : m_store(store) {}
    void write(trace::Record record) override { m_store.apply(std::move(record)); }
    [[nodiscard]] NameId intern(std::string_view) override { return {}; }  // unused: replay() writes the names

private:
    trace::Store& m_store;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> ranksInNames(std::span<const std::string> names)
{
    std::vector<std::vector<NumberInName>> numbers;
    for (const std::string& name : names)
        numbers.push_back(numbersIn(name));
    std::vector<std::uint32_t> ranks;
    if (takeAfterRank(numbers, ranks) && areFromZero(ranks))
        return ranks;
    ranks.clear();
    if (takeDifferent(numbers, ranks) && areFromZero(ranks))
        return ranks;
    return std::nullopt;
}

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

trace::TracePtr withRank(const trace::Trace& trace, const trace::RankRecord& rank)
{
    trace::Store store;
    StoreSink sink(store);
    replay(trace, sink);
    addRank(rank, store);
    return store.snapshot();
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

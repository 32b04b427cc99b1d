#include "engine/io/detail/import_ranks.h"

#include "engine/io/detail/collective_names.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace engine::io::detail {

namespace {

using trace::CollectiveKind;
using trace::CollectiveRecord;

constexpr std::int64_t kMostSequence = std::numeric_limits<std::uint32_t>::max();
constexpr GroupId kWorld{0};

std::optional<std::uint32_t> numberOf(const ImportedEvents& events, const char* key)
{
    const auto found = events.about.find(key);
    std::uint32_t number = 0;
    if (found == events.about.end() ||
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), number).ec != std::errc{})
        return std::nullopt;
    return number;
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
bool appendAfterRank(const std::vector<std::vector<NumberInName>>& names, std::vector<std::uint32_t>& ranks)
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
bool appendDifferent(const std::vector<std::vector<NumberInName>>& names, std::vector<std::uint32_t>& ranks)
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

/// A collective of a trace. `sequence`: its number in its group; -1: the file does not state the number.
struct StatedCall {
    trace::Op op;
    std::int64_t sequence = -1;
    Bytes bytes;
    std::optional<CollectiveKind> kind{};  ///< stated by the file beside the name of the operation
};

/// Sorts the calls of a group by their starts. If the file states numbers of some calls only, removes the others, such
/// as a call that had started before the profile. Unless the stated numbers ascend, numbers the calls in this order.
void number(std::vector<StatedCall>& calls)
{
    const auto isUnstated = [](const StatedCall& call) { return call.sequence < 0; };
    if (!std::ranges::all_of(calls, isUnstated))
        std::erase_if(calls, isUnstated);
    std::ranges::stable_sort(calls, {}, [](const StatedCall& call) { return call.op.started; });
    const auto isAscending = [](const StatedCall& a, const StatedCall& b) { return a.sequence < b.sequence; };
    const bool areStated = calls.front().sequence >= 0 && calls.back().sequence <= kMostSequence &&
                           std::ranges::adjacent_find(calls, std::not_fn(isAscending)) == calls.end();
    for (std::size_t i = 0; i < calls.size() && !areStated; ++i)
        calls[i].sequence = static_cast<std::int64_t>(i);
}

}  // namespace

std::optional<std::vector<std::uint32_t>> ranksInNames(std::span<const std::string> names)
{
    std::vector<std::vector<NumberInName>> numbers;
    for (const std::string& name : names)
        numbers.push_back(numbersIn(name));
    std::vector<std::uint32_t> ranks;
    if (appendAfterRank(numbers, ranks) && areFromZero(ranks))
        return ranks;
    ranks.clear();
    if (appendDifferent(numbers, ranks) && areFromZero(ranks))
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

void addRank(const trace::RankRecord& rank, const ImportCounts& imported, trace::Store& store)
{
    const trace::TracePtr trace = store.snapshot();
    std::map<std::uint32_t, std::vector<StatedCall>> calls;  // by index of the imported group
    for (std::size_t i = 0; i < trace->opCount(); ++i) {
        const trace::Op op = trace->op(OpId{i});
        if (op.state != trace::OpState::Done || !isCollective(trace->text(op.name)))
            continue;
        const auto stated = std::ranges::lower_bound(imported.calls, op.id, {}, &ImportedCall::op);
        const bool isStated = stated != imported.calls.end() && stated->op == op.id;
        if (isStated)
            calls[stated->group].push_back({op, stated->sequence, stated->bytes, stated->kind});
        else
            calls[0].push_back({op, -1, op.bytes});
    }
    store.apply(rank);
    store.apply(trace::GroupRecord{kWorld, "world", {}});
    std::uint32_t groups = 1;
    std::vector<CollectiveRecord> records;
    for (auto& [index, ofGroup] : calls) {
        GroupId group = kWorld;
        if (index != 0) {
            group = GroupId{groups++};
            store.apply(trace::GroupRecord{group, imported.groups[index].name, imported.groups[index].ranks});
        }
        number(ofGroup);
        for (const auto& [op, sequence, bytes, kind] : ofGroup) {
            CollectiveRecord& record = records.emplace_back();
            record.op = op.id;
            const auto named = collectiveIn(trace->text(op.name));
            record.what.kind = named ? *named : kind.value_or(CollectiveKind::Barrier);
            record.what.group = group;
            record.what.sequence = static_cast<std::uint32_t>(sequence);
            record.what.bytes = bytes;
            record.posted = op.started;
            record.done = op.finished;
        }
    }
    std::ranges::stable_sort(records, {}, &CollectiveRecord::posted);
    for (CollectiveRecord& record : records)
        store.apply(std::move(record));
}

}  // namespace engine::io::detail

#include "engine/ranks/box/detail/shared.h"

#include <algorithm>
#include <map>
#include <vector>

namespace engine::ranks::box::detail {

const char* nameOf(trace::CollectiveKind kind)
{
    constexpr std::array kNames{"all_reduce",     "reduce",     "broadcast", "all_gather",
                                "reduce_scatter", "all_to_all", "gather",    "scatter",
                                "barrier",        "send",       "recv"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string namesOf(Mask ranks)
{
    std::string text;
    forEach(ranks, [&](int rank) {
        const Mask rest = ranks & ~((bit(rank) << 1U) - 1);
        text += (text.empty() ? "" : rest == 0 ? " and " : ", ") + std::to_string(rank);
    });
    return (std::popcount(ranks) == 1 ? "rank " : "ranks ") + text;
}

namespace {

bool isTransfer(const Entry& entry)
{
    return entry.key.from >= 0;
}

std::string callOf(const Entry& entry, int rank)
{
    static constexpr std::array kOps{"none", "sum", "product", "min", "max", "avg", "other"};
    const Arrived& it = entry.of[static_cast<std::size_t>(rank)];
    std::string text = nameOf(it.kind);
    if (it.kind == trace::CollectiveKind::Barrier)
        return text;
    text += " of " + std::to_string(it.elements) + (it.elements == 1 ? " number" : " numbers");
    if (it.type.text() != "float32")
        text += " (" + it.type.text() + ")";
    if (it.op != trace::ReduceOp::None && it.op != trace::ReduceOp::Sum)
        text += std::string(", ") + kOps[static_cast<std::size_t>(it.op)];
    if (it.root >= 0 && !isTransfer(entry))
        text += ", root " + std::to_string(it.root);
    return text + (it.gpu < 0 ? " on the CPU" : " on a GPU");
}

std::string placeOf(const Entry& entry, int rank)
{
    const std::int32_t line = entry.of[static_cast<std::size_t>(rank)].line;
    return line > 0 ? ", line " + std::to_string(line) : std::string();
}

}  // namespace

std::string differenceOf(const Entry& entry)
{
    std::vector<std::pair<std::string, Mask>> calls;  // in the order of the first rank that made the call
    forEach(entry.members, [&](int rank) {
        // The two ends of a transfer make different calls; only what they transfer must be equal.
        std::string call = callOf(entry, rank);
        if (isTransfer(entry))
            call = call.substr(call.find(' '));
        const auto same = std::ranges::find(calls, call, [](const auto& one) { return one.first; });
        if (same == calls.end())
            calls.emplace_back(call, bit(rank));
        else
            same->second |= bit(rank);
    });
    if (calls.size() < 2)
        return {};
    std::string text;
    for (const auto& [call, ranks] : calls)
        text += (text.empty() ? "" : "; ") + namesOf(ranks) + placeOf(entry, std::countr_zero(ranks)) + ": " +
                callOf(entry, std::countr_zero(ranks));
    return "The ranks call different collectives: " + text +
           ". All ranks of a group must make the same calls in the same order, of equally many numbers.";
}

std::string describeHang(const Shared& shared)
{
    std::string text;
    for (std::uint32_t i = 0; i < shared.openCount; ++i) {
        const Entry& entry = shared.entries[shared.open[i]];
        const int first = std::countr_zero(entry.arrived);
        const Mask missing = entry.members & ~entry.arrived;
        text += (text.empty() ? "" : "; ") + std::string(nameOf(entry.of[static_cast<std::size_t>(first)].kind)) +
                " #" + std::to_string(entry.key.sequence) + " (" + namesOf(entry.arrived) + placeOf(entry, first) +
                ") waits for " + namesOf(missing);
        forEach(missing, [&](int rank) {
            const RankState& state = shared.ranks[static_cast<std::size_t>(rank)];
            if (state.state == State::Ended)
                text += ", " + (std::popcount(missing) > 1 ? namesOf(bit(rank)) + ": " : std::string()) +
                        (state.reason.text().empty() ? "whose program has ended" : state.reason.text());
        });
    }
    return "The ranks wait for each other for ever: " + text + ".";
}

std::array<std::int64_t, kMostRanks> boundsOf(const Shared& shared)
{
    std::array<std::int64_t, kMostRanks> bounds{};
    const auto count = static_cast<std::size_t>(shared.count);
    for (std::size_t rank = 0; rank < count; ++rank)
        bounds[rank] = shared.ranks[rank].state == State::Ended ? device::kNever : shared.ranks[rank].bound;
    // A rank that asks can be released earlier than at the time it asks for, by a collective that becomes complete.
    for (bool hasChanged = true; hasChanged;) {
        hasChanged = false;
        for (std::uint32_t i = 0; i < shared.openCount; ++i) {
            const Entry& entry = shared.entries[shared.open[i]];
            std::int64_t last = 0;
            forEach(entry.arrived,
                    [&](int rank) { last = std::max(last, entry.of[static_cast<std::size_t>(rank)].time); });
            forEach(entry.members & ~entry.arrived,
                    [&](int rank) { last = std::max(last, bounds[static_cast<std::size_t>(rank)]); });
            forEach(entry.arrived, [&](int rank) {
                const auto at = static_cast<std::size_t>(rank);
                if (shared.ranks[at].state != State::Asking || bounds[at] <= last)
                    return;
                bounds[at] = last;
                hasChanged = true;
            });
        }
    }
    return bounds;
}

}  // namespace engine::ranks::box::detail

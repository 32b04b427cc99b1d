#include "engine/ranks/run_notes.h"

#include "engine/messages/messages.h"
#include "engine/ranks/calls.h"

#include <set>
#include <string>
#include <utility>

namespace engine::ranks {

namespace {

Message textOf(const ClockConflict& conflict)
{
    return messages::message("ranks.clocks", conflict.collectives, conflict.rank, messages::durationText(conflict.by),
                             conflict.other);
}

/// Returns the calls of a collective, in the order of the ranks, up to the first one whose line is unknown: then
/// lineDifferenceOf() returns nothing. In a run of more than io::kMaxDetailedRanks ranks, most lines are unknown.
std::vector<Call> callsOf(const RunSet& set, const MatchedCollective& collective)
{
    std::vector<Call> calls;
    for (const Arrival& arrival : set.arrivals(collective)) {
        const Member& member = set.members()[arrival.member];
        Call& call = calls.emplace_back();
        call.rank = static_cast<int>(member.info.rank);
        call.kind = collective.what.kind;
        call.line = member.trace->has(arrival.op) ? member.trace->op(arrival.op).line : 0;
        if (call.line <= 0)
            break;
    }
    return calls;
}

}  // namespace

std::vector<trace::NoteRecord> notesAbout(const RunSet& set)
{
    std::vector<trace::NoteRecord> notes;
    if (const auto conflict = set.clockConflict())
        notes.push_back({.time = set.extent(), .text = textOf(*conflict), .isWarning = true});
    std::set<std::pair<std::int32_t, std::int32_t>> seen;
    for (const MatchedCollective& collective : set.collectives())
        if (const auto lines = lineDifferenceOf(callsOf(set, collective), collective.what.sequence);
            collective.isWhole && lines && seen.insert(lines->lines).second)
            notes.push_back({.time = set.extent(), .text = lines->text, .isWarning = true, .line = lines->lines.first});
    return notes;
}

}  // namespace engine::ranks

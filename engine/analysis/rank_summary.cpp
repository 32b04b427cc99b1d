#include "engine/analysis/rank_summary.h"

#include "engine/analysis/collective_times.h"
#include "engine/analysis/lateness.h"
#include "engine/analysis/summary.h"
#include "engine/base/expect.h"
#include "engine/base/utf8.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <string_view>

namespace engine::analysis {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 11> kKinds{"all_reduce",     "reduce",     "broadcast", "all_gather",
                                                  "reduce_scatter", "all_to_all", "gather",    "scatter",
                                                  "barrier",        "send",       "receive"};
constexpr std::array<std::string_view, 4> kStates{"running", "finished", "failed", "lost"};

Json ranksOf(const ranks::RunSet& set, const Lateness& lateness)
{
    Json all = Json::array();
    for (std::size_t i = 0; i < set.members().size(); ++i) {
        const ranks::Member& member = set.members()[i];
        all.push_back({{"rank", member.info.rank},
                       {"node", member.info.node},
                       {"host", member.info.host},
                       {"state", kStates[static_cast<std::size_t>(member.info.state)]},
                       {"operations", member.trace->opCount()},
                       {"late", toSeconds(lateness.ranks[i].late)},
                       {"waits", toSeconds(lateness.ranks[i].waits)},
                       {"last_in", lateness.ranks[i].lastIn},
                       {"others_wait", toSeconds(lateness.ranks[i].cost)},
                       {"clock_uncertainty", toSeconds(member.clock.largestUncertainty())},
                       {"summary", member.trace->opCount() > 0 ? Json::parse(summaryJson(*member.trace)) : Json()}});
    }
    return all;
}

Json collectivesOf(const ranks::RunSet& set)
{
    Json all = Json::array();
    for (const ranks::MatchedCollective& collective : set.collectives()) {
        const CollectiveTimes times = timesOf(set, collective);
        all.push_back({{"kind", kKinds[static_cast<std::size_t>(collective.what.kind)]},
                       {"group", collective.what.group.index},
                       {"sequence", collective.what.sequence},
                       {"bytes", collective.what.bytes.value},
                       {"full", times.full ? Json(toSeconds(*times.full)) : Json()},
                       {"first_posted", toSeconds(collective.firstPosted)},
                       {"posted", toSeconds(times.posted)},
                       {"last_posted", toSeconds(collective.lastPosted)},
                       {"done", toSeconds(collective.done)},
                       {"last_rank", set.members()[collective.lastMember].info.rank},
                       {"hidden", times.hidden ? Json(*times.hidden) : Json()},
                       {"complete", collective.isWhole}});
    }
    return all;
}

Json stragglerOf(const ranks::RunSet& set, const Lateness& lateness, const Straggler& straggler)
{
    return {{"rank", set.members()[straggler.member].info.rank},
            {"steps", straggler.steps},
            {"cost", toSeconds(straggler.cost)},
            {"share", straggler.share},
            {"line", straggler.reason.line > 0 ? Json(straggler.reason.line) : Json()},
            {"sentence", sentenceOf(set, lateness, straggler).english()}};
}

Json stragglersOf(const ranks::RunSet& set, const Lateness& lateness)
{
    Json all = Json::array();
    for (const Straggler& straggler : lateness.stragglers)
        all.push_back(stragglerOf(set, lateness, straggler));
    return all;
}

}  // namespace

std::string summaryJson(const ranks::RunSet& set)
{
    ENGINE_EXPECT(!set.members().empty());
    const Lateness lateness = analysis::lateness(set);
    const trace::RunInfo& run = set.members().front().trace->run();
    Json json;
    json["program"] = run.program;
    json["machine"] = run.machine;
    json["platform"] = run.platform == trace::PlatformKind::Real ? "real" : "virtual";
    json["dialect"] = run.dialect;
    json["ranks"] = ranksOf(set, lateness);
    json["expected_ranks"] = set.expectedRanks();
    json["collectives"] = collectivesOf(set);
    json["stragglers"] = stragglersOf(set, lateness);
    json["lost_to"] = lateness.rare ? stragglerOf(set, lateness, *lateness.rare) : Json();
    json["clocks_contradict"] = lateness.isClockWrong;
    json["steps"] = lateness.steps.size();
    json["step"] = lateness.areStepsOfALoop ? "pass" : "collective";
    json["makespan"] = toSeconds(runScope(set).length());
    json["lost"] = toSeconds(lateness.lost);
    json["transfer"] = toSeconds(lateness.transfer);
    json["exposed"] = toSeconds(lateness.exposed);
    json["bounds"] = {{"step_time", toSeconds(lateness.total)},
                      {"no_rank_late", toSeconds(lateness.withoutLateness())},
                      {"perfect_overlap", toSeconds(lateness.withPerfectOverlap())}};
    json["overlap_communication"] = lateness.transfer.count() > 0 ? Json(lateness.hiddenShare()) : Json();
    return escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string summaryText(const ranks::RunSet& set)
{
    const Lateness lateness = analysis::lateness(set);
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(), "%.6g s", toSeconds(lateness.lost));
    const std::string lost = lateness.isClockWrong ? "unknown time" : line.data();
    std::snprintf(line.data(), line.size(),
                  "%u rank%s: makespan %.6g s, lost to lateness %s, exposed communication %.6g s", set.rankCount(),
                  set.rankCount() == 1 ? "" : "s", toSeconds(runScope(set).length()), lost.c_str(),
                  toSeconds(lateness.exposed));
    std::string text = line.data();
    if (lateness.transfer > Nanoseconds{}) {
        std::snprintf(line.data(), line.size(), " (%.0f %% hidden)", 100 * lateness.hiddenShare());
        text += line.data();
    }
    text += '\n';
    for (const Message& sentence : sentencesOf(set, lateness))
        text += sentence.english() + '\n';
    return text;
}

}  // namespace engine::analysis

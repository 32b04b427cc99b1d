#include "engine/analysis/unit_busy.h"

#include <algorithm>

namespace engine::analysis {

namespace {

/// Merges spans that overlap or touch.
std::vector<Scope> united(std::vector<Scope> intervals)
{
    std::sort(intervals.begin(), intervals.end(), [](const Scope& a, const Scope& b) { return a.begin < b.begin; });
    std::vector<Scope> result;
    for (const Scope& interval : intervals) {
        if (!result.empty() && interval.begin <= result.back().end)
            result.back().end = std::max(result.back().end, interval.end);
        else
            result.push_back(interval);
    }
    return result;
}

/// Starts (+1) and ends (-1) of all spans, in time order; at equal times, ends come first.
std::vector<std::pair<Nanoseconds, int>> edgesOf(const std::vector<std::vector<Scope>>& all)
{
    std::vector<std::pair<Nanoseconds, int>> edges;
    for (const auto& intervals : all)
        for (const Scope& interval : intervals) {
            edges.emplace_back(interval.begin, 1);
            edges.emplace_back(interval.end, -1);
        }
    std::sort(edges.begin(), edges.end());
    return edges;
}

}  // namespace

UnitBusy busyOf(const Side& side, const Unit& unit)
{
    const trace::Trace& trace = *side.trace;
    std::vector<Scope> intervals;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const bool isOfDevice = isWorkLane(lane) && lane.device.index < trace.devices().size() &&
                                trace.devices()[lane.device.index].name == unit.device;
        if (!isOfDevice || (!unit.isDevice && (lane.role != unit.role || lane.index != unit.index)))
            continue;
        const trace::LaneIndex& index = trace.index(lane.id);
        for (std::size_t i = index.firstEndingAfter(side.scope.begin);
             i < index.spans().size() && index.spans()[i].begin < side.scope.end; ++i)
            intervals.push_back(
                {std::max(index.spans()[i].begin, side.scope.begin), std::min(index.spans()[i].end(), side.scope.end)});
    }
    UnitBusy busy;
    busy.intervals = united(std::move(intervals));
    for (const Scope& interval : busy.intervals)
        busy.busy += interval.length();
    if (!busy.intervals.empty())
        busy.first = busy.intervals.front().begin;
    return busy;
}

Nanoseconds busyAtOnce(const std::vector<UnitBusy>& units, int least)
{
    std::vector<std::vector<Scope>> all;
    for (const UnitBusy& unit : units)
        all.push_back(unit.intervals);
    Nanoseconds sum{};
    Nanoseconds since{};
    int working = 0;
    for (const auto& [time, change] : edgesOf(all)) {
        if (working >= least)
            sum += time - since;
        since = time;
        working += change;
    }
    return sum;
}

std::vector<BusyStep> busySteps(const std::vector<UnitBusy>& units, Scope scope)
{
    std::vector<std::vector<Scope>> all;
    for (const UnitBusy& unit : units)
        all.push_back(unit.intervals);
    std::vector<BusyStep> steps{{Nanoseconds{}, 0}};
    int working = 0;
    for (const auto& [time, change] : edgesOf(all)) {
        working += change;
        const Nanoseconds at = time - scope.begin;
        if (steps.back().time == at)
            steps.back().units = working;
        else
            steps.push_back({at, working});
    }
    // Removes steps that do not change the number of working units.
    steps.erase(std::unique(steps.begin(), steps.end(),
                            [](const BusyStep& x, const BusyStep& y) { return x.units == y.units; }),
                steps.end());
    return steps;
}

}  // namespace engine::analysis

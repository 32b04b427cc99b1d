#include "ui/model/line_times.h"

#include "engine/analysis/scope.h"

#include <algorithm>

namespace ui::model {

using engine::Nanoseconds;
using engine::trace::Trace;
using engine::trace::WaitRecord;

StateCounts countsAt(const Trace& trace, Nanoseconds time)
{
    StateCounts moment;
    // Binary search: one thread issues all operations, so issue times ascend with the ids.
    std::size_t low = 0;
    for (std::size_t high = trace.opCount(); low < high;) {
        const std::size_t middle = (low + high) / 2;
        if (trace.op(engine::OpId{middle}).issued <= time)
            low = middle + 1;
        else
            high = middle;
    }
    moment.issued = low;
    std::size_t begun = 0;
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        if (!engine::analysis::isWorkLane(lane))
            continue;
        const engine::trace::LaneIndex& index = trace.index(lane.id);
        begun += index.firstBeginningAt(time + Nanoseconds{1});
        moment.done += index.firstEndingAfter(time);
        const auto running = trace.running(lane.id);
        begun += running && trace.op(*running).started <= time ? 1 : 0;
    }
    moment.running = begun > moment.done ? begun - moment.done : 0;
    moment.queued = moment.issued > begun ? moment.issued - begun : 0;
    return moment;
}

std::optional<Nanoseconds> nextSyncPoint(const Trace& trace, Nanoseconds time)
{
    const auto& waits = trace.waits();
    const auto it = std::ranges::upper_bound(waits, time, {}, &WaitRecord::end);
    if (it == waits.end())
        return std::nullopt;
    return it->begin > time ? it->begin : it->end;
}

std::optional<Nanoseconds> syncPointBefore(const Trace& trace, Nanoseconds time)
{
    const auto& waits = trace.waits();
    auto it = std::ranges::lower_bound(waits, time, {}, &WaitRecord::begin);
    if (it == waits.begin())
        return std::nullopt;
    --it;
    return it->end < time ? it->end : it->begin;
}

LineTimes::LineTimes(const Trace& trace)
{
    m_executions.reserve(trace.programPart().lines.size() + trace.waits().size());
    for (const engine::trace::LineRecord& line : trace.programPart().lines)
        if (line.line > 0)
            m_executions.push_back({line.begin, line.end, line.line});
    for (const WaitRecord& wait : trace.waits())
        if (wait.line > 0)
            m_executions.push_back({wait.begin, wait.end, wait.line});
    std::ranges::stable_sort(m_executions, {}, &Execution::begin);
}

int LineTimes::lineAt(Nanoseconds time) const
{
    const auto after = std::ranges::upper_bound(m_executions, time, {}, &Execution::begin);
    if (after == m_executions.begin())
        return 0;
    // The innermost execution is the one that started last and has not ended. To bound the cost, only the last kDeepest
    // executions are searched; if all of them have ended, the newest one counts.
    constexpr int kDeepest = 64;
    auto it = after;
    for (int i = 0; i < kDeepest && it != m_executions.begin(); ++i)
        if ((--it)->end > time)
            return it->line;
    return (after - 1)->line;
}

void LineTimes::beginsOf(int line, std::vector<Nanoseconds>& moments) const
{
    for (const Execution& one : m_executions)
        if (one.line == line && (moments.empty() || moments.back() != one.begin))
            moments.push_back(one.begin);
}

}  // namespace ui::model

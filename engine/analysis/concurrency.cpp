#include "engine/analysis/concurrency.h"

#include "engine/analysis/work_pieces.h"

namespace engine::analysis {

namespace {

/// Merges adjacent sections into one span.
class Joiner {
public:
    explicit Joiner(trace::LaneIndex& index) : m_index(index) {}

    void add(Nanoseconds begin, Nanoseconds end)
    {
        if (m_isOpen && begin == m_end) {
            m_end = end;
            return;
        }
        close();
        m_begin = begin;
        m_end = end;
        m_isOpen = true;
    }

    void close()
    {
        if (!m_isOpen)
            return;
        trace::Span span;
        span.begin = m_begin;
        span.setDuration(m_end - m_begin);
        span.kind = trace::Kind::Host;
        m_index.insert(span);
        m_isOpen = false;
    }

private:
    trace::LaneIndex& m_index;
    Nanoseconds m_begin{}, m_end{};
    bool m_isOpen = false;
};

double shareOf(const trace::LaneIndex& part, const trace::LaneIndex& whole, Scope scope)
{
    const Nanoseconds all = whole.busy(scope.begin, scope.end);
    return all.count() == 0 ? 0.0 : toSeconds(part.busy(scope.begin, scope.end)) / toSeconds(all);
}

}  // namespace

Concurrency::Concurrency(const trace::Trace& trace)
{
    Joiner any(m_any), many(m_many), copying(m_copying), hidden(m_hidden);
    forEachPiece(trace, wholeRun(trace), [&](Nanoseconds begin, Nanoseconds end, const RunningCounts& running) {
        any.add(begin, end);
        if (running.all() >= 2)
            many.add(begin, end);
        if (running.copying > 0)
            copying.add(begin, end);
        if (running.copying > 0 && running.computing > 0)
            hidden.add(begin, end);
    });
    for (Joiner* joiner : {&any, &many, &copying, &hidden})
        joiner->close();
}

double Concurrency::overlapShare(Scope scope) const
{
    return shareOf(m_many, m_any, scope);
}

double Concurrency::hiddenShare(Scope scope) const
{
    return shareOf(m_hidden, m_copying, scope);
}

std::vector<LaneId> busyLanesAt(const trace::Trace& trace, Nanoseconds moment)
{
    std::vector<LaneId> lanes;
    std::vector<OpId> running;
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (!isWorkLane(lane))
            continue;
        const trace::LaneIndex& index = trace.index(lane.id);
        const std::size_t at = index.firstEndingAfter(moment);
        if (at >= index.spans().size() || index.spans()[at].begin > moment)
            continue;
        const OpId op = operationOf(trace, index.spans()[at]);
        if (!op.isValid() || std::find(running.begin(), running.end(), op) != running.end())
            continue;
        running.push_back(op);
        lanes.push_back(lane.id);
    }
    return lanes;
}

}  // namespace engine::analysis

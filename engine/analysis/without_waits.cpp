#include "engine/analysis/without_waits.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::analysis {

namespace {

bool isOfGpu(const trace::LaneRecord& lane)
{
    return lane.role == trace::LaneRole::Compute || lane.role == trace::LaneRole::CopyIn ||
           lane.role == trace::LaneRole::CopyOut || lane.role == trace::LaneRole::CopyPeer;
}

class Replay {
public:
    Replay(const trace::Trace& trace, Scope scope, std::span<const Blocked> blocked, bool copiesAreInStream)
        : m_trace(trace),
          m_scope(scope),
          m_blocked(blocked),
          m_copiesAreInStream(copiesAreInStream),
          m_next(trace.lanes().size(), 0),
          m_finish(trace.opCount(), kNotPlaced)
    {
        for (const trace::LaneRecord& lane : trace.lanes())
            if (lane.role == trace::LaneRole::Link)
                addTurns(trace.index(lane.id));
    }

    Nanoseconds run(Nanoseconds hostEnd)
    {
        std::vector<std::pair<Nanoseconds, OpId>> ops;
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            const trace::LaneIndex& index = m_trace.index(lane.id);
            for (std::size_t i = index.firstBeginningAt(m_scope.begin); i < index.spans().size(); ++i)
                if (const OpId id = index.spans()[i].op; m_trace.has(id) && isIn(lane.id, m_trace.op(id)))
                    ops.emplace_back(m_trace.op(id).started, id);
        }
        std::ranges::sort(ops, {}, [](const auto& op) { return std::pair(op.first, op.second.index); });
        Nanoseconds end = m_scope.begin;
        for (const auto& [started, id] : ops) {
            while (m_saved.size() < m_blocked.size() && m_blocked[m_saved.size()].end <= started)
                passBlocked();
            end = std::max(end, place(m_trace.op(id)));
        }
        while (m_saved.size() < m_blocked.size())
            passBlocked();
        return std::max(end, hostEnd - savedBy(hostEnd)) - m_scope.begin;
    }

private:
    [[nodiscard]] bool isIn(LaneId lane, const trace::Op& op) const
    {
        return op.lane == lane && isOver(op) && op.finished <= m_scope.end;
    }

    /// Spans of a link are host work, whose record names the operation.
    void addTurns(const trace::LaneIndex& link)
    {
        const auto opOf = [&](std::size_t i) { return m_trace.hosts()[link.spans()[i].extra].op; };
        for (std::size_t i = 1; i < link.spans().size(); ++i)
            m_turns[opOf(i).index].push_back(opOf(i - 1));
    }

    /// By how much earlier the program's thread reaches what it did at `time`.
    [[nodiscard]] Nanoseconds savedBy(Nanoseconds time) const
    {
        const auto after = std::ranges::upper_bound(m_blocked.first(m_saved.size()), time, {}, &Blocked::end);
        return after == m_blocked.begin() ? Nanoseconds{}
                                          : m_saved[static_cast<std::size_t>(after - m_blocked.begin()) - 1];
    }

    [[nodiscard]] Nanoseconds finishOf(const trace::Op& op) const
    {
        return m_finish[op.id.index] != kNotPlaced ? m_finish[op.id.index] : op.finished;
    }

    void passBlocked()
    {
        const std::size_t at = m_saved.size();
        const Blocked& blocked = m_blocked[at];
        const Nanoseconds saved = at > 0 ? m_saved[at - 1] : Nanoseconds{};
        const Nanoseconds last = at > 0 ? std::max(m_scope.begin, m_blocked[at - 1].end) : m_scope.begin;
        const Nanoseconds begin = std::clamp(last, blocked.begin, blocked.end);
        Nanoseconds end = begin - saved;
        if (!blocked.isRemovable && m_trace.has(blocked.releasedBy)) {
            const trace::Op& op = m_trace.op(blocked.releasedBy);
            if (isOver(op) && op.finished <= blocked.end)
                end = std::max(end, finishOf(op) + (blocked.end - op.finished));
        } else if (!blocked.isRemovable) {
            end += blocked.end - begin;
        }
        m_saved.push_back(blocked.end - end);
    }

    /// Returns the operation's end in the replay.
    Nanoseconds place(const trace::Op& op)
    {
        Nanoseconds recorded = std::min(op.issued, op.started);
        Nanoseconds earliest = recorded - savedBy(op.issueBegin);
        // The part of `before` that had to be over: all, or, if both ran at the same time, that before the start.
        const auto follow = [&](const trace::Op& before) {
            const Nanoseconds end = std::min(before.finished, op.started);
            recorded = std::max(recorded, end);
            earliest = std::max(earliest, finishOf(before) - (before.finished - end));
        };
        for (const trace::Edge& edge : m_trace.edgesInto(op.id))
            if (const trace::Op& from = m_trace.op(edge.from); isOver(from))
                follow(from);
        const trace::LaneRecord& own = m_trace.lanes()[op.lane.index];
        for (const trace::LaneRecord& lane : m_trace.lanes()) {
            const bool isUnit = isUnitOf(lane, own);
            if (!isUnit && !isStreamOf(lane, own, m_copiesAreInStream))
                continue;
            const auto& spans = m_trace.index(lane.id).spans();
            std::size_t& next = m_next[lane.id.index];
            while (next < spans.size() && spans[next].begin < op.started)
                ++next;
            if (next > 0 && m_trace.has(spans[next - 1].op) && (isUnit || spans[next - 1].op.index < op.id.index))
                follow(m_trace.op(spans[next - 1].op));
        }
        if (const auto turns = m_turns.find(op.id.index); turns != m_turns.end())
            for (const OpId before : turns->second)
                if (m_trace.has(before) && m_trace.op(before).started <= op.started)
                    follow(m_trace.op(before));
        const Nanoseconds end = earliest + (op.finished - recorded);
        m_finish[op.id.index] = end;
        return end;
    }

    static constexpr Nanoseconds kNotPlaced = Nanoseconds::min();

    const trace::Trace& m_trace;
    Scope m_scope;
    std::span<const Blocked> m_blocked;
    bool m_copiesAreInStream;
    std::vector<Nanoseconds> m_saved;                              ///< by wait: the sum up to its end
    std::vector<std::size_t> m_next;                               ///< by lane: the first span that has not begun
    std::vector<Nanoseconds> m_finish;                             ///< by operation; kNotPlaced: not in the scope
    std::unordered_map<std::uint32_t, std::vector<OpId>> m_turns;  ///< by operation: those before it on its links
};

}  // namespace

bool isUnitOf(const trace::LaneRecord& lane, const trace::LaneRecord& own)
{
    return lane.id == own.id || (isShared(own.role) && lane.role == own.role && lane.device == own.device);
}

bool isStreamOf(const trace::LaneRecord& lane, const trace::LaneRecord& own, bool copiesAreInStream)
{
    return copiesAreInStream && lane.device == own.device && isOfGpu(lane) && isOfGpu(own);
}

Nanoseconds lengthWithoutWaits(const trace::Trace& trace, Scope scope, std::span<const Blocked> blocked,
                               Nanoseconds hostEnd, bool copiesAreInStream)
{
    return Replay(trace, scope, blocked, copiesAreInStream).run(hostEnd);
}

}  // namespace engine::analysis

#include "engine/analysis/without_waits.h"

#include "engine/analysis/work_pieces.h"

#include <map>
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
    Replay(const trace::Trace& trace, Scope scope, std::span<const BlockedTime> blocked, bool copiesAreInStream)
        : m_trace(trace),
          m_scope(scope),
          m_blocked(blocked),
          m_copiesAreInStream(copiesAreInStream),
          m_next(trace.lanes().size(), 0)
    {
        for (const trace::LaneRecord& lane : trace.lanes()) {
            m_lanesOf[lane.device.index].push_back(lane.id);
            if (lane.role == trace::LaneRole::Link)
                addTurns(trace.index(lane.id));
            else
                addOps(lane.id);
        }
        std::ranges::sort(m_turns);
        std::ranges::sort(m_ops);
        const auto [first, last] = std::ranges::minmax_element(m_ops, {}, &Started::second);
        if (first != m_ops.end()) {
            m_first = first->second;
            m_finish.assign(last->second - m_first + std::size_t{1}, kNotPlaced);
        }
    }

    Nanoseconds run(Nanoseconds hostEnd)
    {
        Nanoseconds end = m_scope.begin;
        for (const auto& [started, op] : m_ops) {
            while (m_saved.size() < m_blocked.size() && m_blocked[m_saved.size()].end <= started)
                passBlocked();
            end = std::max(end, place(m_trace.op(OpId{op})));
        }
        while (m_saved.size() < m_blocked.size())
            passBlocked();
        return std::max(end, hostEnd - savedBy(hostEnd)) - m_scope.begin;
    }

private:
    using Started = std::pair<Nanoseconds, std::uint32_t>;  ///< start and index of an operation

    void addOps(LaneId lane)
    {
        const trace::LaneIndex& index = m_trace.index(lane);
        const std::size_t end = index.firstBeginningAt(m_scope.end);
        for (std::size_t i = index.firstBeginningAt(m_scope.begin); i < end; ++i)
            if (const OpId id = index.spans()[i].op; m_trace.has(id))
                if (const trace::Op op = m_trace.op(id); op.lane == lane && isOver(op) && op.finished <= m_scope.end)
                    m_ops.emplace_back(op.started, id.index);
    }

    /// Adds the order of different operations on a link. Consecutive spans of one collective count as one.
    void addTurns(const trace::LaneIndex& link)
    {
        const std::size_t begin = link.firstBeginningAt(m_scope.begin), end = link.firstBeginningAt(m_scope.end);
        for (std::size_t i = begin + 1; i < end; ++i) {
            const OpId op = operationOf(m_trace, link.spans()[i]), before = operationOf(m_trace, link.spans()[i - 1]);
            if (op != before && m_trace.has(op) && m_trace.has(before))
                m_turns.emplace_back(op.index, before.index);
        }
    }

    /// Returns the time that the program's thread saves until `time` if the waits are removed.
    [[nodiscard]] Nanoseconds savedBy(Nanoseconds time) const
    {
        const auto after = std::ranges::upper_bound(m_blocked.first(m_saved.size()), time, {}, &BlockedTime::end);
        return after == m_blocked.begin() ? Nanoseconds{}
                                          : m_saved[static_cast<std::size_t>(after - m_blocked.begin()) - 1];
    }

    [[nodiscard]] Nanoseconds finishOf(const trace::Op& op) const
    {
        const std::size_t at = op.id.index - std::size_t{m_first};
        return at < m_finish.size() && m_finish[at] != kNotPlaced ? m_finish[at] : op.finished;
    }

    void passBlocked()
    {
        const std::size_t at = m_saved.size();
        const BlockedTime& blocked = m_blocked[at];
        const Nanoseconds saved = at > 0 ? m_saved[at - 1] : Nanoseconds{};
        const Nanoseconds last = at > 0 ? std::max(m_scope.begin, m_blocked[at - 1].end) : m_scope.begin;
        const Nanoseconds begin = std::min(std::max(last, blocked.begin), blocked.end);
        Nanoseconds end = begin - saved;
        if (!blocked.isRemovable) {
            // The wait blocked the thread until `releasedBy` ended. If that operation did not end within the wait, the
            // wait did not block the thread.
            Nanoseconds released = begin;
            if (m_trace.has(blocked.releasedBy))
                if (const trace::Op op = m_trace.op(blocked.releasedBy);
                    isOver(op) && op.finished > begin && op.finished <= blocked.end) {
                    released = op.finished;
                    end = std::max(end, finishOf(op));
                }
            end += blocked.end - released;
        }
        m_saved.push_back(blocked.end - end);
    }

    /// Replays an operation after its predecessors, and returns its end in the replay.
    Nanoseconds place(const trace::Op& op)
    {
        Nanoseconds recorded = std::min(op.issued, op.started);
        Nanoseconds earliest = recorded - savedBy(op.issueBegin);
        // `before` had to end before `op` started. If both ran at the same time, only the portion of `before` that
        // preceded the start of `op` had to end.
        const auto follow = [&](const trace::Op& before) {
            const Nanoseconds end = std::min(before.finished, op.started);
            recorded = std::max(recorded, end);
            earliest = std::max(earliest, finishOf(before) - (before.finished - end));
        };
        for (const trace::Edge& edge : m_trace.edges().into(op.id))
            if (const trace::Op& from = m_trace.op(edge.from); isOver(from))
                follow(from);
        const trace::LaneRecord& own = m_trace.lanes()[op.lane.index];
        for (const LaneId id : m_lanesOf[own.device.index]) {
            const trace::LaneRecord& lane = m_trace.lanes()[id.index];
            const bool isUnit = isUnitOf(lane, own);
            if (!isUnit && !isStreamOf(lane, own, m_copiesAreInStream))
                continue;
            const auto& spans = m_trace.index(id).spans();
            std::size_t& next = m_next[id.index];
            while (next < spans.size() && spans[next].begin < op.started)
                ++next;
            if (next > 0 && m_trace.has(spans[next - 1].op) && (isUnit || spans[next - 1].op.index < op.id.index))
                follow(m_trace.op(spans[next - 1].op));
        }
        for (const auto& [_, before] : std::ranges::equal_range(m_turns, op.id.index, {}, &Turn::first))
            if (const trace::Op& turn = m_trace.op(OpId{before}); isOver(turn) && turn.started <= op.started)
                follow(turn);
        const Nanoseconds end = earliest + (op.finished - recorded);
        m_finish[op.id.index - m_first] = end;
        return end;
    }

    using Turn = std::pair<std::uint32_t, std::uint32_t>;  ///< an operation, and the previous operation on a link
    static constexpr Nanoseconds kNotPlaced = Nanoseconds::min();

    const trace::Trace& m_trace;
    Scope m_scope;
    std::span<const BlockedTime> m_blocked;
    bool m_copiesAreInStream;
    std::map<std::uint32_t, std::vector<LaneId>> m_lanesOf;  ///< by device
    std::vector<Started> m_ops;                              ///< operations that ran in the scope, by start
    std::vector<Turn> m_turns;
    std::vector<std::size_t>
        m_next;  ///< by lane: index of the first span that does not start before the operation placed last
    std::vector<Nanoseconds> m_saved;  ///< for each wait: time saved until the end of the wait
    /// End of operation m_first + i in the replay; kNotPlaced: not placed yet, or not in the scope.
    std::vector<Nanoseconds> m_finish;
    std::uint32_t m_first = 0;
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

Nanoseconds lengthWithoutWaits(const trace::Trace& trace, Scope scope, std::span<const BlockedTime> blocked,
                               Nanoseconds hostEnd, bool copiesAreInStream)
{
    return Replay(trace, scope, blocked, copiesAreInStream).run(hostEnd);
}

}  // namespace engine::analysis

#include "engine/analysis/reason.h"

#include "engine/analysis/bound.h"
#include "engine/analysis/critical_path.h"
#include "engine/trace/decisive_cause.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine::analysis {

namespace {

using ReasonKind = Reason::Kind;

/// Compares the critical path of the slower run with the matching operations of the faster run.
class Charges {
public:
    Charges(const Side& slower, const Side& faster, bool isASlower, const LineMatch& lines, const OpMatch& ops)
        : m_slower(slower), m_faster(faster), m_isASlower(isASlower), m_lines(lines), m_ops(ops)
    {
        const auto& waits = slower.trace->waits();
        for (std::size_t i = 0; i < waits.size(); ++i)
            if (waits[i].releasedBy.isValid() && waits[i].end > slower.scope.begin && waits[i].end <= slower.scope.end)
                m_waitsFor[waits[i].releasedBy.index].push_back(i);
        for (const trace::WaitRecord& wait : faster.trace->waits())
            if (wait.releasedBy.isValid() && wait.end > faster.scope.begin && wait.end <= faster.scope.end)
                ++m_waitsInFaster[{wait.line, wait.releasedBy.index}];
    }

    Reason largest()
    {
        follow();
        // The overview of several ranks has no waits of their programs, so time without an operation has no known
        // cause.
        if (m_slower.trace->rankPart().set)
            std::erase_if(m_charges, [](const auto& charge) { return charge.first.what == ReasonKind::Program; });
        Reason best;
        for (auto& [key, reason] : m_charges)
            if (reason.share > best.share)
                best = reason;
        for (const auto& [key, reason] : m_charges)
            if (reason.share < -best.lost) {
                best.against = key.what;
                best.lost = -reason.share;
                best.lostKind = reason.kind;
            }
        best.isASlower = m_isASlower;
        if (best.delayed.isValid())
            addFilled(best);
        return best;
    }

private:
    struct Key {
        ReasonKind what;
        int detail;  ///< line, kind or cause, as `what` requires

        auto operator<=>(const Key&) const = default;
    };

    [[nodiscard]] trace::Op slow(OpId op) const { return m_slower.trace->op(op); }
    [[nodiscard]] trace::Op fast(OpId op) const { return m_faster.trace->op(op); }
    [[nodiscard]] OpId across(OpId op) const { return m_isASlower ? m_ops.ofA(op) : m_ops.ofB(op); }

    /// Walks along the path of the slower run and along the matching operations of the faster run; `m_fast` is the time
    /// reached in the faster run. The operations may have another order there, so time before `m_front` is not counted
    /// again. If an operation starts before `m_fast` in the faster run, its delay is charged with the overlap, which is
    /// stored as a credit. Later operations of the path that run within the overlap use up the credit.
    void follow()
    {
        OpId last;                                    // last matched operation on the path
        Nanoseconds lastSlow = m_slower.scope.begin;  // time up to which the slower run is charged
        m_fast = m_front = m_faster.scope.begin;
        for (const PathSegment& segment : criticalPath(*m_slower.trace, m_slower.scope).segments) {
            if (segment.what != PathSegment::Kind::Op)
                continue;
            const trace::Op& op = slow(segment.op);
            const OpId other = across(segment.op);
            if (!other.isValid() || fast(other).state != trace::OpState::Done) {
                const Nanoseconds ran = segment.end - segment.begin;
                Reason& more = charge({ReasonKind::More, static_cast<int>(op.kind)}, ran);
                more.kind = op.kind;
                lastSlow += ran;
                m_lastOp = segment.op;
                continue;
            }
            const Nanoseconds begin = std::max(op.started, m_slower.scope.begin);
            chargeDelay(segment, other, begin - lastSlow, std::max(fast(other).started, m_faster.scope.begin));
            chargeRunning(op, op.finished - begin, std::max(fast(other).finished, m_fast));
            lastSlow = op.finished;
            last = segment.op;
            m_lastOp = segment.op;
        }
        chargeEnd(last, m_slower.scope.end - lastSlow);
    }

    Reason& charge(Key key, Nanoseconds share)
    {
        Reason& reason = m_charges[key];
        reason.what = key.what;
        reason.share += share;
        ++reason.times;
        return reason;
    }

    /// Charges `key` with the time by which the gap before an operation of the path is longer than in the faster run.
    /// `gap`: length in the slower run; `begin`: start of the operation in the faster run. Sets `delay` to the charged
    /// time and returns the charge.
    Reason& chargeGap(Key key, Nanoseconds gap, Nanoseconds begin, Nanoseconds& delay)
    {
        delay = gap;
        if (begin < m_fast) {
            m_credits.push_back({key, m_fast - begin});
            delay += m_fast - begin;
        } else {
            useCredits(std::min(begin, m_front) - m_fast, [](Nanoseconds) { return Nanoseconds{}; });
            delay -= begin - std::max(m_fast, std::min(begin, m_front));
        }
        m_fast = begin;
        m_front = std::max(m_front, m_fast);
        return charge(key, delay);
    }

    /// Uses up `time` of the newest credits. The charges that received these credits decrease by the used time, except
    /// for the portion that `kept` returns.
    void useCredits(Nanoseconds time, auto kept)
    {
        while (time > Nanoseconds{} && !m_credits.empty()) {
            auto& [key, credit] = m_credits.back();
            const Nanoseconds used = std::min(time, credit);
            m_charges[key].share -= used - kept(used);
            credit -= used;
            time -= used;
            if (credit == Nanoseconds{})
                m_credits.pop_back();
        }
    }

    /// Charges the kind of `op` with the time by which it runs longer than in the faster run. `ran`: its time in the
    /// slower run; `end`: its end in the faster one. Time that overlaps earlier operations of the faster run is not
    /// counted; it uses up credits (see follow()).
    void chargeRunning(const trace::Op& op, Nanoseconds ran, Nanoseconds end)
    {
        const Nanoseconds ranFast = end - m_fast;
        const Nanoseconds hidden = std::min(ranFast, m_front - m_fast);
        const double part = ranFast > Nanoseconds{} ? toSeconds(ran) / toSeconds(ranFast) : 0;
        Nanoseconds own = ran;
        useCredits(hidden, [&](Nanoseconds used) {
            const double share = std::min(static_cast<double>(used.count()) * part, static_cast<double>(own.count()));
            const Nanoseconds kept{std::llround(share)};
            own -= kept;
            return kept;
        });
        const Nanoseconds ownFast = ranFast - hidden;
        Reason& reason = charge({ReasonKind::Running, static_cast<int>(op.kind)}, own - ownFast);
        reason.kind = op.kind;
        reason.running += own;
        reason.runningInFaster += ownFast;
        m_fast = end;
        m_front = std::max(m_front, m_fast);
    }

    /// Charges the delay of an operation on the path: the time by which the gap before the operation is longer than in
    /// the faster run. `gap`: its length in the slower run; `begin`: start of the operation in the faster run.
    void chargeDelay(const PathSegment& segment, OpId other, Nanoseconds gap, Nanoseconds begin)
    {
        const trace::Op& op = slow(segment.op);
        const trace::Cause cause = trace::decisiveCause(op);
        const bool isIssued = cause.kind == trace::CauseKind::Issued || cause.kind == trace::CauseKind::None ||
                              cause.kind == trace::CauseKind::Synchronise;
        Nanoseconds delay{};
        if (!isIssued && cause.op.isValid()) {
            const trace::Cause otherCause = trace::decisiveCause(fast(other));
            const bool isSame = otherCause.kind == cause.kind && across(cause.op) == otherCause.op;
            Reason& reason = chargeGap({ReasonKind::Queue, static_cast<int>(cause.kind)}, gap, begin, delay);
            reason.cause = cause.kind;
            if (!isSame)
                noteDelayed(reason, segment.op, other, cause.op, delay);
        } else if (const auto wait = waitBefore(op.issued)) {
            chargeWait(*wait, segment.op, other, gap, begin);
        } else {
            chargeGap({ReasonKind::Program, 0}, gap, begin, delay);
        }
    }

    void chargeWait(std::size_t index, OpId delayed, OpId other, Nanoseconds gap, Nanoseconds begin)
    {
        const trace::WaitRecord& wait = m_slower.trace->waits()[index];
        Nanoseconds delay{};
        Reason& reason = chargeGap({ReasonKind::Wait, wait.line}, gap, begin, delay);
        reason.line = wait.line;
        if (noteDelayed(reason, delayed, other, wait.releasedBy, delay))
            reason.wait = index;
    }

    /// Stores `delayed` in `reason` if its delay is the largest so far. Returns whether it is.
    bool noteDelayed(Reason& reason, OpId delayed, OpId other, OpId awaited, Nanoseconds delay)
    {
        Nanoseconds& most = m_most[&reason];
        if (reason.awaited.isValid() && delay <= most)
            return false;
        most = delay;
        reason.delayed = delayed;
        reason.delayedInFaster = other;
        reason.awaited = awaited;
        if (delayed.isValid())
            reason.start = slow(delayed).started - m_slower.scope.begin;
        if (other.isValid())
            reason.startInFaster = fast(other).started - m_faster.scope.begin;
        return true;
    }

    /// Index of the last wait for m_lastOp that ended before `issued`; none if the faster run has the same wait.
    [[nodiscard]] std::optional<std::size_t> waitBefore(Nanoseconds issued) const
    {
        const auto found = m_lastOp.isValid() ? m_waitsFor.find(m_lastOp.index) : m_waitsFor.end();
        if (found == m_waitsFor.end())
            return std::nullopt;
        for (std::size_t i = found->second.size(); i-- > 0;) {
            const trace::WaitRecord& wait = m_slower.trace->waits()[found->second[i]];
            if (wait.end > issued)
                continue;
            const int line = m_isASlower ? m_lines.bOf(wait.line) : m_lines.aOf(wait.line);
            const bool isInFaster = line > 0 && m_waitsInFaster.contains({line, across(wait.releasedBy).index});
            return isInFaster ? std::nullopt : std::optional(found->second[i]);
        }
        return std::nullopt;
    }

    /// Charges the time between the last operation of the path and the end of the scope.
    void chargeEnd(OpId last, Nanoseconds rest)
    {
        m_lastOp = last.isValid() && m_lastOp.isValid() ? m_lastOp : last;
        Nanoseconds delay{};
        if (const auto wait = waitBefore(m_slower.scope.end))
            chargeWait(*wait, {}, {}, rest, m_faster.scope.end);
        else
            chargeGap({ReasonKind::Program, 0}, rest, m_faster.scope.end, delay);
    }

    void addFilled(Reason& reason) const
    {
        const LaneId lane = reason.delayedInFaster.isValid() ? fast(reason.delayedInFaster).lane : LaneId{};
        if (!lane.isValid() || reason.start <= reason.startInFaster)
            return;
        const Nanoseconds end = std::min(m_faster.scope.begin + reason.start, m_faster.scope.end);
        reason.filled = m_faster.trace->index(lane).busy(m_faster.scope.begin + reason.startInFaster, end);
    }

    const Side& m_slower;
    const Side& m_faster;
    bool m_isASlower;
    const LineMatch& m_lines;
    const OpMatch& m_ops;
    OpId m_lastOp;
    Nanoseconds m_fast{};                                ///< time reached in the faster run
    Nanoseconds m_front{};                               ///< largest value of m_fast so far
    std::vector<std::pair<Key, Nanoseconds>> m_credits;  ///< credits for the time from m_fast to m_front
    /// indices of waits, by the operation that released the wait
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> m_waitsFor;
    std::map<std::pair<std::int32_t, std::uint32_t>, int> m_waitsInFaster;  ///< number of waits by line and operation
    std::map<Key, Reason> m_charges;
    std::map<const Reason*, Nanoseconds> m_most;
};

/// Compares the parts of the critical paths, apart from waiting. Returns the largest amount by which a part is longer
/// in the faster run; 0 if no part is longer.
Nanoseconds grownPart(const Side& slower, const Side& faster)
{
    const PathSplit was = splitOf(*slower.trace, criticalPath(*slower.trace, slower.scope));
    const PathSplit is = splitOf(*faster.trace, criticalPath(*faster.trace, faster.scope));
    Nanoseconds most{};
    for (const auto part : {&PathSplit::compute, &PathSplit::copy, &PathSplit::pages, &PathSplit::dispatch})
        most = std::max(most, is.*part - was.*part);
    return most;
}

/// Returns the reason on the critical path of the slower side that explains most of the difference.
Reason ofPath(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops)
{
    if (!recordsCauses(*a.trace) || !recordsCauses(*b.trace))
        return {};
    const bool isASlower = a.scope.length() > b.scope.length();
    const Side &slower = isASlower ? a : b, &faster = isASlower ? b : a;
    Reason reason = Charges(slower, faster, isASlower, lines, ops).largest();
    // Charges of both signs may be large because the runs do the same work at different times. The faster run really
    // loses only the time by which a part of its critical path is longer.
    reason.lost = std::min(reason.lost, grownPart(slower, faster));
    if (reason.lost == Nanoseconds{})
        reason.against = ReasonKind::None;
    reason.share = std::min(reason.share, slower.scope.length() - faster.scope.length() + reason.lost);
    return reason;
}

/// The loss of ranks that explains at least half of the difference; None if there is none.
Reason lossOf(const RankTimes& ranks, const Side& a, const Side& b)
{
    Reason reason;
    const auto loss = decisiveLoss(ranks, a.scope.length(), b.scope.length());
    if (!loss)
        return reason;
    reason.isASlower = a.scope.length() > b.scope.length();
    reason.what = loss->what == RankLoss::Kind::LateRanks ? ReasonKind::LateRanks : ReasonKind::ExposedCommunication;
    reason.running = reason.isASlower ? loss->a : loss->b;
    reason.runningInFaster = reason.isASlower ? loss->b : loss->a;
    reason.share = reason.running - reason.runningInFaster;
    return reason;
}

}  // namespace

Reason reasonOf(const Side& a, const Side& b, const LineMatch& lines, const OpMatch& ops,
                const std::optional<RankTimes>& ranks)
{
    const Nanoseconds difference = a.scope.length() - b.scope.length();
    if (difference == Nanoseconds{})
        return {};
    Reason reason;
    reason.isASlower = difference > Nanoseconds{};
    if (rankCountOf(*a.trace) != rankCountOf(*b.trace))
        reason.what = ReasonKind::OtherRanks;
    else
        reason = ofPath(a, b, lines, ops);
    // A longer collective on the critical path is time that the ranks lose by waiting for each other, so it is reported
    // as that loss.
    if (Reason loss = ranks ? lossOf(*ranks, a, b) : Reason(); loss.what != ReasonKind::None)
        if (loss.share >= reason.share || reason.kind == trace::Kind::Collective)
            reason = std::move(loss);
    reason.total = reason.isASlower ? difference : -difference;
    return reason;
}

}  // namespace engine::analysis

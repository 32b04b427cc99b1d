#include "engine/devices/cuda/detail/life_ledger.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <limits>

namespace engine::devices::cuda::detail {

void LifeLedger::issued(OpId op, LaneId lane, DeviceId device, Nanoseconds at, std::span<const OpId> after,
                        Timing timing, std::optional<Nanoseconds> posted)
{
    const std::lock_guard lock(m_mutex);
    Entry& entry = m_entries[op.index];
    entry.lane = lane;
    entry.device = device;
    entry.posted = posted.value_or(at);
    entry.issued = at;
    entry.hasTimes = entry.wantsTimes = timing == Timing::Follow;
    Lane& queue = m_lanes[lane.index];
    entry.before = queue.last;
    Progress& progress = m_progress[device.index];
    entry.number = ++progress.issued;
    ++progress.open;
    progress.idleFlushes = 0;
    const auto follow = [&](OpId before) {
        if (!before.isValid() || before == op || std::ranges::find(entry.after, before) != entry.after.end())
            return;
        entry.after.push_back(before);
        if (const auto found = m_entries.find(before.index); found != m_entries.end()) {
            found->second.successors.push_back(op);
            ++entry.missing;
        }
    };
    follow(queue.last);
    for (const OpId before : after)
        follow(before);
    queue.last = op;
}

void LifeLedger::discard(OpId op)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(op.index);
    if (found == m_entries.end())
        return;
    ENGINE_EXPECT(m_lanes[found->second.lane.index].last == op && found->second.successors.empty());
    m_lanes[found->second.lane.index].last = found->second.before;
    --m_progress[found->second.device.index].open;
    for (const OpId before : found->second.after)
        if (const auto predecessor = m_entries.find(before.index); predecessor != m_entries.end())
            std::erase(predecessor->second.successors, op);
    m_entries.erase(found);
}

void LifeLedger::ended(OpId op, Nanoseconds seen, Outcome outcome, const std::optional<Interval>& measured)
{
    const std::lock_guard order(m_order);
    std::vector<WrittenLife> written;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(op.index);
        if (found == m_entries.end())
            return;
        found->second.seen = seen;
        found->second.hasEnded = true;
        found->second.hasFailed = outcome == Outcome::Failed;
        --m_progress[found->second.device.index].open;
        if (measured)
            found->second.measured = measured;
        bound(found->second.after, seen);
        writeComplete(op, written);
    }
    notify(written);
}

void LifeLedger::endedBefore(std::span<const OpId> ops, Nanoseconds seen)
{
    const std::lock_guard lock(m_mutex);
    bound(ops, seen);
}

void LifeLedger::timed(OpId op, const Interval& measured)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(op.index);
    if (found != m_entries.end())
        found->second.isTimed = true;
    // Ignores invalid times: a profiler whose device buffer overflows reports zero, or an end before the begin.
    if (found == m_entries.end() || measured.begin <= Nanoseconds{} || measured.end < measured.begin)
        return;
    std::optional<Interval>& known = found->second.measured;
    known = known ? Interval{std::min(known->begin, measured.begin), std::max(known->end, measured.end)} : measured;
}

void LifeLedger::flushed(DeviceId device)
{
    const std::lock_guard order(m_order);
    std::vector<WrittenLife> written;
    {
        const std::lock_guard lock(m_mutex);
        Progress& progress = m_progress[device.index];
        progress.idleFlushes = progress.open > 0 ? 0 : progress.idleFlushes + 1;
        const bool isIdle = progress.idleFlushes >= 2;
        std::vector<std::uint32_t> complete;
        for (auto& [op, entry] : m_entries)
            if (entry.device == device && entry.hasTimes && entry.hasEnded &&
                (isIdle || entry.number < progress.proven)) {
                entry.hasTimes = false;
                complete.push_back(op);
            }
        progress.proven = std::max(progress.proven, provenOf(device));
        std::ranges::sort(complete);
        for (const std::uint32_t op : complete)
            writeComplete(OpId{op}, written);
    }
    notify(written);
}

/// Returns the number of the youngest operation that has times and before which all older operations have ended: the
/// times of these older operations are complete. If an older operation has not ended, its times may arrive later:
/// operations of several streams end in another order than they were issued, and the profiler returns a buffer with
/// unfinished operations after younger buffers.
std::uint64_t LifeLedger::provenOf(DeviceId device) const
{
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [op, entry] : m_entries)
        if (entry.device == device && !entry.hasEnded)
            oldest = std::min(oldest, entry.number);
    std::uint64_t proven = 0;
    for (const auto& [op, entry] : m_entries)
        if (entry.device == device && entry.isTimed && entry.number <= oldest)
            proven = std::max(proven, entry.number);
    return proven;
}

void LifeLedger::finish()
{
    const std::lock_guard order(m_order);
    std::vector<WrittenLife> written;
    {
        const std::lock_guard lock(m_mutex);
        m_isFinished = true;
        std::vector<std::uint32_t> all;
        for (const auto& [op, entry] : m_entries)
            all.push_back(op);
        std::ranges::sort(all);
        for (const std::uint32_t op : all)
            writeComplete(OpId{op}, written);
    }
    notify(written);
}

bool LifeLedger::contains(OpId op) const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.contains(op.index) || m_times.contains(op.index);
}

void LifeLedger::whenWritten(OpId op, Use use)
{
    Times times;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_entries.find(op.index); found != m_entries.end()) {
            found->second.uses.push_back(std::move(use));
            return;
        }
        const auto found = m_times.find(op.index);
        if (found == m_times.end())
            return;
        times = found->second;
    }
    use(times);
}

LifeLedger::Adjustments LifeLedger::adjustments() const
{
    const std::lock_guard lock(m_mutex);
    return m_adjustments;
}

/// Limits the ends of `ops` and their predecessors to `seen`. The watcher thread of another stream may observe the end
/// of such an operation late; without this limit, the successor's end would then be moved past later actions of the
/// host.
void LifeLedger::bound(std::span<const OpId> ops, Nanoseconds seen)
{
    std::vector<OpId> open(ops.begin(), ops.end());
    while (!open.empty()) {
        const auto found = m_entries.find(open.back().index);
        open.pop_back();
        if (found == m_entries.end() || found->second.seenBy() <= seen)
            continue;
        found->second.bound = seen;
        open.insert(open.end(), found->second.after.begin(), found->second.after.end());
    }
}

/// Writes the lifetime of `first` if it is complete, and then those of its successors that are complete.
void LifeLedger::writeComplete(OpId first, std::vector<WrittenLife>& written)
{
    std::vector<OpId> open{first};
    while (!open.empty()) {
        const OpId op = open.back();
        open.pop_back();
        const auto found = m_entries.find(op.index);
        if (found == m_entries.end())
            continue;
        Entry& entry = found->second;
        if (!entry.hasEnded || entry.missing > 0 || (entry.hasTimes && !m_isFinished && !entry.hasFailed))
            continue;
        const trace::LifeRecord life = lifeOf(op, entry);
        m_times[op.index] = {life.ready, life.started, life.finished};
        for (const OpId successor : entry.successors)
            if (const auto next = m_entries.find(successor.index); next != m_entries.end()) {
                --next->second.missing;
                open.push_back(successor);
            }
        written.push_back({life, std::move(entry.uses)});
        m_entries.erase(found);
    }
}

trace::LifeRecord LifeLedger::lifeOf(OpId op, const Entry& entry)
{
    trace::LifeRecord life;
    life.op = op;
    life.lane = entry.lane;
    life.state = entry.hasFailed ? trace::OpState::Failed : trace::OpState::Done;
    life.ready = entry.posted;
    life.readyCause = {trace::CauseKind::Issued, {}};
    Lane& lane = m_lanes[entry.lane.index];
    for (const OpId before : entry.after)
        if (const auto end = m_times.find(before.index); end != m_times.end() && end->second.end > life.ready) {
            life.ready = end->second.end;
            life.readyCause = {trace::CauseKind::Data, before};
        }
    const Nanoseconds earliest = std::max({life.ready, entry.issued, lane.end});
    const Nanoseconds latest = std::max(entry.seenBy(), earliest);
    if (!entry.measured && entry.wantsTimes)
        ++m_adjustments.missing;
    const Interval measured = entry.measured.value_or(Interval{earliest, latest});
    life.started = std::clamp(measured.begin, earliest, latest);
    // Spans of a lane are sorted by their begin. Without a length, a span could begin at the same time as its
    // successor.
    life.finished = std::max(std::clamp(measured.end, life.started, latest), life.started + Nanoseconds{1});
    note(std::max(life.started > measured.begin ? life.started - measured.begin : measured.begin - life.started,
                  life.finished > measured.end ? life.finished - measured.end : measured.end - life.finished));
    life.startCause = life.readyCause;
    lane.end = life.finished;
    return life;
}

void LifeLedger::note(Nanoseconds moved)
{
    constexpr Nanoseconds kNegligible{1000};
    if (moved <= kNegligible)
        return;
    ++m_adjustments.moved;
    m_adjustments.most = std::max(m_adjustments.most, moved);
}

void LifeLedger::notify(std::vector<WrittenLife>& written)
{
    for (WrittenLife& one : written) {
        m_write(one.life);
        for (const auto& use : one.uses)
            use({one.life.ready, one.life.started, one.life.finished});
    }
}

}  // namespace engine::devices::cuda::detail

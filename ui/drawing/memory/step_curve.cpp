#include "ui/drawing/memory/step_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui::drawing {

using engine::trace::MemoryAct;
using engine::trace::MemoryRecord;

namespace {

// Number of records that share one minimum and maximum. A larger number needs less memory, but a query scans more
// records at both ends of its range.
constexpr std::size_t kBlock = 64;

}  // namespace

StepCurve::Levels StepCurve::levelsOf(const MemoryRecord& record)
{
    return {record.allocated.value, record.held.value, record.reserved.value};
}

StepCurve::Bounds StepCurve::nothing()
{
    Bounds bounds{};
    bounds.low.fill(std::numeric_limits<std::int64_t>::max());
    return bounds;
}

void StepCurve::include(Bounds& bounds, const Levels& low, const Levels& high)
{
    for (std::size_t level = 0; level < kLevels; ++level) {
        bounds.low[level] = std::min(bounds.low[level], low[level]);
        bounds.high[level] = std::max(bounds.high[level], high[level]);
    }
}

void StepCurve::extend(const MemoryColumn& records)
{
    m_records = records;
    for (; m_seen < m_records.size(); ++m_seen) {
        const MemoryRecord& record = m_records[m_seen];
        m_highest = std::max(m_highest, record.allocated.value);
        m_highestPool = std::max(m_highestPool, record.reserved.value);
        m_keepsMore = m_keepsMore || record.reserved > record.allocated;
    }
    while ((m_blocks.size() + 1) * kBlock <= m_records.size()) {
        Bounds bounds = nothing();
        for (std::size_t i = m_blocks.size() * kBlock; i < (m_blocks.size() + 1) * kBlock; ++i)
            include(bounds, levelsOf(m_records[i]), levelsOf(m_records[i]));
        m_blocks.push_back(bounds);
    }
}

StepCurve::Bounds StepCurve::boundsOf(std::size_t from, std::size_t to) const
{
    Bounds bounds = nothing();
    while (from < to) {
        if (from % kBlock == 0 && from + kBlock <= to && from / kBlock < m_blocks.size()) {
            const Bounds& block = m_blocks[from / kBlock];
            include(bounds, block.low, block.high);
            from += kBlock;
            continue;
        }
        include(bounds, levelsOf(m_records[from]), levelsOf(m_records[from]));
        ++from;
    }
    return bounds;
}

std::ptrdiff_t StepCurve::indexAt(Nanoseconds t) const
{
    const auto it = std::ranges::upper_bound(m_records, t, {}, &MemoryRecord::time);
    return (it - m_records.begin()) - 1;
}

CurveColumns StepCurve::columns(const model::TimeRange& range, int columns) const
{
    CurveColumns curve;
    const auto n = static_cast<std::size_t>(std::max(columns, 0));
    curve.allocated.resize(n);
    curve.held.resize(n);
    curve.pool.resize(n);
    std::ptrdiff_t before = indexAt(range.begin - Nanoseconds{1});
    Levels level{};
    if (before >= 0)
        level = levelsOf(m_records[static_cast<std::size_t>(before)]);
    for (std::size_t x = 0; x < n; ++x) {
        const Nanoseconds end = model::pixelToTime(static_cast<double>(x + 1), range, static_cast<double>(n));
        const std::ptrdiff_t last = indexAt(end - Nanoseconds{1});
        Bounds bounds{level, level};
        if (last > before) {
            const Bounds within = boundsOf(static_cast<std::size_t>(before + 1), static_cast<std::size_t>(last + 1));
            include(bounds, within.low, within.high);
            level = levelsOf(m_records[static_cast<std::size_t>(last)]);
            before = last;
        }
        curve.allocated[x] = {bounds.low[0], bounds.high[0], level[0]};
        curve.held[x] = {bounds.low[1], bounds.high[1], level[1]};
        curve.pool[x] = {bounds.low[2], bounds.high[2], level[2]};
    }
    return curve;
}

StepCurve::Peak StepCurve::peak(const model::TimeRange& range) const
{
    const std::ptrdiff_t first = indexAt(range.begin - Nanoseconds{1});
    const std::ptrdiff_t last = indexAt(range.end);
    Peak peak;
    if (last < 0)
        return peak;
    // Includes the record before the range, which set the level at its left edge.
    const std::size_t from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(first, 0));
    const std::size_t to = static_cast<std::size_t>(last) + 1;
    for (std::size_t i = from; i < to;) {
        if (i % kBlock == 0 && i + kBlock <= to && i / kBlock < m_blocks.size() &&
            m_blocks[i / kBlock].high[0] <= peak.bytes) {
            i += kBlock;
            continue;
        }
        if (m_records[i].allocated.value > peak.bytes)
            peak = {m_records[i].allocated.value, std::max(m_records[i].time, range.begin)};
        ++i;
    }
    return peak;
}

std::optional<PoolRoom> widestPoolRoom(const CurveColumns& curve, int from, int to, std::int64_t least)
{
    std::optional<PoolRoom> widest, open;
    std::int64_t first = 0;  // unused bytes of the pool in the first column of `open`
    for (int x = from; x < to; ++x) {
        const CurveColumn& pool = curve.pool[static_cast<std::size_t>(x)];
        const CurveColumn& allocated = curve.allocated[static_cast<std::size_t>(x)];
        const std::int64_t bottom = open ? std::max(open->bottom, allocated.high) : 0;
        const std::int64_t top = open ? std::min(open->top, pool.low) : 0;
        const std::int64_t own = pool.low - allocated.high;
        if (open && own <= first + first / 16 && top - bottom >= std::max(least, first - first / 16)) {
            open = PoolRoom{open->from, x + 1, bottom, top};
        } else {
            first = own;
            open = first >= least ? std::optional(PoolRoom{x, x + 1, allocated.high, pool.low}) : std::nullopt;
        }
        if (open && (!widest || open->to - open->from > widest->to - widest->from))
            widest = open;
    }
    return widest;
}

}  // namespace ui::drawing

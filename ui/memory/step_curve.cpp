#include "ui/memory/step_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui::memory {

using engine::Nanoseconds;
using engine::trace::MemoryAct;
using engine::trace::MemoryRecord;

namespace {

constexpr std::size_t kBlock = 64;

}  // namespace

void StepCurve::extend(const MemoryColumn& records)
{
    m_records = records;
    while ((m_blocks.size() + 1) * kBlock <= m_records.size()) {
        Bounds bounds{{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()}, {0, 0}};
        for (std::size_t i = m_blocks.size() * kBlock; i < (m_blocks.size() + 1) * kBlock; ++i) {
            const std::int64_t levels[] = {m_records[i].allocated.value, m_records[i].held.value};
            for (int level : {0, 1}) {
                bounds.low[level] = std::min(bounds.low[level], levels[level]);
                bounds.high[level] = std::max(bounds.high[level], levels[level]);
            }
        }
        m_blocks.push_back(bounds);
        m_highest = std::max(m_highest, bounds.high[0]);
    }
    for (std::size_t i = m_blocks.size() * kBlock; i < m_records.size(); ++i)
        m_highest = std::max(m_highest, m_records[i].allocated.value);
}

StepCurve::Bounds StepCurve::boundsOf(std::size_t from, std::size_t to) const
{
    Bounds bounds{{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()}, {0, 0}};
    const auto take = [&](int level, std::int64_t low, std::int64_t high) {
        bounds.low[level] = std::min(bounds.low[level], low);
        bounds.high[level] = std::max(bounds.high[level], high);
    };
    while (from < to) {
        if (from % kBlock == 0 && from + kBlock <= to && from / kBlock < m_blocks.size()) {
            const Bounds& block = m_blocks[from / kBlock];
            for (int level : {0, 1})
                take(level, block.low[level], block.high[level]);
            from += kBlock;
            continue;
        }
        take(0, m_records[from].allocated.value, m_records[from].allocated.value);
        take(1, m_records[from].held.value, m_records[from].held.value);
        ++from;
    }
    return bounds;
}

std::ptrdiff_t StepCurve::indexAt(Nanoseconds t) const
{
    const auto it = std::upper_bound(m_records.begin(), m_records.end(), t,
                                     [](Nanoseconds at, const MemoryRecord& record) { return at < record.time; });
    return (it - m_records.begin()) - 1;
}

CurveColumns StepCurve::columns(const model::TimeRange& range, int columns) const
{
    CurveColumns curve;
    const auto n = static_cast<std::size_t>(std::max(columns, 0));
    curve.allocated.resize(n);
    curve.held.resize(n);
    std::ptrdiff_t before = indexAt(range.begin - Nanoseconds{1});
    std::int64_t level[2] = {0, 0};
    if (before >= 0) {
        level[0] = m_records[static_cast<std::size_t>(before)].allocated.value;
        level[1] = m_records[static_cast<std::size_t>(before)].held.value;
    }
    for (std::size_t x = 0; x < n; ++x) {
        const Nanoseconds end = model::pixelToTime(static_cast<double>(x + 1), range, static_cast<double>(n));
        const std::ptrdiff_t last = indexAt(end - Nanoseconds{1});
        Bounds bounds{{level[0], level[1]}, {level[0], level[1]}};
        if (last > before) {
            const Bounds within = boundsOf(static_cast<std::size_t>(before + 1), static_cast<std::size_t>(last + 1));
            for (int i : {0, 1}) {
                bounds.low[i] = std::min(bounds.low[i], within.low[i]);
                bounds.high[i] = std::max(bounds.high[i], within.high[i]);
            }
            level[0] = m_records[static_cast<std::size_t>(last)].allocated.value;
            level[1] = m_records[static_cast<std::size_t>(last)].held.value;
            before = last;
        }
        curve.allocated[x] = {bounds.low[0], bounds.high[0], level[0]};
        curve.held[x] = {bounds.low[1], bounds.high[1], level[1]};
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
    // The level at the left edge counts, from the record that set it.
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

}  // namespace ui::memory

#include "ui/model/breakpoints.h"

#include <algorithm>

namespace ui::model {

using engine::Nanoseconds;

void Breakpoints::toggleLine(int line)
{
    if (line <= 0)
        return;
    if (!m_lines.remove(line))
        m_lines.insert(line);
    collect();
    emit changed();
}

void Breakpoints::toggleOp(engine::OpId op)
{
    if (!op.isValid())
        return;
    if (!m_ops.remove(op.index))
        m_ops.insert(op.index);
    collect();
    emit changed();
}

void Breakpoints::clear()
{
    if (isEmpty())
        return;
    m_lines.clear();
    m_ops.clear();
    collect();
    emit changed();
}

void Breakpoints::setRun(const engine::trace::TracePtr& trace, const LineTimes& lines)
{
    m_trace = trace;
    m_times = lines;
    collect();
}

void Breakpoints::collect()
{
    m_moments.clear();
    for (const int line : m_lines)
        m_times.beginsOf(line, m_moments);
    for (const quint32 op : m_ops)
        if (m_trace != nullptr && op < m_trace->opCount() && m_trace->op(engine::OpId{op}).lane.isValid())
            m_moments.push_back(m_trace->op(engine::OpId{op}).started);
    std::sort(m_moments.begin(), m_moments.end());
}

std::optional<Nanoseconds> Breakpoints::stopWithin(Nanoseconds from, Nanoseconds to) const
{
    const auto it = std::upper_bound(m_moments.begin(), m_moments.end(), from);
    return it != m_moments.end() && *it <= to ? std::optional(*it) : std::nullopt;
}

}  // namespace ui::model

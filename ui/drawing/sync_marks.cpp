#include "ui/drawing/sync_marks.h"

#include <algorithm>

namespace ui::drawing {

void SyncMarks::update(const engine::trace::Trace& trace, const model::RunContext& context)
{
    constexpr std::size_t kMost = 20'000;  // bounds the memory and the time of a repaint
    for (; m_waits < trace.waits().size() && m_all.size() < kMost; ++m_waits) {
        const engine::trace::WaitRecord& wait = trace.waits()[m_waits];
        m_all.push_back({wait.begin, wait.end, wait.line, wait.target, wait.device, wait.op, true});
    }
    // A sync point that is switched off has no wait record; its line record is used instead.
    const auto& lines = trace.programPart().lines;
    bool added = false;
    for (; m_lines < lines.size() && m_all.size() < kMost; ++m_lines) {
        const engine::trace::LineRecord& line = lines[m_lines];
        const auto point = context.syncPoints.constFind(line.line);
        if (point == context.syncPoints.constEnd() || point.value())
            continue;
        m_all.push_back({line.begin, line.end, line.line, engine::trace::WaitTarget::All, {}, {}, false});
        added = true;
    }
    if (added)
        std::ranges::stable_sort(m_all, {}, &SyncMark::time);
}

}  // namespace ui::drawing

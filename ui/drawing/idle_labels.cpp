#include "ui/drawing/description.h"
#include "ui/drawing/detail/lane_parts.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"

#include <algorithm>

namespace ui::drawing::detail {

namespace {

constexpr double kIdleWidth = 90;

class IdleFinder : LanePart {
public:
    explicit IdleFinder(LaneCanvas& lane) : LanePart(lane) {}

    [[nodiscard]] IdleLabels labels() const
    {
        const double ratio = m_lane.prepare();
        IdleLabels labels;
        const bool isLow = m_scene.style.path == PaintPath::Vector && m_bars.height() < m_metrics.height() - 2;
        if (isLow || (m_row.kind != RowKind::Compute && m_row.kind != RowKind::Work))
            return labels;
        const QFont font = m_scene.theme->sans(10.5);
        const int columns = static_cast<int>(m_strip.busy.size());
        const auto columnOf = [&](double x) {
            return static_cast<int>(std::clamp((x - m_bars.left()) * ratio, 0.0, static_cast<double>(columns)));
        };
        const int last = columnOf(std::min(m_scene.xOf(m_scene.trace->extent()), knownRight(m_scene)));
        for (int x = columnOf(m_scene.xOf({})); x < last;) {
            if (m_strip.busy[static_cast<std::size_t>(x)] > 0) {
                ++x;
                continue;
            }
            int end = x;
            while (end < last && m_strip.busy[static_cast<std::size_t>(end)] <= 0)
                ++end;
            if ((end - x) / ratio >= kIdleWidth * m_scene.theme->scale()) {
                const QRectF room =
                    besideFrame(m_scene, {m_bars.left() + x / ratio, m_bars.top(), (end - x) / ratio, m_bars.height()});
                // The reason for the idle time if it fits, otherwise "idle" or "idle until …".
                QString text = ui::drawing::idleText(m_scene, m_row, m_scene.timeAt(room.center().x()));
                if (text.isEmpty() || textWidth(m_scene.labels, font, text) > room.width() - 16)
                    text = idleText(end == columns);
                if (textWidth(m_scene.labels, font, text) > room.width()) {
                    x = end;
                    continue;
                }
                labels.push_back({room, text});
            }
            x = end;
        }
        return labels;
    }

private:
    [[nodiscard]] QString idleText(bool reachesEdge) const
    {
        if (!reachesEdge || m_row.kind == RowKind::Work)
            return tr("idle");
        const auto& spans = m_index.spans();
        const std::size_t next = m_index.firstBeginningAt(m_scene.range.end);
        const Nanoseconds until = next < spans.size() ? spans[next].begin : m_scene.trace->extent();
        if (until - m_scene.range.end < m_scene.range.length() / 20)
            return tr("idle");
        return tr("idle until %1").arg(look::momentText(until, m_scene.origin));
    }
};

}  // namespace

IdleLabels idleLabels(LaneCanvas& lane)
{
    return IdleFinder(lane).labels();
}

}  // namespace ui::drawing::detail

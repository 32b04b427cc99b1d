#include "ui/runs/step_times.h"

#include <algorithm>

namespace ui::runs {

namespace {

using engine::Nanoseconds;

/// Index of the first span of a lane that ends after `time`.
std::size_t firstEndingAfter(const engine::trace::Column<engine::trace::Span>& spans, Nanoseconds time)
{
    const auto found =
        std::ranges::partition_point(spans, [&](const engine::trace::Span& span) { return span.end() <= time; });
    return static_cast<std::size_t>(found - spans.begin());
}

enum class Direction : std::uint8_t { Backward, Forward };

class NearestMoment {
public:
    NearestMoment(Nanoseconds time, Direction direction) : m_time(time), m_isForward(direction == Direction::Forward) {}

    void offer(Nanoseconds moment)
    {
        const bool isOnSide = m_isForward ? moment > m_time : moment < m_time;
        if (isOnSide && (!m_best || (m_isForward ? moment < *m_best : moment > *m_best)))
            m_best = moment;
    }
    [[nodiscard]] std::optional<Nanoseconds> best() const { return m_best; }

private:
    Nanoseconds m_time;
    bool m_isForward;
    std::optional<Nanoseconds> m_best;
};

std::optional<Nanoseconds> nearestEvent(const engine::trace::Trace& trace, Nanoseconds time, Direction direction)
{
    NearestMoment nearest(time, direction);
    for (const engine::trace::LaneRecord& lane : trace.lanes()) {
        const auto& spans = trace.spans(lane.id);
        const std::size_t at = firstEndingAfter(spans, time);
        // Include neighbours on both sides: the previous event may be the start of the span that contains `time`.
        for (std::size_t i = at < 2 ? 0 : at - 2; i < std::min(at + 2, spans.size()); ++i) {
            nearest.offer(spans[i].begin);
            nearest.offer(spans[i].end());
        }
    }
    const auto& waits = trace.waits();
    const auto found = std::ranges::partition_point(waits, [&](const auto& wait) { return wait.end < time; });
    const auto at = static_cast<std::size_t>(found - waits.begin());
    for (std::size_t i = at < 2 ? 0 : at - 2; i < std::min(at + 2, waits.size()); ++i)
        nearest.offer(waits[i].end);
    return nearest.best();
}

}  // namespace

std::optional<Nanoseconds> nextEvent(const engine::trace::Trace& trace, Nanoseconds time)
{
    return nearestEvent(trace, time, Direction::Forward);
}

std::optional<Nanoseconds> eventBefore(const engine::trace::Trace& trace, Nanoseconds time)
{
    return nearestEvent(trace, time, Direction::Backward);
}

}  // namespace ui::runs

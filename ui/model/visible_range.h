#pragma once

#include "ui/model/time_range.h"

#include <QObject>
#include <deque>

namespace engine::trace {
class Trace;
}

namespace ui::model {

/// Where the reader's stopwatch starts: the earliest begin of a timed block, or 0.
[[nodiscard]] engine::Nanoseconds originOf(const engine::trace::Trace& trace);
/// The line of the listing that the origin stands on; 0: the run's start.
[[nodiscard]] int originLineOf(const engine::trace::Trace& trace);

/// What part of the run is on the screen: one object that ruler, overview, lanes and plots observe. Thread: GUI.
class VisibleRange : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const TimeRange& range() const { return m_range; }
    [[nodiscard]] const TimeRange& extent() const { return m_extent; }

    /// Clamped to the extent with a margin of 2 %; at least 20 ns long.
    void setRange(const TimeRange& range);
    /// As setRange, and the range before it can be had back (50 deep).
    void visit(const TimeRange& range);
    /// Notes the present range as one to come back to; for moves in many small steps (a drag, an animation).
    void remember();
    void setExtent(const TimeRange& extent);
    void fit();
    void back();
    void forward();
    [[nodiscard]] bool canGoBack() const { return !m_past.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_future.empty(); }
    /// The whole extent is on the screen: a run that grows, or another run, is then fitted again.
    [[nodiscard]] bool isFitted() const { return m_isFitted; }

    /// The moment that is shown as 0 s: the begin of the first timed block, since that is where the reader's stopwatch
    /// starts. Every view that prints a time of the run subtracts it: `time - origin()`.
    [[nodiscard]] engine::Nanoseconds origin() const { return m_origin; }
    void setOrigin(engine::Nanoseconds origin);

    /// `range` as setRange would take it.
    [[nodiscard]] static TimeRange clamped(const TimeRange& range, const TimeRange& extent);

signals:
    void changed(const ui::model::TimeRange& range);
    void originChanged(engine::Nanoseconds origin);

private:
    void apply(const TimeRange& range);

    TimeRange m_range{};
    TimeRange m_extent{};
    std::deque<TimeRange> m_past;
    std::deque<TimeRange> m_future;
    engine::Nanoseconds m_origin{};
    bool m_isFitted = true;
};

}  // namespace ui::model

#pragma once

#include "ui/model/time_range.h"

#include <QObject>
#include <deque>

namespace engine::trace {
class Trace;
}

namespace ui::model {

/// The zero of all times: the begin of the run scope (engine::analysis::runScope()).
[[nodiscard]] engine::Nanoseconds originOf(const engine::trace::Trace& trace);
/// The line of the listing that starts the first timed block; 0: there is none.
[[nodiscard]] int originLineOf(const engine::trace::Trace& trace);

/// The visible part of the run; ruler, overview, lanes and plots observe this object. Thread: GUI.
class VisibleRange : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const TimeRange& range() const { return m_range; }
    [[nodiscard]] const TimeRange& extent() const { return m_extent; }

    /// Sets the range, clamped to the extent with a margin of 2 %, and to a length of at least 20 ns.
    void setRange(const TimeRange& range);
    /// Like setRange, and pushes the previous range on the history of back() (50 entries).
    void visit(const TimeRange& range);
    /// Pushes the current range on the history; call it before many small steps (a drag, an animation).
    void remember();
    /// Sets the times that the run covers. A range that showed the whole old extent then shows the whole new one; any
    /// other range is clamped.
    void setExtent(const TimeRange& extent);
    /// Shows the whole extent; back() restores the previous range.
    void fit();
    /// Restores the range before the last visit() or remember(); no effect without history.
    void back();
    /// Undoes back().
    void forward();
    [[nodiscard]] bool canGoBack() const { return !m_past.empty(); }
    /// Whether the whole extent is visible. It then stays visible when the extent changes.
    [[nodiscard]] bool isFitted() const { return m_isFitted; }

    /// The time that is displayed as 0 s: originOf() of the displayed run. Every view that displays a time of the run
    /// passes it to look::momentText().
    [[nodiscard]] engine::Nanoseconds origin() const { return m_origin; }
    void setOrigin(engine::Nanoseconds origin);

    /// Returns `range` clamped as by setRange().
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

#pragma once

#include "ui/model/time_range.h"

#include <QObject>
#include <deque>

namespace ui::model {

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
    void setExtent(const TimeRange& extent);
    void fit();
    void back();
    void forward();

signals:
    void changed(const ui::model::TimeRange& range);
    void extentChanged(const ui::model::TimeRange& extent);

private:
    TimeRange m_range{};
    TimeRange m_extent{};
    std::deque<TimeRange> m_past;
    std::deque<TimeRange> m_future;
};

}  // namespace ui::model

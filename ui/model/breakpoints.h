#pragma once

#include "ui/model/line_times.h"

#include <QObject>
#include <QSet>

namespace ui::model {

/// The breakpoints of a replay. The replay stops whenever a line with a breakpoint starts to execute, or an operation
/// with a breakpoint starts to run. Thread: GUI.
class Breakpoints : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const QSet<int>& lines() const { return m_lines; }
    [[nodiscard]] const QSet<quint32>& ops() const { return m_ops; }
    [[nodiscard]] bool isEmpty() const { return m_lines.isEmpty() && m_ops.isEmpty(); }

    /// Toggles the breakpoint of a line. Lines count from 1; other numbers are ignored.
    void toggleLine(int line);
    void toggleOp(engine::OpId op);
    void clear();

    /// Sets the replayed run and the times at which its lines executed. Call clear() first if the run is of another
    /// program.
    void setRun(const engine::trace::TracePtr& trace, const LineTimes& lines);

    /// The first time in (from, to] at which a replay stops.
    [[nodiscard]] std::optional<engine::Nanoseconds> stopWithin(engine::Nanoseconds from, engine::Nanoseconds to) const;

signals:
    void changed();

private:
    void collect();

    QSet<int> m_lines;
    QSet<quint32> m_ops;
    engine::trace::TracePtr m_trace;
    LineTimes m_times;
    std::vector<engine::Nanoseconds> m_moments;  ///< times at which a replay stops, ascending
};

}  // namespace ui::model

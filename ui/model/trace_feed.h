#pragma once

#include "engine/trace/recorder.h"
#include "engine/trace/trace.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>

namespace ui::model {

/// What the views know of a run beside its trace.
struct RunContext {
    QHash<QString, double> bookResults;  ///< Benchmark label -> seconds that the book prints
    QHash<int, bool> syncPoints;         ///< line -> the program waits there (also those that are off)
    double simulatedIn = 0;              ///< wall seconds that a virtual run took; 0: unknown
    bool isStale = false;                ///< the listing changed since (real runs)
};

/// Hands snapshots of one run to the views: a finished one, or a live one polled every 33 ms. Thread: GUI.
class TraceFeed : public QObject {
    Q_OBJECT

public:
    explicit TraceFeed(QObject* parent = nullptr);

    [[nodiscard]] const engine::trace::TracePtr& trace() const { return m_trace; }  ///< never null
    [[nodiscard]] const RunContext& context() const { return m_context; }

    void show(engine::trace::TracePtr trace, RunContext context);
    void follow(std::shared_ptr<engine::trace::Recorder> recorder, RunContext context);
    /// The run that was followed has ended: its last snapshot. Views extend, they do not start anew.
    void settle(engine::trace::TracePtr whole);
    /// Nothing came; the views make their words anew, for the language is another one.
    void sayAgain() { emit extended(); }
    void setContext(RunContext context);
    [[nodiscard]] bool isFollowing() const { return m_timer.isActive(); }

signals:
    void replaced();  ///< another run
    void extended();  ///< the same run went on; at most once per tick
    void contextChanged();

private:
    void poll();

    engine::trace::TracePtr m_trace;
    std::shared_ptr<engine::trace::Recorder> m_recorder;
    RunContext m_context;
    QTimer m_timer;
};

}  // namespace ui::model

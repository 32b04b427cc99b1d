#pragma once

#include "engine/trace/recorder.h"
#include "engine/trace/trace.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>

namespace ui::model {

/// Facts about a run that are not in its trace.
struct RunContext {
    QHash<QString, double> bookResults;  ///< Benchmark label -> seconds printed in the book
    QHash<int, bool> syncPoints;         ///< line of a wait -> whether the program waits there now
    double simulatedIn = 0;              ///< wall-clock seconds of a simulated run; 0: unknown
    bool isStale = false;                ///< real runs: the listing changed after the run
};

/// Publishes snapshots of one run to the views: once for a finished run, every 33 ms for a live one. Thread: GUI.
class TraceFeed : public QObject {
    Q_OBJECT

public:
    explicit TraceFeed(QObject* parent = nullptr);

    [[nodiscard]] const engine::trace::TracePtr& trace() const { return m_trace; }  ///< never null
    [[nodiscard]] const RunContext& context() const { return m_context; }

    void show(engine::trace::TracePtr trace, RunContext context);
    void follow(std::shared_ptr<engine::trace::Recorder> recorder, RunContext context);
    /// Sets the last snapshot of a followed run that has ended. Emits extended(), so that views add to what they show.
    void finishFollowing(engine::trace::TracePtr whole);
    /// Emits extended() without a new snapshot, so that views re-create their texts after a language change.
    void refreshTexts() { emit extended(); }
    void setContext(RunContext context);
    [[nodiscard]] bool isFollowing() const { return m_timer.isActive(); }

signals:
    void replaced();  ///< a different run is shown
    void extended();  ///< the same run has new records; at most once per tick
    void contextChanged();

private:
    void poll();

    engine::trace::TracePtr m_trace;
    std::shared_ptr<engine::trace::Recorder> m_recorder;
    RunContext m_context;
    QTimer m_timer;
};

}  // namespace ui::model

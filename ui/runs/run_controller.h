#pragma once

#include "ui/model/trace_feed.h"
#include "ui/runs/run_ids.h"
#include "ui/runs/run_thread.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace ui::runs {

/// Controls the watched runs, which are all runs except predictions. A watched run is requested, in progress, set aside
/// (it continues while something else is displayed) or displayed. RunThread executes the runs; a new request replaces a
/// waiting one. Thread: GUI. A program is run once the front end is ready:
///     QObject::connect(&runs, &RunController::ready, &runs, [&runs, request] { runs.request(request); });
///     QObject::connect(&runs, &RunController::finished, [use](const RunThread::FinishedRun& run) { use(run.trace); });
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State : std::uint8_t { Starting, Idle, Running, Stopping, Unavailable };

    using Request = RunThread::Request;
    using FinishedRun = RunThread::FinishedRun;
    /// The progress of the current run and of its repeats.
    struct Progress {
        int begun = 1;               ///< number of repeats that have begun
        int all = 1;                 ///< number of planned repeats
        int processes = 1;           ///< number of processes on this computer that run the program together
        double seconds = 0;          ///< time since the run began
        double stoppingSeconds = 0;  ///< time since the run was asked to stop; 0 if it was not asked
    };

    RunController(BackendMaker maker, model::TraceFeed& feed, QObject* parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state == State::Running || m_state == State::Stopping; }
    [[nodiscard]] const std::vector<engine::frontend::Program>& programs() const { return m_programs; }
    /// Whether the newest request is complete and no watched run is waiting or running.
    [[nodiscard]] bool isUpToDate() const { return m_state == State::Idle && m_ids.isCurrentWanted(); }
    /// Whether the run in progress continues while something else is displayed, see setAside().
    [[nodiscard]] bool isAside() const { return isBusy() && m_ids.isCurrentAside(); }
    /// Whether a watched run waits for the one in progress.
    [[nodiscard]] bool isWaiting() const { return isBusy() && !m_ids.isCurrentWanted(); }
    [[nodiscard]] Progress progress() const;
    [[nodiscard]] const std::optional<Request>& current() const { return m_visible; }
    /// The thread also runs predictions, which are not displayed, and answers questions. Unlike stop() of this class,
    /// the thread's stop() does not drop a waiting run.
    [[nodiscard]] RunThread& thread() { return m_thread; }

    /// Runs `request` as soon as the thread is free. Stops a virtual run for it; a real run continues to its end unless
    /// stop() is called.
    void request(Request request);
    /// Drops the waiting run and stops the one in progress, which is shown with the records so far.
    void stop();
    /// Like stop(), but does not show the result of the run, because something else is on the screen.
    void abandon();
    /// Lets a real run continue while something else is on the screen; finishedAside() is emitted at its end. Drops a
    /// waiting run. Returns false if no real run is in progress.
    bool setAside();
    /// Shows the run that was set aside. Drops a waiting run.
    void showAgain();

signals:
    void stateChanged();
    void ready();                                                 ///< the front end is ready, and programs() is filled
    void unavailable(const engine::Message& reason);              ///< the front end could not start
    void finished(const ui::runs::RunThread::FinishedRun&);       ///< a watched run has ended and is displayed
    void finishedAside(const ui::runs::RunThread::FinishedRun&);  ///< a run that was set aside has ended
    void refused(const engine::Message& reason,
                 const ui::runs::RunThread::Request&);  ///< a watched run could not start

private:
    void connectThread();
    void setState(State state);
    void dropWaiting();
    void began(quint64 id, const Request& request, const RunThread::RecorderPtr& recorder);
    void ended(quint64 id, FinishedRun finished);
    void couldNotStart(quint64 id, const Request& request, const engine::Message& reason);

    model::TraceFeed& m_feed;
    State m_state = State::Starting;
    std::vector<engine::frontend::Program> m_programs;
    std::optional<Request> m_visible;
    RunThread::RecorderPtr m_recorder;
    Progress m_progress;
    QElapsedTimer m_stopping;
    QElapsedTimer m_clock;
    QTimer m_followTimer;
    RunIds m_ids;
    RunThread m_thread;
};

}  // namespace ui::runs

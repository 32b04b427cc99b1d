#pragma once

#include "ui/model/trace_feed.h"
#include "ui/runs/program_questions.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ui::runs {

/// Executes runs one after another on its own thread; a new request replaces a waiting one. All public functions are
/// for the GUI thread. Only the destructor waits for a run, after stopping it.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State : std::uint8_t { Starting, Idle, Running, Stopping, Unavailable };

    struct Request {
        engine::frontend::RunRequest run;
        model::RunContext context;  ///< passed to the feed with the trace; the controller sets simulatedIn
        bool isReal = false;        ///< measured on this computer and followed live
        /// Whether a program of the user is measured analysis::kRepeats times; a short built-in is always repeated.
        bool isRepeated = false;
    };
    /// How many repeats of the run in progress have begun, and how many are planned.
    struct Progress {
        int begun = 1;
        int all = 1;
        int processes = 1;  ///< of this computer that run the program together
    };
    struct Finished {
        engine::trace::TracePtr trace;
        Request request;
        double seconds = 0;  ///< wall-clock time of the run
        bool raised = false;
        bool stopped = false;
        bool wasCut = false;  ///< stopped because it exceeded the limit of records; the records until then are shown
    };
    /// The result of a background run; an Error if it could not start.
    using PredictionCallback = std::function<void(const engine::Result<engine::trace::TracePtr>&)>;
    /// UntilAChange: the result is useless once the listing, a parameter or the machine changes.
    enum class Use : std::uint8_t { UntilAChange, Lasting };

    /// A run with more records is stopped. The limit is some two million operations; overlap-run stores 0.3 kB for
    /// each.
    static constexpr std::uint64_t kMaxRecords = 12'000'000;

    RunController(BackendMaker maker, model::TraceFeed& feed, QObject* parent = nullptr);
    /// Replaces kMaxRecords, for tests.
    void setMostRecords(std::uint64_t most) { m_mostRecords = most; }
    ~RunController() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state == State::Running || m_state == State::Stopping; }
    [[nodiscard]] const std::vector<engine::frontend::Program>& programs() const { return m_programs; }
    /// Why a program always runs as one rank; empty: it need not.
    [[nodiscard]] const engine::Message& noRanks() const { return m_noRanks; }
    /// Whether the newest request is complete and no watched run is waiting or running.
    [[nodiscard]] bool isUpToDate() const { return m_state == State::Idle && m_wantedId == m_shownId; }
    /// Whether the run in progress was set aside.
    [[nodiscard]] bool isAside() const { return isBusy() && m_asideId == m_shownId; }
    /// Whether a watched run waits for the one in progress.
    [[nodiscard]] bool isWaiting() const { return isBusy() && m_wantedId != m_shownId; }
    [[nodiscard]] Progress progress() const { return m_progress; }
    [[nodiscard]] double elapsedSeconds() const;
    /// Seconds since the program was asked to stop; 0 if it was not.
    [[nodiscard]] double stoppingSeconds() const;
    [[nodiscard]] const std::optional<Request>& current() const { return m_visible; }
    [[nodiscard]] ProgramQuestions& questions() { return m_questions; }

    /// Runs `request` as soon as the thread is free. Stops a virtual run for it; a real run continues to its end unless
    /// stop() is called.
    void request(Request request);
    void stop();
    /// Like stop(), but a waiting run still starts.
    void stopRunning();
    /// Like stop(), but the result of the run is not shown, because something else is on the screen.
    void abandon();
    /// Lets a real run continue while something else is on the screen; finishedAside() is emitted at its end. Drops a
    /// waiting run. Returns false if no real run is in progress.
    bool setAside();
    /// Shows the run again that was set aside. Drops a waiting run.
    void showAgain();

    /// Runs in the background, after all watched runs. `answer` is called in the GUI thread while `context` exists. A
    /// watched request interrupts the run, which is restarted later.
    void predict(engine::frontend::RunRequest request, QObject* context, PredictionCallback answer,
                 Use use = Use::UntilAChange);
    /// Drops the predictions with Use::UntilAChange: pending ones are never answered, and a running one is not
    /// restarted if it is interrupted.
    void dropPredictions();

signals:
    void stateChanged();
    void ready();                                                  ///< the front end is ready, and programs() is filled
    void unavailable(const engine::Message& reason);               ///< the front end could not start
    void finished(const ui::runs::RunController::Finished&);       ///< a watched run has ended
    void finishedAside(const ui::runs::RunController::Finished&);  ///< a run that was set aside has ended
    void refused(const engine::Message& reason,
                 const ui::runs::RunController::Request&);  ///< a watched run could not start

private:
    struct Job {
        quint64 id = 0;
        Request request;
        QPointer<QObject> context;
        PredictionCallback answer;
        Use use = Use::UntilAChange;
    };
    /// The run on the controller's thread.
    struct ActiveRun {
        bool isPrediction = false;
        bool isReal = false;
        bool isDropped = false;  ///< a background run that was dropped; ignored for Use::Lasting
        bool isCut = false;      ///< stopped at the limit of records
        bool isStopped = false;  ///< the user stopped it; it is not repeated
        std::shared_ptr<engine::trace::Recorder> recorder{};
    };

    /// What the GUI thread and the thread of runs share.
    struct Queue {
        std::mutex mutex;  ///< guards the other members
        std::condition_variable_any wake;
        std::optional<Job> next;
        std::deque<Job> predictions;
        std::function<void()> stopRun;    ///< the backend's stop function; empty while there is no backend
        std::optional<ActiveRun> active;  ///< empty: nothing runs
    };

    void setState(State state);
    void processRequests(std::stop_token token);
    [[nodiscard]] bool startsRepeat(const Job& job, int index, const engine::trace::Trace& first);
    void runVisible(Backend& backend, Job job);
    void runPrediction(Backend& backend, Job job);
    void watch(std::shared_ptr<engine::trace::Recorder> recorder);
    [[nodiscard]] bool endWatch();
    void cutOversizedRun();
    void dropWaiting();
    void began(quint64 id, const Request& request, std::shared_ptr<engine::trace::Recorder> recorder);
    void ended(quint64 id, Finished finished);
    void couldNotStart(quint64 id, const Request& request, const engine::Message& reason);
    void post(std::function<void()> call);

    model::TraceFeed& m_feed;
    BackendMaker m_maker;
    State m_state = State::Starting;
    std::vector<engine::frontend::Program> m_programs;
    engine::Message m_noRanks;
    std::optional<Request> m_visible;
    std::shared_ptr<engine::trace::Recorder> m_recorder;
    Progress m_progress;
    QElapsedTimer m_stopping;
    QElapsedTimer m_clock;
    QTimer m_followTimer;
    QTimer m_watchTimer;
    std::uint64_t m_mostRecords = kMaxRecords;
    quint64 m_lastId = 0;
    quint64 m_shownId = 0;
    quint64 m_wantedId = 0;     ///< id of the newest watched request
    quint64 m_abandonedId = 0;  ///< runs up to this id are not shown
    quint64 m_asideId = 0;      ///< the run that was set aside; 0: none
    ProgramQuestions m_questions;

    Queue m_queue;
    std::jthread m_worker;
};

}  // namespace ui::runs

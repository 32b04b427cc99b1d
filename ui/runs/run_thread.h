#pragma once

#include "ui/model/trace_feed.h"
#include "ui/runs/program_questions.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace ui::runs {

/// The thread of the front end, which executes watched runs and predictions one after another. It does not depend on
/// what is displayed. All public functions are for the GUI thread, which also emits the signals. Only the destructor
/// waits for a run, after stopping it.
class RunThread : public QObject {
    Q_OBJECT

public:
    struct Request {
        engine::frontend::RunRequest run;
        model::RunContext context;  ///< passed to the feed with the trace; the controller sets simulatedIn
        bool isReal = false;        ///< measured on this computer and followed live
        /// For real runs: whether to run the program analysis::kRepeats times. Otherwise, a program from a file runs
        /// once, and a built-in program analysis::usualRepeats() times.
        bool isRepeated = false;
    };
    /// A watched run that has ended, with its trace.
    struct FinishedRun {
        engine::trace::TracePtr trace;
        Request request;
        double seconds = 0;  ///< wall-clock time of the run
        bool raised = false;
        bool stopped = false;
        engine::Message remark{};  ///< remark about the run, see RunOutcome::remark
        bool wasCut = false;  ///< stopped because it exceeded the limit of records; the records until then are shown
    };
    /// The result of a background run; an Error if it could not start.
    using PredictionCallback = std::function<void(const engine::Result<engine::trace::TracePtr>&)>;
    /// UntilAChange: a change of the listing, a parameter or the machine makes the result useless.
    enum class Use : std::uint8_t { UntilAChange, Lasting };
    using RecorderPtr = std::shared_ptr<engine::trace::Recorder>;

    /// A run with more records is stopped: about two million operations, for each of which overlap-run stores 0.3 kB.
    static constexpr std::uint64_t kMaxRecords = 12'000'000;

    explicit RunThread(BackendMaker maker);
    ~RunThread() override;
    /// Replaces kMaxRecords, for tests.
    void setMostRecords(std::uint64_t most) { m_mostRecords = most; }
    [[nodiscard]] ProgramQuestions& questions() { return m_questions; }

    /// Runs `request` as soon as the thread is free; replaces a request that is waiting. Stops a virtual run for it; a
    /// real run continues to its end.
    void run(quint64 id, Request request);
    [[nodiscard]] bool isRunWaiting();
    /// Drops the waiting run. Returns false if there was none.
    bool dropWaiting();
    /// Stops the watched run in progress.
    void stop();

    /// Runs `request` in the background, after all watched runs. `answer` is called in the GUI thread while `context`
    /// exists. A watched request interrupts the run, which is restarted later.
    void predict(engine::frontend::RunRequest request, QObject* context, PredictionCallback answer,
                 Use use = Use::UntilAChange);
    /// Drops the predictions with Use::UntilAChange. Pending ones are never answered; a running one continues, but is
    /// not restarted if it is interrupted.
    void dropPredictions();

signals:
    /// Emitted when the front end is ready. `noRanks`: reason why a program always runs as one rank; empty: ranks are
    /// supported.
    void ready(const std::vector<engine::frontend::Program>& programs, const engine::Message& noRanks);
    void unavailable(const engine::Message& reason);  ///< the front end could not start
    // Signals of watched runs, with their ids:
    void began(quint64 id, const ui::runs::RunThread::Request& request, const RecorderPtr& recorder);
    void repeating(quint64 id, int begun, int all);
    void stopping();  ///< the run in progress was asked to stop
    void ended(quint64 id, const ui::runs::RunThread::FinishedRun& finished);
    void couldNotStart(quint64 id, const ui::runs::RunThread::Request& request, const engine::Message& reason);

private:
    struct Job {
        quint64 id = 0;
        Request request;
        QPointer<QObject> context;
        PredictionCallback answer;
        Use use = Use::UntilAChange;
    };
    struct ActiveRun {
        bool isPrediction = false;
        bool isReal = false;
        bool isDropped = false;  ///< a background run that was dropped; ignored for Use::Lasting
        bool isCut = false;      ///< stopped at the limit of records
        bool isStopped = false;  ///< the user stopped the run, so it is not repeated
        RecorderPtr recorder{};
    };

    void processRequests(const std::stop_token& token);
    [[nodiscard]] bool startsRepeat(const Job& job, int index, const engine::trace::Trace& first);
    void runWatched(Backend& backend, Job job);
    void runPrediction(Backend& backend, Job job);
    void watch(RecorderPtr recorder);
    [[nodiscard]] bool endWatch();
    void cutOversizedRun();
    template <typename Call>
    void post(Call&& call)
    {
        QMetaObject::invokeMethod(this, std::forward<Call>(call), Qt::QueuedConnection);
    }

    BackendMaker m_maker;
    QTimer m_watchTimer;
    std::uint64_t m_mostRecords = kMaxRecords;
    ProgramQuestions m_questions;

    std::mutex m_mutex;  ///< guards the members below, except the thread
    std::condition_variable_any m_wake;
    std::optional<Job> m_next;
    std::deque<Job> m_predictions;
    std::function<void()> m_stopRun;    ///< the backend's stop function; empty while there is no backend
    std::optional<ActiveRun> m_active;  ///< empty: nothing runs
    std::jthread m_thread;
};

}  // namespace ui::runs

#pragma once

#include "ui/model/trace_feed.h"
#include "ui/runs/backend.h"

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

/// Drives runs: one thread of its own carries them out, one after the other, and the newest request replaces one that
/// waits. A second thread looks for sync points, so that editing goes on while an endless loop runs. The public
/// functions belong to the GUI thread, and none of them waits for a run but the destructor, which stops it.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State : std::uint8_t { Starting, Idle, Running, Stopping, Unavailable };

    struct Request {
        engine::frontend::RunRequest run;
        model::RunContext context;  ///< handed to the feed with the trace; simulatedIn is filled in
        bool isReal = false;        ///< measured on this computer: followed live
    };
    struct Finished {
        engine::trace::TracePtr trace;
        Request request;
        double seconds = 0;  ///< wall time of the run
        bool raised = false;
        bool stopped = false;
        bool wasCut = false;  ///< it recorded more than is kept of a run; what is there is shown
    };
    /// Result of a run that nobody watches; an Error if it could not start.
    using QuietAnswer = std::function<void(const engine::Result<engine::trace::TracePtr>&)>;
    /// Whether a prediction is of no use any more once the listing, its parameters or the machine are others.
    enum class Use : std::uint8_t { UntilAChange, Lasting };

    /// A run that writes more records is stopped: some two million operations, for which a gigabyte or two is needed.
    static constexpr std::uint64_t kMostRecords = 12'000'000;

    RunController(BackendMaker maker, model::TraceFeed& feed, QObject* parent = nullptr);
    /// Another limit than kMostRecords, for tests.
    void setMostRecords(std::uint64_t most) { m_mostRecords = most; }
    ~RunController() override;

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state == State::Running || m_state == State::Stopping; }
    [[nodiscard]] const std::vector<engine::frontend::Program>& programs() const { return m_programs; }
    /// What was asked for last has come to its end; nothing that is watched waits or runs.
    [[nodiscard]] bool isUpToDate() const { return m_state == State::Idle && m_wantedId == m_shownId; }
    [[nodiscard]] double elapsedSeconds() const;
    /// How long the program has been asked to stop; 0 unless it is.
    [[nodiscard]] double stoppingSeconds() const;
    [[nodiscard]] const std::optional<Request>& current() const { return m_visible; }

    /// Runs `request` as soon as the thread is free. A virtual run under way is given up for it; a real one goes on
    /// to its end unless stop() is called.
    void request(Request request);
    void stop();
    /// As stop(), and what is left of the run is not shown: something else is on the screen.
    void abandon();

    /// Runs in the background, after everything that is watched; the answer comes in the GUI thread while `context`
    /// lives. A watched request interrupts it, and then it is begun anew.
    void predict(engine::frontend::RunRequest request, QObject* context, QuietAnswer answer,
                 Use use = Use::UntilAChange);
    /// Forgets those that are of no use after a change: what has not begun is never answered, and what is under way is
    /// not begun anew when it is interrupted.
    void dropPredictions();

    /// Looks for sync points; only the newest question is answered.
    void findSyncPoints(std::string source, engine::frontend::Dialect dialect, quint64 ticket);
    /// Loads a built-in or a file; nothing of it runs. Only the newest load is answered.
    void load(const QString& idOrPath);
    /// What is still being loaded is not wanted any more: something else has been opened.
    void forgetLoads() { ++m_newestLoad; }

signals:
    void stateChanged();
    void ready();                                             ///< the front end runs; programs() is filled
    void unavailable(const QString& sentence);                ///< no front end
    void finished(const ui::runs::RunController::Finished&);  ///< a watched run came to its end
    void refused(const QString& sentence, const ui::runs::RunController::Request&);  ///< it could not start
    void syncPointsFound(quint64 ticket, const std::vector<engine::frontend::SyncPoint>& points);
    void syntaxProblemFound(quint64 ticket, const engine::frontend::SyntaxProblem& problem);
    void loaded(const engine::frontend::Program& program);
    void loadFailed(const QString& sentence);

private:
    struct Job {
        quint64 id = 0;
        Request request;
        bool isQuiet = false;
        QPointer<QObject> context;
        QuietAnswer answer;
        Use use = Use::UntilAChange;
    };
    struct Question {
        std::string text;
        engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
        quint64 ticket = 0;
        bool isLoad = false;
    };

    void setState(State state);
    void carryOut(std::stop_token token);
    void answerQuestions(std::stop_token token);
    void runVisible(Backend& backend, Job job);
    void runQuiet(Backend& backend, Job job);
    void watch(std::shared_ptr<engine::trace::Recorder> recorder);
    [[nodiscard]] bool endWatch();
    void cutWhatIsTooLong();
    void began(quint64 id, const Request& request, std::shared_ptr<engine::trace::Recorder> recorder);
    void ended(quint64 id, Finished finished);
    void couldNotStart(quint64 id, const Request& request, const QString& sentence);
    void post(std::function<void()> call);

    model::TraceFeed& m_feed;
    BackendMaker m_maker;
    State m_state = State::Starting;
    std::vector<engine::frontend::Program> m_programs;
    std::optional<Request> m_visible;
    std::shared_ptr<engine::trace::Recorder> m_recorder;
    QElapsedTimer m_stopping;
    QElapsedTimer m_clock;
    QTimer m_followTimer;
    QTimer m_watchTimer;
    std::uint64_t m_mostRecords = kMostRecords;
    quint64 m_lastId = 0;
    quint64 m_shownId = 0;
    quint64 m_wantedId = 0;     ///< of the newest request that is watched
    quint64 m_abandonedId = 0;  ///< of the newest that is not to be shown any more
    quint64 m_newestLoad = 0;   ///< ticket of the load whose answer is wanted

    std::mutex m_mutex;  ///< guards what follows
    std::condition_variable_any m_wake;
    std::condition_variable_any m_questionWake;
    std::optional<Job> m_next;
    std::deque<Job> m_quiet;
    std::optional<Question> m_load;
    std::optional<Question> m_question;
    std::function<void()> m_stopRun;  ///< of the backend; empty while none runs
    std::shared_ptr<Backend> m_backend;
    std::shared_ptr<engine::trace::Recorder> m_watched;  ///< of the run under way
    bool m_isCut = false;                                ///< it was stopped for its length
    bool m_isQuietRunning = false;
    bool m_isQuietDropped = false;  ///< what runs was dropped with the others; of those that last it means nothing
    bool m_isRealRunning = false;
    bool m_isRunning = false;

    std::jthread m_questions;
    std::jthread m_worker;
};

}  // namespace ui::runs

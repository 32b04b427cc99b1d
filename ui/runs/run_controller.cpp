#include "ui/runs/run_controller.h"
#include "engine/frontend/rank_count.h"
#include "engine/frontend/record_limit.h"
#include "engine/frontend/repeated_run.h"
#include "engine/messages/messages.h"

#include <pthread.h>

#include <QMetaObject>
#include <QPointer>
#include <algorithm>
#include <chrono>
#include <utility>

namespace ui::runs {

namespace {

/// A virtual run is shown while it is in progress only if it takes longer than this; else when it is complete.
constexpr int kFollowAfterMs = 150;
/// Interval of the checks whether a run of several ranks has records.
constexpr int kLookAgainMs = 15;
/// Interval between checks of the number of records; an endless loop writes some 100,000 records in this time.
constexpr int kWatchMs = 100;

/// Delay after a watched run before a prediction with Use::UntilAChange starts. Otherwise a dragged slider or a second
/// flip would first have to wait until a started prediction stops.
constexpr std::chrono::milliseconds kPredictionDelay{150};

}  // namespace

RunController::RunController(BackendMaker maker, model::TraceFeed& feed, QObject* parent)
    : QObject(parent), m_feed(feed), m_maker(std::move(maker))
{
    m_followTimer.setSingleShot(true);
    connect(&m_followTimer, &QTimer::timeout, this, [this] {
        if (!m_visible || !m_recorder || !isBusy())
            return;
        // The records of several ranks arrive together, and later than those of one process.
        if (m_recorder->version() == 0)
            m_followTimer.start(kLookAgainMs);
        else
            m_feed.follow(m_recorder, m_visible->context);
    });
    m_watchTimer.setInterval(kWatchMs);
    connect(&m_watchTimer, &QTimer::timeout, this, &RunController::cutOversizedRun);
    m_worker = std::jthread([this](std::stop_token token) { processRequests(std::move(token)); });
}

RunController::~RunController()
{
    m_worker.request_stop();
    {
        std::unique_lock lock(m_queue.mutex);
        m_queue.next.reset();
        m_queue.predictions.clear();
        // Repeat the request: a run that is just starting may miss the first one.
        while (m_queue.active && m_queue.stopRun) {
            m_queue.active->isStopped = true;
            m_queue.stopRun();
            m_queue.wake.wait_for(lock, std::chrono::milliseconds(20), [this] { return !m_queue.active; });
        }
    }
    m_queue.wake.notify_all();
    m_questions.stop();
    m_worker.join();
}

double RunController::elapsedSeconds() const
{
    return m_clock.isValid() ? static_cast<double>(m_clock.elapsed()) * 1e-3 : 0;
}

double RunController::stoppingSeconds() const
{
    return m_state == State::Stopping ? static_cast<double>(m_stopping.elapsed()) * 1e-3 : 0;
}

void RunController::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    if (state == State::Stopping)
        m_stopping.start();
    emit stateChanged();
}

void RunController::post(std::function<void()> call)
{
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

void RunController::request(Request request)
{
    const std::lock_guard lock(m_queue.mutex);
    m_queue.next = Job{++m_lastId, std::move(request), {}, {}, {}};
    m_wantedId = m_lastId;
    if (m_queue.active && !m_queue.active->isReal && m_queue.stopRun)
        m_queue.stopRun();
    m_queue.wake.notify_all();
}

void RunController::stop()
{
    {
        const std::lock_guard lock(m_queue.mutex);
        dropWaiting();
    }
    stopRunning();
}

/// The caller holds the mutex.
void RunController::dropWaiting()
{
    if (!m_queue.next)
        return;
    m_queue.next.reset();
    m_wantedId = m_shownId;
}

void RunController::stopRunning()
{
    const std::lock_guard lock(m_queue.mutex);
    if (m_queue.active && !m_queue.active->isPrediction && m_queue.stopRun) {
        m_queue.active->isStopped = true;
        m_queue.stopRun();
        post([this] {
            if (m_state == State::Running)
                setState(State::Stopping);
        });
    }
}

void RunController::abandon()
{
    stop();
    m_abandonedId = m_lastId;
    m_followTimer.stop();
}

bool RunController::setAside()
{
    if (!isBusy() || !m_visible || !m_visible->isReal)
        return false;
    {
        const std::lock_guard lock(m_queue.mutex);
        dropWaiting();
    }
    m_asideId = m_shownId;
    emit stateChanged();
    return true;
}

void RunController::showAgain()
{
    if (!isAside())
        return;
    {
        const std::lock_guard lock(m_queue.mutex);
        dropWaiting();
    }
    m_asideId = 0;
    m_feed.follow(m_recorder, m_visible->context);
    emit stateChanged();
}

void RunController::predict(engine::frontend::RunRequest request, QObject* context, PredictionCallback answer, Use use)
{
    Request whole;
    whole.run = std::move(request);
    const std::lock_guard lock(m_queue.mutex);
    m_queue.predictions.push_back(Job{0, std::move(whole), context, std::move(answer), use});
    m_queue.wake.notify_all();
}

void RunController::dropPredictions()
{
    const std::lock_guard lock(m_queue.mutex);
    std::erase_if(m_queue.predictions, [](const Job& job) { return job.use == Use::UntilAChange; });
    if (m_queue.active)
        m_queue.active->isDropped = m_queue.active->isPrediction;
}

/// Stops a run that exceeds the limit of records, so that an endless loop does not use all memory.
void RunController::cutOversizedRun()
{
    bool isCut = false;
    {
        const std::lock_guard lock(m_queue.mutex);
        if (!m_queue.active || !m_queue.active->recorder)
            return m_watchTimer.stop();
        isCut = m_queue.stopRun && m_queue.active->recorder->version() > m_mostRecords;
        if (isCut) {
            m_queue.active->isCut = true;
            m_queue.stopRun();
        }
        isCut = isCut && !m_queue.active->isPrediction;
    }
    if (isCut && m_state == State::Running)
        setState(State::Stopping);
}

// -- the thread of runs

void RunController::processRequests(std::stop_token token)
{
    pthread_setname_np(pthread_self(), "program");
    engine::Result<Backend> made = m_maker();
    if (!made) {
        post([this, reason = made.error().message] {
            setState(State::Unavailable);
            emit unavailable(reason);
        });
        return;
    }
    const auto backend = std::make_shared<Backend>(*std::move(made));
    {
        const std::lock_guard lock(m_queue.mutex);
        m_queue.stopRun = backend->stop;
    }
    m_questions.setBackend(backend);
    post([this, programs = backend->programs, noRanks = backend->noRanks]() mutable {
        m_programs = std::move(programs);
        m_noRanks = std::move(noRanks);
        setState(State::Idle);
        emit ready();
    });
    auto predictionsFrom = std::chrono::steady_clock::now();
    while (!token.stop_requested()) {
        std::unique_lock lock(m_queue.mutex);
        m_queue.wake.wait(lock, token, [this] { return m_queue.next || !m_queue.predictions.empty(); });
        const bool startsAtOnce =
            m_queue.next || m_queue.predictions.empty() || m_queue.predictions.front().use == Use::Lasting;
        if (!startsAtOnce && std::chrono::steady_clock::now() < predictionsFrom) {
            m_queue.wake.wait_until(lock, token, predictionsFrom, [this] { return m_queue.next.has_value(); });
            continue;
        }
        if (token.stop_requested())
            break;
        const bool isVisible = m_queue.next.has_value();
        Job job = isVisible ? std::move(*m_queue.next) : std::move(m_queue.predictions.front());
        if (isVisible)
            m_queue.next.reset();
        else
            m_queue.predictions.pop_front();
        m_queue.active = ActiveRun{!isVisible, isVisible && job.request.isReal};
        lock.unlock();
        if (isVisible) {
            runVisible(*backend, std::move(job));
            predictionsFrom = std::chrono::steady_clock::now() + kPredictionDelay;
        } else {
            runPrediction(*backend, std::move(job));
        }
        lock.lock();
        m_queue.active.reset();
        m_queue.wake.notify_all();
    }
    m_questions.setBackend(nullptr);
    const std::lock_guard lock(m_queue.mutex);
    m_queue.stopRun = nullptr;
}

void RunController::watch(std::shared_ptr<engine::trace::Recorder> recorder)
{
    {
        const std::lock_guard lock(m_queue.mutex);
        m_queue.active->recorder = std::move(recorder);
    }
    post([this] { m_watchTimer.start(); });
}

/// Returns whether the run was stopped at the limit of records.
bool RunController::endWatch()
{
    const std::lock_guard lock(m_queue.mutex);
    m_queue.active->recorder.reset();
    return m_queue.active->isCut;
}

/// Whether a measured run is repeated once more. A newer request or a stop ends the repeats.
bool RunController::startsRepeat(const Job& job, int index, const engine::trace::Trace& first)
{
    const Request& request = job.request;
    const int all = !request.isReal            ? 1
                    : request.isRepeated       ? engine::analysis::kRepeats
                    : request.run.program.path ? 1
                                               : engine::analysis::usualRepeats(first.extent());
    {
        const std::lock_guard lock(m_queue.mutex);
        if (index >= all || m_queue.next || m_queue.active->isStopped)
            return false;
    }
    post([this, id = job.id, index, all] {
        if (id != m_shownId)
            return;
        m_progress.begun = index + 1;
        m_progress.all = all;
        emit stateChanged();
    });
    return true;
}

void RunController::runVisible(Backend& backend, Job job)
{
    const auto recorder = std::make_shared<engine::trace::Recorder>();
    watch(recorder);
    post([this, id = job.id, request = job.request, recorder] { began(id, request, recorder); });
    QElapsedTimer clock;
    clock.start();
    const auto runs = engine::frontend::runRepeatedly(
        [&](int index) {
            if (index == 0)
                return backend.run(job.request.run, *recorder);
            const auto another = std::make_shared<engine::trace::Recorder>();
            watch(another);
            return backend.run(job.request.run, *another);
        },
        [&](int index, const engine::trace::Trace& first) { return startsRepeat(job, index, first); });
    const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    const bool isCut = endWatch();
    if (!runs) {
        post([this, id = job.id, request = std::move(job.request), reason = runs.error().message] {
            couldNotStart(id, request, reason);
        });
        return;
    }
    engine::frontend::RunOutcome outcome = runs->outcome;
    const bool wasCut = isCut || engine::frontend::wasStoppedByRecordLimit(*outcome.trace);
    if (job.request.isReal && !runs->traces.empty() && !outcome.raised) {
        // If the user stops the repeats, the run that was stopped is left out; the complete ones count.
        const auto repeats = engine::analysis::repeatsOf(runs->traces, runs->otherLoad);
        outcome = {.trace = runs->traces[repeats.medianRun], .raised = false, .stopped = false};
        job.request.context.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
        job.request.context.printed = runs->traces.front();
    }
    Finished result{outcome.trace,  std::move(job.request), seconds,
                    outcome.raised, outcome.stopped,        wasCut && outcome.stopped};
    post([this, id = job.id, result = std::move(result)]() mutable { ended(id, std::move(result)); });
}

void RunController::runPrediction(Backend& backend, Job job)
{
    if (job.context.isNull())
        return;
    const auto recorder = std::make_shared<engine::trace::Recorder>();
    watch(recorder);
    engine::Result<engine::frontend::RunOutcome> outcome = backend.run(job.request.run, *recorder);
    const bool wasCut = endWatch() || (outcome && engine::frontend::wasStoppedByRecordLimit(*outcome->trace));
    if (wasCut && outcome && outcome->stopped)
        outcome =
            engine::makeError(engine::ErrorCode::OutOfMemory, engine::messages::message("run.too-many-operations"));
    if (outcome && outcome->stopped) {
        const std::lock_guard lock(m_queue.mutex);
        if (!m_queue.active->isDropped || job.use == Use::Lasting)
            m_queue.predictions.push_front(std::move(job));
        return;
    }
    engine::Result<engine::trace::TracePtr> answer =
        outcome ? engine::Result<engine::trace::TracePtr>(outcome->trace)
                : engine::Result<engine::trace::TracePtr>(std::move(outcome).error());
    post([context = job.context, call = std::move(job.answer), answer = std::move(answer)] {
        if (!context.isNull())
            call(answer);
    });
}

// -- back in the GUI thread

void RunController::began(quint64 id, const Request& request, std::shared_ptr<engine::trace::Recorder> recorder)
{
    m_shownId = id;
    m_visible = request;
    m_recorder = std::move(recorder);
    m_clock.start();
    m_progress = {.processes = request.isReal ? engine::frontend::ranksOf(request.run) : 1};
    setState(State::Running);
    if (id <= m_abandonedId)
        return;
    if (request.isReal)
        m_feed.follow(m_recorder, m_visible->context);
    else
        m_followTimer.start(engine::frontend::ranksOf(request.run) > 1 ? kLookAgainMs : kFollowAfterMs);
}

void RunController::ended(quint64 id, Finished result)
{
    if (id != m_shownId)
        return;
    m_followTimer.stop();
    const auto recorder = std::exchange(m_recorder, nullptr);
    // If a virtual run was stopped for a newer request, keep the previous run on the screen.
    bool isReplaced = false;
    {
        const std::lock_guard lock(m_queue.mutex);
        isReplaced = id <= m_abandonedId || (result.stopped && (m_queue.next.has_value() || m_lastId != id));
    }
    const bool isAside = id == m_asideId && id > m_abandonedId;
    if (!isReplaced && !isAside) {
        result.request.context.simulatedIn = result.request.isReal ? 0 : result.seconds;
        if (m_feed.isFollowing(recorder.get()) && !result.request.context.isRepeated()) {
            m_feed.finishFollowing(result.trace);
            m_feed.setContext(result.request.context);
        } else {
            m_feed.show(result.trace, result.request.context);
        }
    }
    setState(State::Idle);
    if (isAside)
        emit finishedAside(result);
    else if (!isReplaced)
        emit finished(result);
}

void RunController::couldNotStart(quint64 id, const Request& request, const engine::Message& reason)
{
    if (id != m_shownId)
        return;
    m_followTimer.stop();
    m_recorder.reset();
    setState(State::Idle);
    if (id > m_abandonedId)
        emit refused(reason, request);
}

}  // namespace ui::runs

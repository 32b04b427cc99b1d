#include "ui/runs/run_thread.h"

#include "engine/frontend/record_limit.h"
#include "engine/frontend/repeated_run.h"
#include "engine/messages/messages.h"

#include <pthread.h>

#include <QElapsedTimer>
#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <utility>

namespace ui::runs {

namespace {

/// Interval between checks of the number of records. An endless loop writes some 100,000 records in this time.
constexpr int kWatchMs = 100;

/// A prediction with Use::UntilAChange starts only after this delay. Without the delay, every step of a dragged slider
/// would start a prediction, and the next watched run would wait until the prediction stops.
constexpr std::chrono::milliseconds kPredictionDelay{150};

}  // namespace

RunThread::RunThread(BackendMaker maker) : m_maker(std::move(maker))
{
    m_watchTimer.setInterval(kWatchMs);
    connect(&m_watchTimer, &QTimer::timeout, this, &RunThread::cutOversizedRun);
    m_thread = std::jthread([this](const std::stop_token& token) { processRequests(token); });
}

RunThread::~RunThread()
{
    m_thread.request_stop();
    {
        std::unique_lock lock(m_mutex);
        m_next.reset();
        m_predictions.clear();
        // Repeat the stop request, because a run that is just starting may miss the first request.
        while (m_active && m_stopRun) {
            m_active->isStopped = true;
            m_stopRun();
            m_wake.wait_for(lock, std::chrono::milliseconds(20), [this] { return !m_active; });
        }
    }
    m_wake.notify_all();
    m_questions.stop();
    m_thread.join();
}

void RunThread::run(quint64 id, Request request)
{
    const std::lock_guard lock(m_mutex);
    m_next = Job{id, std::move(request), {}, {}, {}};
    if (m_active && !m_active->isReal && m_stopRun)
        m_stopRun();
    m_wake.notify_all();
}

bool RunThread::isRunWaiting()
{
    const std::lock_guard lock(m_mutex);
    return m_next.has_value();
}

bool RunThread::dropWaiting()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_next, std::nullopt).has_value();
}

void RunThread::stop()
{
    const std::lock_guard lock(m_mutex);
    if (!m_active || m_active->isPrediction || !m_stopRun)
        return;
    m_active->isStopped = true;
    m_stopRun();
    post([this] { emit stopping(); });
}

void RunThread::predict(engine::frontend::RunRequest request, QObject* context, PredictionCallback answer, Use use)
{
    Request whole;
    whole.run = std::move(request);
    const std::lock_guard lock(m_mutex);
    m_predictions.push_back(Job{0, std::move(whole), context, std::move(answer), use});
    m_wake.notify_all();
}

void RunThread::dropPredictions()
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_predictions, [](const Job& job) { return job.use == Use::UntilAChange; });
    if (m_active)
        m_active->isDropped = m_active->isPrediction;
}

/// Stops a run that exceeds the limit of records, so that an endless loop does not use all memory.
void RunThread::cutOversizedRun()
{
    bool isCut = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_active || !m_active->recorder)
            return m_watchTimer.stop();
        isCut = m_stopRun && m_active->recorder->version() > m_mostRecords;
        if (isCut) {
            m_active->isCut = true;
            m_stopRun();
            m_watchTimer.stop();  // stop only once: a second stop would not wait for the records of ranks
        }
        isCut = isCut && !m_active->isPrediction;
    }
    if (isCut)
        emit stopping();
}

// -- the private thread

void RunThread::processRequests(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "program");
    engine::Result<Backend> made = m_maker();
    if (!made) {
        post([this, reason = made.error().message] { emit unavailable(reason); });
        return;
    }
    const auto backend = std::make_shared<Backend>(*std::move(made));
    {
        const std::lock_guard lock(m_mutex);
        m_stopRun = backend->stop;
    }
    m_questions.setBackend(backend);
    post([this, programs = backend->programs, noRanks = backend->noRanks] { emit ready(programs, noRanks); });
    auto predictionsFrom = std::chrono::steady_clock::now();
    while (!token.stop_requested()) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, token, [this] { return m_next || !m_predictions.empty(); });
        const bool startsAtOnce = m_next || m_predictions.empty() || m_predictions.front().use == Use::Lasting;
        if (!startsAtOnce && std::chrono::steady_clock::now() < predictionsFrom) {
            m_wake.wait_until(lock, token, predictionsFrom, [this] { return m_next.has_value(); });
            continue;
        }
        if (token.stop_requested())
            break;
        const bool isWatched = m_next.has_value();
        Job job = isWatched ? std::move(*m_next) : std::move(m_predictions.front());
        if (isWatched)
            m_next.reset();
        else
            m_predictions.pop_front();
        m_active = ActiveRun{!isWatched, isWatched && job.request.isReal};
        lock.unlock();
        if (isWatched) {
            runWatched(*backend, std::move(job));
            predictionsFrom = std::chrono::steady_clock::now() + kPredictionDelay;
        } else {
            runPrediction(*backend, std::move(job));
        }
        lock.lock();
        m_active.reset();
        m_wake.notify_all();
    }
    m_questions.setBackend(nullptr);
    const std::lock_guard lock(m_mutex);
    m_stopRun = nullptr;
}

void RunThread::watch(RecorderPtr recorder)
{
    {
        const std::lock_guard lock(m_mutex);
        m_active->recorder = std::move(recorder);
    }
    post([this] { m_watchTimer.start(); });
}

/// Returns true if the run was stopped at the limit of records.
bool RunThread::endWatch()
{
    const std::lock_guard lock(m_mutex);
    m_active->recorder.reset();
    return m_active->isCut;
}

/// Whether to repeat a measured run once more. A newer request or a stop ends the repeats.
bool RunThread::startsRepeat(const Job& job, int index, const engine::trace::Trace& first)
{
    const Request& request = job.request;
    const int all = !request.isReal            ? 1
                    : request.isRepeated       ? engine::analysis::kRepeats
                    : request.run.program.path ? 1
                                               : engine::analysis::usualRepeats(first.extent());
    {
        const std::lock_guard lock(m_mutex);
        if (index >= all || m_next || m_active->isStopped)
            return false;
    }
    post([this, id = job.id, index, all] { emit repeating(id, index + 1, all); });
    return true;
}

void RunThread::runWatched(Backend& backend, Job job)
{
    const auto recorder = std::make_shared<engine::trace::Recorder>();
    watch(recorder);
    post([this, id = job.id, request = job.request, recorder] { emit began(id, request, recorder); });
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
            emit couldNotStart(id, request, reason);
        });
        return;
    }
    engine::frontend::RunOutcome outcome = runs->outcome;
    const bool wasCut = isCut || engine::frontend::wasStoppedByRecordLimit(*outcome.trace);
    if (job.request.isReal && !runs->traces.empty() && !outcome.raised) {
        // If the user has stopped the repeats, only the complete ones count.
        const auto repeats = engine::analysis::repeatsOf(runs->traces, runs->otherLoad);
        outcome = {.trace = runs->traces[repeats.medianRun], .raised = false, .stopped = false};
        job.request.context.repeats = std::make_shared<const engine::analysis::Repeats>(repeats);
        job.request.context.printed = runs->traces.front();
    }
    FinishedRun result{outcome.trace,  std::move(job.request),   seconds, outcome.raised, outcome.stopped,
                       outcome.remark, wasCut && outcome.stopped};
    post([this, id = job.id, result = std::move(result)] { emit ended(id, result); });
}

void RunThread::runPrediction(Backend& backend, Job job)
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
        const std::lock_guard lock(m_mutex);
        if (!m_active->isDropped || job.use == Use::Lasting)
            m_predictions.push_front(std::move(job));
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

}  // namespace ui::runs

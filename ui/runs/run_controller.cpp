#include "ui/runs/run_controller.h"

#include "engine/frontend/rank_count.h"

#include <utility>

namespace ui::runs {

namespace {

/// A virtual run of a single rank that takes longer than this is shown while it is in progress; a shorter run is shown
/// when it is complete.
constexpr int kFollowAfterMs = 150;
/// Interval between checks whether a run of several ranks has its first records.
constexpr int kPollMs = 15;

double secondsOf(const QElapsedTimer& clock)
{
    return clock.isValid() ? static_cast<double>(clock.elapsed()) * 1e-3 : 0;
}

}  // namespace

RunController::RunController(BackendMaker maker, model::TraceFeed& feed, QObject* parent)
    : QObject(parent), m_feed(feed), m_thread(std::move(maker))
{
    m_followTimer.setSingleShot(true);
    connect(&m_followTimer, &QTimer::timeout, this, [this] {
        if (!m_visible || !m_recorder || !isBusy())
            return;
        // Wait for the first record: records of several ranks arrive together, later than those of a single process.
        if (m_recorder->version() == 0)
            m_followTimer.start(kPollMs);
        else
            m_feed.follow(m_recorder, m_visible->context);
    });
    connectThread();
}

void RunController::connectThread()
{
    connect(&m_thread, &RunThread::unavailable, this, [this](const engine::Message& reason) {
        setState(State::Unavailable);
        emit unavailable(reason);
    });
    connect(&m_thread, &RunThread::ready, this, [this](const auto& programs) {
        m_programs = programs;
        setState(State::Idle);
        emit ready();
    });
    connect(&m_thread, &RunThread::began, this, &RunController::began);
    connect(&m_thread, &RunThread::repeating, this, [this](quint64 id, int begun, int all) {
        if (!m_ids.isCurrent(id))
            return;
        m_progress.begun = begun;
        m_progress.all = all;
        emit stateChanged();
    });
    connect(&m_thread, &RunThread::stopping, this, [this] {
        if (m_state == State::Running)
            setState(State::Stopping);
    });
    connect(&m_thread, &RunThread::ended, this, &RunController::ended);
    connect(&m_thread, &RunThread::couldNotStart, this, &RunController::couldNotStart);
}

RunController::Progress RunController::progress() const
{
    Progress progress = m_progress;
    progress.seconds = secondsOf(m_clock);
    progress.stoppingSeconds = m_state == State::Stopping ? secondsOf(m_stopping) : 0;
    return progress;
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

void RunController::request(Request request)
{
    m_thread.run(m_ids.next(), std::move(request));
}

void RunController::stop()
{
    dropWaiting();
    m_thread.stop();
}

void RunController::dropWaiting()
{
    if (m_thread.dropWaiting())
        m_ids.dropWanted();
}

void RunController::abandon()
{
    stop();
    m_ids.abandonAll();
    m_followTimer.stop();
}

bool RunController::setAside()
{
    if (!isBusy() || !m_visible || !m_visible->isReal)
        return false;
    dropWaiting();
    m_ids.setAside();
    emit stateChanged();
    return true;
}

void RunController::showAgain()
{
    if (!isAside())
        return;
    dropWaiting();
    m_ids.showAgain();
    m_feed.follow(m_recorder, m_visible->context);
    emit stateChanged();
}

void RunController::began(quint64 id, const Request& request, const RunThread::RecorderPtr& recorder)
{
    m_ids.begin(id);
    m_visible = request;
    m_recorder = recorder;
    m_clock.start();
    m_progress = {.processes = request.isReal ? engine::frontend::ranksOf(request.run) : 1};
    setState(State::Running);
    if (m_ids.isAbandoned(id))
        return;
    if (request.isReal)
        m_feed.follow(m_recorder, m_visible->context);
    else
        m_followTimer.start(engine::frontend::ranksOf(request.run) > 1 ? kPollMs : kFollowAfterMs);
}

void RunController::ended(quint64 id, FinishedRun result)
{
    if (!m_ids.isCurrent(id))
        return;
    m_followTimer.stop();
    const auto recorder = std::exchange(m_recorder, nullptr);
    // A virtual run that was stopped for a newer request is not shown; the previous run stays on the screen.
    const bool isReplaced =
        m_ids.isAbandoned(id) || (result.stopped && (!m_ids.isNewest(id) || m_thread.isRunWaiting()));
    const bool isAside = m_ids.isCurrentAside() && !m_ids.isAbandoned(id);
    if (!isReplaced && !isAside) {
        result.request.context.simulatedIn = result.request.isReal ? 0 : result.seconds;
        result.request.context.remark = result.remark;
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
    if (!m_ids.isCurrent(id))
        return;
    m_followTimer.stop();
    m_recorder.reset();
    setState(State::Idle);
    if (!m_ids.isAbandoned(id))
        emit refused(reason, request);
}

}  // namespace ui::runs

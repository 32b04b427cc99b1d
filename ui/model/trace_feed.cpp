#include "ui/model/trace_feed.h"

#include "engine/ranks/overview.h"
#include "engine/trace/imported.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <algorithm>

namespace ui::model {

namespace {

constexpr int kPollMs = 33;  // 30 times per second, as smooth as a film
constexpr int kSlowestPollMs = 2000;
/// In a live run, the views may use at most a third of the GUI thread: after an update, the feed waits twice as long as
/// the update took.
constexpr qint64 kRestPerWork = 2;

/// A priority below that of paint events, which are posted with Qt::LowEventPriority.
constexpr int kBehindPainting = Qt::LowEventPriority - 1;

/// Polls less often if views need longer to update, so that user input is handled in time.
class Pace : public QObject {
public:
    Pace(QTimer& timer, QObject* parent) : QObject(parent), m_timer(timer) {}

    /// Called before a snapshot is published. Returns false if the views have not painted the previous one.
    bool begin()
    {
        if (m_work.isValid())
            return false;
        m_work.start();
        QCoreApplication::postEvent(this, new QEvent(QEvent::User), kBehindPainting);
        return true;
    }

protected:
    void customEvent(QEvent*) override
    {
        const auto rest = std::clamp<qint64>(m_work.elapsed() * kRestPerWork, kPollMs, kSlowestPollMs);
        m_work.invalidate();
        if (m_timer.isActive() && m_timer.interval() != rest)
            m_timer.start(static_cast<int>(rest));
    }

private:
    QTimer& m_timer;
    QElapsedTimer m_work;  ///< valid while the views update
};

}  // namespace

TraceFeed::TraceFeed(QObject* parent) : QObject(parent), m_trace(std::make_shared<engine::trace::Trace>())
{
    m_timer.setInterval(kPollMs);
    auto* pace = new Pace(m_timer, this);
    connect(&m_timer, &QTimer::timeout, this, [this, pace] {
        if (m_recorder && m_recorder->version() != m_trace->version() && pace->begin())
            poll();
    });
}

void TraceFeed::show(engine::trace::TracePtr trace, RunContext context)
{
    m_timer.stop();
    m_recorder.reset();
    start(std::move(trace), std::move(context));
}

void TraceFeed::follow(std::shared_ptr<engine::trace::Recorder> recorder, RunContext context)
{
    m_recorder = std::move(recorder);
    if (m_recorder)
        m_timer.start(kPollMs);
    start(m_recorder ? m_recorder->snapshot() : nullptr, std::move(context));
}

void TraceFeed::start(engine::trace::TracePtr trace, RunContext context)
{
    m_context = trace ? std::move(context) : context.ofAnotherRun();
    m_trace = trace ? std::move(trace) : std::make_shared<const engine::trace::Trace>();
    m_ran = m_context;
    m_ranks.follow(m_trace);
    m_rankFigures.follow(m_trace);
    m_before.startRun();
    m_before.follow({m_trace, m_ran});
    emit replaced();
}

void TraceFeed::finishFollowing(engine::trace::TracePtr whole)
{
    m_timer.stop();
    m_recorder.reset();
    if (!whole)
        return;
    extend(std::move(whole));
}

void TraceFeed::setContext(RunContext context)
{
    m_context = std::move(context);
    // A program's first run starts before the sync points are known, so add them when they arrive.
    if (m_ran.syncPoints.isEmpty()) {
        m_ran.syncPoints = m_context.syncPoints;
        m_before.follow({m_trace, m_ran});
    }
    emit contextChanged();
}

void TraceFeed::poll()
{
    extend(m_recorder->snapshot());
    if (!m_trace->isLive())
        m_timer.stop();
}

void TraceFeed::extend(engine::trace::TracePtr trace)
{
    // If a rank gets a new lane, the lanes of later ranks are renumbered, so views must read the run again.
    const bool areLanesKept = !trace->rankPart().set || trace->lanes().size() == m_trace->lanes().size();
    m_trace = std::move(trace);
    m_ranks.follow(m_trace);
    m_rankFigures.follow(m_trace);
    m_before.follow({m_trace, m_ran});
    if (areLanesKept)
        emit extended();
    else
        emit replaced();
}

engine::trace::TracePtr TraceFeed::operations() const
{
    engine::trace::TracePtr opened = m_ranks.latest();
    return opened ? opened : engine::ranks::withOperations(m_trace);
}

bool TraceFeed::lacksListing() const
{
    const bool isEmpty = m_trace->opCount() == 0 && !m_trace->rankPart().set;
    return engine::trace::isImported(m_trace->run()) || (!isEmpty && m_trace->run().source.empty());
}

bool TraceFeed::hasBefore() const
{
    const engine::trace::TracePtr& trace = before().trace;
    return trace != nullptr && trace != m_trace && m_trace->opCount() > 0 &&
           trace->run().program == m_trace->run().program && !RunBefore::isRepetition(before(), {m_trace, m_ran});
}

void TraceFeed::pinBefore()
{
    if (m_trace->isLive() || m_trace->opCount() == 0)
        return;
    m_before.pin({m_trace, m_ran});
    emit beforeChanged();
}

void TraceFeed::pinBefore(engine::trace::TracePtr trace)
{
    m_before.pin({std::move(trace), m_ran.ofAnotherRun()});
    emit beforeChanged();
}

void TraceFeed::unpinBefore()
{
    m_before.unpin();
    emit beforeChanged();
}

void TraceFeed::forgetBefore()
{
    const bool hadBefore = before().trace != nullptr;
    m_before.forget();
    if (hadBefore)
        emit beforeChanged();
}

}  // namespace ui::model

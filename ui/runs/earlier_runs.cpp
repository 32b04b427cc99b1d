#include "ui/runs/earlier_runs.h"

#include "ui/commands/actions.h"
#include "ui/runs/centre_header.h"

#include <algorithm>
#include <utility>

namespace ui::runs {

using engine::trace::TracePtr;

namespace {

/// Limit for runs that are remembered automatically.
constexpr std::size_t kMaxRemembered = 6;

bool isWorthKeeping(const engine::trace::Trace& trace)
{
    return !trace.isLive() && trace.opCount() > 0 && trace.opCount() <= model::RunBefore::kMaxOperations;
}

}  // namespace

EarlierRuns::EarlierRuns(const Workbench& bench, CentreHeader& header) : QObject(&bench.window), m_bench(bench)
{
    header.addChip(new BeforeChip(bench.theme, bench.feed, &header));
    connect(bench.actions.keepBefore, &QAction::triggered, this, &EarlierRuns::togglePin);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &EarlierRuns::onReplaced);
    connect(&bench.controller, &RunController::finished, this, &EarlierRuns::onFinished);
}

/// Pins the displayed run, or unpins it if it is pinned already.
void EarlierRuns::togglePin()
{
    const bool isThis = m_bench.feed.isBeforePinned() && m_bench.feed.before().trace == m_bench.feed.trace();
    isThis ? m_bench.feed.unpinBefore() : m_bench.feed.pinBefore();
}

/// Pins the run that was pinned when the application last exited, unless the displayed run is of another program.
void EarlierRuns::restore(const TracePtr& trace)
{
    if (!m_bench.feed.isBeforePinned() && trace->opCount() > 0 &&
        trace->run().program == m_bench.feed.trace()->run().program)
        m_bench.feed.pinBefore(trace);
}

void EarlierRuns::storeIn(const QString& folder)
{
    delete m_shelf;
    m_shelf = new RunShelf(folder, this);
    connect(&m_bench.feed, &model::TraceFeed::beforeChanged, m_shelf, [this] {
        m_lastBefore = nullptr;
        const TracePtr kept = m_bench.feed.isBeforePinned() ? m_bench.feed.before().trace : nullptr;
        m_shelf->keepBefore(kept != nullptr && isWorthKeeping(*kept) ? kept : nullptr);
    });
    m_shelf->loadBefore(this, [this](const TracePtr& trace) {
        if (m_hasRun)
            restore(trace);
        else
            m_lastBefore = trace;
    });
}

void EarlierRuns::onReplaced()
{
    const TracePtr& trace = m_bench.feed.trace();
    const bool isKnown =
        std::any_of(m_runs.begin(), m_runs.end(), [&](const NamedRun& run) { return run.trace == trace; });
    if (!isKnown && isWorthKeeping(*trace))
        m_runs.push_front({trace, m_bench.feed.context()});
    if (m_runs.size() > kMaxRemembered)
        m_runs.pop_back();
    m_seen = trace->isLive() ? nullptr : trace;
    emit displayedChanged();
}

void EarlierRuns::onFinished()
{
    const TracePtr& trace = m_bench.feed.trace();
    // A live run was already in the feed when it started, so replaced() was not emitted at its end.
    if (trace != m_seen)
        onReplaced();
    // An opened trace already has a file.
    if (m_shelf != nullptr && isWorthKeeping(*trace))
        m_shelf->noteShown(trace, nameOfRun(*trace));
    if (const TracePtr last = std::exchange(m_lastBefore, nullptr))
        restore(last);
    m_hasRun = true;
}

}  // namespace ui::runs

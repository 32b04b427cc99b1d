#include "ui/runs/earlier_runs.h"

#include "ui/commands/actions.h"
#include "ui/runs/centre_header.h"

#include <algorithm>
#include <utility>

namespace ui::runs {

using engine::trace::TracePtr;

namespace {

/// Limits for runs that are remembered automatically: few runs, none with much memory.
constexpr std::size_t kMaxRuns = 6;
constexpr std::size_t kMaxOperations = 200'000;

bool isWorthKeeping(const engine::trace::Trace& trace)
{
    return !trace.isLive() && trace.opCount() > 0 && trace.opCount() <= kMaxOperations;
}

}  // namespace

EarlierRuns::EarlierRuns(const Workbench& bench, CentreHeader& header) : QObject(&bench.window), m_bench(bench)
{
    auto* chip = new BeforeChip(bench.theme, &header);
    header.addChip(chip);
    m_before = new BeforeRun(bench.feed, bench.timeline, *chip, this);
    connect(bench.actions.keepBefore, &QAction::triggered, m_before, &BeforeRun::toggle);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &EarlierRuns::onReplaced);
    connect(&bench.controller, &RunController::finished, this, &EarlierRuns::onFinished);
}

void EarlierRuns::storeIn(const QString& folder)
{
    delete m_shelf;
    m_shelf = new RunShelf(folder, this);
    connect(m_before, &BeforeRun::changed, m_shelf, [this] {
        m_lastBefore = nullptr;
        const TracePtr& kept = m_before->run().trace;
        m_shelf->keepBefore(kept != nullptr && isWorthKeeping(*kept) ? kept : nullptr);
    });
    m_shelf->loadBefore(this, [this](const TracePtr& trace) {
        if (m_hasRun)
            m_before->restore(trace);
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
    if (m_runs.size() > kMaxRuns)
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
        m_before->restore(last);
    m_hasRun = true;
}

}  // namespace ui::runs

#include "ui/runs/earlier_runs.h"

#include "ui/commands/actions.h"
#include "ui/look/languages.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/run_change.h"

#include <QAction>
#include <utility>

namespace ui::runs {

using engine::trace::TracePtr;

namespace {

bool isWorthKeeping(const engine::trace::Trace& trace)
{
    return !trace.isLive() && trace.opCount() > 0;
}

}  // namespace

EarlierRuns::EarlierRuns(const Workbench& bench, CentreHeader& header) : QObject(&bench.window), m_bench(bench)
{
    m_list.setLabelsOf([bench](const std::string& program) { return parameterLabels(bench, program); });
    header.addChip(new BeforeChip(bench.theme, bench.feed, &header));
    connect(bench.actions.keepBefore, &QAction::triggered, this, &EarlierRuns::togglePin);
    connect(&bench.feed, &model::TraceFeed::replaced, this, &EarlierRuns::onReplaced);
    connect(&bench.feed, &model::TraceFeed::contextChanged, this,
            [this] { m_list.setSwitches(m_bench.feed.trace(), m_bench.feed.context().syncPoints); });
    for (auto ended : {&RunController::finished, &RunController::finishedAside})
        connect(&bench.controller, ended, this,
                [this](const RunController::FinishedRun& run) { onFinished(run.trace, run.request.context); });
}

/// Pins the displayed run, or unpins it if it is pinned already.
void EarlierRuns::togglePin()
{
    const bool isThis = m_bench.feed.isBeforePinned() && m_bench.feed.before().trace == m_bench.feed.trace();
    isThis ? m_bench.feed.unpinBefore() : m_bench.feed.pinBefore();
}

/// Pins the run that was pinned when the application last exited, unless another run is pinned, or the displayed run is
/// of another program.
void EarlierRuns::restore(const TracePtr& trace)
{
    if (!m_bench.feed.isBeforePinned() && trace->opCount() > 0 &&
        trace->run().program == m_bench.feed.trace()->run().program)
        m_bench.feed.pinBefore(trace);
}

/// Reports once that runs cannot be stored. While another message is open, defers the report to the next run.
void EarlierRuns::reportRefusal(const QString& folder)
{
    if (m_bench.banner.isOpen() || std::exchange(m_isRefusalReported, true))
        return;
    m_bench.banner.open([folder, save = m_bench.actions.saveTrace] {
        return Banner::Message{Banner::Tone::Fail,
                               tr("Runs cannot be stored in %1").arg(folder),
                               tr("The folder is read-only or its disk is full. Runs are lost when the window closes: "
                                  "save a run to a file elsewhere."),
                               {},
                               {{look::withoutMarks(save->text()), {}, [save] { save->trigger(); }}},
                               true};
    });
}

void EarlierRuns::storeIn(const QString& folder)
{
    delete m_shelf;
    m_shelf = new RunShelf(folder, this);
    m_list.storeIn(*m_shelf);
    connect(m_shelf, &RunShelf::refused, this, [this, folder] { reportRefusal(folder); });
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
    m_seen = trace->isLive() ? nullptr : trace;
    emit displayedChanged();
}

void EarlierRuns::onFinished(const TracePtr& trace, const model::RunContext& context)
{
    if (isWorthKeeping(*trace)) {
        const listing::ProgramDocument& document = m_bench.document;
        const bool isOpen = document.program().id == trace->run().program;
        m_list.add(
            trace, context,
            isOpen ? leversSince(document.text().opened().toStdString(), trace->run().source, document.text().levers())
                   : std::vector<LeverLine>());
        if (m_shelf != nullptr) {
            m_shelf->noteShown(trace, nameOfRun(*trace), context);
            m_list.store(trace);
        }
    }
    // The feed does not emit replaced() at the end of a live run, because the feed received the run at the run's start.
    if (trace != m_seen && trace == m_bench.feed.trace())
        onReplaced();
    if (const TracePtr last = std::exchange(m_lastBefore, nullptr))
        restore(last);
    m_hasRun = true;
}

}  // namespace ui::runs

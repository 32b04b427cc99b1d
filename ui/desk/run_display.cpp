#include "ui/desk/run_display.h"

#include "engine/listing/text_facts.h"
#include "ui/look/languages.h"
#include "ui/machines/machines.h"

#include <algorithm>

namespace ui::desk {

namespace {

using engine::trace::PlatformKind;

/// Whether the user has changed the program since the run was requested.
bool isOutdated(const engine::frontend::RunRequest& ran, const engine::frontend::RunRequest& now)
{
    return ran.off != now.off || ran.on != now.on || ran.source != now.source || ran.parameters != now.parameters ||
           ran.values != now.values;
}

/// Whether `run` had the listing, switches and parameters that the open program has now. Unknown switches count as
/// equal.
bool isSameAsListing(const runs::RunSummary& run, const listing::ProgramDocument& document)
{
    const auto isChanged = [&](const auto& parameter) {
        return document.parameters().isDeclared(parameter.first) &&
               document.parameters().value(parameter.first).toStdString() != parameter.second;
    };
    const QHash<int, bool> switches = document.text().switches().states();
    const bool hasSameSwitches = switches.isEmpty() || run.syncPoints.isEmpty() || switches == run.syncPoints;
    return hasSameSwitches && document.request().source == run.run.source &&
           std::none_of(run.run.parameters.begin(), run.run.parameters.end(), isChanged);
}

/// The context of an earlier run or of a trace that is displayed with the open listing.
model::RunContext contextOf(const model::RunContext& earlier, const model::RunContext& ofListing)
{
    model::RunContext context = ofListing.ofAnotherRun();
    context.repeats = earlier.repeats;
    context.simulatedIn = 0;
    context.isStale = false;
    if (!earlier.syncPoints.isEmpty())
        context.syncPoints = earlier.syncPoints;
    return context;
}

}  // namespace

RunDisplay::RunDisplay(const runs::Workbench& bench, const RunTarget& target, runs::EmptyState& empty,
                       const runs::RunList& runs, std::optional<model::TimeRange> view)
    : m_bench(bench), m_target(target), m_empty(empty), m_runs(runs), m_shown(bench, view, nullptr)
{
}

void RunDisplay::showFinished(const runs::RunController::FinishedRun& finished)
{
    const engine::frontend::RunRequest& ran = finished.request.run;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const QString program = QString::fromStdString(ran.program.id);
    m_empty.close();
    // If the analysis found the sync points only after the run was requested, the run's context does not contain them
    // yet.
    if (m_bench.feed.context().syncPoints.isEmpty() && !isOutdated(ran, m_bench.document.request()))
        m_bench.feed.setContext(m_target.context());
    m_shown.showRun(program);
    emit changed(Aspect::Result);
    const bool isElsewhere = ran.machine != m_target.machine().id;
    if (finished.request.isReal && !trace.error() && (isElsewhere || isOutdated(ran, m_bench.document.request())))
        markStale();
    emit changed(Aspect::Status | Aspect::Title | Aspect::Advice);
    if (finished.wasCut)
        m_bench.banner.open([] {
            return runs::Banner::Message{runs::Banner::Tone::Fail,
                                         tr("The run was stopped: it has too many operations to be recorded"),
                                         tr("Only its beginning is shown. Shorten the loop, then run it again."),
                                         {},
                                         {}};
        });
    emit runShown();
}

void RunDisplay::showTrace(const engine::trace::TracePtr& trace, bool hasListing)
{
    if (!m_bench.controller.setAside())
        m_bench.controller.abandon();
    emit runReplaced();
    m_empty.close();
    m_shown.showFile(trace, hasListing ? contextOf({}, m_target.context()) : model::RunContext());
    m_bench.banner.close();
    emit changed(Aspect::Title | Aspect::Advice);
    emit runShown();
}

void RunDisplay::showMeasured(const runs::NamedRun& run)
{
    m_empty.close();
    m_bench.banner.close();
    emit runReplaced();
    m_bench.feed.show(run.trace, contextOf(run.context, m_target.context()));
    m_shown.showRun(QString::fromStdString(m_bench.document.program().id));
    emit changed(Aspect::Result | Aspect::Status | Aspect::Title | Aspect::Advice);
    emit runShown();
}

void RunDisplay::showWithoutRun()
{
    if (!m_bench.document.isTrusted())
        m_shown.isFile() ? markStale() : showNoRun();
    else if (!showOwnAside() && isRealOnScreen())
        markStale();
    else if (!isRealOnScreen() && !showEarlierMeasured())
        showNoRun();
}

/// If a run of the open program on the selected machine continues in the background, shows it and returns true.
bool RunDisplay::showOwnAside()
{
    runs::RunController& controller = m_bench.controller;
    if (!controller.isAside())
        return false;
    const engine::frontend::RunRequest ran = controller.current()->run;
    if (ran.program.id != m_bench.document.program().id || ran.machine != m_target.machineThatRuns())
        return false;
    m_empty.close();
    emit runReplaced();
    m_shown.expectRun();
    controller.showAgain();
    if (isOutdated(ran, m_bench.document.request()))
        markStale();
    return true;
}

bool RunDisplay::showEarlierMeasured()
{
    const int row = runs::newestMeasured(m_runs, m_bench.document.program().id, m_target.machineThatRuns());
    if (row < 0)
        return false;
    const runs::RunList::Entry& run = m_runs.at(row);
    showMeasured({run.trace, run.summary.context(), run.summary.ownName});
    if (!isSameAsListing(run.summary, m_bench.document))
        markStale();
    return true;
}

/// Whether a run of the open program on this computer is displayed or in progress.
bool RunDisplay::isRealOnScreen() const
{
    const auto& current = m_bench.controller.current();
    const std::string& program = m_bench.document.program().id;
    const bool isUnderWay = m_bench.controller.isBusy() && !m_bench.controller.isAside() && current &&
                            current->isReal && current->run.program.id == program;
    const engine::trace::RunInfo& shown = m_bench.feed.trace()->run();
    return isUnderWay || (shown.platform == PlatformKind::Real && shown.program == program &&
                          m_shown.isOf(QString::fromStdString(program)));
}

void RunDisplay::markStale()
{
    model::RunContext stale = m_target.context();
    stale.isStale = true;
    m_bench.feed.setContext(stale);
    m_bench.banner.open([this] {
        return runs::Banner::Message{runs::Banner::Tone::Info,
                                     tr("The listing changed since this run"),
                                     {},
                                     {},
                                     {{tr("Run again"), QStringLiteral("play"), [this] { emit runAgainChosen(); }}}};
    });
    if (!m_bench.controller.isBusy())
        emit runAwaited();
}

void RunDisplay::showNoRun()
{
    emit runReplaced();
    m_bench.banner.close();
    m_shown.clear(m_target.context());
    emit changed(Aspect::Result);
    openEmpty();
    emit runAwaited();
    emit changed(Aspect::Status);
}

void RunDisplay::clear()
{
    m_shown.clear(m_target.context());
    emit changed(Aspect::Result | Aspect::Status);
    openEmpty();
}

void RunDisplay::openEmpty()
{
    const int addressed =
        engine::listing::gpusAddressed(m_bench.document.text().source().toStdString(), m_bench.document.request().off);
    const bool lacksGpus = m_target.machine().gpuCount < addressed;
    const bool isWaiting = m_bench.controller.isAside() && m_bench.controller.isWaiting();
    const engine::frontend::Program running =
        isWaiting ? m_bench.controller.current()->run.program : engine::frontend::Program();
    if (isWaiting)
        m_empty.open(tr("Waiting for %1").arg(look::programText(running.id, running.title)),
                     tr("It still runs on this computer. This program runs after it; the bar on top can stop it."),
                     QString());
    else if (!m_bench.document.isTrusted())
        m_empty.open(
            m_bench.document.isForeign() ? tr("This listing comes from a trace") : tr("This program comes from a file"),
            tr("It has not run yet. Read it, then run it."), tr("Run it"));
    else
        m_empty.open(tr("No run on this machine yet"),
                     lacksGpus ? machines::missingGpusText(addressed, m_target.machine().gpuCount)
                               : tr("Times on this computer are measured, so a run starts when you press Run."),
                     tr("Run"), lacksGpus ? tr("Use the virtual machine") : QString());
}

void RunDisplay::hideResult()
{
    m_bench.feed.show(nullptr, m_target.context());
    emit changed(Aspect::Result | Aspect::Advice | Aspect::Status);
}

}  // namespace ui::desk

#include "ui/desk/desk.h"

#include "engine/base/expect.h"
#include "engine/listing/text_facts.h"
#include "ui/files/session.h"
#include "ui/look/in_language.h"
#include "ui/look/languages.h"
#include "ui/machines/missing_gpu.h"

#include <algorithm>

namespace ui::desk {

namespace {

using State = runs::RunController::State;
using engine::trace::PlatformKind;

constexpr int kTypingPauseMs = 400;
/// Most virtual runs replace the one before within this time; a change of colours would only flicker.
constexpr int kLeftoverMs = 200;

/// Whether the user has changed the program since the run was requested.
bool isOutdated(const engine::frontend::RunRequest& ran, const engine::frontend::RunRequest& now)
{
    return ran.off != now.off || ran.on != now.on || ran.source != now.source || ran.parameters != now.parameters ||
           ran.values != now.values;
}

/// Whether `run` has the listing, switches and parameters of the open program.
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

/// Gives the open program the listing, switches and parameters of `run`. Undo restores the listing and the parameters.
void applySettings(const engine::trace::RunInfo& run, const QHash<int, bool>& syncPoints,
                   listing::ProgramDocument& document)
{
    listing::ProgramListing& listing = document.listing();
    listing.setDialect(run.dialect == "mxnet" ? engine::frontend::Dialect::MXNet : engine::frontend::Dialect::Torch);
    if (document.request().source != run.source) {
        QString source = QString::fromStdString(run.source);
        source.chop(1);  // the line break that a request adds
        listing.setSource(source);
    }
    std::map<int, bool> flips;
    for (auto it = syncPoints.cbegin(); it != syncPoints.cend(); ++it)
        flips[it.key()] = it.value();
    if (!flips.empty())
        document.edits().setFlips(flips);
    for (const auto& [name, value] : run.parameters)
        if (document.parameters().isDeclared(name))
            document.parameters().set(name, QString::fromStdString(value));
    if (run.platform == PlatformKind::Virtual)
        document.setValues(run.values);
}

/// The context of an earlier run that is displayed with the open listing.
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

Desk::Desk(const runs::Workbench& bench, const Parts& parts)
    : QObject(&bench.window),
      m_bench(bench),
      m_parts(parts),
      m_target(bench, parts.machines, parts.whatIf),
      m_programs(bench, m_target, parts.machines, parts.listings),
      m_shown(bench, parts.view, nullptr),
      m_notStarted(bench.feed, bench.document)
{
    m_typingPause.setSingleShot(true);
    m_typingPause.setInterval(kTypingPauseMs);
    m_leftover.setSingleShot(true);
    m_leftover.setInterval(kLeftoverMs);
    connectModels();
}

void Desk::connectModels()
{
    using runs::RunController;
    RunController& controller = m_bench.controller;
    listing::ProgramDocument& document = m_bench.document;
    connect(&controller, &RunController::finished, this, &Desk::onFinished);
    connect(&controller, &RunController::refused, this, &Desk::onRefused);
    using listing::ProgramListing;
    using runs::ProgramQuestions;
    ProgramQuestions& questions = controller.questions();
    ProgramListing& listing = document.listing();
    connect(&questions, &ProgramQuestions::analysed, &listing, &ProgramListing::setAnalysis);
    connect(&listing, &ProgramListing::analysisWanted, &questions,
            [&questions](const QString& source, engine::frontend::Dialect dialect, quint64 ticket) {
                questions.analyse(source.toStdString() + "\n", dialect, ticket);
            });
    connect(&document, &listing::ProgramDocument::runWanted, this, &Desk::rerun);
    connect(&listing, &ProgramListing::dialectChanged, &m_programs, &Programs::followDialect);
    connect(&listing, &ProgramListing::edited, this, &Desk::onEdited);
    connect(&document.parameters(), &listing::ProgramParameters::typed, this, &Desk::onEdited);
    connect(&listing, &ProgramListing::switchesChanged, this, [this] {
        if (m_bench.feed.trace()->opCount() > 0 && !m_target.isReal() &&
            (!m_shown.isFile() || m_bench.feed.trace()->run().program == m_bench.document.program().id))
            m_bench.feed.setContext(m_target.context());
        emit changed(Aspect::Advice);
    });
    connect(&m_leftover, &QTimer::timeout, this, [this] {
        const engine::trace::Trace& trace = *m_bench.feed.trace();
        if (m_shown.isFile() || trace.opCount() == 0 || trace.run().program == m_bench.document.program().id)
            return;
        model::RunContext context = m_bench.feed.context();
        context.isStale = true;
        m_bench.feed.setContext(context);
    });
    connect(&m_typingPause, &QTimer::timeout, this, [this] {
        if (!m_bench.document.listing().problem())
            return rerun();
        m_notStarted.mark();
        emit changed(Aspect::Status);
    });
    connect(&m_programs, &Programs::opened, this, &Desk::showOpened);
    connect(&m_parts.machines, &machines::Machines::localMachinesListed, this, &Desk::onMachinesKnown);
    connect(&m_parts.whatIf, &machines::WhatIf::machineChanged, this, [this] {
        emit changed(Aspect::Machine);
        if (!m_target.waitsForReader())
            runNow();
    });
    connect(&m_parts.empty, &runs::EmptyState::chosen, this, &Desk::run);
    connect(&m_parts.empty, &runs::EmptyState::otherChosen, this,
            [this] { chooseMachine(m_bench.document.machine()); });
    look::inLanguage(&m_parts.empty, [this] {
        if (!m_parts.empty.isHidden())
            openEmpty();
    });
}

// -- machines

void Desk::chooseMachine(const QString& id)
{
    if (m_parts.machines.byId(id) == nullptr)
        return;
    m_parts.machines.choose(id);
    m_shown.expectOther();
    rerun();
}

/// Runs again on this computer, except while a trace or a current run is displayed.
void Desk::onMachinesKnown()
{
    if (!m_target.isReal() || m_target.machine().gpuCount == 0)
        return;
    if (m_shown.isFile() || !m_bench.controller.isUpToDate())
        emit changed(Aspect::Machine);
    else
        rerun();
}

/// Clears messages and results of the previous program.
void Desk::showOpened()
{
    m_bench.controller.questions().forgetLoads();
    const auto& current = m_bench.controller.current();
    if (current && current->run.program.id != m_bench.document.program().id)
        m_bench.controller.setAside();
    if (m_bench.feed.isBeforePinned() && m_bench.feed.before().trace->run().program != m_bench.document.program().id)
        m_bench.feed.unpinBefore();
    m_shown.expectOther();
    m_bench.banner.close();
    m_leftover.start();
    emit changed(Aspect::Title);
    rerun();
}

void Desk::showTrace(const engine::trace::TracePtr& trace)
{
    ENGINE_EXPECT(trace != nullptr);
    const bool hasListing = m_programs.openOfTrace(trace->run());
    if (!m_bench.controller.setAside())
        m_bench.controller.abandon();
    emit runReplaced();
    m_parts.empty.close();
    m_shown.showFile(trace, hasListing ? contextOf({}, m_target.context()) : model::RunContext());
    m_bench.banner.close();
    emit changed(Aspect::Title | Aspect::Advice);
    emit runShown();
}

void Desk::leaveTrace()
{
    // No program is open, because the trace was opened at the start.
    if (m_bench.document.program().id.empty() && !m_bench.controller.programs().empty()) {
        const QString usual = files::Session().program;
        return m_programs.open(
            m_programs.isBuiltIn(usual) ? usual : QString::fromStdString(m_bench.controller.programs().front().id));
    }
    m_shown.expectOther();
    rerun();
}

// -- running

void Desk::rerun()
{
    m_typingPause.stop();
    m_bench.controller.thread().dropPredictions();
    emit changed(Aspect::Machine | Aspect::Title);
    const State state = m_bench.controller.state();
    if (state == State::Starting || state == State::Unavailable)
        return;
    // Measurements and untrusted programs run on request, all others at once.
    if (!m_target.waitsForReader())
        return runNow();
    // Abandon a simulation in progress: it would be shown as a run of the machine that is selected now.
    const auto& current = m_bench.controller.current();
    const bool isMeasuring = m_bench.controller.isBusy() && current && current->isReal;
    if (!isMeasuring && !m_bench.controller.isUpToDate())
        m_bench.controller.abandon();
    if (!m_bench.document.isTrusted())
        m_shown.isFile() ? markStale() : showNoRun();
    else if (!showOwnAside() && isRealOnScreen())
        markStale();
    else if (!isRealOnScreen() && !showEarlierMeasured())
        showNoRun();
}

/// Shows the run that was set aside if it is of the open program on the selected machine.
bool Desk::showOwnAside()
{
    runs::RunController& controller = m_bench.controller;
    if (!controller.isAside())
        return false;
    const engine::frontend::RunRequest ran = controller.current()->run;
    if (ran.program.id != m_bench.document.program().id || ran.machine != m_target.machineThatRuns())
        return false;
    m_parts.empty.close();
    emit runReplaced();
    m_shown.expectRun();
    controller.showAgain();
    if (isOutdated(ran, m_bench.document.request()))
        markStale();
    return true;
}

bool Desk::showEarlierMeasured()
{
    const int row = m_parts.runs.newestMeasured(m_bench.document.program().id, m_target.machineThatRuns());
    if (row < 0)
        return false;
    const runs::RunList::Entry& run = m_parts.runs.at(row);
    showMeasured({run.trace, run.summary.context(), run.summary.ownName});
    if (!isSameAsListing(run.summary, m_bench.document))
        markStale();
    return true;
}

void Desk::showMeasured(const runs::NamedRun& run)
{
    m_parts.empty.close();
    m_bench.banner.close();
    emit runReplaced();
    m_bench.feed.show(run.trace, contextOf(run.context, m_target.context()));
    m_shown.showRun(QString::fromStdString(m_bench.document.program().id));
    emit changed(Aspect::Result | Aspect::Status | Aspect::Title | Aspect::Advice);
    emit runShown();
}

void Desk::openRun(const runs::NamedRun& run)
{
    ENGINE_EXPECT(run.trace != nullptr);
    const engine::trace::RunInfo& info = run.trace->run();
    const QString program = QString::fromStdString(info.program);
    const QString machine = QString::fromStdString(info.machine);
    const bool isOpen = info.program == m_bench.document.program().id;
    // An imported trace has no machine that could run it.
    const bool isKnown = isOpen || m_programs.isBuiltIn(program);
    if (!m_parts.machines.isUsable(machine) || !isKnown)
        return showTrace(run.trace);
    if (isOpen)
        m_parts.machines.choose(machine);
    else
        (void)m_programs.openOn(program, machine);
    applySettings(info, run.context.syncPoints, m_bench.document);
    m_typingPause.stop();
    if (m_target.waitsForReader())
        showMeasured(run);
    else
        rerun();
}

/// Whether a run of the open program on this computer is displayed or in progress.
bool Desk::isRealOnScreen() const
{
    const auto& current = m_bench.controller.current();
    const std::string& program = m_bench.document.program().id;
    const bool isUnderWay = m_bench.controller.isBusy() && !m_bench.controller.isAside() && current &&
                            current->isReal && current->run.program.id == program;
    const engine::trace::RunInfo& shown = m_bench.feed.trace()->run();
    return isUnderWay || (shown.platform == PlatformKind::Real && shown.program == program &&
                          m_shown.isOf(QString::fromStdString(program)));
}

void Desk::onEdited()
{
    if (m_target.waitsForReader())
        return rerun();
    m_typingPause.start();
}

void Desk::runNow(bool isRepeated)
{
    if (m_bench.document.program().id.empty())
        return;
    m_bench.document.parameters().endTyping();
    runs::RunController::Request request = m_target.request();
    request.isRepeated = isRepeated;
    m_parts.empty.close();
    // Abandon the current run: it would show the answer, or another program's run under this program's title.
    if (m_mustWait && m_mustWait(request.run)) {
        emit runAwaited();
        if (!m_bench.controller.isAside())
            m_bench.controller.abandon();
        return;
    }
    emit runStarting();
    m_shown.expectRun();
    m_bench.controller.request(std::move(request));
    if (m_bench.controller.isAside()) {
        m_shown.clear(m_target.context());
        emit changed(Aspect::Result | Aspect::Status);
        openEmpty();
    }
}

void Desk::run()
{
    if (m_bench.playhead.isPlaying())
        return m_bench.playhead.pause();
    if (m_shown.isPaused() && m_bench.document.isTrusted())
        return m_bench.playhead.play();
    m_bench.document.setTrusted(true);
    runNow();
}

void Desk::repeat()
{
    m_bench.document.setTrusted(true);
    runNow(true);
}

void Desk::stop()
{
    m_typingPause.stop();
    m_bench.controller.thread().dropPredictions();
    m_bench.controller.stop();
}

void Desk::markStale()
{
    model::RunContext stale = m_target.context();
    stale.isStale = true;
    m_bench.feed.setContext(stale);
    m_bench.banner.open([this] {
        return runs::Banner::Message{runs::Banner::Tone::Info,
                                     tr("The listing changed since this run"),
                                     {},
                                     {},
                                     {{tr("Run again"), QStringLiteral("play"), [this] { run(); }}}};
    });
    if (!m_bench.controller.isBusy())
        emit runAwaited();
}

void Desk::showNoRun()
{
    emit runReplaced();
    m_bench.banner.close();
    m_shown.clear(m_target.context());
    emit changed(Aspect::Result);
    openEmpty();
    emit runAwaited();
    emit changed(Aspect::Status);
}

void Desk::openEmpty()
{
    const int addressed = engine::listing::gpusAddressed(m_bench.document.text().source().toStdString());
    const bool lacksGpus = m_target.machine().gpuCount < addressed;
    const bool isWaiting = m_bench.controller.isAside() && m_bench.controller.isWaiting();
    const engine::frontend::Program running =
        isWaiting ? m_bench.controller.current()->run.program : engine::frontend::Program();
    if (isWaiting)
        m_parts.empty.open(
            tr("Waiting for %1").arg(look::programText(running.id, running.title)),
            tr("It still runs on this computer. This program runs after it; the bar on top can stop it."), QString());
    else if (!m_bench.document.isTrusted())
        m_parts.empty.open(tr("This program comes from a file"), tr("It has not run yet. Read it, then run it."),
                           tr("Run it"));
    else
        m_parts.empty.open(tr("No run on this machine yet"),
                           lacksGpus ? machines::missingGpusText(addressed, m_target.machine().gpuCount)
                                     : tr("Times on this computer are measured, so a run starts when you press Run."),
                           tr("Run"), lacksGpus ? tr("Use the virtual machine") : QString());
}

void Desk::hideResult()
{
    m_bench.feed.show(nullptr, m_target.context());
    emit changed(Aspect::Result | Aspect::Advice | Aspect::Status);
}

void Desk::onFinished(const runs::RunController::Finished& finished)
{
    const bool isOfAnother = finished.request.run.program.id != m_bench.document.program().id;
    // The run was in progress when the user selected this computer or opened another program.
    if (m_target.waitsForReader() && (isOfAnother || (m_target.isReal() && !finished.request.isReal))) {
        if (m_bench.controller.isUpToDate())
            return rerun();  // shows the measured run of the open program, if there is one
        return m_bench.feed.show(nullptr, m_target.context());  // the run requested meanwhile follows
    }
    if (!isOfAnother)  // otherwise the open program's run follows
        showFinished(finished);
}

void Desk::showFinished(const runs::RunController::Finished& finished)
{
    const engine::frontend::RunRequest& ran = finished.request.run;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const QString program = QString::fromStdString(ran.program.id);
    m_parts.empty.close();
    // Sets the sync points if they were found only after the run was requested.
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

void Desk::onRefused(const engine::Message& reason, const runs::RunController::Request& request)
{
    if (request.run.program.id != m_bench.document.program().id)
        return;  // the refused run is not of the open program
    m_notStarted.mark();
    m_bench.banner.open(m_notStarted.message(reason, [this](int line) { emit lineWanted(line); }));
    emit changed(Aspect::Status);
    emit runShown();
}

bool Desk::isSettled() const
{
    return m_bench.controller.isUpToDate() && m_bench.feed.trace()->end().has_value() && !m_typingPause.isActive() &&
           !m_parts.opener.isOpening();
}

void Desk::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    emit askingChanged();
    emit changed(Aspect::Advice);
}

}  // namespace ui::desk

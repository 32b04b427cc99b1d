#include "ui/desk/desk.h"

#include "engine/base/expect.h"
#include "ui/files/session.h"
#include "ui/look/in_language.h"

namespace ui::desk {

namespace {

using engine::trace::PlatformKind;

/// Most virtual runs replace the previous run within this time. Marking the previous run as stale earlier would only
/// cause flicker.
constexpr int kLeftoverMs = 200;

/// Applies the listing, switches and parameters of `run` to the open program. Undo restores the previous listing and
/// parameters.
void applySettings(const engine::trace::RunInfo& run, const QHash<int, bool>& syncPoints,
                   listing::ProgramDocument& document)
{
    listing::ProgramListing& listing = document.listing();
    listing.setDialect(engine::frontend::dialectNamed(run.dialect));
    if (document.request().source != run.source) {
        QString source = QString::fromStdString(run.source);
        source.chop(1);  // removes the line break that a request adds
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

}  // namespace

Desk::Desk(const runs::Workbench& bench, const Parts& parts)
    : QObject(&bench.window),
      m_bench(bench),
      m_parts(parts),
      m_target(bench, parts.machines, parts.whatIf),
      m_programs(bench, m_target, parts.machines, parts.listings),
      m_display(bench, m_target, parts.empty, parts.runs, parts.view),
      m_starter(bench, m_target, m_display, parts.empty)
{
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
    using listing::ProgramListing;
    using runs::ProgramQuestions;
    ProgramQuestions& questions = controller.thread().questions();
    ProgramListing& listing = document.listing();
    connect(&questions, &ProgramQuestions::analysed, &listing, &ProgramListing::setAnalysis);
    connect(&listing, &ProgramListing::analysisWanted, &questions,
            [&questions](const QString& source, engine::frontend::Dialect dialect, quint64 ticket) {
                questions.analyse(source.toStdString() + "\n", dialect, ticket);
            });
    connect(&document, &listing::ProgramDocument::runWanted, &m_starter, &RunStarter::rerun);
    connect(&listing, &ProgramListing::dialectChanged, &m_programs, &Programs::followDialect);
    connect(&listing, &ProgramListing::edited, &m_starter, &RunStarter::rerunAfterTyping);
    connect(&document.parameters(), &listing::ProgramParameters::typed, &m_starter, &RunStarter::rerunAfterTyping);
    connect(&listing, &ProgramListing::switchesChanged, this, [this] {
        const engine::trace::Trace& trace = *m_bench.feed.trace();
        const bool isOpenedTrace = shown().isFile() && trace.run().program == m_bench.document.program().id;
        // The first analysis of an opened trace's listing finds the trace's switches. Later, a flip changes the context
        // only on a virtual machine, where it starts a new run. On this computer, the displayed run keeps the switches
        // with which it was measured.
        const bool isFirst = isOpenedTrace && m_bench.feed.context().syncPoints.isEmpty();
        if (trace.opCount() > 0 && (isFirst || (!m_target.isReal() && (isOpenedTrace || !shown().isFile()))))
            m_bench.feed.setContext(m_target.context());
        emit changed(Aspect::Advice);
    });
    connect(&m_leftover, &QTimer::timeout, this, [this] {
        const engine::trace::Trace& trace = *m_bench.feed.trace();
        if (shown().isFile() || trace.opCount() == 0 || trace.run().program == m_bench.document.program().id)
            return;
        model::RunContext context = m_bench.feed.context();
        context.isStale = true;
        m_bench.feed.setContext(context);
    });
    connect(&m_display, &RunDisplay::changed, this, &Desk::changed);
    connect(&m_display, &RunDisplay::runShown, this, &Desk::runShown);
    connect(&m_display, &RunDisplay::runAwaited, this, &Desk::runAwaited);
    connect(&m_display, &RunDisplay::runAgainChosen, &m_starter, &RunStarter::run);
    connect(&m_starter, &RunStarter::changed, this, &Desk::changed);
    connect(&m_starter, &RunStarter::runAwaited, this, &Desk::runAwaited);
    connect(&m_starter, &RunStarter::refused, this, &Desk::runShown);
    connect(&m_programs, &Programs::opened, this, &Desk::showOpened);
    connect(&m_parts.machines, &machines::Machines::localMachinesListed, this, &Desk::onMachinesKnown);
    connect(&m_parts.whatIf, &machines::WhatIf::machineChanged, this, [this] {
        emit changed(Aspect::Machine);
        if (!m_target.waitsForReader())
            m_starter.runNow();
    });
    connect(&m_parts.empty, &runs::EmptyState::chosen, &m_starter, &RunStarter::run);
    connect(&m_parts.empty, &runs::EmptyState::otherChosen, this,
            [this] { chooseMachine(m_bench.document.machine()); });
    look::inLanguage(&m_parts.empty, [this] {
        if (!m_parts.empty.isHidden())
            m_display.openEmpty();
    });
}

// -- machines

void Desk::chooseMachine(const QString& id)
{
    if (m_parts.machines.byId(id) == nullptr)
        return;
    m_parts.machines.choose(id);
    shown().expectOther();
    m_starter.rerun();
}

/// Called when the machines of this computer are known. Calls RunStarter::rerun() if the selected machine is one of
/// them and has GPUs, unless the trace of a file is displayed or a run is pending.
void Desk::onMachinesKnown()
{
    if (!m_target.isReal() || m_target.machine().gpuCount == 0)
        return;
    if (shown().isFile() || !m_bench.controller.isUpToDate())
        emit changed(Aspect::Machine);
    else
        m_starter.rerun();
}

/// Called when a program was opened. Closes the previous program's message, moves that program's run to the background,
/// and runs the opened program or displays that its run is pending.
void Desk::showOpened()
{
    m_bench.controller.thread().questions().forgetLoads();
    const auto& current = m_bench.controller.current();
    if (current && current->run.program.id != m_bench.document.program().id)
        m_bench.controller.setAside();
    if (m_bench.feed.isBeforePinned() && m_bench.feed.before().trace->run().program != m_bench.document.program().id)
        m_bench.feed.unpinBefore();
    shown().expectOther();
    m_bench.banner.close();
    m_leftover.start();
    emit changed(Aspect::Title);
    m_starter.rerun();
}

void Desk::showTrace(const engine::trace::TracePtr& trace)
{
    ENGINE_EXPECT(trace != nullptr);
    const bool hasListing = m_programs.openOfTrace(trace->run());
    m_display.showTrace(trace, hasListing);
}

void Desk::leaveTrace()
{
    // If a trace was opened at the start, no program is open yet, so open one.
    if (m_bench.document.program().id.empty() && !m_bench.controller.programs().empty()) {
        const QString usual = files::Session().program;
        return m_programs.open(
            m_programs.isBuiltIn(usual) ? usual : QString::fromStdString(m_bench.controller.programs().front().id));
    }
    shown().expectOther();
    m_starter.rerun();
}

// -- runs

void Desk::openRun(const runs::NamedRun& run)
{
    ENGINE_EXPECT(run.trace != nullptr);
    const engine::trace::RunInfo& info = run.trace->run();
    const QString program = QString::fromStdString(info.program);
    const QString machine = QString::fromStdString(info.machine);
    const bool isOpen = info.program == m_bench.document.program().id;
    const bool isKnown = isOpen || m_programs.isBuiltIn(program);
    // Show the run as a trace if its machine or its program is missing, so that it cannot run again. Also show it as a
    // trace if its listing came with a trace file, because this listing must not replace the user's.
    if (!m_parts.machines.isUsable(machine) || !isKnown || run.context.isForeign)
        return showTrace(run.trace);
    if (isOpen)
        m_parts.machines.choose(machine);
    else
        (void)m_programs.openOn(program, machine);
    applySettings(info, run.context.syncPoints, m_bench.document);
    m_starter.dropTyping();
    if (m_target.waitsForReader())
        m_display.showMeasured(run);
    else
        m_starter.rerun();
}

void Desk::onFinished(const runs::RunController::FinishedRun& finished)
{
    const bool isOfAnother = finished.request.run.program.id != m_bench.document.program().id;
    // Do not show a run that started before the user selected this computer or opened another program.
    if (m_target.waitsForReader() && (isOfAnother || (m_target.isReal() && !finished.request.isReal))) {
        if (m_bench.controller.isUpToDate())
            return m_starter.rerun();  // shows the measured run of the open program, if there is one
        return m_bench.feed.show(nullptr, m_target.context());  // a newer run follows
    }
    if (!isOfAnother)  // a run of another program is not shown; a run of the open program follows
        m_display.showFinished(finished);
}

bool Desk::isSettled() const
{
    return m_bench.controller.isUpToDate() && m_bench.feed.trace()->end().has_value() && !m_starter.isTyping() &&
           !m_parts.opener.isOpening();
}

void Desk::setAsking(bool isAsking)
{
    m_isAsking = isAsking;
    emit changed(Aspect::Advice);
}

}  // namespace ui::desk

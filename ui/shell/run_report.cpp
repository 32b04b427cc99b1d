#include "ui/shell/run_report.h"

#include "engine/analysis/failure.h"
#include "engine/analysis/out_of_memory.h"
#include "engine/analysis/timed_block.h"
#include "engine/trace/imported.h"
#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/look/times_source.h"
#include "ui/machines/calibration.h"
#include "ui/model/operation_labels.h"
#include "ui/model/refused.h"
#include "ui/run_choice/compare_control.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/status_line.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/training_place.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QRegularExpression>

namespace ui::shell {

namespace {

using desk::Aspect;
using State = runs::RunController::State;

constexpr int kElapsedMs = 100;

/// Splits an error into the headline (type and first sentence, "RuntimeError: CUDA out of memory") and the rest. If the
/// first sentence is long, the headline is only the type.
std::pair<QString, QString> splitMessage(const engine::trace::ErrorRecord& error)
{
    const QString message = QString::fromStdString(error.message).trimmed();
    const QString type = QString::fromStdString(error.type);
    qsizetype end = message.indexOf(QLatin1String(". "));
    const qsizetype line = message.indexOf(QLatin1Char('\n'));
    if (line >= 0 && (end < 0 || line < end))
        end = line;
    if (end < 0 || end > 120)
        return {type, message};
    const QString first = message.left(end);
    return {type.isEmpty() ? first : QStringLiteral("%1: %2").arg(type, first), message.mid(end + 1).trimmed()};
}

/// The number of a section: "13.3" of "13.3, exercise 1".
QString sectionNumber(const QString& section)
{
    static const QRegularExpression kNumber(QStringLiteral("^[^,，(（]*[^,，(（\\s]"));
    return kNumber.match(section).captured();
}

/// Inserts "Section" before the number: "13.3, exercise 1" becomes "Section 13.3, exercise 1".
QString sectionText(const QString& section)
{
    const QString number = sectionNumber(section);
    return RunReport::tr("Section %1").arg(number) + section.mid(number.size());
}

/// "Running 0.4 s"; for repeats "Running 0.4 s, run 3 of 5"; for ranks on this computer "Running 2 processes 0.4 s".
QString runningText(const runs::RunController& controller)
{
    const runs::RunController::Progress run = controller.progress();
    const QString seconds = QString::number(run.seconds, 'f', 1);
    const QString running = run.processes > 1
                                ? RunReport::tr("Running %n processes %1 s", nullptr, run.processes).arg(seconds)
                                : RunReport::tr("Running %1 s").arg(seconds);
    return run.all > 1 ? RunReport::tr("%1, run %2 of %3").arg(running).arg(run.begun).arg(run.all) : running;
}

/// Returns the scope of a block's work; −1: of the whole run.
engine::analysis::Scope scopeOf(const engine::trace::Trace& trace, int block)
{
    return block < 0 ? engine::analysis::runScope(trace)
                     : engine::analysis::workScope(trace, static_cast<std::size_t>(block));
}

}  // namespace

RunReport::RunReport(desk::Desk& desk, const Parts& parts)
    : QObject(&desk), m_desk(desk), m_bench(desk.bench()), m_parts(parts), m_advice(m_bench)
{
    m_elapsed.setInterval(kElapsedMs);
    parts.topBar.time().setPlaceOf([this](engine::Nanoseconds time) {
        return placeInTraining(*m_bench.feed.trace(), m_parts.training.training(), time);
    });
    connectModels();
    showState();
    showStatus();
}

void RunReport::connectModels()
{
    connect(&m_desk, &desk::Desk::changed, this, &RunReport::show);
    connect(&m_desk.starter(), &desk::RunStarter::lineWanted, &m_parts.programPane.listing(),
            &listing::Listing::goToLine);
    connect(&m_bench.controller, &runs::RunController::stateChanged, this, &RunReport::showState);
    connect(&m_bench.controller, &runs::RunController::finishedAside, this,
            [this](const runs::RunController::FinishedRun& run) {
                m_aside = run.request;
                m_asideMakespan = engine::analysis::runScope(*run.trace).length();
                showAside();
            });
    connect(&m_parts.topBar.aside(), &AsideRun::wanted, this, &RunReport::openAside);
    connect(&m_parts.topBar.aside(), &AsideRun::stopWanted, &m_bench.controller.thread(), &runs::RunThread::stop);
    connect(&m_bench.controller, &runs::RunController::unavailable, this, &RunReport::showState);
    connect(&m_elapsed, &QTimer::timeout, this, &RunReport::showState);
    connect(&m_bench.playhead, &model::Playhead::playingChanged, this, &RunReport::showState);
    connect(&m_bench.playhead, &model::Playhead::paceChanged, this, &RunReport::showState);
    connect(&m_bench.playhead, &model::Playhead::moved, this, [this] {
        if (m_bench.timeline.scene().playhead.isReplaying && !m_bench.playhead.isPlaying())
            showState();
    });
    connect(&m_parts.machines, &machines::Machines::localMachinesListed, this, &RunReport::showState);
    connect(&m_parts.machines, &machines::Machines::listChanged, this, &RunReport::showTitle);
    connect(&m_bench.feed, &model::TraceFeed::replaced, this, &RunReport::showStatus);
    connect(&m_bench.feed, &model::TraceFeed::replaced, this, &RunReport::showState);
    connect(&m_bench.feed, &model::TraceFeed::extended, this, &RunReport::showStatus);
    connect(&m_bench.feed, &model::TraceFeed::beforeChanged, this, &RunReport::showStatus);
    connect(&m_bench.selection, &model::Selection::scopeChanged, this, &RunReport::showStatus);
    connect(&m_parts.compare, &run_choice::CompareControl::changed, this, &RunReport::showStatus);
    connect(m_bench.actions.switchScope, &QAction::triggered, this, &RunReport::switchScope);
    connect(&m_parts.status, &runs::StatusLine::scopeSwitchRequested, m_bench.actions.switchScope, &QAction::trigger);
    connect(&m_bench.document.listing(), &listing::ProgramListing::modifiedChanged, this, &RunReport::showTitle);
    connect(&m_parts.training, &training::TrainingPane::contentChanged, this, &RunReport::showWhy);
    // The clock shows the epoch, which is known only when the charts have their content, so update the clock then.
    connect(&m_parts.training, &training::TrainingPane::contentChanged, this,
            [this] { m_parts.topBar.time().setRunEnd(m_bench.feed.trace()->extent()); });
}

void RunReport::show(desk::Aspects aspects)
{
    if (aspects & Aspect::Machine)
        showMachine();
    if (aspects & Aspect::Result)
        showResult();
    if (aspects & Aspect::Status)
        showStatus();
    if (aspects & Aspect::Title)
        showTitle();
    if (aspects & Aspect::Advice)
        showAdvice();
}

void RunReport::showAll()
{
    m_parts.topBar.machines().setMachines(m_parts.machines.all());
    m_bench.programs.refreshTexts();
    showTitle();
    showState();
    showStatus();
    showAdvice();
    if (m_bench.feed.trace()->error())
        showResult();
    m_bench.feed.refreshTexts();
}

/// Passes the selected machine to the widgets and to the advice.
void RunReport::showMachine()
{
    engine::device::MachineInfo used = m_desk.target().machine();
    QStringList gpus;
    used.gpuCount = m_desk.target().gpuCount();
    for (int i = 0; i < used.gpuCount; ++i)
        gpus << tr("GPU %1").arg(i);
    m_parts.programPane.parameterPanel().setDevices(gpus);
    // Predict the effects of advice on the machine that runs the program: it may be a changed copy of the selected
    // machine.
    if (const std::string changed = m_desk.target().machineThatRuns(); changed != used.id)
        used.path = changed;
    m_advice.setMachine(used);
}

void RunReport::showState()
{
    using Mode = RunButton::Mode;
    const runs::RunController& controller = m_bench.controller;
    const State state = controller.state();
    const bool isReal = controller.current() && controller.current()->isReal;
    const bool isAside = controller.isAside();
    const bool isRunning = state == State::Running && !isAside && (isReal || controller.progress().seconds > 0.3);
    m_parts.topBar.run().setMode(state == State::Starting               ? Mode::Starting
                                 : state == State::Stopping && !isAside ? Mode::Stopping
                                 : isRunning                            ? Mode::Stop
                                 : m_bench.playhead.isPlaying()         ? Mode::Pause
                                 : m_desk.shown().isPaused()            ? Mode::Resume
                                 : m_bench.feed.lacksListing()          ? Mode::Unavailable
                                                                        : Mode::Run);
    showRepeat();
    m_bench.actions.stop->setEnabled(state == State::Running && !isAside);
    m_bench.actions.pause->setEnabled(m_bench.playhead.isPlaying());
    m_parts.status.setActivity(
        state == State::Starting            ? tr("Starting Python")
        : isAside && controller.isWaiting() ? tr("Waiting for the run on this computer")
        : isAside                           ? QString()
        : controller.progress().stoppingSeconds > 1
            ? tr("Stopping: a call that cannot be interrupted must end first; closing the window also ends it")
        : state == State::Stopping      ? tr("Stopping")
        : isRunning && isStartingGpus() ? tr("Starting the GPUs")
        : isRunning ? runningText(controller) + trainingProgress(*m_bench.feed.trace(), m_parts.training.training())
        : m_bench.playhead.isPlaying()          ? tr("Replaying")
        : isReplayPaused()                      ? tr("Replay paused")
        : m_parts.machines.isSearchingForGpus() ? tr("Searching for GPUs")
                                                : QString());
    if (controller.isBusy() != m_elapsed.isActive())
        controller.isBusy() ? m_elapsed.start() : m_elapsed.stop();
    showAside();
}

/// Whether a replay was paused before its end, or an active replay has not reached its end.
bool RunReport::isReplayPaused() const
{
    const bool isReplay = m_bench.timeline.scene().playhead.isReplaying;
    return m_desk.shown().isPaused() || (isReplay && m_bench.playhead.time() < m_bench.playhead.extent());
}

/// Enables the command Repeat only for the user's own programs on this computer, because short built-in programs are
/// always repeated.
void RunReport::showRepeat()
{
    m_bench.actions.repeat->setEnabled(m_desk.target().isReal() && m_bench.document.program().path &&
                                       !m_bench.controller.isBusy());
}

/// Shows in the top bar the run that continues while another program is displayed. After the run's end, shows the run's
/// makespan until the run's program is opened.
void RunReport::showAside()
{
    const runs::RunController& controller = m_bench.controller;
    if (controller.isAside()) {
        m_aside = controller.current();
        m_asideMakespan.reset();
    }
    if (!m_aside)
        return m_parts.topBar.aside().clear();
    const engine::frontend::Program& program = m_aside->run.program;
    if (!controller.isAside() && (program.id == m_bench.document.program().id || !m_asideMakespan)) {
        m_aside.reset();
        m_asideMakespan.reset();
        return m_parts.topBar.aside().clear();
    }
    const QString title = look::programText(program.id, program.title);
    if (controller.isAside())
        m_parts.topBar.aside().showRun(
            tr("%1: running %2 s").arg(title, QString::number(controller.progress().seconds, 'f', 1)),
            AsideRun::State::Running);
    else
        m_parts.topBar.aside().showRun(tr("%1: %2").arg(title, look::clockText(*m_asideMakespan)),
                                       AsideRun::State::Ended);
}

void RunReport::openAside()
{
    if (m_aside)
        (void)m_desk.programs().openOn(QString::fromStdString(m_aside->run.program.id),
                                       QString::fromStdString(m_aside->run.machine));
}

/// Whether GPUs are still being opened, which may take seconds the first time. An opened GPU is a device of the trace.
bool RunReport::isStartingGpus() const
{
    const auto& trace = *m_bench.feed.trace();
    const int gpus = m_desk.target().machine().gpuCount;
    return m_desk.target().isReal() && gpus > 0 && trace.isLive() &&
           trace.devices().size() <= static_cast<std::size_t>(gpus);
}

void RunReport::showStatus()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    if (m_parts.compare.isOpen())
        return m_parts.status.setReport(m_parts.compare.report());
    const bool hasRun = trace.end().has_value() || !trace.devices().empty();
    // The last displayed run often becomes the previous run, so reuse its cached numbers.
    if (m_figures.trace() != m_bench.feed.trace() && m_figures.trace() == m_bench.feed.before().trace)
        std::swap(m_figures, m_figuresBefore);
    m_figures.follow(m_bench.feed.trace());
    const double simulatedIn = m_bench.feed.context().simulatedIn;
    // Use the scope that the timeline paints, because the run may not have the selected block yet.
    const drawing::Scene& scene = m_bench.timeline.scene();
    runs::StatusReport report;
    if (hasRun) {
        const engine::analysis::Scope scope =
            scene.chosen.part ? engine::analysis::Scope{scene.chosen.part->begin, scene.chosen.part->end}
                              : scopeOf(trace, scene.chosen.block);
        report = runs::statusOf(trace, scope, simulatedIn, m_figures);
        if (!trace.error())
            report.scope = scene.scopeName();
        if (engine::trace::isMeasured(trace.run()) && !trace.isLive())
            addMeasurement(report, m_bench.feed.context());
        else if (trace.run().platform == engine::trace::PlatformKind::Virtual)
            addSimulation(report, m_bench.feed.context());
    }
    // If the scope is a range of times, the previous run has no corresponding range, so show no earlier values.
    if (hasRun && m_bench.feed.hasBefore() && !trace.isLive() && !scene.chosen.part) {
        const auto& before = m_bench.feed.before().trace;
        m_figuresBefore.follow(before);
        const int block = runs::blockBefore(*before, trace, scene.chosen.block);
        if (block >= 0 || scene.chosen.block < 0)
            addBefore(report, runs::statusOf(*before, scopeOf(*before, block), 0, m_figuresBefore));
    }
    m_desk.starter().notStarted().setHeadline(report);
    m_parts.status.setReport(report);
    m_parts.topBar.time().setRunEnd(trace.extent());
    m_bench.playhead.setExtent(std::max(trace.extent(), m_parts.compare.replayEnd().value_or(trace.extent())));
    // While a live run is followed, show the states at its latest time.
    if (trace.isLive() && m_bench.feed.isFollowing() && !m_bench.playhead.isPlaying())
        m_bench.playhead.setTime(trace.extent());
}

void RunReport::switchScope()
{
    model::Selection& selection = m_bench.selection;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const int blocks = static_cast<int>(trace.blocks().size());
    if (selection.range())
        return selection.setBlock(-1);
    if (selection.block() < 0 && blocks > 0 && trace.programPart().steps.empty())
        return selection.setBlock(m_block >= 0 && m_block < blocks ? m_block : blocks - 1);
    m_block = selection.block();
    model::TimeRange range = selection.ruler().value_or(m_bench.range.range());
    range.begin = std::clamp(range.begin, engine::Nanoseconds{}, trace.extent());
    range.end = std::clamp(range.end, range.begin + engine::Nanoseconds{1},
                           std::max(range.begin + engine::Nanoseconds{1}, trace.extent()));
    selection.setRange(range);
}

void RunReport::showTitle()
{
    const engine::trace::RunInfo& run = m_bench.feed.trace()->run();
    const bool isOfFile = m_desk.shown().isFile();
    const engine::frontend::Program& program = m_bench.document.program();
    const std::string& id = isOfFile ? run.program : program.id;
    const QString title = look::programText(id, isOfFile ? run.title : program.title);
    showAside();
    // A trace of another computer also has the machine id "this-computer", but another label.
    const machines::Machines::Info* const own = m_parts.machines.byId(QString::fromStdString(run.machine));
    const bool isOfOther =
        own == nullptr || (run.machine == engine::trace::kThisComputer && own->label != run.machineLabel);
    m_parts.topBar.machines().setTraceMachine(
        isOfFile ? QString::fromStdString(isOfOther ? run.machineLabel : run.machine) : QString(),
        isOfFile ? look::machineText(run.machine, run.machineLabel) : QString());
    m_parts.topBar.values().offer(!isOfFile && !m_desk.target().isReal());
    using Ranks = runs::RanksField::Ranks;
    m_parts.topBar.ranks().offer(isOfFile                   ? Ranks::OfAFile
                                 : m_desk.target().isReal() ? Ranks::Processes
                                                            : Ranks::Simulated);
    const std::string& section = isOfFile ? run.section : program.section;
    const QString mark = !isOfFile && m_bench.document.text().isModified() ? QStringLiteral(" •") : QString();
    showRepeat();
    const QString of = section.empty() ? QString() : look::programText(id, section);
    m_parts.header.setTitle(title + mark, of.isEmpty() ? QString() : sectionText(of), sectionNumber(of));
    m_bench.window.setWindowTitle(title.isEmpty() ? QStringLiteral("Overlap")
                                                  : QStringLiteral("%1%2 – Overlap").arg(title, mark));
    const bool isVirtual = isOfFile ? run.platform == engine::trace::PlatformKind::Virtual : !m_desk.target().isReal();
    const std::string& modelled = run.machine.empty() ? m_desk.target().machine().id : run.machine;
    const auto heldOut = isVirtual ? m_parts.calibration.heldOutError(modelled) : std::nullopt;
    if (heldOut)
        return m_parts.header.setChip(tr("predicted; held-out error %1").arg(look::percentText(*heldOut)),
                                      tr("These times come from a model of a measured computer. Programs that were not "
                                         "used for the calibration were predicted with an error of at most %1.")
                                          .arg(look::percentText(*heldOut)));
    // If no file is displayed, state where the times of the next run will come from.
    engine::trace::RunInfo next;
    next.machine = modelled;
    next.platform = isVirtual ? engine::trace::PlatformKind::Virtual : engine::trace::PlatformKind::Real;
    const engine::trace::RunInfo& shown = isOfFile ? run : next;
    m_parts.header.setChip(look::timesSource(shown), look::timesSourceSentence(shown));
}

void RunReport::showWhy()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    if (trace.isLive() || trace.error())
        m_parts.right.why().hide();
    else
        m_parts.right.why().show(trace, m_parts.training.training());
}

// -- errors and advice

void RunReport::showResult()
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    listing::ParameterPanel& parameters = m_parts.programPane.parameterPanel();
    if (!trace.error()) {
        if (!m_bench.banner.message().isLasting)
            m_bench.banner.close();
        parameters.setHint("products", {});
        return;
    }
    const auto story = engine::analysis::outOfMemory(trace);
    runs::Banner::Message message = errorMessage();
    if (!story && engine::analysis::asksForMissingGpu(trace) &&
        m_desk.target().gpuCount() < m_desk.target().gpusNeeded())
        offerMachine(message);
    // The message need not be made again in another language: after a change of language, showAll() calls this
    // function.
    m_bench.banner.open([message] { return message; });
    m_parts.right.whatHappened().setRemedies(
        m_advice.remedies(m_bench.feed.trace(), [this](const QString& id) { m_desk.chooseMachine(id); }));
    const auto fewer = story ? m_advice.fittingProducts(trace) : std::nullopt;
    parameters.setHint("products", fewer ? tr("%1 fit").arg(*fewer) : QString());
}

/// Makes the message for the error of the run, with a command that shows the error's position.
runs::Banner::Message RunReport::errorMessage() const
{
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    const engine::trace::ErrorRecord& error = *trace.error();
    const auto story = engine::analysis::outOfMemory(trace);
    const auto [title, rest] = splitMessage(error);
    runs::Banner::Message message{runs::Banner::Tone::Fail, title, rest, {}, {}};
    const qsizetype advice = rest.indexOf(QLatin1String(" If reserved memory"));
    if (advice > 0) {
        message.text = rest.left(advice);
        message.trailing = tr("… see Memory Management and PYTORCH_CUDA_ALLOC_CONF");
    }
    listing::Listing& listing = m_parts.programPane.listing();
    const engine::OpId op = story && story->refused.isValid() ? story->refused : error.op;
    if (op.isValid() && op.index < trace.opCount())
        message.acts.push_back({tr("Show %1").arg(model::operationLabel(trace, trace.op(op))), QStringLiteral("fit"),
                                [bench = m_bench, op] {
                                    bench.selection.selectOp(op);
                                    bench.timeline.action(QStringLiteral("zoomSelection"))->trigger();
                                }});
    else if (const QString name = model::refusedLabel(trace); story && !name.isEmpty())
        message.acts.push_back({tr("Show %1").arg(name), QStringLiteral("fit"),
                                [bench = m_bench, &listing, at = story->time, line = error.line] {
                                    const engine::Nanoseconds around = bench.feed.trace()->extent() / 30;
                                    bench.timeline.zoomTo({at - around, at + around});
                                    listing.goToLine(line);
                                }});
    else if (error.line > 0)
        message.acts.push_back({tr("Show line %1").arg(error.line), QStringLiteral("right"),
                                [&listing, line = error.line] { listing.goToLine(line); }});
    message.acts.push_back({tr("Copy"), QStringLiteral("copy"), [text = QString::fromStdString(error.traceback)] {
                                QGuiApplication::clipboard()->setText(text);
                            }});
    return message;
}

void RunReport::offerMachine(runs::Banner::Message& message)
{
    const engine::device::MachineInfo& machine = m_desk.target().machine();
    const engine::device::MachineInfo* own = m_desk.target().ownMachine();
    const int gpus = m_desk.target().gpuCount();
    message.text =
        tr("%1 has %2, the program asks for more.")
            .arg(m_desk.target().isReal() ? tr("This computer") : look::machineText(machine.id, machine.label),
                 gpus == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(gpus)) +
        (message.text.isEmpty() ? QString() : QStringLiteral("\n") + message.text);
    message.acts.insert(
        message.acts.begin(),
        {own == nullptr || m_desk.target().isReal() ? tr("Use the virtual machine")
                                                    : tr("Use %1").arg(look::machineText(own->id, own->label)),
         QStringLiteral("chip"), [this] { m_desk.chooseMachine(m_bench.document.machine()); }});
}

void RunReport::showAdvice()
{
    if (m_bench.feed.trace()->opCount() > 0 && !m_desk.shown().isFile() &&
        m_bench.controller.state() != State::Starting && !m_desk.isAsking())
        m_advice.offer(m_parts.right.tryThis(), m_bench.feed.trace());
    else
        m_parts.right.tryThis().withdraw();
}

}  // namespace ui::shell

#include "engine/trace/imported.h"
#include "ui/commands/actions.h"
#include "ui/files/own_programs.h"
#include "ui/listing/listing_marks.h"
#include "ui/listing/program_pane.h"
#include "ui/look/format.h"
#include "ui/look/languages.h"
#include "ui/machines/calibration.h"
#include "ui/machines/machines.h"
#include "ui/machines/missing_gpu.h"
#include "ui/machines/what_if.h"
#include "ui/model/operations_model.h"
#include "ui/model/refused.h"
#include "ui/runs/banner.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/compare_control.h"
#include "ui/runs/empty_state.h"
#include "ui/runs/replay.h"
#include "ui/runs/status_line.h"
#include "ui/runs/step_times.h"
#include "ui/runs/trace_opener.h"
#include "ui/runs/tree_badges.h"
#include "ui/shell/lesson_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/top_bar.h"
#include "ui/teach/advice.h"
#include "ui/teach/memory_forecast.h"
#include "ui/teach/predict_first.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QRegularExpression>
#include <algorithm>

namespace ui::shell {

namespace {

using State = runs::RunController::State;

/// The seconds that the book prints, as far as they can be compared: for the program as the book has it.
QHash<QString, double> bookResultsOf(const listing::ProgramDocument& document)
{
    QHash<QString, double> results;
    const auto found = document.program().bookResults.find(document.dialect());
    if (found == document.program().bookResults.end() || !document.hasDefaultParameters())
        return results;
    for (const auto& [label, seconds] : found->second)
        results[QString::fromStdString(label)] = seconds;
    return results;
}

/// "RuntimeError: CUDA out of memory": the type and the first sentence.
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

/// The reader has changed something while it ran.
bool isOutdated(const engine::frontend::RunRequest& ran, const engine::frontend::RunRequest& now)
{
    return ran.off != now.off || ran.on != now.on || ran.source != now.source || ran.parameters != now.parameters;
}

}  // namespace

// -- machines and programs

const engine::device::MachineInfo& MainWindow::machine() const
{
    return m_machines->chosen();
}

const QString& MainWindow::machineId() const
{
    return m_machines->chosenId();
}

bool MainWindow::isReal() const
{
    return machine().kind == engine::trace::PlatformKind::Real;
}

int MainWindow::gpusNeeded() const
{
    const auto* own = m_machines->byId(QString::fromStdString(m_document.program().machine));
    return own != nullptr ? own->gpuCount : 0;
}

void MainWindow::onReady()
{
    m_programs.setPrograms(m_controller->programs());
    for (const QString& id : files::ownProgramsWithText(m_listings.kept()))
        m_programs.addFile(files::ownProgram(id));
    const QString wanted = m_start.value_or(m_session.program);
    if (wanted != m_session.program)
        m_session.view.reset();  // of another program
    const bool isFile = QFileInfo::exists(wanted);
    if (isFile) {
        openPath(wanted);
        emit firstReady();
        return;
    }
    const bool isKnown = m_programs.indexOf(wanted).isValid();
    if (m_controller->programs().empty())
        return say(tr("No programs were found"),
                   tr("The folder resources/workloads is missing beside the program; install Overlap again."), true);
    const bool keepsMachine = !m_start;
    const QString machineBefore = m_machines->chosenId();
    openProgram(isKnown ? wanted : usualProgram());
    if (m_start && !isKnown)
        say(tr("There is no program %1").arg(wanted), tr("The chapter's programs are in the tree on the left."), true);
    if (keepsMachine && machineBefore != m_machines->chosenId())
        chooseMachine(machineBefore);
    sayMissingMachine();
    emit firstReady();
}

void MainWindow::onUnavailable(const QString& sentence)
{
    m_banner->open({runs::Banner::Tone::Fail,
                    tr("Programs cannot run"),
                    sentence,
                    tr("Saved traces can still be opened."),
                    {{tr("Open trace…"), QString(), [this] { openTraceFile(); }}}});
    showState();
}

void MainWindow::openProgram(const QString& id)
{
    if (m_lessons->choose(id))
        return;
    if (files::isOwnProgram(id))
        return onLoaded(files::ownProgram(id));
    for (const engine::frontend::Program& program : m_controller->programs()) {
        if (QString::fromStdString(program.id) != id)
            continue;
        const QString own = QString::fromStdString(program.machine);
        if (!isReal() && m_machines->isUsable(own))
            m_machines->choose(own);
        m_listings.open(program);
        return showOpened();
    }
    // The reader's own files are in the tree by their path.
    if (QFileInfo::exists(id))
        loadFile(id);
}

void MainWindow::chooseMachine(const QString& id)
{
    if (m_machines->byId(id) == nullptr)
        return;
    m_machines->choose(id);
    m_isFreshProgram = true;
    m_isShowingFile = false;
    onFlipped();
}

/// What the fields, the advice and the title take from the machine that is chosen.
void MainWindow::showMachine()
{
    QStringList gpus;
    for (int i = 0; i < machine().gpuCount; ++i)
        gpus << tr("GPU %1").arg(i);
    m_programPane->parameterPanel().setDevices(gpus);
    tellAdvice();
    showTitle();
}

// -- running

void MainWindow::onFlipped()
{
    m_typingPause.stop();
    m_controller->dropPredictions();
    m_badges->forgetAwaited();
    showMachine();
    if (m_controller->state() == State::Starting || m_controller->state() == State::Unavailable)
        return;
    if (!waitsForReader())
        return runNow();
    m_document.isTrusted() && isRealOnScreen() ? markStale() : showEmptyMachine();
    m_badges->predictNext();
}

/// What is measured, or comes from elsewhere, runs when the reader says so; all else at once.
bool MainWindow::waitsForReader() const
{
    return isReal() || !m_document.isTrusted();
}

/// Whether a run of this program on this computer is to be seen, be it under way.
bool MainWindow::isRealOnScreen() const
{
    const auto& current = m_controller->current();
    const bool isUnderWay =
        m_controller->isBusy() && current && current->isReal && current->run.program.id == m_document.program().id;
    return isUnderWay || (m_feed.trace()->run().platform == engine::trace::PlatformKind::Real &&
                          m_shownProgram == QString::fromStdString(m_document.program().id));
}

void MainWindow::onEdited()
{
    if (isReal() || !m_document.isTrusted())
        return onFlipped();
    m_typingPause.start();
}

model::RunContext MainWindow::contextOfRun() const
{
    model::RunContext context = m_feed.context();
    context.bookResults = bookResultsOf(m_document);
    context.syncPoints = m_document.syncStates();
    return context;
}

void MainWindow::runNow()
{
    if (m_document.program().id.empty())
        return;
    runs::RunController::Request request;
    request.run = m_document.request();
    request.run.machine = m_whatIf->machineFor(machine().id);
    m_empty->close();
    // What is under way would give the answer away, or show another program's run under this one's title.
    if (asksFirst(request.run))
        return m_controller->abandon();
    m_forecast->clear();
    request.isReal = isReal();
    request.context.bookResults = bookResultsOf(m_document);
    request.context.syncPoints = m_document.syncStates();
    m_isShowingFile = false;
    m_controller->request(std::move(request));
}

void MainWindow::pressRun()
{
    if (m_hasBeenPaused && !m_playhead.isPlaying() && m_document.isTrusted()) {
        m_playhead.play();
        return;
    }
    m_document.setTrusted(true);
    runNow();
}

void MainWindow::markStale()
{
    model::RunContext context = contextOfRun();
    context.isStale = true;
    m_feed.setContext(context);
    m_banner->open({runs::Banner::Tone::Info,
                    tr("The listing changed since this run"),
                    {},
                    {},
                    {{tr("Run again"), QStringLiteral("play"), [this] { pressRun(); }}}});
    if (!m_controller->isBusy())
        forecastMemory();
}

void MainWindow::showEmptyMachine()
{
    m_predict->withdraw();
    m_banner->close();
    m_right->showError(false);
    m_feed.show(nullptr, contextOfRun());
    m_shownProgram.clear();
    m_isFreshProgram = true;
    if (!m_document.isTrusted())
        m_empty->open(tr("This program comes from a file"), tr("Nothing of it has run yet. Read it, then run it."),
                      tr("Run it"));
    else
        m_empty->open(tr("No run on this machine yet"),
                      machine().gpuCount < gpusNeeded()
                          ? machines::missingGpusText(gpusNeeded(), machine().gpuCount)
                          : tr("Times on this computer are measured, so a run starts when you say so."),
                      tr("Run"));
    forecastMemory();
    showStatus();
}

void MainWindow::onFinished(const runs::RunController::Finished& finished)
{
    const engine::frontend::RunRequest& ran = finished.request.run;
    const bool isOfAnother = ran.program.id != m_document.program().id;
    // It was under way when the reader chose this computer, or opened another program.
    if (waitsForReader() && (isOfAnother || (isReal() && !finished.request.isReal))) {
        if (m_controller->isUpToDate())
            return showEmptyMachine();
        return m_feed.show(nullptr, contextOfRun());  // the run that was asked for meanwhile follows
    }
    if (isOfAnother)
        return;  // the run of what is open follows
    m_empty->close();
    const engine::trace::Trace& trace = *m_feed.trace();
    m_shownProgram = QString::fromStdString(ran.program.id);
    m_playhead.setExtent(trace.extent());
    chooseScope();
    if (m_isFreshProgram) {
        m_isFreshProgram = false;
        if (m_session.view && m_session.view->end <= trace.extent() * 2)
            m_range.setRange(*m_session.view);
        else
            m_timeline->showOpeningView();
        m_session.view.reset();
    }
    m_playhead.pause();
    m_hasBeenPaused = false;
    if (trace.error()) {
        m_playhead.setTime(trace.error()->time);
    } else if (m_playhead.pace() == model::Pace::Instant) {
        m_playhead.setTime(m_timeline->openingMoment().value_or(trace.extent()));
    } else {
        m_playhead.setTime(engine::Nanoseconds{0});
        m_playhead.play();
    }
    m_badges->take(m_shownProgram, trace.error() ? std::nullopt : std::optional(runs::badgeOf(trace)));
    m_programs.setRevealed(m_shownProgram, !m_lessons->isAsking());
    m_topBar->setRunEnd(trace.extent());
    showError();
    const bool isElsewhere = ran.machine != machine().id;
    if (finished.request.isReal && !trace.error() && (isElsewhere || isOutdated(ran, m_document.request())))
        markStale();
    showStatus();
    showTitle();
    showAdvice();
    m_badges->predictNext();
    if (finished.wasCut)
        m_banner->open({runs::Banner::Tone::Fail,
                        tr("The run was stopped: it is too long to be kept"),
                        tr("Its beginning is shown. Let the loop end sooner, then run it again."),
                        {},
                        {}});
    emit runShown();
}

void MainWindow::onRefused(const QString& sentence, const runs::RunController::Request& request)
{
    if (request.run.program.id != m_document.program().id)
        return;  // nothing of what is open was refused
    m_notStarted.mark();
    m_banner->open(m_notStarted.message(sentence, [this](int line) { m_programPane->listing().goToLine(line); }));
    showStatus();
    emit runShown();
}

/// The block in scope: the one of the same name as before, or the last.
void MainWindow::chooseScope()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    const int count = static_cast<int>(trace.blocks().size());
    const int before = m_selection.block();
    if (!m_isFreshProgram && before >= -1 && before < count)
        return;
    // A training is looked at batch by batch; its timed blocks are epochs.
    m_selection.setBlock(trace.steps().empty() ? count - 1 : -1);
}

bool MainWindow::isSettled() const
{
    return m_controller->isUpToDate() && m_feed.trace()->end().has_value() && !m_typingPause.isActive() &&
           !m_opener->isOpening();
}

// -- what is said about it

void MainWindow::showState()
{
    const State state = m_controller->state();
    const bool isReal = m_controller->current() && m_controller->current()->isReal;
    using Mode = TopBar::RunMode;
    const bool isRunning = state == State::Running && (isReal || m_controller->elapsedSeconds() > 0.3);
    const bool isResume = m_hasBeenPaused && !m_playhead.isPlaying();
    m_topBar->setRunMode(state == State::Starting   ? Mode::Starting
                         : state == State::Stopping ? Mode::Stopping
                         : isRunning                ? Mode::Stop
                         : isResume                 ? Mode::Resume
                                                    : Mode::Run);
    m_actions->stop->setEnabled(state == State::Running);
    m_actions->pause->setEnabled(m_playhead.isPlaying());
    m_status->setActivity(
        state == State::Starting ? tr("Starting Python")
        : m_controller->stoppingSeconds() > 1
            ? tr("Stopping: a call that cannot be interrupted has to end; closing the window ends it as well")
        : state == State::Stopping      ? tr("Stopping")
        : isRunning && isStartingGpus() ? tr("Starting the GPUs")
        : isRunning ? tr("Running %1 s").arg(m_controller->elapsedSeconds(), 0, 'f', 1) + progressOfTraining()
        : m_machines->isLookingForGpus() ? tr("Looking for GPUs")
                                         : QString());
    if (m_controller->isBusy() != m_elapsed.isActive())
        m_controller->isBusy() ? m_elapsed.start() : m_elapsed.stop();
}

/// " · epoch 2, batch 118 of 235": how far a training that runs has come.
QString MainWindow::progressOfTraining() const
{
    using engine::trace::StepKind;
    const auto& steps = m_feed.trace()->steps();
    if (steps.empty() || !m_feed.trace()->isLive())
        return {};
    const auto& training = m_training->training();
    const engine::trace::StepRecord& last = steps.back();
    QStringList parts;
    if (!training.empty() && !training.runs.back().epochs.empty())
        parts << tr("epoch %1").arg(training.runs.back().epochs.back().index + 1);
    if (last.kind == StepKind::Batch)
        parts << (last.count > 0 ? tr("batch %1 of %2").arg(last.index + 1).arg(last.count)
                                 : tr("batch %1").arg(last.index + 1));
    return parts.isEmpty() ? QString() : QStringLiteral(" · ") + parts.join(QStringLiteral(", "));
}

/// "epoch 3 · 6.41 s": where a moment lies in its training, whose time is counted as the table of epochs does.
QString MainWindow::placeInTraining(engine::Nanoseconds time) const
{
    if (engine::trace::isImported(m_feed.trace()->run()))
        return {};
    const auto& runs = m_training->training().runs;
    for (std::size_t i = runs.size(); i-- > 0;) {
        if (runs[i].begin > time)
            continue;
        engine::Nanoseconds trained{};
        const engine::analysis::EpochFigures* at = nullptr;
        for (const auto& epoch : runs[i].epochs) {
            if (epoch.begin > time)
                break;
            trained += at != nullptr ? at->time() : engine::Nanoseconds{0};
            at = &epoch;
        }
        if (at == nullptr)
            return {};
        trained += std::min(time - at->begin, at->time());
        return tr("epoch %1 · %2 s").arg(at->index + 1).arg(engine::toSeconds(trained), 0, 'f', 2);
    }
    return {};
}

/// The pane of charts stands below the timeline while there is something for it.
void MainWindow::showCharts()
{
    // What another program recorded has steps, but no values that could be drawn.
    const bool hasCharts = m_training->hasContent() && !engine::trace::isImported(m_feed.trace()->run());
    m_training->setVisible(hasCharts && m_actions->charts->isChecked());
    m_actions->charts->setEnabled(hasCharts);
    showWhy();
}

void MainWindow::showWhy()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    if (trace.isLive() || trace.error())
        m_right->why().hide();
    else
        m_right->why().show(trace, m_training->training());
}

void MainWindow::showStatus()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    if (m_compare != nullptr && m_compare->isOpen())
        return m_status->setReport(m_compare->report());
    const bool hasRun = trace.end().has_value() || !trace.devices().empty();
    m_keptFigures.follow(m_feed.trace());
    const double simulatedIn = m_feed.context().simulatedIn;
    runs::StatusReport report =
        hasRun ? runs::statusOf(trace, m_selection.block(), simulatedIn, m_keptFigures) : runs::StatusReport();
    m_notStarted.tell(report);
    m_status->setReport(report);
    m_topBar->setRunEnd(trace.extent());
    m_playhead.setExtent(trace.extent());
    // Of a run that is followed, the states at its latest moment are shown.
    if (trace.isLive() && m_feed.isFollowing() && !m_playhead.isPlaying())
        m_playhead.setTime(trace.extent());
}

void MainWindow::sayRecovered()
{
    say(tr("Your edits are here again"),
        tr("Overlap was ended before it could close. What you had changed was kept; what ran then is gone."), false);
}

/// In another language: what is made from the run and from the program.
void MainWindow::sayAgain()
{
    m_topBar->setMachines(m_machines->all());
    m_programs.sayAgain();
    showTitle();
    showState();
    showStatus();
    showAdvice();
    if (m_feed.trace()->error())
        showError();
    m_feed.sayAgain();
}

namespace {

/// "Section 13.3, exercise 1": only the number is the section's.
QString sectionText(const QString& section)
{
    static const QRegularExpression kNumber(QStringLiteral("^[^,，(（]*[^,，(（\\s]"));
    const QString number = kNumber.match(section).captured();
    return MainWindow::tr("Section %1").arg(number) + section.mid(number.size());
}

}  // namespace

void MainWindow::showTitle()
{
    const engine::trace::RunInfo& run = m_feed.trace()->run();
    const bool isOfFile = m_isShowingFile;
    const QString title = look::inWords(isOfFile ? run.title : m_document.program().title);
    const std::string& section = isOfFile ? run.section : m_document.program().section;
    const QString mark = !isOfFile && m_document.isModified() ? QStringLiteral(" •") : QString();
    m_header->setTitle(title + mark, section.empty() ? QString() : sectionText(look::inWords(section)));
    setWindowTitle(title.isEmpty() ? QStringLiteral("Overlap") : QStringLiteral("%1%2 – Overlap").arg(title, mark));
    const bool isVirtual = isOfFile ? run.platform == engine::trace::PlatformKind::Virtual : !isReal();
    const std::string& modelled = run.machine.empty() ? machine().id : run.machine;
    const auto heldOut = isVirtual ? m_calibration->heldOutError(modelled) : std::nullopt;
    if (heldOut)
        return m_header->setChip(tr("predicted; held-out error %1").arg(look::percentText(*heldOut)),
                                 tr("These times come from a model of a computer that was measured. Programs that had "
                                    "no part in the measuring were predicted with an error of at most %1.")
                                     .arg(look::percentText(*heldOut)));
    m_header->setChip(isVirtual ? tr("simulated") : tr("measured"),
                      isVirtual ? tr("These times come from the model of a machine, not from a measurement.")
                                : tr("These times were measured."));
}

void MainWindow::showError()
{
    const engine::trace::Trace& trace = *m_feed.trace();
    if (!trace.error()) {
        if (!m_banner->message().isLasting)
            m_banner->close();
        m_right->showError(false);
        m_programPane->parameterPanel().setHint("products", {});
        return;
    }
    const engine::trace::ErrorRecord& error = *trace.error();
    const auto story = inspect::memoryStory(trace);
    const auto [title, rest] = splitMessage(error);
    runs::Banner::Message message{runs::Banner::Tone::Fail, title, rest, {}, {}};
    const qsizetype advice = rest.indexOf(QLatin1String(" If reserved memory"));
    if (advice > 0) {
        message.text = rest.left(advice);
        message.trailing = tr("… see Memory Management and PYTORCH_CUDA_ALLOC_CONF");
    }
    const engine::OpId op = story && story->refused.isValid() ? story->refused : error.op;
    if (op.isValid() && op.index < trace.opCount())
        message.acts.push_back(
            {tr("Show %1").arg(model::operationLabel(trace, trace.op(op))), QStringLiteral("fit"), [this, op] {
                 m_selection.selectOp(op);
                 m_timeline->action(QStringLiteral("zoomSelection"))->trigger();
             }});
    else if (const QString name = model::refusedLabel(trace); story && !name.isEmpty())
        message.acts.push_back(
            {tr("Show %1").arg(name), QStringLiteral("fit"), [this, at = story->time, line = error.line] {
                 const engine::Nanoseconds around = m_feed.trace()->extent() / 30;
                 m_timeline->zoomTo({at - around, at + around});
                 m_programPane->listing().goToLine(line);
             }});
    else if (error.line > 0)
        message.acts.push_back({tr("Show line %1").arg(error.line), QStringLiteral("right"),
                                [this, line = error.line] { m_programPane->listing().goToLine(line); }});
    message.acts.push_back({tr("Copy"), QStringLiteral("copy"), [text = QString::fromStdString(error.traceback)] {
                                QGuiApplication::clipboard()->setText(text);
                            }});
    if (!story && machines::asksForMissingGpu(trace) && machine().gpuCount < gpusNeeded()) {
        message.text = tr("%1 has %2, the program asks for more.")
                           .arg(isReal() ? tr("This computer") : look::inWords(machine().label))
                           .arg(machine().gpuCount == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(machine().gpuCount)) +
                       (message.text.isEmpty() ? QString() : QStringLiteral("\n") + message.text);
        message.acts.insert(message.acts.begin(),
                            {tr("Use the virtual machine"), QStringLiteral("chip"),
                             [this] { chooseMachine(QString::fromStdString(m_document.program().machine)); }});
    }
    m_banner->open(message);
    m_right->showError(true);
    m_right->whatHappened().setWaysOut(
        m_advice->waysOut(m_feed.trace(), [this](const QString& id) { chooseMachine(id); }));
    const auto fewer = story ? m_advice->fittingProducts(trace) : std::nullopt;
    m_programPane->parameterPanel().setHint("products", fewer ? tr("%1 fit").arg(*fewer) : QString());
}

void MainWindow::showAdvice()
{
    if (m_feed.trace()->opCount() > 0 && !m_isShowingFile && m_controller->state() != State::Starting &&
        !m_lessons->isAsking())
        m_advice->offer(m_right->tryThis(), m_feed.trace());
    else
        m_right->tryThis().withdraw();
}

void MainWindow::stepPlayhead(bool isForward)
{
    const engine::trace::Trace& trace = *m_feed.trace();
    m_replay->stepTo(isForward ? runs::nextEvent(trace, m_playhead.time())
                               : runs::eventBefore(trace, m_playhead.time()));
}

}  // namespace ui::shell

#include "ui/teach/step_stage.h"

#include "ui/commands/actions.h"
#include "ui/model/operation_labels.h"
#include "ui/timeline/timeline_view.h"

#include <utility>

namespace ui::teach {

using Owner = files::ListingKeeper::Owner;

StepStage::StepStage(desk::Desk& desk, const Parts& parts)
    : m_desk(desk),
      m_bench(desk.bench()),
      m_player(parts.player),
      m_listings(parts.listings),
      m_notes(parts.notes),
      m_program(desk, parts.listings, parts.machines, parts.player)
{
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setInterval(0);
    connect(&m_player, &LessonPlayer::entered, this, &StepStage::enter);
    connect(&m_player, &LessonPlayer::answered, this, &StepStage::answer);
    connect(&m_player, &LessonPlayer::closed, this, &StepStage::leave);
    connect(&m_player, &LessonPlayer::changed, this, &StepStage::reportAsking);
    connect(&m_player, &LessonPlayer::closed, this, &StepStage::reportAsking);
    connect(&m_bench.document, &listing::ProgramDocument::opened, this,
            [this] { onProgramOpened(m_listings.owner()); });
    // While a lesson is being edited, the open program counts as the program of the step.
    connect(&m_player, &LessonPlayer::edited, this, [this] { onProgramOpened(Owner::Lesson); });
    connect(&desk, &desk::Desk::runShown, this, &StepStage::onRunShown);
    connect(&m_bench.controller, &runs::RunController::stateChanged, this, &StepStage::onRunShown);
    connect(&m_settleTimer, &QTimer::timeout, this, &StepStage::finishPending);
}

void StepStage::begin(Lesson lesson, const QString& path)
{
    m_program.begin();
    m_player.setPath(path);
    m_player.open(std::move(lesson));
}

void StepStage::advance()
{
    if (m_isAway)
        m_player.goTo(m_player.index());
    else
        m_player.advance();
}

void StepStage::leave()
{
    m_isPending = false;
    m_program.forgetAwaited();
    m_settleTimer.stop();
    m_before = {};
    m_notes.restoreReaderNotes();
    m_bench.feed.forgetBefore();
    m_isAway = false;
    emit changed();
    m_program.restore();
}

void StepStage::enter()
{
    const bool isSame = QString::fromStdString(m_bench.document.program().id) == m_player.step().program;
    storeBefore(isSame && m_desk.isSettled() ? m_bench.feed.trace() : nullptr);
    m_isAnswer = false;
    m_notes.showLessonNotes({});
    m_bench.feed.forgetBefore();
    apply(m_player.step().setting, StepProgram::Change::Reopen);
}

void StepStage::answer()
{
    const Step& step = m_player.step();
    // An answer must not change the user's own listing. Show the step again instead; this opens the step's listing and
    // reopens the question.
    if (m_isAway || (step.question->change && m_listings.owner() != Owner::Lesson))
        return m_player.goTo(m_player.index());
    m_isAnswer = true;
    if (!step.question->change) {
        emit changed();
        emit shown();
        return;
    }
    storeBefore(m_bench.feed.trace());
    m_bench.feed.pinBefore();
    Setting setting = step.setting;
    for (const auto& [line, isOn] : step.question->change->flips)
        setting.flips[line] = isOn;
    for (const auto& [name, value] : step.question->change->parameters)
        setting.parameters[name] = value;
    setting.levers = step.question->change->levers;
    if (!step.question->change->machine.isEmpty())
        setting.machine = step.question->change->machine;
    apply(setting, StepProgram::Change::InPlace);
}

void StepStage::storeBefore(const engine::trace::TracePtr& comparable)
{
    m_before = {comparable, m_bench.feed.context()};
    m_before.context.syncPoints = m_bench.document.text().switches().states();
}

void StepStage::apply(const Setting& setting, StepProgram::Change change)
{
    m_isPending = true;
    emit changed();
    switch (m_program.show(setting, change)) {
        case StepProgram::Outcome::Missing:
            m_isPending = false;
            emit failed([step = m_player.index() + 1, program = m_player.step().program] {
                return std::pair(
                    tr("This step cannot be shown"),
                    tr("Step %1 is about the program \"%2\", which does not exist.").arg(step).arg(program));
            });
            break;
        case StepProgram::Outcome::Opening:
            break;
        case StepProgram::Outcome::Unchanged:
            onProgramOpened(Owner::Lesson);
            m_settleTimer.start();
            break;
    }
}

void StepStage::onRunShown()
{
    if (m_isPending && m_desk.isSettled())
        m_settleTimer.start();
}

/// Shows the view of the step after its last run. A timer without delay calls this after all queued events.
void StepStage::finishPending()
{
    if (!m_isPending || !m_desk.isSettled() || !m_player.isOpen())
        return;
    m_isPending = false;
    if (!m_isAnswer)
        showView();
    emit changed();
    emit shown();
}

void StepStage::showView()
{
    const View& view = m_player.step().view;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        if (!view.block.isEmpty() && QString::fromStdString(trace.blocks()[i].label) == view.block)
            m_bench.selection.setBlock(static_cast<int>(i));
    m_bench.selection.selectOp({});
    m_bench.selection.setLine(view.line);
    for (std::size_t i = trace.opCount(); i-- > 0 && !view.operation.isEmpty();)
        if (model::operationLabel(trace, trace.op(engine::OpId{i})) == view.operation) {
            m_bench.selection.selectOp(engine::OpId{i});
            break;
        }
    m_bench.timeline.setArrowMode(view.hasCriticalPath ? drawing::ArrowMode::CriticalPath
                                                       : drawing::ArrowMode::Selected);
    for (const QString& pane : view.panes)
        if (QAction* action = m_bench.actions.named(pane); action != nullptr && !action->isChecked())
            action->trigger();
    if (view.begin && view.end) {
        const engine::Nanoseconds origin = m_bench.range.origin();
        m_bench.range.setRange({origin + engine::fromSeconds(*view.begin), origin + engine::fromSeconds(*view.end)});
    } else {
        m_bench.timeline.showOpeningView();
    }
    m_notes.showLessonNotes(model::notesFrom(m_player.step().notes, languageNow()));
}

/// Pauses or resumes the lesson after another program or listing was opened.
void StepStage::onProgramOpened(Owner owner)
{
    const bool isAway = m_player.isOpen() && (owner != Owner::Lesson || !m_program.isOpen());
    if (std::exchange(m_isAway, isAway) == isAway)
        return;
    m_isPending = m_isPending && !isAway;
    if (isAway)
        m_notes.restoreReaderNotes();
    emit changed();
    reportAsking();
}

void StepStage::reportAsking()
{
    if (m_desk.isAsking() != isAsking())
        m_desk.setAsking(isAsking());
}

MeasureSource StepStage::source() const
{
    MeasureSource source;
    if (m_isAway)
        return source;
    // Omit the displayed run while a run is pending: the pending run has no numbers yet, and the displayed run is not
    // that of the step.
    if (!m_isPending)
        source.trace = m_bench.feed.trace().get();
    source.before = m_before.trace.get();
    // Lesson texts use the book's numbers even if the run has other parameters. In that case the window shows no book
    // numbers.
    const listing::ProgramDocument& document = m_bench.document;
    const auto& results = document.program().bookResults;
    if (const auto found = results.find(document.listing().dialect()); found != results.end())
        for (const auto& [label, seconds] : found->second)
            source.book.insert(QString::fromStdString(label), seconds);
    return source;
}

}  // namespace ui::teach

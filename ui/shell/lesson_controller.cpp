#include "ui/shell/lesson_controller.h"

#include "ui/commands/actions.h"
#include "ui/model/operations_model.h"
#include "ui/runs/compare_control.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_view.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace ui::shell {

using engine::frontend::Dialect;
using engine::frontend::Program;
using teach::Lesson;
using teach::Setting;
using teach::Step;

namespace {

const QString kEntry = QStringLiteral("lesson ");

const Program* programOf(const runs::RunController& controller, const QString& id)
{
    for (const Program& program : controller.programs())
        if (QString::fromStdString(program.id) == id)
            return &program;
    return nullptr;
}

Dialect dialectOf(const Program& program, const QString& name)
{
    const Dialect wanted = name == QLatin1String("mxnet") ? Dialect::MXNet : Dialect::Torch;
    const bool isThere = program.sources.contains(wanted);
    return (!name.isEmpty() && isThere) || program.sources.empty() ? wanted : program.sources.begin()->first;
}

/// line -> the program waits there, for lines that the listing itself does not decide.
std::map<int, bool> flipsOf(const Program& program, Dialect dialect, const Setting& setting)
{
    std::map<int, bool> flips;
    if (const auto off = program.initiallyOff.find(dialect); off != program.initiallyOff.end())
        for (const int line : off->second)
            flips[line] = false;
    for (const auto& [line, isOn] : setting.flips)
        flips[line] = isOn;
    return flips;
}

}  // namespace

LessonController::LessonController(MainWindow& window, look::Theme& theme, files::NoteKeeper& notes,
                                   const QString& folder)
    : QObject(&window), m_window(window), m_theme(theme), m_notes(notes)
{
    m_bar = new teach::LessonBar(
        theme, m_player, [this] { return source(); }, &window);
    m_settle.setSingleShot(true);
    m_settle.setInterval(0);
    readShipped(folder);
    buildCommands();
    connect(&m_player, &teach::LessonPlayer::entered, this, &LessonController::enter);
    connect(&m_player, &teach::LessonPlayer::answered, this, &LessonController::answer);
    connect(&m_player, &teach::LessonPlayer::changed, this, &LessonController::updateCommands);
    connect(&m_player, &teach::LessonPlayer::closed, this, &LessonController::leave);
    connect(&m_player, &teach::LessonPlayer::changed, this, &LessonController::noteAsking);
    connect(&m_player, &teach::LessonPlayer::closed, this, &LessonController::noteAsking);
    connect(&m_window.document(), &listing::ProgramDocument::opened, this,
            [this] { noteProgram(m_window.listings().isReaders()); });
    // A lesson that is being written is about what is open.
    connect(&m_player, &teach::LessonPlayer::rearranged, this, [this] { noteProgram(false); });
    connect(m_bar, &teach::LessonBar::backWanted, this, &LessonController::goOn);
    connect(m_bar, &teach::LessonBar::closeWanted, this, &LessonController::close);
    connect(m_bar, &teach::LessonBar::followingWanted, this, [this] {
        if (const Shipped* next = following())
            open(QString(next->lesson.id));
    });
    connect(m_bar, &teach::LessonBar::presenterWanted, this, &LessonController::showPresenter);
    connect(m_bar, &teach::LessonBar::projectorWanted, this, [this] {
        const QList<QAction*> all = m_window.actions().all();
        for (const char* name : {"projector", "projectorMode", "fullScreen"})
            for (QAction* action : all)
                if (action->objectName() == QLatin1String(name))
                    return action->trigger();
    });
    connect(&window, &MainWindow::runShown, this, &LessonController::onRunShown);
    connect(&window.controller(), &runs::RunController::stateChanged, this, &LessonController::onRunShown);
    window.installEventFilter(this);
    connect(&m_settle, &QTimer::timeout, this, &LessonController::finishPending);
    updateCommands();
}

LessonController::~LessonController()
{
    delete m_presenter;
}

/// A lesson that came with the program and cannot be read is a fault of the installation; the others are there.
void LessonController::readShipped(const QString& folder)
{
    if (folder.isEmpty())
        return;
    const QDir dir(folder);
    for (const QString& name : dir.entryList({QStringLiteral("*.overlap-lesson.json")}, QDir::Files, QDir::Name))
        if (auto read = teach::readLessonFile(dir.filePath(name)))
            m_shipped.push_back({dir.filePath(name), *std::move(read)});
}

void LessonController::buildCommands()
{
    const auto add = [this](const QString& name, auto run, const QKeySequence& shortcut = {}) {
        auto* command = new QAction(this);
        command->setObjectName(name);
        command->setShortcut(shortcut);
        connect(command, &QAction::triggered, this, run);
        m_commands << command;
        m_window.addAction(command);
    };
    for (const Shipped& shipped : m_shipped)
        add(kEntry + shipped.lesson.id, [this, id = shipped.lesson.id] { open(id); });
    add(QStringLiteral("openLesson"), [this] { openFile(); });
    add(
        QStringLiteral("nextStep"), [this] { goOn(); }, Qt::Key_PageDown);
    add(
        QStringLiteral("previousStep"), [this] { m_player.goBack(); }, Qt::Key_PageUp);
    add(QStringLiteral("presenterView"), [this] { showPresenter(); });
    add(QStringLiteral("closeLesson"), [this] { close(); });
    add(QStringLiteral("addStep"), [this] { addStep(); });
    add(QStringLiteral("editStep"), [this] { editStep(); });
    add(QStringLiteral("editLesson"), [this] { editLesson(); });
    add(QStringLiteral("stepEarlier"), [this] { m_player.move(-1); });
    add(QStringLiteral("stepLater"), [this] { m_player.move(1); });
    add(QStringLiteral("removeStep"), [this] { m_player.remove(); });
    add(QStringLiteral("saveLesson"), [this] { saveFile(); });
    retitle();
}

/// In the language of the program; lessons say their own names.
void LessonController::retitle()
{
    const auto title = [this](const char* name, const QString& text, const QString& tip) {
        QAction* action = command(QLatin1String(name));
        action->setText(text);
        action->setStatusTip(tip);
    };
    for (const Shipped& shipped : m_shipped) {
        QAction* action = command(kEntry + shipped.lesson.id);
        const QString language = teach::languageNow();
        action->setText(tr("%1 %2").arg(shipped.lesson.id, teach::textIn(shipped.lesson.title, language)));
        action->setStatusTip(teach::textIn(shipped.lesson.about, language));
    }
    nameFollowing();
    emit retitled();
    title("openLesson", tr("&Open lesson…"), tr("A lesson from a file; nothing of it runs until you agree"));
    title("nextStep", tr("&Next step"), tr("The answer to an open question, then the next step"));
    title("previousStep", tr("&Previous step"), tr("The step before"));
    title("presenterView", tr("P&resenter view"), tr("Notes for you and the next step, in a window of their own"));
    title("closeLesson", tr("&End the lesson"), tr("Back to what you had open"));
    title("addStep", tr("&Add step…"), tr("What the window shows now becomes a step of the lesson"));
    title("editStep", tr("E&dit step…"), tr("The words of this step"));
    title("editLesson", tr("Name and endin&g…"), tr("What the lesson is called, and what stands behind its last step"));
    title("stepEarlier", tr("Step ear&lier"), tr("Move this step before the one before"));
    title("stepLater", tr("Step la&ter"), tr("Move this step behind the next one"));
    title("removeStep", tr("Re&move step"), tr("Take this step out of the lesson"));
    title("saveLesson", tr("&Save lesson…"), tr("Keep the lesson in a file"));
}

std::vector<listing::ProgramModel::LessonEntry> LessonController::entries() const
{
    std::vector<listing::ProgramModel::LessonEntry> entries;
    for (const Shipped& shipped : m_shipped)
        entries.push_back({kEntry + shipped.lesson.id, shipped.lesson.section,
                           teach::textIn(shipped.lesson.title, teach::languageNow())});
    return entries;
}

bool LessonController::choose(const QString& entry)
{
    if (!entry.startsWith(kEntry))
        return false;
    open(entry.mid(kEntry.size()));
    return true;
}

bool LessonController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retitle();
    return QObject::eventFilter(watched, event);
}

QAction* LessonController::command(const QString& name) const
{
    for (QAction* candidate : m_commands)
        if (candidate->objectName() == name)
            return candidate;
    return nullptr;
}

void LessonController::updateCommands()
{
    const bool isOpen = m_player.isOpen();
    command(QStringLiteral("nextStep"))->setEnabled(m_player.canGoOn() || m_isAway);
    command(QStringLiteral("previousStep"))->setEnabled(m_player.canGoBack());
    for (const char* name : {"presenterView", "closeLesson", "editStep", "editLesson", "saveLesson"})
        command(QLatin1String(name))->setEnabled(isOpen);
    command(QStringLiteral("stepEarlier"))->setEnabled(isOpen && m_player.index() > 0);
    command(QStringLiteral("stepLater"))->setEnabled(isOpen && m_player.index() + 1 < m_player.count());
    command(QStringLiteral("removeStep"))->setEnabled(m_player.count() > 1);
}

// -- giving a lesson

void LessonController::begin(Lesson lesson, const QString& path)
{
    // Another lesson, begun from what the reader has opened beside the first.
    if (m_window.listings().isReaders())
        m_own.reset();
    m_path = path;
    m_before.reset();
    m_player.open(std::move(lesson));
    nameFollowing();
}

/// Of those that ship, in the order of the chapter.
const LessonController::Shipped* LessonController::following() const
{
    // A lesson that is being written has no place among them.
    for (std::size_t i = 0; i + 1 < m_shipped.size(); ++i)
        if (m_player.isOpen() && m_shipped[i].path == m_path && m_shipped[i].lesson.id == m_player.lesson().id)
            return &m_shipped[i + 1];
    return nullptr;
}

void LessonController::nameFollowing()
{
    const Shipped* next = following();
    m_bar->setFollowing(
        next == nullptr ? QString()
                        : tr("%1 %2").arg(next->lesson.id, teach::textIn(next->lesson.title, teach::languageNow())));
}

/// The reader may look at another program meanwhile, or at an own listing of the same; the lesson waits where it stood.
void LessonController::noteProgram(bool isOfReaders)
{
    const QString id = QString::fromStdString(m_window.document().program().id);
    const bool isAway =
        m_player.isOpen() && (isOfReaders || (id != m_player.step().program && id != pathOf(m_player.step())));
    if (std::exchange(m_isAway, isAway) == isAway)
        return;
    m_isPending = m_isPending && !isAway;
    if (isAway)
        m_notes.giveBack();
    m_bar->setAway(isAway);
    if (m_presenter)
        m_presenter->refresh();
    updateCommands();
    noteAsking();
}

/// Of a program beside the lesson: as a program from that file is called.
QString LessonController::pathOf(const Step& step) const
{
    return QDir::cleanPath(QFileInfo(QFileInfo(m_path).dir().filePath(step.program)).absoluteFilePath());
}

/// A program from a file that a step waited for and that is not wanted any more.
void LessonController::forgetAwaited()
{
    if (m_window.listings().forgetAwaited())
        m_window.controller().forgetLoads();
}

/// What is to be opened again at the end of the lesson.
void LessonController::noteOwn()
{
    if (!m_own)
        m_own = Own{QString::fromStdString(m_window.document().program().id), m_window.machineId()};
}

void LessonController::noteAsking()
{
    if (std::exchange(m_wasAsking, isAsking()) != isAsking())
        emit askingChanged();
}

void LessonController::goOn()
{
    if (m_isAway)
        m_player.goTo(m_player.index());
    else
        m_player.goOn();
}

void LessonController::close()
{
    m_player.close();
}

/// The reader finds what was open before the lesson, as it was; what was opened meanwhile stays.
void LessonController::leave()
{
    m_isPending = false;
    forgetAwaited();
    m_settle.stop();
    m_before.reset();
    m_notes.giveBack();
    m_window.compareControl().before().drop();
    m_isAway = false;
    m_bar->setAway(false);
    nameFollowing();
    const std::optional<Own> own = std::exchange(m_own, std::nullopt);
    if (m_window.listings().isReaders())
        return;
    if (!own || !m_window.openOn(own->program, own->machine))
        m_window.openOn(QString::fromStdString(m_window.document().program().id), m_window.machineId());
}

void LessonController::enter()
{
    const Step& step = m_player.step();
    const bool isSame = QString::fromStdString(m_window.document().program().id) == step.program;
    m_before = isSame && m_window.isSettled() ? m_window.feed().trace() : nullptr;
    m_beforeContext = m_window.feed().context();
    m_beforeContext.syncPoints = m_window.document().syncStates();
    m_isAnswer = false;
    m_notes.lend({});
    m_window.compareControl().before().drop();
    apply(step, step.setting);
}

void LessonController::answer()
{
    if (m_isAway)
        return m_player.goTo(m_player.index());
    const Step& step = m_player.step();
    // Nothing is changed in a listing of the reader's: the step takes its place first, and asks again.
    if (step.question->change && m_window.listings().isReaders())
        return m_player.goTo(m_player.index());
    m_isAnswer = true;
    if (!step.question->change) {
        m_bar->refresh();
        emit shown();
        return;
    }
    m_before = m_window.feed().trace();
    m_beforeContext = m_window.feed().context();
    m_beforeContext.syncPoints = m_window.document().syncStates();
    // The run before stays behind the new one as a ghost.
    m_window.compareControl().before().keep();
    Setting setting = step.setting;
    for (const auto& [line, isOn] : step.question->change->flips)
        setting.flips[line] = isOn;
    for (const auto& [name, value] : step.question->change->parameters)
        setting.parameters[name] = value;
    if (!step.question->change->machine.isEmpty())
        setting.machine = step.question->change->machine;
    apply(step, setting);
}

void LessonController::apply(const Step& step, const Setting& setting)
{
    m_isPending = true;
    forgetAwaited();
    m_bar->refresh();
    listing::ProgramDocument& document = m_window.document();
    const Program* program = programOf(m_window.controller(), step.program);
    if (program == nullptr) {
        // A program beside the lesson, which asks for itself before it runs.
        const QString path = pathOf(step);
        if (QFileInfo::exists(path) && step.program.endsWith(QLatin1String(".py")))
            return openForLesson(path, {}, setting.machine);
        m_isPending = false;
        emit failed(
            tr("This step cannot be shown"),
            tr("Step %1 is about the program \"%2\", which is not there.").arg(m_player.index() + 1).arg(step.program));
        return;
    }
    const Dialect dialect = dialectOf(*program, step.dialect);
    listing::ProgramState state;
    state.dialect = dialect;
    state.flips[dialect] = flipsOf(*program, dialect, setting);
    state.parameters = setting.parameters;
    if (!step.listing.isEmpty())
        state.sources[dialect] = step.listing;
    const QString machine = !setting.machine.isEmpty() ? setting.machine : QString::fromStdString(program->machine);
    QString listing = !step.listing.isEmpty() ? step.listing : QString::fromStdString(program->sources.at(dialect));
    while (listing.endsWith(QLatin1Char('\n')))
        listing.chop(1);
    const bool isOpen =
        document.program().id == program->id && document.dialect() == dialect && document.source() == listing;
    if (!isOpen || !m_isAnswer) {
        const listing::ProgramState now = document.state();
        const bool isAsWanted =
            isOpen && now.parameters == state.parameters && m_window.machineId() == machine &&
            std::all_of(document.switches().points().begin(), document.switches().points().end(),
                        [&](const auto& point) {
                            const auto wanted = state.flips[dialect].find(point.line);
                            return document.switches().isOn(point.line) ==
                                   (wanted == state.flips[dialect].end() ? point.isInitiallyOn : wanted->second);
                        });
        if (!isAsWanted || !m_window.isSettled())
            return openForLesson(step.program, state, machine);
        noteOwn();
        m_window.listings().lend();
        noteProgram(false);
        return m_settle.start();
    }
    // The answer to a question is a change of what is open: spans move from their old to their new places.
    if (m_window.machineId() != machine)
        m_window.chooseMachine(machine);
    for (const auto& [name, value] : state.parameters)
        document.setParameter(name, QString::fromStdString(value));
    for (const engine::frontend::Parameter& parameter : program->parameters) {
        const auto wanted = state.parameters.find(parameter.name);
        document.setParameter(parameter.name, QString::fromStdString(
                                                  wanted == state.parameters.end() ? parameter.value : wanted->second));
    }
    if (document.switches().flips() != state.flips[dialect])
        document.setFlips(state.flips[dialect]);
    if (m_window.isSettled())
        m_settle.start();
}

void LessonController::openForLesson(const QString& program, const listing::ProgramState& state, const QString& machine)
{
    noteOwn();
    m_window.openOn(program, machine, &state);
}

void LessonController::onRunShown()
{
    if (m_isPending && m_window.isSettled())
        m_settle.start();
}

/// Behind whatever is queued: one change of several may have run by itself.
void LessonController::finishPending()
{
    if (!m_isPending || !m_window.isSettled() || !m_player.isOpen())
        return;
    m_isPending = false;
    if (!m_isAnswer)
        showView();
    m_bar->refresh();
    if (m_presenter)
        m_presenter->refresh();
    emit shown();
}

void LessonController::showView()
{
    const teach::View& view = m_player.step().view;
    const engine::trace::Trace& trace = *m_window.feed().trace();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        if (!view.block.isEmpty() && QString::fromStdString(trace.blocks()[i].label) == view.block)
            m_window.selection().setBlock(static_cast<int>(i));
    m_window.selection().selectOp({});
    for (std::size_t i = trace.opCount(); i-- > 0 && !view.operation.isEmpty();)
        if (model::operationLabel(trace, trace.op(engine::OpId{i})) == view.operation) {
            m_window.selection().selectOp(engine::OpId{i});
            break;
        }
    m_window.timelineView().setArrowMode(view.hasCriticalPath ? drawing::ArrowMode::CriticalPath
                                                              : drawing::ArrowMode::Selected);
    for (const QString& pane : view.panes)
        for (QAction* action : {m_window.actions().output, m_window.actions().table, m_window.actions().charts})
            if (action->objectName() == pane && !action->isChecked())
                action->trigger();
    if (view.begin && view.end) {
        const engine::Nanoseconds origin = m_window.visibleRange().origin();
        m_window.visibleRange().setRange(
            {origin + engine::fromSeconds(*view.begin), origin + engine::fromSeconds(*view.end)});
    } else {
        m_window.timelineView().showOpeningView();
    }
    m_notes.lend(model::notesFrom(m_player.step().notes, teach::languageNow()));
}

teach::MeasureSource LessonController::source() const
{
    teach::MeasureSource source;
    // While a run is under way there is no number of it, and none of another one is shown for it.
    if (m_isPending || m_isAway)
        return source;
    source.trace = m_window.feed().trace().get();
    source.before = m_before.get();
    // The words name the book's number even beside a run with other parameters, which does not show it itself.
    const listing::ProgramDocument& document = m_window.document();
    const auto& results = document.program().bookResults;
    if (const auto found = results.find(document.dialect()); found != results.end())
        for (const auto& [label, seconds] : found->second)
            source.book.insert(QString::fromStdString(label), seconds);
    return source;
}

void LessonController::showPresenter()
{
    if (!m_presenter)
        m_presenter = new teach::PresenterView(m_theme, m_player, [this] { return source(); });
    m_presenter->refresh();
    m_presenter->show();
    m_presenter->raise();
}

}  // namespace ui::shell

#include "ui/teach/lesson_controller.h"

#include "ui/commands/actions.h"
#include "ui/look/languages.h"
#include "ui/model/operations_model.h"
#include "ui/runs/before_run.h"
#include "ui/timeline/timeline_view.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <utility>

namespace ui::teach {

using engine::frontend::Dialect;
using engine::frontend::Program;

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

/// line -> whether the program waits on it: the switches of the program header, overridden by those of the setting.
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

LessonController::LessonController(desk::Desk& desk, const Parts& parts, const QString& folder)
    : QObject(&desk),
      m_desk(desk),
      m_bench(desk.bench()),
      m_parts(parts),
      m_shipped(folder),
      m_author(m_bench, {m_player, parts.machines, parts.notes, parts.session}, nullptr)
{
    m_bar = new LessonBar(
        m_bench.theme, m_player, [this] { return source(); }, &m_bench.window);
    m_settle.setSingleShot(true);
    m_settle.setInterval(0);
    buildCommands();
    connect(&m_player, &LessonPlayer::entered, this, &LessonController::enter);
    connect(&m_player, &LessonPlayer::answered, this, &LessonController::answer);
    connect(&m_player, &LessonPlayer::changed, this, &LessonController::updateCommands);
    connect(&m_player, &LessonPlayer::closed, this, &LessonController::leave);
    connect(&m_player, &LessonPlayer::changed, this, &LessonController::noteAsking);
    connect(&m_player, &LessonPlayer::closed, this, &LessonController::noteAsking);
    connect(&m_bench.document, &listing::ProgramDocument::opened, this,
            [this] { noteProgram(m_parts.listings.isReaders()); });
    // While a lesson is being written, the open program counts as that of the step.
    connect(&m_player, &LessonPlayer::rearranged, this, [this] { noteProgram(false); });
    connect(m_bar, &LessonBar::backWanted, this, &LessonController::goOn);
    connect(m_bar, &LessonBar::closeWanted, this, &LessonController::close);
    connect(m_bar, &LessonBar::followingWanted, this, [this] {
        if (const ShippedLesson* next = following())
            open(QString(next->lesson.id));
    });
    connect(m_bar, &LessonBar::presenterWanted, this, &LessonController::showPresenter);
    connect(m_bar, &LessonBar::projectorWanted, this, [this] {
        for (const char* name : {"projector", "projectorMode", "fullScreen"})
            if (QAction* action = m_bench.actions.named(QLatin1String(name)))
                return action->trigger();
    });
    connect(&desk, &desk::Desk::runShown, this, &LessonController::onRunShown);
    connect(&m_bench.controller, &runs::RunController::stateChanged, this, &LessonController::onRunShown);
    connect(&m_author, &LessonAuthor::failed, this, &LessonController::failed);
    connect(this, &LessonController::failed, this, [this](const QString& title, const QString& sentence) {
        m_bench.say(title, sentence, runs::Banner::Tone::Fail);
    });
    m_bench.window.installEventFilter(this);
    connect(&m_settle, &QTimer::timeout, this, &LessonController::finishPending);
    updateCommands();
}

LessonController::~LessonController()
{
    delete m_presenter;
}

void LessonController::buildCommands()
{
    const auto add = [this](const QString& name, auto run, const QKeySequence& shortcut = {}) {
        auto* command = new QAction(this);
        command->setObjectName(name);
        command->setShortcut(shortcut);
        connect(command, &QAction::triggered, this, run);
        m_commands << command;
        m_bench.window.addAction(command);
    };
    for (const ShippedLesson& shipped : m_shipped.all())
        add(kEntry + shipped.lesson.id, [this, id = shipped.lesson.id] { open(id); });
    add(QStringLiteral("openLesson"), [this] { openFile(); });
    add(
        QStringLiteral("nextStep"), [this] { goOn(); }, Qt::Key_PageDown);
    add(
        QStringLiteral("previousStep"), [this] { m_player.goBack(); }, Qt::Key_PageUp);
    add(QStringLiteral("presenterView"), [this] { showPresenter(); });
    add(QStringLiteral("closeLesson"), [this] { close(); });
    add(QStringLiteral("addStep"), [this] { m_author.addStep(); });
    add(QStringLiteral("editStep"), [this] { m_author.editStep(); });
    add(QStringLiteral("editLesson"), [this] { m_author.editLesson(); });
    add(QStringLiteral("stepEarlier"), [this] { m_player.move(-1); });
    add(QStringLiteral("stepLater"), [this] { m_player.move(1); });
    add(QStringLiteral("removeStep"), [this] { m_player.remove(); });
    add(QStringLiteral("saveLesson"), [this] { m_author.saveFile(); });
    retitle();
}

/// Sets the texts of the commands in the current language; titles of lessons come from their files.
void LessonController::retitle()
{
    const auto title = [this](const char* name, const QString& text, const QString& tip) {
        QAction* action = command(QLatin1String(name));
        action->setText(text);
        action->setStatusTip(tip);
    };
    for (const ShippedLesson& shipped : m_shipped.all()) {
        QAction* action = command(kEntry + shipped.lesson.id);
        const QString language = languageNow();
        action->setText(tr("%1 %2").arg(shipped.lesson.id, textIn(shipped.lesson.title, language)));
        action->setStatusTip(textIn(shipped.lesson.about, language));
    }
    nameFollowing();
    m_bench.programs.setLessons(entries());
    title("openLesson", tr("&Open lesson…"), tr("A lesson from a file; nothing of it runs until you agree"));
    title("nextStep", tr("&Next step"), tr("Show the answer to an open question, then the next step"));
    title("previousStep", tr("&Previous step"), tr("The previous step"));
    title("presenterView", tr("P&resenter view"), tr("Your notes and the next step, in a separate window"));
    title("closeLesson", tr("&End the lesson"), tr("Back to what you had open"));
    title("addStep", tr("&Add step…"), tr("What the window shows now becomes a step of the lesson"));
    title("editStep", tr("E&dit step…"), tr("The words of this step"));
    title("editLesson", tr("Name and endin&g…"), tr("The name of the lesson, and the text after its last step"));
    title("stepEarlier", tr("Step ear&lier"), tr("Move this step up"));
    title("stepLater", tr("Step la&ter"), tr("Move this step down"));
    title("removeStep", tr("Re&move step"), tr("Remove this step from the lesson"));
    title("saveLesson", tr("&Save lesson…"), tr("Save the lesson to a file"));
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

// -- opening

void LessonController::open(const QString& idOrPath)
{
    if (const ShippedLesson* shipped = m_shipped.find(idOrPath))
        return begin(shipped->lesson, shipped->path);
    auto read = readLessonFile(idOrPath);
    if (!read) {
        emit failed(tr("This lesson could not be opened"), look::inWords(read.error().message));
        return;
    }
    ask(*std::move(read), QFileInfo(idOrPath).absoluteFilePath());
}

/// Lists what a lesson from a file would run, and begins it only if the reader agrees.
void LessonController::ask(Lesson lesson, const QString& path)
{
    const Contents contents = contentsOf(lesson);
    QStringList lines;
    lines << tr("It has %n steps.", nullptr, static_cast<int>(contents.steps));
    if (!contents.programs.isEmpty())
        lines << tr("Programs of the chapter: %1.").arg(contents.programs.join(QStringLiteral(", ")));
    if (contents.listings > 0)
        lines << tr("%n steps contain Python text, which would run on this computer.", nullptr,
                    static_cast<int>(contents.listings));
    if (!contents.files.isEmpty())
        lines << tr("Programs in files: %1. Each asks again before it runs.")
                     .arg(contents.files.join(QStringLiteral(", ")));
    if (!contents.machines.isEmpty())
        lines << tr("Machines: %1.").arg(contents.machines.join(QStringLiteral(", ")));
    auto* box = new QMessageBox(QMessageBox::Question, tr("Start this lesson?"),
                                tr("“%1” comes from the file %2. It has not run.")
                                    .arg(textIn(lesson.title, languageNow()), QFileInfo(path).fileName()),
                                QMessageBox::Cancel, &m_bench.window);
    box->setObjectName(QStringLiteral("lessonTrust"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(lines.join(QLatin1Char('\n')));
    QPushButton* agreed = box->addButton(tr("Start the lesson"), QMessageBox::AcceptRole);
    agreed->setObjectName(QStringLiteral("beginLesson"));
    connect(agreed, &QPushButton::clicked, this, [this, lesson = std::move(lesson), path] { begin(lesson, path); });
    box->open();
}

void LessonController::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_bench.window, tr("Open lesson"), files::dialogFolder(m_parts.session),
                                     tr("Lessons (*%1 *.lesson);;All files (*)").arg(QLatin1String(kLessonEnding)));
    if (!path.isEmpty())
        open(path);
}

// -- giving a lesson

void LessonController::begin(Lesson lesson, const QString& path)
{
    // The reader's own program is open: it replaces the one to restore that a previous lesson stored.
    if (m_parts.listings.isReaders())
        m_own.reset();
    m_player.setPath(path);
    m_before.reset();
    m_player.open(std::move(lesson));
    nameFollowing();
}

std::vector<listing::ProgramModel::LessonEntry> LessonController::entries() const
{
    std::vector<listing::ProgramModel::LessonEntry> entries;
    for (const ShippedLesson& shipped : m_shipped.all())
        entries.push_back(
            {kEntry + shipped.lesson.id, shipped.lesson.section, textIn(shipped.lesson.title, languageNow())});
    return entries;
}

/// The next shipped lesson. A lesson that did not ship has none.
const ShippedLesson* LessonController::following() const
{
    return m_player.isOpen() ? m_shipped.after(m_player.path(), m_player.lesson().id) : nullptr;
}

void LessonController::nameFollowing()
{
    const ShippedLesson* next = following();
    m_bar->setFollowing(next == nullptr ? QString()
                                        : tr("%1 %2").arg(next->lesson.id, textIn(next->lesson.title, languageNow())));
}

/// Pauses the lesson at its step while the reader has opened another program, or their own listing of the step's
/// program.
void LessonController::noteProgram(bool isOfReaders)
{
    const QString id = QString::fromStdString(m_bench.document.program().id);
    const bool isAway =
        m_player.isOpen() && (isOfReaders || (id != m_player.step().program && id != pathOf(m_player.step())));
    if (std::exchange(m_isAway, isAway) == isAway)
        return;
    m_isPending = m_isPending && !isAway;
    if (isAway)
        m_parts.notes.giveBack();
    m_bar->setAway(isAway);
    if (m_presenter)
        m_presenter->refresh();
    updateCommands();
    noteAsking();
}

/// Absolute path of a program beside the lesson file; also the id of that program.
QString LessonController::pathOf(const Step& step) const
{
    return QDir::cleanPath(QFileInfo(QFileInfo(m_player.path()).dir().filePath(step.program)).absoluteFilePath());
}

/// Cancels the loading of a program file that a previous step waits for.
void LessonController::forgetAwaited()
{
    if (m_parts.listings.forgetAwaited())
        m_bench.controller.questions().forgetLoads();
}

/// Stores the open program and machine, to restore them at the end of the lesson.
void LessonController::noteOwn()
{
    if (!m_own)
        m_own = Own{QString::fromStdString(m_bench.document.program().id), machineNow()};
}

void LessonController::noteAsking()
{
    if (m_desk.isAsking() != isAsking())
        m_desk.setAsking(isAsking());
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

/// Restores the program and machine from before the lesson, unless the reader has opened another program since.
void LessonController::leave()
{
    m_isPending = false;
    forgetAwaited();
    m_settle.stop();
    m_before.reset();
    m_parts.notes.giveBack();
    m_parts.before.drop();
    m_isAway = false;
    m_bar->setAway(false);
    nameFollowing();
    const std::optional<Own> own = std::exchange(m_own, std::nullopt);
    if (m_parts.listings.isReaders())
        return;
    if (!own || !m_desk.programs().openOn(own->program, own->machine))
        m_desk.programs().openOn(QString::fromStdString(m_bench.document.program().id), machineNow());
}

void LessonController::enter()
{
    const Step& step = m_player.step();
    const bool isSame = QString::fromStdString(m_bench.document.program().id) == step.program;
    m_before = isSame && m_desk.isSettled() ? m_bench.feed.trace() : nullptr;
    m_beforeContext = m_bench.feed.context();
    m_beforeContext.syncPoints = m_bench.document.text().switches().states();
    m_isAnswer = false;
    m_parts.notes.lend({});
    m_parts.before.drop();
    apply(step, step.setting);
}

void LessonController::answer()
{
    if (m_isAway)
        return m_player.goTo(m_player.index());
    const Step& step = m_player.step();
    // Never change the reader's own listing: show the step again, which replaces the listing and reopens the question.
    if (step.question->change && m_parts.listings.isReaders())
        return m_player.goTo(m_player.index());
    m_isAnswer = true;
    if (!step.question->change) {
        m_bar->refresh();
        emit shown();
        return;
    }
    m_before = m_bench.feed.trace();
    m_beforeContext = m_bench.feed.context();
    m_beforeContext.syncPoints = m_bench.document.text().switches().states();
    // Draws the previous run behind the new one.
    m_parts.before.keep();
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
    listing::ProgramDocument& document = m_bench.document;
    const Program* program = programOf(m_bench.controller, step.program);
    if (program == nullptr) {
        // A program file beside the lesson, which needs the consent of the reader before it runs.
        const QString path = pathOf(step);
        if (QFileInfo::exists(path) && step.program.endsWith(QLatin1String(".py")))
            return openForLesson(path, {}, setting.machine);
        m_isPending = false;
        emit failed(tr("This step cannot be shown"), tr("Step %1 is about the program \"%2\", which does not exist.")
                                                         .arg(m_player.index() + 1)
                                                         .arg(step.program));
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
    const bool isOpen = document.program().id == program->id && document.listing().dialect() == dialect &&
                        document.text().source() == listing;
    if (!isOpen || !m_isAnswer) {
        const listing::ProgramState now = document.state();
        const bool isAsWanted =
            isOpen && now.parameters == state.parameters && machineNow() == machine &&
            std::all_of(document.text().switches().points().begin(), document.text().switches().points().end(),
                        [&](const auto& point) {
                            const auto wanted = state.flips[dialect].find(point.line);
                            return document.text().switches().isOn(point.line) ==
                                   (wanted == state.flips[dialect].end() ? point.isInitiallyOn : wanted->second);
                        });
        if (!isAsWanted || !m_desk.isSettled())
            return openForLesson(step.program, state, machine);
        noteOwn();
        m_parts.listings.lend();
        noteProgram(false);
        return m_settle.start();
    }
    // The answer changes the open program and does not reopen it, so that spans move from their old to their new
    // positions.
    if (machineNow() != machine)
        m_desk.chooseMachine(machine);
    for (const auto& [name, value] : state.parameters)
        document.parameters().set(name, QString::fromStdString(value));
    for (const engine::frontend::Parameter& parameter : program->parameters) {
        const auto wanted = state.parameters.find(parameter.name);
        document.parameters().set(
            parameter.name,
            QString::fromStdString(wanted == state.parameters.end() ? parameter.value : wanted->second));
    }
    if (document.text().switches().flips() != state.flips[dialect])
        document.listing().setFlips(state.flips[dialect]);
    if (m_desk.isSettled())
        m_settle.start();
}

void LessonController::openForLesson(const QString& program, const listing::ProgramState& state, const QString& machine)
{
    noteOwn();
    m_desk.programs().openOn(program, machine, &state);
}

void LessonController::onRunShown()
{
    if (m_isPending && m_desk.isSettled())
        m_settle.start();
}

/// Called by a zero-delay timer after queued events, because the first of several changes may have been run alone.
void LessonController::finishPending()
{
    if (!m_isPending || !m_desk.isSettled() || !m_player.isOpen())
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
    const View& view = m_player.step().view;
    const engine::trace::Trace& trace = *m_bench.feed.trace();
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        if (!view.block.isEmpty() && QString::fromStdString(trace.blocks()[i].label) == view.block)
            m_bench.selection.setBlock(static_cast<int>(i));
    m_bench.selection.selectOp({});
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
    m_parts.notes.lend(model::notesFrom(m_player.step().notes, languageNow()));
}

MeasureSource LessonController::source() const
{
    MeasureSource source;
    // A pending run has no numbers yet, and numbers of another run would be wrong.
    if (m_isPending || m_isAway)
        return source;
    source.trace = m_bench.feed.trace().get();
    source.before = m_before.get();
    // Lesson texts may use the book's numbers even if the run has other parameters, for which the window shows no book
    // numbers.
    const listing::ProgramDocument& document = m_bench.document;
    const auto& results = document.program().bookResults;
    if (const auto found = results.find(document.listing().dialect()); found != results.end())
        for (const auto& [label, seconds] : found->second)
            source.book.insert(QString::fromStdString(label), seconds);
    return source;
}

void LessonController::showPresenter()
{
    if (!m_presenter)
        m_presenter = new PresenterView(m_bench.theme, m_player, [this] { return source(); });
    m_presenter->refresh();
    m_presenter->show();
    m_presenter->raise();
}

}  // namespace ui::teach

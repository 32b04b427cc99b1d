#include "engine/io/open_trace.h"
#include "ui/commands/actions.h"
#include "ui/figure/export_dialog.h"
#include "ui/files/graph_files.h"
#include "ui/files/imported_cover.h"
#include "ui/files/note_keeper.h"
#include "ui/files/own_programs.h"
#include "ui/files/recent_files.h"
#include "ui/files/view_bookmarks.h"
#include "ui/listing/program_pane.h"
#include "ui/look/languages.h"
#include "ui/machines/machines.h"
#include "ui/runs/banner.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/compare_control.h"
#include "ui/runs/compare_figure.h"
#include "ui/runs/empty_state.h"
#include "ui/runs/trace_opener.h"
#include "ui/shell/lesson_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/top_bar.h"
#include "ui/teach/predict_first.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace ui::shell {

namespace {

bool isProgramFile(const QString& path)
{
    return path.endsWith(QLatin1String(".py"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".ipynb"), Qt::CaseInsensitive);
}

QString text(const engine::Error& error)
{
    return look::inWords(error.message);
}

}  // namespace

void MainWindow::openAtStart(const QString& what)
{
    m_start = what;
    if (m_controller->state() != runs::RunController::State::Starting)
        onReady();
}

void MainWindow::say(const QString& title, const QString& text, bool isBad)
{
    m_banner->open({isBad ? runs::Banner::Tone::Fail : runs::Banner::Tone::Info, title, text, {}, {}, isBad});
}

QString MainWindow::folder() const
{
    return m_session.folder.isEmpty() || !QDir(m_session.folder).exists() ? QDir::homePath() : m_session.folder;
}

void MainWindow::rememberFolder(const QString& path)
{
    m_session.folder = QFileInfo(path).absolutePath();
}

// -- programs

void MainWindow::openProgramFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open program"), folder(),
        tr("Programs (*.py *.ipynb);;Traces (*.overlap *.json *.json.gz *.sqlite);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

void MainWindow::openPath(const QString& path)
{
    rememberFolder(path);
    if (isProgramFile(path))
        loadFile(QFileInfo(path).absoluteFilePath());
    else
        showTraceFile(path);
}

/// A file of the reader's choice, also if a lesson waits for the same one.
void MainWindow::loadFile(const QString& path)
{
    m_listings.forgetAwaited();
    m_controller->load(path);
}

/// What a start without a word opens.
QString MainWindow::usualProgram() const
{
    const QString usual = files::Session().program;
    const auto& programs = m_controller->programs();
    return m_programs.indexOf(usual).isValid() || programs.empty() ? usual : QString::fromStdString(programs[0].id);
}

/// The window stays on what it had; at the start it had nothing.
void MainWindow::sayNotOpened(const QString& title, const QString& sentence)
{
    m_listings.forgetAwaited();
    if (m_document.program().id.empty() && !m_isShowingFile)
        openProgram(usualProgram());
    // What a lesson that is over has left on the screen: from here on it is the reader's own listing.
    if (!m_listings.isReaders() && !m_lessons->player().isOpen()) {
        m_listings.open(engine::frontend::Program(m_document.program()));
        showOpened();
    }
    m_banner->open({runs::Banner::Tone::Fail,
                    title,
                    sentence,
                    {},
                    {{tr("Open another file…"), QString(), [this] { openProgramFile(); }}},
                    true});
}

void MainWindow::buildRecent()
{
    m_recent = new files::RecentFiles(*m_actions->openRecent, *this, m_session.recent);
    connect(m_recent, &files::RecentFiles::chosen, this, &MainWindow::openPath);
    connect(m_actions->newProgram, &QAction::triggered, this, &MainWindow::openNew);
}

/// One that has no text yet, so that nothing of the reader's is lost.
void MainWindow::openNew()
{
    openProgram(files::freeOwnProgram(m_listings.kept()));
    m_programPane->listing().setFocus();
}

void MainWindow::onLoaded(const engine::frontend::Program& program)
{
    if (program.path)
        m_recent->note(QString::fromStdString(*program.path));
    m_programs.addFile(program);
    m_listings.open(program);
    showOpened();
}

/// Another program is open: what was said and shown of the one before is over.
void MainWindow::showOpened()
{
    m_controller->forgetLoads();
    m_isFreshProgram = true;
    m_isShowingFile = false;
    m_banner->close();
    showTitle();
    onFlipped();
}

void MainWindow::saveProgram()
{
    const auto& path = m_document.program().path;
    if (path)
        saveProgramHere(QString::fromStdString(*path));
    else
        saveProgramAs();
}

void MainWindow::saveProgramAs()
{
    QString name =
        QString::fromStdString(m_document.program().title).toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    QString ending = QStringLiteral(".py");
    if (m_document.program().path) {
        const QFileInfo file(QString::fromStdString(*m_document.program().path));
        name = file.completeBaseName();
        ending = isProgramFile(file.fileName()) ? QLatin1Char('.') + file.suffix() : ending;
    }
    QString path = QFileDialog::getSaveFileName(this, tr("Save program"), folder() + QLatin1Char('/') + name + ending,
                                                tr("Python (*.py);;Notebook (*.ipynb)"));
    if (path.isEmpty())
        return;
    if (!isProgramFile(path))
        path += QStringLiteral(".py");
    saveProgramTo(path);
}

void MainWindow::saveProgramTo(const QString& path)
{
    rememberFolder(path);
    auto saved = engine::frontend::Runner::save(m_document.exactSource().toStdString() + "\n", m_document.dialect(),
                                                QFile::encodeName(path).toStdString(), m_document.program().file.get());
    if (!saved)
        return say(tr("The program was not saved"), text(saved.error()), true);
    m_recent->note(path);
    m_document.setSaved(path, *std::move(saved));
    showTitle();
}

/// What another program wrote there meanwhile is replaced only when the reader says so.
void MainWindow::saveProgramHere(const QString& path)
{
    if (!m_document.isChangedOnDisk(path))
        return saveProgramTo(path);
    m_banner->open(
        {runs::Banner::Tone::Fail,
         tr("Another program has changed this file"),
         tr("%1 is not as it was opened or saved here. Nothing was saved yet.").arg(QFileInfo(path).fileName()),
         {},
         {{tr("Save under another name…"), QString(), [this] { saveProgramAs(); }},
          {tr("Replace the file"), QString(),
           [this, path] {
               m_banner->close();
               saveProgramTo(path);
           }}},
         true});
}

// -- traces

void MainWindow::openTraceFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open trace"), folder(), runs::TraceOpener::fileFilter());
    if (!path.isEmpty())
        showTraceFile(path);
}

void MainWindow::buildTraceOpener()
{
    m_opener = new runs::TraceOpener(*m_banner, this);
    connect(m_opener, &runs::TraceOpener::opened, this, &MainWindow::showTrace);
    connect(m_opener, &runs::TraceOpener::failed, this, [this](const QString&, const QString& sentence) {
        sayNotOpened(tr("This trace could not be opened"), sentence);
    });
    // Of what another program recorded there is no listing.
    auto* cover = new files::ImportedCover(m_theme, m_feed, *m_programPane, m_programPane->tree());
    connect(cover, &files::ImportedCover::leaveWanted, this, [this] {
        m_isShowingFile = false;
        m_isFreshProgram = true;
        onFlipped();
    });
}

void MainWindow::showTraceFile(const QString& path)
{
    rememberFolder(path);
    m_opener->open(path);
}

void MainWindow::showTrace(const QString& path, const engine::trace::TracePtr& trace, const QString& note)
{
    m_recent->note(path);
    m_controller->abandon();
    m_predict->withdraw();
    m_isShowingFile = true;
    m_isFreshProgram = true;
    m_empty->close();
    m_feed.show(trace, {});
    m_selection.clear();
    m_playhead.setExtent(trace->extent());
    m_playhead.setTime(trace->extent());
    chooseScope();
    m_timeline->showOpeningView();
    if (const auto moment = m_timeline->openingMoment())
        m_playhead.setTime(*moment);
    m_right->showError(trace->error().has_value());
    m_banner->close();
    if (!note.isEmpty())
        say(tr("Opened %1").arg(QFileInfo(path).fileName()), note, false);
    showTitle();
    showAdvice();
    emit runShown();
}

void MainWindow::saveTraceFile(bool isChrome)
{
    const engine::trace::TracePtr trace = m_feed.trace();
    if (trace->opCount() == 0 && trace->devices().empty())
        return say(tr("There is nothing to save"), tr("Run the program first."), false);
    const QString ending = isChrome ? QStringLiteral(".json") : QStringLiteral(".overlap");
    const QString name = QString::fromStdString(trace->run().program).section(QLatin1Char('/'), -1);
    QString path = QFileDialog::getSaveFileName(
        this, isChrome ? tr("Save as Chrome trace") : tr("Save trace"), folder() + QLatin1Char('/') + name + ending,
        isChrome ? tr("Chrome trace (*.json *.json.gz)") : tr("Trace (*.overlap)"));
    if (path.isEmpty())
        return;
    if (!QFileInfo(path).fileName().contains(QLatin1Char('.')))
        path += ending;
    rememberFolder(path);
    const engine::Status saved = engine::io::saveTraceAs(*trace, QFile::encodeName(path).toStdString());
    if (!saved)
        say(tr("The trace was not saved"), text(saved.error()), true);
}

// -- figures

figure::FigureOptions MainWindow::figureOptions() const
{
    figure::FigureOptions options;
    options.context = m_feed.context();
    options.notes = m_notes->book().notes();
    if (!m_isShowingFile)
        options.context.syncPoints = m_document.syncStates();
    if (!m_right->graph().picture().nodes.empty())
        options.picture = std::make_shared<graph::Picture>(m_right->graph().picture());
    options.before = m_lessons->before();
    options.beforeContext = m_lessons->beforeContext();
    if (const runs::KeptRun& kept = m_compare->before().run(); kept.trace && !options.before) {
        options.before = kept.trace;
        options.beforeContext = kept.context;
    }
    // What a lesson has just changed is best seen beside what it was.
    if (options.before && m_lessons->hasAnswered())
        options.what = figure::What::Compare;
    return options;
}

/// The run that a figure is of, and how it is drawn: of an open comparison its second, beside the first.
std::pair<engine::trace::TracePtr, figure::FigureOptions> MainWindow::figureOnShow() const
{
    std::pair<engine::trace::TracePtr, figure::FigureOptions> shown{m_feed.trace(), figureOptions()};
    if (!m_compare->isOpen() || !m_compare->pair())
        return shown;
    shown.first = m_compare->pair()->side(compare::Which::B).trace;
    if (shown.first != m_feed.trace()) {
        shown.second.notes.clear();  // they and the picture are of the run that is open
        shown.second.picture.reset();
    }
    runs::showComparison(*m_compare->pair(), shown.second);
    return shown;
}

void MainWindow::exportFigure()
{
    const auto [trace, options] = figureOnShow();
    if (trace->devices().empty())
        return say(tr("There is nothing to export"), tr("Run the program first."), false);
    auto* dialog = new figure::ExportDialog(m_theme, trace, options, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFolder(folder());
    connect(dialog, &figure::ExportDialog::savedTo, this, &MainWindow::rememberFolder);
    dialog->open();
}

void MainWindow::copyPicture()
{
    const auto [trace, options] = figureOnShow();
    if (trace->devices().empty())
        return;
    QGuiApplication::clipboard()->setMimeData(figure::figureForClipboard(*trace, options).release());
}

void MainWindow::buildGraphFiles()
{
    auto* files = new files::GraphFiles({*this, m_right->graph(), [this] { return m_feed.trace(); },
                                         [this] { return figureOptions(); }, [this] { return folder(); }},
                                        this);
    m_actions->adopt(files->commands(), commands::Actions::Group::File);
    connect(files, &files::GraphFiles::savedTo, this, &MainWindow::rememberFolder);
    connect(files, &files::GraphFiles::said, this, &MainWindow::say);
}

// -- lessons and notes

void MainWindow::buildLessons()
{
    m_notes =
        new files::NoteKeeper(m_theme, *m_timeline, m_feed, m_selection, m_document.undoStack(), m_session.notes, this);
    m_bookmarks = new files::ViewBookmarks(*m_timeline, m_range, m_selection, m_feed, m_session.views, this);
    m_lessons = new LessonController(*this, m_theme, *m_notes, QString::fromStdString(m_services.lessons));
    m_actions->adopt(m_notes->layer().commands(), commands::Actions::Group::Timeline);
    m_actions->adopt(m_bookmarks->commands(), commands::Actions::Group::Timeline);
    m_actions->adopt(m_lessons->commands(), commands::Actions::Group::Lessons);
    m_programs.setLessons(m_lessons->entries());
    m_header->addDivider();
    for (const char* name : {"noteText", "noteArrow", "noteBox"})
        m_header->addTool(m_notes->layer().command(QLatin1String(name)), QString::fromLatin1(name).toLower());
    connect(m_lessons, &LessonController::retitled, this, [this] { m_programs.setLessons(m_lessons->entries()); });
    connect(m_lessons, &LessonController::askingChanged, this, [this] {
        m_programs.setBadgesHidden(m_lessons->isAsking() || m_predict->isOn());
        showAdvice();
    });
    connect(m_lessons, &LessonController::failed, this,
            [this](const QString& title, const QString& sentence) { say(title, sentence, true); });
}

bool MainWindow::openOn(const QString& id, const QString& machine, const listing::ProgramState* ofLesson)
{
    const auto programs = files::isOwnProgram(id) ? std::vector{files::ownProgram(id)} : m_controller->programs();
    for (const engine::frontend::Program& program : programs) {
        if (QString::fromStdString(program.id) != id)
            continue;
        const QString wanted = machine.isEmpty() ? QString::fromStdString(program.machine) : machine;
        if (m_machines->isUsable(wanted))
            m_machines->choose(wanted);
        ofLesson != nullptr ? m_listings.openForLesson(program, *ofLesson) : m_listings.open(program);
        showOpened();
        return true;
    }
    if (!QFileInfo::exists(id))
        return false;
    if (m_machines->isUsable(machine))
        m_machines->choose(machine);
    loadFile(id);
    if (ofLesson != nullptr)
        m_listings.awaitForLesson(id);
    return true;
}

// -- machines

void MainWindow::openMachineFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open machine file"), folder(), tr("Machines (*.json);;All files (*)"));
    if (!path.isEmpty())
        useMachine(path);
}

void MainWindow::useMachine(const QString& idOrPath)
{
    if (m_machines->byId(idOrPath) != nullptr)
        return chooseMachine(idOrPath);
    const QFileInfo file(idOrPath);
    if (!file.exists())
        return say(tr("There is no machine %1").arg(idOrPath),
                   tr("The list above holds those that there are; a machine file is named by its path."), true);
    const auto machine = addMachineFile(file.absoluteFilePath());
    if (!machine)
        return;
    m_session.machineFile = file.absoluteFilePath();
    chooseMachine(QString::fromStdString(machine->id));
}

/// The machine in the selector, or a sentence about it.
std::optional<engine::device::MachineInfo> MainWindow::addMachineFile(const QString& path)
{
    rememberFolder(path);
    auto machine = m_machines->add(path);
    if (!machine || machine->problem.empty())
        return machine;
    say(tr("This machine cannot be used"), look::inWords(machine->problem), true);
    return std::nullopt;
}

/// A machine file that the reader has just saved stands in the selector, as one that was opened.
void MainWindow::takeSavedMachine(const QString& path)
{
    if (const auto machine = addMachineFile(path))
        say(tr("Saved %1").arg(QString::fromStdString(machine->label)),
            tr("The new machine stands in the list of machines."), false);
}

}  // namespace ui::shell

#include "ui/shell/main_window.h"

#include "ui/commands/actions.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/key_help.h"
#include "ui/files/note_keeper.h"
#include "ui/files/recent_files.h"
#include "ui/files/view_bookmarks.h"
#include "ui/listing/program_pane.h"
#include "ui/look/widgets.h"
#include "ui/machines/machines.h"
#include "ui/memory/alive_pane.h"
#include "ui/memory/memory_rows.h"
#include "ui/runs/banner.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/empty_state.h"
#include "ui/runs/path_strip.h"
#include "ui/runs/replay.h"
#include "ui/runs/status_line.h"
#include "ui/runs/tree_badges.h"
#include "ui/shell/language_menu.h"
#include "ui/shell/lesson_controller.h"
#include "ui/shell/palette_commands.h"
#include "ui/shell/preferences.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/tab_order.h"
#include "ui/shell/top_bar.h"
#include "ui/teach/advice.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusTipEvent>
#include <QVBoxLayout>
#include <cmath>

namespace ui::shell {

namespace {

constexpr int kTypingPauseMs = 400;
constexpr int kElapsedMs = 100;
constexpr int kNarrow = 1280;  ///< below this the right pane is a tab of the left one

}  // namespace

MainWindow::MainWindow(look::Theme& theme, machines::Services services, files::Session session, QWidget* parent)
    : QMainWindow(parent), m_theme(theme), m_services(std::move(services)), m_session(std::move(session))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Overlap"));
    setAcceptDrops(true);
    m_typingPause.setSingleShot(true);
    m_typingPause.setInterval(kTypingPauseMs);
    m_elapsed.setInterval(kElapsedMs);
    // First of all that follow the theme: a new style sheet takes back the palettes that widgets set before it.
    connect(&m_theme, &look::Theme::changed, this, &MainWindow::applyLook);
    applyLook();
    m_actions = new commands::Actions(theme, this);
    m_machines = new machines::Machines(m_services, this);
    m_controller = std::make_unique<runs::RunController>(m_services.backend, m_feed);
    m_advice = new teach::Advice(m_document, *m_controller, this);
    m_badges = new runs::TreeBadges(
        {*m_controller, m_programs, m_document, [this](const QString& id) { return m_machines->byId(id); }}, this);
    build();
    connectModels();
    connectActions();
    connectViewActions();
    applySession();
    m_preferences = new Preferences(m_theme, m_services.languages, *m_actions, *m_timeline, *this);
    m_preferences->read(m_session);
    restyle();
    showState();
    showStatus();
    // Again when the listing has other switches, and with every run.
    const auto order = [this] { orderTabs({m_topBar, &m_lessons->bar(), m_left, m_centre, m_right}); };
    connect(this, &MainWindow::runShown, this, order);
    connect(&m_document, &listing::ProgramDocument::switchesChanged, this, order);
    order();
    m_timeline->setFocus();
}

MainWindow::~MainWindow()
{
    // The thread that runs programs goes first, then the views, which read the models to the end.
    m_controller.reset();
    m_timeline->setRows(nullptr);
    delete m_help;
    delete takeCentralWidget();
}

// -- building

void MainWindow::build()
{
    auto* whole = new QWidget(this);
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_splitter = new QSplitter(Qt::Horizontal, whole);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_left = new QWidget(m_splitter);
    auto* leftColumn = new QVBoxLayout(m_left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(0);
    m_programPane = new listing::ProgramPane(m_theme, m_document, m_programs, m_feed, m_selection, m_left);
    buildSideTabs();
    leftColumn->addWidget(m_sideTabs);
    leftColumn->addWidget(m_programPane);
    m_splitter->addWidget(m_left);
    m_splitter->addWidget(buildCentre());
    m_right = new RightPane(m_theme, m_feed, m_selection, m_playhead, m_splitter);
    m_splitter->addWidget(m_right);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 0);
    // The menu of the bar lists the timeline's commands too.
    m_actions->adopt(m_timeline->actions(), commands::Actions::Group::Timeline);
    m_actions->adopt(m_right->graph().commands(), commands::Actions::Group::View);
    buildRecent();
    buildGraphFiles();
    if (m_services.languages != nullptr) {
        auto* languages = new LanguageMenu(m_theme, *m_services.languages, *this, [this] { sayAgain(); });
        m_actions->adopt(languages->actions(), commands::Actions::Group::Language);
    }
    m_replay = new runs::Replay({m_feed, m_playhead, m_selection, m_range, *m_timeline, *m_programPane}, this);
    m_actions->adopt(m_replay->actions(), commands::Actions::Group::Run);
    buildLessons();
    m_topBar = new TopBar(m_theme, *m_actions, m_playhead, m_range, whole);
    m_topBar->setMachines(m_machines->all());
    m_topBar->setPlaceOf([this](engine::Nanoseconds time) { return placeInTraining(time); });
    m_status = new runs::StatusLine(m_theme, whole);
    column->addWidget(m_topBar);
    column->addWidget(&m_lessons->bar());
    column->addWidget(m_splitter, 1);
    column->addWidget(m_status);
    setCentralWidget(whole);
    m_help = new commands::KeyHelp(m_theme, *m_actions, this);
    buildTraceOpener();
    buildStudio();
    QTimer::singleShot(0, this, [this] { m_machines->lookForGpus(); });  // once the window is on the screen
}

QWidget* MainWindow::buildCentre()
{
    m_centre = new QWidget(m_splitter);
    auto* column = new QVBoxLayout(m_centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new runs::CentreHeader(m_theme, m_centre);
    m_banner = new runs::Banner(m_theme, m_centre);
    m_timeline = new timeline::TimelineView(m_theme, m_feed, m_range, m_selection, m_playhead, m_centre);
    m_timeline->setObjectName(QStringLiteral("timeline"));
    m_memory = new memory::MemoryRows(m_theme, m_feed, m_range, m_timeline);
    m_memory->setSelection(m_selection);
    m_timeline->setRows(m_memory);
    m_empty = new runs::EmptyState(m_theme, m_timeline);
    column->addWidget(m_header);
    column->addWidget(m_banner);
    m_path = new runs::PathStrip(m_theme, m_feed, m_selection, *m_timeline, m_centre);
    column->addWidget(m_path);
    m_training = new training::TrainingPane(m_theme, m_feed, m_centre);
    m_training->hide();
    m_alive = new memory::AlivePane(m_theme, m_feed, m_range, m_selection, m_playhead, m_centre);
    m_alive->hide();
    column->addWidget(m_timeline, 1);
    column->addWidget(m_training);
    column->addWidget(m_alive);
    const auto add = [this](const char* name, const char* icon) {
        if (QAction* action = m_timeline->action(QLatin1String(name)))
            m_header->addTool(action, QLatin1String(icon));
    };
    add("zoomOut", "zoomout");
    add("zoomIn", "zoomin");
    add("fit", "fit");
    m_header->addDivider();
    add("ruler", "ruler");
    add("arrows", "arrows");
    add("criticalPath", "path");
    return m_centre;
}

void MainWindow::buildSideTabs()
{
    m_sideTabs = new QTabBar(m_left);
    m_sideTabs->addTab(tr("Program"));
    m_sideTabs->addTab(tr("Graph and inspector"));
    m_sideTabs->setExpanding(true);
    m_sideTabs->hide();
    connect(m_sideTabs, &QTabBar::currentChanged, this, &MainWindow::fitPanes);
}

// -- connections

void MainWindow::connectModels()
{
    connect(m_controller.get(), &runs::RunController::ready, this, &MainWindow::onReady);
    connect(m_controller.get(), &runs::RunController::unavailable, this, &MainWindow::onUnavailable);
    connect(m_controller.get(), &runs::RunController::finished, this, &MainWindow::onFinished);
    connect(m_controller.get(), &runs::RunController::refused, this, &MainWindow::onRefused);
    connect(m_controller.get(), &runs::RunController::stateChanged, this, &MainWindow::showState);
    connect(m_controller.get(), &runs::RunController::loaded, this, &MainWindow::onLoaded);
    connect(m_controller.get(), &runs::RunController::loadFailed, this,
            [this](const QString& sentence) { sayNotOpened(tr("This file could not be opened"), sentence); });
    connect(m_controller.get(), &runs::RunController::syncPointsFound, &m_document,
            &listing::ProgramDocument::setSyncPoints);
    connect(m_controller.get(), &runs::RunController::syntaxProblemFound, &m_document,
            &listing::ProgramDocument::setProblem);
    connect(&m_document, &listing::ProgramDocument::analysisWanted, m_controller.get(),
            [this](const QString& source, engine::frontend::Dialect dialect, quint64 ticket) {
                m_controller->findSyncPoints(source.toStdString() + "\n", dialect, ticket);
            });
    connect(&m_document, &listing::ProgramDocument::flipped, this, &MainWindow::onFlipped);
    connect(&m_document, &listing::ProgramDocument::edited, this, &MainWindow::onEdited);
    connect(&m_document, &listing::ProgramDocument::modifiedChanged, this, &MainWindow::showTitle);
    connect(&m_document, &listing::ProgramDocument::switchesChanged, this, [this] {
        if (m_feed.trace()->opCount() > 0 && !m_isShowingFile && !isReal())
            m_feed.setContext(contextOfRun());
        showAdvice();
    });
    connect(&m_typingPause, &QTimer::timeout, this, [this] {
        if (!m_document.problem())
            return onFlipped();
        m_notStarted.mark();
        showStatus();
    });
    connect(&m_elapsed, &QTimer::timeout, this, [this] { showState(); });
    connect(&m_feed, &model::TraceFeed::replaced, this, &MainWindow::showStatus);
    connect(&m_feed, &model::TraceFeed::extended, this, &MainWindow::showStatus);
    connect(&m_selection, &model::Selection::blockChanged, this, [this] { showStatus(); });
    connect(&m_playhead, &model::Playhead::playingChanged, this, [this](bool isPlaying) {
        m_hasBeenPaused =
            !isPlaying && m_playhead.time() < m_playhead.extent() && m_playhead.pace() != model::Pace::Instant;
        showState();
    });
    connect(&m_theme, &look::Theme::changed, this, &MainWindow::restyle);
    connect(m_machines, &machines::Machines::listChanged, m_topBar,
            [this] { m_topBar->setMachines(m_machines->all()); });
    connect(m_machines, &machines::Machines::choiceChanged, m_topBar,
            [this] { m_topBar->setCurrentMachine(m_machines->chosenId()); });
    connect(m_machines, &machines::Machines::ownKnown, this, &MainWindow::onOwnMachinesKnown);
    connect(m_topBar, &TopBar::machineChosen, this, &MainWindow::chooseMachine);
    connect(m_topBar, &TopBar::machineFileWanted, this, &MainWindow::openMachineFile);
    connect(m_programPane, &listing::ProgramPane::programChosen, this, &MainWindow::openProgram);
    connect(m_programPane, &listing::ProgramPane::runWanted, this, &MainWindow::pressRun);
    connect(m_timeline, &timeline::TimelineView::flipRequested, &m_document, &listing::ProgramDocument::flip);
    m_training->setParameterWords([this](const std::string& name, const std::string& value) {
        return listing::parameterWords(m_document.program(), name, value);
    });
    connect(m_training, &training::TrainingPane::contentChanged, this, &MainWindow::showCharts);
    connect(m_training, &training::TrainingPane::rangeWanted, m_timeline, [this](const model::TimeRange& range) {
        m_timeline->zoomTo(range.zoomedAround(range.begin + range.length() / 2, 0.94));
    });
    connect(&m_range, &model::VisibleRange::originChanged, &m_right->inspector(), &inspect::InspectorView::setOrigin);
    connect(m_empty, &runs::EmptyState::chosen, this, &MainWindow::pressRun);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto call) { connect(action, &QAction::triggered, this, call); };
    const commands::Actions& a = *m_actions;
    on(a.open, &MainWindow::openProgramFile);
    on(a.save, &MainWindow::saveProgram);
    on(a.saveAs, &MainWindow::saveProgramAs);
    on(a.resetListing, [this] { m_document.resetListing(); });
    on(a.openTrace, &MainWindow::openTraceFile);
    on(a.saveTrace, [this] { saveTraceFile(false); });
    on(a.saveChromeTrace, [this] { saveTraceFile(true); });
    on(a.exportFigure, &MainWindow::exportFigure);
    on(a.copyPicture, &MainWindow::copyPicture);
    on(a.quit, &MainWindow::close);
    on(a.undo, [this] { m_document.undoStack().undo(); });
    on(a.redo, [this] { m_document.undoStack().redo(); });
    connect(&m_document.undoStack(), &QUndoStack::canUndoChanged, a.undo, &QAction::setEnabled);
    connect(&m_document.undoStack(), &QUndoStack::canRedoChanged, a.redo, &QAction::setEnabled);
    a.undo->setEnabled(false);
    a.redo->setEnabled(false);
    connect(&m_programPane->listing(), &listing::Listing::flippedByMouse, m_timeline,
            [this] { m_timeline->setFocus(); });
    on(a.flipLine, [this] { m_programPane->listing().flipCurrentLine(); });
    on(a.resetParameters, [this] { m_document.resetParameters(); });
    on(a.findProgram, [this] { m_programPane->startSearch(); });
    on(a.run, &MainWindow::pressRun);
    on(a.stop, [this] { m_controller->stop(); });
    on(a.play, [this] {
        if (m_playhead.pace() == model::Pace::Instant)
            m_playhead.setPace(model::Pace::SlowMotion);
        m_playhead.toggle();
    });
    on(a.pause, [this] { m_playhead.pause(); });
    on(a.step, [this] { stepPlayhead(true); });
    on(a.stepBack, [this] { stepPlayhead(false); });
    on(a.reset, [this] { m_replay->stepTo(engine::Nanoseconds{0}); });
    on(a.paceReal, [this] { m_playhead.setPace(model::Pace::RealTime); });
    on(a.paceSlow, [this] { m_playhead.setPace(model::Pace::SlowMotion); });
    on(a.paceInstant, [this] { m_playhead.setPace(model::Pace::Instant); });
}

void MainWindow::connectViewActions()
{
    const auto on = [this](QAction* action, auto call) { connect(action, &QAction::triggered, this, call); };
    const commands::Actions& a = *m_actions;
    on(a.toggleTheme,
       [this] { m_theme.setMode(m_theme.mode() == look::Mode::Light ? look::Mode::Dark : look::Mode::Light); });
    on(a.larger, [this] { changeScale(1.1); });
    on(a.smaller, [this] { changeScale(1 / 1.1); });
    on(a.normalSize, [this] { m_theme.setScale(1.0); });
    on(a.fullScreen, [this](bool isOn) { isOn ? showFullScreen() : showNormal(); });
    on(a.leftPane, [this] { fitPanes(); });
    on(a.rightPane, [this] { fitPanes(); });
    on(a.output, [this](bool isOn) { m_programPane->chooseOutput(isOn); });
    connect(m_programPane, &listing::ProgramPane::outputShownChanged, a.output, &QAction::setChecked);
    on(a.table, [this](bool isOn) { showTable(isOn); });
    on(a.alive, [this](bool isOn) { m_alive->setVisible(isOn); });
    a.charts->setChecked(true);
    on(a.charts, [this] { showCharts(); });
    on(a.reducedMotion, [this](bool isOn) {
        m_timeline->setReducedMotion(isOn);
        m_replay->setReducedMotion(isOn);
        m_banner->setMotion(!isOn);
    });
    on(a.nextPane, [this] { focusPane(1); });
    on(a.previousPane, [this] { focusPane(-1); });
    on(a.keys, [this] { m_help->isVisible() ? m_help->hide() : m_help->open(); });
    on(a.commands, &MainWindow::openPalette);
    on(a.findOperation, [this] {
        const bool isInGraph = focusWidget() != nullptr && m_right->graph().isAncestorOf(focusWidget());
        if (m_timeline->isVisible())  // not beside a comparison
            isInGraph ? m_right->graph().openFind() : m_timeline->openFind();
    });
    on(a.findLane, &MainWindow::openLanePalette);
    on(a.about, &MainWindow::showAbout);
    // Of the timeline's own commands the window hears only what it lists.
    for (commands::Actions::Group group :
         {commands::Actions::Group::File, commands::Actions::Group::Edit, commands::Actions::Group::Run,
          commands::Actions::Group::View, commands::Actions::Group::Help})
        for (QAction* action : a.of(group))
            addAction(action);
    // Space presses buttons and boxes where those have the keyboard; the replay takes it on the timeline.
    a.play->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    removeAction(a.play);
    m_timeline->addAction(a.play);
    m_replay->keepKeysOnTimeline(*this);
    connect(m_path, &runs::PathStrip::pathChanged, this, [this](const auto& path) { m_right->graph().setPath(path); });
}

void MainWindow::applySession()
{
    m_actions->leftPane->setChecked(m_session.isLeftPaneShown);
    m_actions->rightPane->setChecked(m_session.isRightPaneShown);
    m_actions->reducedMotion->setChecked(m_session.hasReducedMotion);
    m_timeline->setReducedMotion(m_session.hasReducedMotion);
    m_replay->setReducedMotion(m_session.hasReducedMotion);
    m_banner->setMotion(!m_session.hasReducedMotion);
    m_playhead.setPace(m_session.pace);
    m_machines->restore(m_session.machine, m_session.machineFile);
    m_programPane->setOpensOutput(m_session.opensOutput);
    m_actions->table->setChecked(m_session.isTableShown);
    showTable(m_session.isTableShown);
    if (m_session.showsCriticalPath)
        m_timeline->setArrowMode(drawing::ArrowMode::CriticalPath);
    if (!m_session.geometry.isEmpty())
        restoreGeometry(m_session.geometry);
    else
        resize(m_theme.px(1440), m_theme.px(900));
    if (!m_splitter->restoreState(m_session.splitter))
        m_splitter->setSizes({m_theme.px(364), m_theme.px(772), m_theme.px(304)});
    m_scaleOfPanes = m_theme.scale();
}

files::Session MainWindow::session() const
{
    files::Session session = m_session;
    // The machine of a lesson, and the part of the run that it shows, are not what the reader left.
    const bool isReaders = m_listings.isReaders();
    session.machine = m_machines->toKeep(isReaders ? QString() : m_lessons->machineBefore());
    session.recent = m_recent->paths();
    session.notes = m_notes->saved();
    session.views = m_bookmarks->saved();
    session.programs = m_listings.kept();
    if (const QString last = m_listings.last(); !last.isEmpty())
        session.program = last;
    session.view = isReaders && !m_range.isFitted() ? std::optional(m_range.range()) : std::nullopt;
    session.theme = m_theme.mode();
    session.scale = m_theme.chosenScale();
    if (m_services.languages != nullptr)
        session.language = m_services.languages->chosen();
    m_preferences->write(session);
    session.pace = m_playhead.pace();
    session.hasReducedMotion = m_actions->reducedMotion->isChecked();
    session.isLeftPaneShown = m_actions->leftPane->isChecked();
    session.isRightPaneShown = m_actions->rightPane->isChecked();
    session.opensOutput = m_programPane->opensOutput();
    session.isTableShown = m_actions->table->isChecked();
    session.showsCriticalPath = m_timeline->arrowMode() == drawing::ArrowMode::CriticalPath;
    session.geometry = saveGeometry();
    session.splitter = m_splitter->saveState();
    return session;
}

// -- looks

void MainWindow::applyLook()
{
    qApp->setFont(m_theme.sans(12));
    qApp->setPalette(m_theme.palette());
    qApp->setStyleSheet(m_theme.styleSheet());
}

void MainWindow::restyle()
{
    setMinimumSize(1180, 720);
    m_sideTabs->setFont(m_theme.sans(12, QFont::Medium));
    m_left->setMinimumWidth(m_theme.px(300));
    m_left->setMaximumWidth(m_theme.px(480));
    m_right->setMinimumWidth(m_theme.px(260));
    m_right->setMaximumWidth(m_theme.px(420));
    fitPanes();
    scaleSplitter();
}

void MainWindow::fitPanes()
{
    const bool isNarrow = width() < kNarrow * m_theme.scale();
    if (isNarrow != m_isNarrow) {
        m_isNarrow = isNarrow;
        if (isNarrow)
            m_left->layout()->addWidget(m_right);
        else
            m_splitter->addWidget(m_right);
    }
    const bool isLeftShown = m_actions->leftPane->isChecked();
    const bool isRightShown = m_actions->rightPane->isChecked();
    if (!m_isNarrow) {
        m_sideTabs->hide();
        m_programPane->setVisible(true);
        m_left->setVisible(isLeftShown);
        m_right->setVisible(isRightShown);
        return;
    }
    const bool isRightTab = isRightShown && m_sideTabs->currentIndex() == 1;
    m_sideTabs->setVisible(isRightShown);
    m_left->setVisible(isLeftShown || isRightTab);
    m_programPane->setVisible(!isRightTab);
    m_right->setVisible(isRightTab);
}

void MainWindow::changeScale(double factor)
{
    m_theme.setScale(std::round(m_theme.chosenScale() * factor * 20) / 20);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_theme.setProjectedSize(size());
    fitPanes();
}

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::StatusTip) {
        m_status->setTip(static_cast<QStatusTipEvent*>(event)->tip());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::focusPane(int direction)
{
    const QList<QWidget*> panes{&m_programPane->tree(),
                                &m_programPane->listing(),
                                &m_programPane->parameterPanel(),
                                m_timeline,
                                m_training,
                                &m_right->graph(),
                                m_topBar};
    int at = -1;
    for (int i = 0; i < panes.size(); ++i)
        if (panes[i] == focusWidget() || panes[i]->isAncestorOf(focusWidget()))
            at = i;
    for (int i = 0; i < panes.size(); ++i) {
        at = static_cast<int>((at + direction + panes.size()) % panes.size());
        if (!panes[at]->isVisible())
            continue;
        panes[at]->setFocus(Qt::TabFocusReason);
        if (!panes[at]->hasFocus())
            for (QWidget* child : panes[at]->findChildren<QWidget*>())
                if (child->focusPolicy() != Qt::NoFocus && child->isVisible() && child->isEnabled()) {
                    child->setFocus(Qt::TabFocusReason);
                    break;
                }
        return;
    }
}

void MainWindow::openPalette()
{
    QList<QAction*> commands = m_actions->all();
    auto* owner = new QObject(this);
    commands += programCommands(
        m_programs, [this](const QString& id) { openProgram(id); }, owner);
    commands += machineCommands(
        m_machines->all(), [this](const QString& id) { chooseMachine(id); }, owner);
    auto* palette = new commands::CommandPalette(m_theme, commands, tr("Type a command"), this);
    connect(palette, &QObject::destroyed, owner, &QObject::deleteLater);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void MainWindow::openLanePalette()
{
    auto* owner = new QObject(this);
    auto* palette = new commands::CommandPalette(m_theme, laneCommands(*m_timeline, m_selection, owner),
                                                 tr("Type the name of a lane"), this);
    connect(palette, &QObject::destroyed, owner, &QObject::deleteLater);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void MainWindow::showAbout()
{
    QMessageBox box(this);
    box.setWindowTitle(tr("About Overlap"));
    box.setIconPixmap(m_theme.icon(QStringLiteral("overlap")).pixmap(m_theme.px(48), m_theme.px(48)));
    box.setText(tr("Overlap %1").arg(QCoreApplication::applicationVersion()));
    box.setInformativeText(
        tr("Shows what an asynchronous dependency engine does. Results of a virtual machine are "
           "simulated and say so.\n\nGPL-3.0-or-later. With Qt, QCustomPlot, oneDNN and CPython."));
    box.exec();
}

// -- the window's own events

void MainWindow::closeEvent(QCloseEvent* event)
{
    // A run under way is stopped, never waited for to its end; the destructor joins it.
    m_typingPause.stop();
    m_controller->dropPredictions();
    m_controller->stop();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            return event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (!url.isLocalFile())
            continue;
        event->acceptProposedAction();
        return openPath(url.toLocalFile());
    }
}

}  // namespace ui::shell

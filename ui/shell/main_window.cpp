#include "ui/shell/main_window.h"

#include "ui/commands/actions.h"
#include "ui/desk/file_opener.h"
#include "ui/files/figure_files.h"
#include "ui/files/imported_cover.h"
#include "ui/files/saver.h"
#include "ui/files/view_bookmarks.h"
#include "ui/listing/program_pane.h"
#include "ui/look/focus_ring.h"
#include "ui/machines/calibration.h"
#include "ui/machines/machine_files.h"
#include "ui/memory/alive_pane.h"
#include "ui/memory/memory_rows.h"
#include "ui/runs/centre_header.h"
#include "ui/runs/change_strip.h"
#include "ui/runs/path_strip.h"
#include "ui/runs/replay.h"
#include "ui/runs/status_line.h"
#include "ui/shell/dock.h"
#include "ui/shell/language_menu.h"
#include "ui/shell/panes.h"
#include "ui/shell/preferences.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/run_report.h"
#include "ui/shell/stage.h"
#include "ui/shell/tab_order.h"
#include "ui/shell/timeline_focus.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/views.h"
#include "ui/shell/window_commands.h"
#include "ui/shell/window_session.h"
#include "ui/teach/lesson_controller.h"
#include "ui/teach/run_gate.h"
#include "ui/timeline/timeline_view.h"
#include "ui/training/training_pane.h"

#include <QApplication>
#include <QCloseEvent>
#include <QStatusTipEvent>
#include <QToolTip>
#include <QVBoxLayout>

namespace ui::shell {

using commands::Actions;

MainWindow::MainWindow(look::Theme& theme, Setup setup, files::Session session, QWidget* parent)
    : QMainWindow(parent),
      m_look(theme),
      m_setup(std::move(setup)),
      m_session(std::move(session)),
      m_models(m_setup.backend),
      m_bench{theme,
              *this,
              *new Actions(theme, this),
              m_models.feed,
              m_models.range,
              m_models.selection,
              m_models.playhead,
              m_models.document,
              m_models.programs,
              *m_models.controller,
              *new runs::Banner(theme, this),
              *new timeline::TimelineView(theme, m_models.feed, m_models.range, m_models.selection, m_models.playhead,
                                          this)},
      m_listings(m_models.document, m_session.programs)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Overlap"));
    setMinimumSize(1024, 700);
    auto* whole = new QWidget(this);
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_parts.machines = new machines::Machines(m_setup.machines, this);
    m_parts.panes = new Panes(m_bench, *whole);
    buildCentre();
    buildDesk();
    buildFiles();
    buildTeaching();
    buildBars(*column);
    setCentralWidget(whole);
    connectParts();
    connectCommands();
    readSession(m_bench, m_parts, m_session);
    m_bench.timeline.setFocus();
    QTimer::singleShot(0, this, [this] { m_parts.machines->searchForGpus(); });  // after the window is on the screen
}

MainWindow::~MainWindow()
{
    // First end the thread that runs programs. Then delete the views, because their destructors read the models.
    m_models.controller.reset();
    m_bench.timeline.setRows(nullptr);
    delete centralWidget();
    delete m_parts.desk;
}

// -- building

void MainWindow::buildCentre()
{
    timeline::TimelineView& timeline = m_bench.timeline;
    timeline.setObjectName(QStringLiteral("timeline"));
    auto* memory = new memory::MemoryRows(m_bench.theme, m_models.feed, m_models.range, &timeline);
    memory->setSelection(m_models.selection);
    timeline.setRows(memory);
    m_parts.empty = new runs::EmptyState(m_bench.theme, &timeline);
    QWidget& centre = m_parts.panes->centre();
    auto* column = static_cast<QBoxLayout*>(centre.layout());
    new runs::ChangeStrip(m_bench);
    m_parts.pathStrip = new runs::PathStrip(m_bench);
    m_parts.views = new Views(m_bench, *column);
    registerViews(*m_parts.views);
    m_parts.charts = static_cast<training::TrainingPane*>(m_parts.views->widget(QStringLiteral("charts")));
    m_bench.actions.adopt(timeline.actions(), Actions::Group::Timeline);
    m_bench.actions.adopt(m_parts.panes->right().graph().commands(), Actions::Group::Graph);
}

void MainWindow::buildDesk()
{
    machines::Machines& machines = *m_parts.machines;
    m_parts.machineFiles = new machines::MachineFiles(m_bench, machines, m_session);
    m_parts.opener = new runs::TraceOpener(m_bench.banner, this);
    const auto all = [&machines]() -> const std::vector<engine::device::MachineInfo>& { return machines.all(); };
    m_parts.compareControl = new run_choice::CompareControl(
        m_bench,
        {m_parts.panes->header(), m_parts.panes->splitter(), {all, [&machines] { return machines.chosenId(); }}});
    m_parts.whatIf = new machines::WhatIf(m_bench, machines, m_parts.views->dock());
    m_parts.desk = new desk::Desk(m_bench, {machines, *m_parts.whatIf, m_listings, *m_parts.empty, *m_parts.opener,
                                            m_parts.compareControl->earlier().list(), m_session.view});
    m_session.view.reset();
    registerRunViews(*m_parts.views, m_bench, m_parts);
    m_parts.replay = new runs::Replay(m_bench, m_parts.panes->program());
    connect(m_parts.replay, &runs::Replay::replayingChanged, m_parts.compareControl,
            &run_choice::CompareControl::setReplaying);
    m_bench.actions.adopt(m_parts.replay->actions(), Actions::Group::Run);
}

void MainWindow::buildFiles()
{
    m_parts.recent = new files::RecentFiles(*m_bench.actions.openRecent, *this, m_session.recent);
    auto* saver = new files::Saver(m_bench, m_session, *m_parts.recent);
    connect(saver, &files::Saver::saved, this, [this] { m_parts.report->show(desk::Aspect::Title); });
    m_parts.fileOpener = new desk::FileOpener(desk(), {m_session, *m_parts.recent, m_listings, *m_parts.opener});
    m_parts.notes = new files::NoteKeeper(m_bench, m_session.notes);
    const auto complete = [this](figure::FigureOptions& options) {
        const runs::NamedRun& before = m_parts.lessons->stage().before();
        if (!m_parts.desk->shown().isFile())
            options.context.syncPoints = m_models.document.text().switches().states();
        options.before = before.trace;
        options.beforeContext = before.context;
    };
    const auto mayCompare = [this] {
        return !m_parts.lessons->player().isOpen() || m_parts.lessons->stage().hasAnswered();
    };
    new files::FigureFiles(m_bench, {m_session, *m_parts.compareControl, m_parts.panes->right().graph(), *m_parts.notes,
                                     complete, mayCompare});
    auto* cover = new files::ImportedCover(m_bench.theme, m_models.feed, m_parts.panes->program(),
                                           m_parts.panes->program().tree());
    connect(cover, &files::ImportedCover::leaveWanted, m_parts.desk, &desk::Desk::leaveTrace);
}

void MainWindow::buildTeaching()
{
    Actions& actions = m_bench.actions;
    m_parts.lessons = new teach::LessonController(desk(), {m_listings, *m_parts.machines, *m_parts.notes, m_session},
                                                  m_setup.lessons);
    actions.adopt(m_parts.notes->layer().commands(), Actions::Group::Timeline);
    const auto* bookmarks = new files::ViewBookmarks(m_bench, m_session.views);
    actions.adopt(bookmarks->commands(), Actions::Group::Timeline);
    actions.adopt(m_parts.lessons->commands().all(), Actions::Group::Lessons);
    connect(&m_parts.notes->book(), &model::NoteBook::edited, this, &MainWindow::edited);
    connect(bookmarks, &files::ViewBookmarks::stored, this, &MainWindow::edited);
    connect(&m_parts.lessons->player(), &teach::LessonPlayer::edited, this, &MainWindow::edited);
    connect(&m_parts.lessons->player(), &teach::LessonPlayer::closed, this, &MainWindow::edited);
    connect(&m_parts.lessons->author(), &teach::LessonAuthor::unsavedChanged, this, &MainWindow::edited);
    runs::CentreHeader& header = m_parts.panes->header();
    header.addDivider(runs::CentreHeader::Room::IfTitleFits);
    for (const char* name : {"noteText", "noteArrow", "noteBox"})
        header.addTool(m_parts.notes->layer().command(QLatin1String(name)), QString::fromLatin1(name).toLower(),
                       runs::CentreHeader::Room::IfTitleFits);
    m_parts.gate = new teach::RunGate(desk());
    m_parts.calibration =
        new machines::Calibration(m_bench, *m_parts.machines, *m_parts.compareControl, m_setup.calibration);
    actions.adopt(m_parts.calibration->commands(), Actions::Group::Run);
}

void MainWindow::buildBars(QVBoxLayout& column)
{
    QWidget* whole = column.parentWidget();
    m_parts.topBar = new TopBar(m_bench, whole);
    m_parts.topBar->machines().setMachines(m_parts.machines->all());
    m_parts.statusLine = new runs::StatusLine(m_bench.theme, whole);
    column.addWidget(m_parts.topBar);
    column.addWidget(&m_parts.lessons->bar());
    column.addWidget(&m_parts.panes->splitter(), 1);
    column.addWidget(m_parts.statusLine);
    m_parts.report = new RunReport(desk(), {*m_parts.machines, *m_parts.calibration, *m_parts.compareControl,
                                            *m_parts.topBar, m_parts.panes->header(), *m_parts.statusLine,
                                            m_parts.panes->program(), *m_parts.charts, m_parts.panes->right()});
    if (m_setup.languages != nullptr) {
        auto* languages =
            new LanguageMenu(m_bench.theme, *m_setup.languages, *this, [this] { m_parts.report->showAll(); });
        m_bench.actions.adopt(languages->actions(), Actions::Group::Language);
    }
}

// -- connections

void MainWindow::connectParts()
{
    desk::Desk& desk = *m_parts.desk;
    MachineField* field = &m_parts.topBar->machines();
    machines::Machines* machines = m_parts.machines;
    machines::MachineFiles* files = m_parts.machineFiles;
    connect(&desk, &desk::Desk::runShown, this, &MainWindow::runShown);
    connect(m_parts.fileOpener, &desk::FileOpener::firstReady, files, &machines::MachineFiles::reportMissing);
    connect(m_parts.fileOpener, &desk::FileOpener::firstReady, this, &MainWindow::firstReady);
    connect(m_parts.fileOpener, &desk::FileOpener::newOpened, this,
            [this] { m_parts.panes->program().listing().setFocus(); });
    connect(m_parts.fileOpener, &desk::FileOpener::notOpened, this, [this] {
        if (!m_parts.lessons->player().isOpen())
            m_parts.desk->programs().adoptListing();
    });
    connect(machines, &machines::Machines::listChanged, field, [=] { field->setMachines(machines->all()); });
    connect(machines, &machines::Machines::choiceChanged, field, [=] { field->setCurrent(machines->chosenId()); });
    connect(files, &machines::MachineFiles::chosen, &desk, &desk::Desk::chooseMachine);
    connect(field, &MachineField::machineChosen, &desk, &desk::Desk::chooseMachine);
    connect(field, &MachineField::fileWanted, files, &machines::MachineFiles::openFile);
    connect(field, &MachineField::calibrationWanted, m_parts.calibration, &machines::Calibration::open);
    connect(m_parts.calibration, &machines::Calibration::made, files, &machines::MachineFiles::addSaved);
    connect(m_parts.whatIf, &machines::WhatIf::saved, files, &machines::MachineFiles::addSaved);
    const auto show = [this](const runs::Banner::MakeTexts& make) { m_bench.banner.open(make); };
    connect(m_parts.calibration, &machines::Calibration::messageReady, this, show);
    connect(m_parts.compareControl, &run_choice::CompareControl::messageReady, this, show);
    RightPane& right = m_parts.panes->right();
    connect(m_parts.pathStrip, &runs::PathStrip::pathChanged, this,
            [&right](const auto& path) { right.graph().setPath(path); });
    connect(&m_parts.gate->predictFirst(), &teach::PredictFirst::askingChanged, &right, &RightPane::setAsking);
    connect(&right.whatHappened(), &inspect::WhatHappenedView::aliveWanted, this, [this](engine::DeviceId device) {
        m_parts.views->show(QStringLiteral("alive"));
        auto* alive = static_cast<memory::AlivePane*>(m_parts.views->widget(QStringLiteral("alive")));
        alive->setDevice(device);
        alive->setFocus();
    });
}

void MainWindow::connectCommands()
{
    new WindowCommands({desk(), *m_parts.machines, *m_parts.panes, *m_parts.views, *m_parts.topBar,
                        [this](const QString& id) { openProgram(id); }});
    // Add the commands of these groups to the window. Commands of other groups belong to the timeline.
    const Actions& actions = m_bench.actions;
    for (Actions::Group group :
         {Actions::Group::File, Actions::Group::Edit, Actions::Group::Run, Actions::Group::View, Actions::Group::Panels,
          Actions::Group::Graph, Actions::Group::Appearance, Actions::Group::Help})
        for (QAction* action : actions.of(group))
            addAction(action);
    m_parts.replay->keepKeysOnTimeline(*this);
    new TimelineFocus(m_bench);
    new look::FocusRing(m_bench.theme, this);
    // A tooltip describes the displayed run and is placed in the current layout, so hide it when either changes.
    connect(&m_bench.feed, &model::TraceFeed::replaced, this, &QToolTip::hideText);
    connect(&m_bench.theme, &look::Theme::changed, this, &QToolTip::hideText);
    for (QAction* layout : {actions.stage, actions.compare})
        connect(layout, &QAction::toggled, this, &QToolTip::hideText);
    auto* headline = new StageHeadline(m_bench, centralWidget());
    static_cast<QBoxLayout*>(centralWidget()->layout())->insertWidget(0, headline);
    new Stage(m_bench, *m_parts.panes, *headline,
              {m_parts.topBar, m_parts.statusLine, &m_parts.views->dock(), &m_parts.panes->header()});
    connect(&m_parts.desk->programs(), &desk::Programs::opened, &m_bench.timeline,
            [this] { m_bench.timeline.setFocus(); });
    m_parts.preferences = new Preferences(m_bench, m_setup.languages);
    // Set the order of the Tab key when the switches of the listing change, and after every run.
    const auto order = [this] {
        orderTabs({m_parts.topBar, &m_parts.lessons->bar(), &m_parts.panes->left(), &m_parts.panes->centre(),
                   &m_parts.panes->right(), m_parts.statusLine});
    };
    connect(this, &MainWindow::runShown, this, order);
    connect(&m_models.document.listing(), &listing::ProgramListing::switchesChanged, this, order);
    order();
}

files::Session MainWindow::session() const
{
    return sessionOf(m_bench, m_parts, m_listings, m_session);
}

void MainWindow::openAtStart(const QString& subject)
{
    m_parts.fileOpener->openAtStart(subject);
}

void MainWindow::openProgram(const QString& id)
{
    if (!m_parts.lessons->choose(id))
        m_parts.desk->programs().open(id);
}

// -- events

bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::StatusTip) {
        // The status line shows tips of menu entries only. Tooltips of buttons do not hide its numbers.
        const bool isOfMenu = QApplication::activePopupWidget() != nullptr;
        m_parts.statusLine->setTip(isOfMenu ? static_cast<QStatusTipEvent*>(event)->tip() : QString());
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_bench.theme.setProjectedSize(size());
    if (m_parts.panes != nullptr)
        m_parts.panes->fit();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // Request the end of a run without waiting for it; the destructor joins its thread.
    m_parts.desk->starter().stop();
    event->accept();
}

}  // namespace ui::shell

#include "ui/shell/window_commands.h"

#include "ui/commands/actions.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/key_help.h"
#include "ui/listing/program_pane.h"
#include "ui/shell/palette_commands.h"
#include "ui/shell/panes.h"
#include "ui/shell/right_pane.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/views.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace ui::shell {

using commands::Actions;

WindowCommands::WindowCommands(const Parts& parts) : QObject(&parts.desk), m_bench(parts.desk.bench()), m_parts(parts)
{
    m_help = new commands::KeyHelp(m_bench.theme, m_bench.actions, &m_bench.window);
    connectEdit();
    connectRun();
    connectWindow();
}

WindowCommands::~WindowCommands()
{
    delete m_help;
}

void WindowCommands::on(QAction* action, auto call)
{
    connect(action, &QAction::triggered, this, call);
}

void WindowCommands::connectEdit()
{
    const Actions& a = m_bench.actions;
    listing::ProgramDocument& document = m_bench.document;
    listing::ProgramPane& pane = m_parts.panes.program();
    on(a.resetListing, [&document] { document.edits().reset(); });
    on(a.resetParameters, [&document] { document.parameters().reset(); });
    on(a.undo, [&document] { document.undoStack().undo(); });
    on(a.redo, [&document] { document.undoStack().redo(); });
    connect(&document.undoStack(), &QUndoStack::canUndoChanged, a.undo, &QAction::setEnabled);
    connect(&document.undoStack(), &QUndoStack::canRedoChanged, a.redo, &QAction::setEnabled);
    a.undo->setEnabled(false);
    a.redo->setEnabled(false);
    on(a.openLevers, [&pane] { pane.listing().openLeversOfCurrentLine(); });
    on(a.flipLine, [&pane] { pane.listing().flipCurrentLine(); });
    on(a.findProgram, [&pane] { pane.startSearch(); });
    on(a.output, [&pane](bool isOn) { pane.chooseOutput(isOn); });
    connect(&pane, &listing::ProgramPane::outputShownChanged, a.output, &QAction::setChecked);
    connect(&pane.listing().gutter(), &listing::ListingGutter::flippedByMouse, this,
            [this] { m_bench.timeline.setFocus(); });
    connect(&m_bench.timeline, &timeline::TimelineView::flipRequested, &document,
            [&document](int line) { document.edits().flipWait(line); });
}

void WindowCommands::connectRun()
{
    const Actions& a = m_bench.actions;
    on(a.run, [this] { m_parts.desk.starter().run(); });
    on(a.repeat, [this] { m_parts.desk.starter().repeat(); });
    on(a.stop, [this] { m_bench.controller.stop(); });
    listing::ProgramPane& pane = m_parts.panes.program();
    connect(&pane, &listing::ProgramPane::programChosen, this, m_parts.open);
    connect(&pane, &listing::ProgramPane::runWanted, &m_parts.desk.starter(), &desk::RunStarter::run);
}

void WindowCommands::connectWindow()
{
    const Actions& a = m_bench.actions;
    QWidget& window = m_bench.window;
    on(a.quit, [&window] { window.close(); });
    on(a.fullScreen, [&window](bool isOn) { isOn ? window.showFullScreen() : window.showNormal(); });
    on(a.nextPane, [this] { moveFocus(1); });
    on(a.previousPane, [this] { moveFocus(-1); });
    on(a.keys, [this] { m_help->isVisible() ? m_help->hide() : m_help->open(); });
    on(a.commands, [this] { openPalette(); });
    on(a.findOperation, [this] { openFind(); });
    on(a.findLane, [this] { openLanePalette(); });
    on(a.about, [this] { showAbout(); });
}

void WindowCommands::moveFocus(int direction)
{
    listing::ProgramPane& pane = m_parts.panes.program();
    QList<QWidget*> parts{&pane.tree(), &pane.listing(), &pane.parameterPanel(), &m_bench.timeline};
    parts += m_parts.views.widgets();
    parts << &m_parts.panes.right().graph() << &m_parts.topBar;
    m_parts.panes.moveFocus(direction, parts);
}

void WindowCommands::openFind()
{
    graph::GraphView& graph = m_parts.panes.right().graph();
    listing::ProgramPane& pane = m_parts.panes.program();
    const QWidget* focused = m_bench.window.focusWidget();
    if (pane.isAncestorOf(focused))
        pane.openFind();
    else if (graph.isAncestorOf(focused))
        graph.openFind();
    else if (m_bench.timeline.isVisible())  // not visible while a comparison is open
        m_bench.timeline.openFind();
}

void WindowCommands::openPalette()
{
    auto* owner = new QObject(this);
    QList<QAction*> commands = m_bench.actions.all();
    commands += programCommands(m_bench.programs, m_parts.open, owner);
    commands += machineCommands(
        m_parts.machines.all(), [this](const QString& id) { m_parts.desk.chooseMachine(id); }, owner);
    openPalette(tr("Type a command"), commands, owner);
}

void WindowCommands::openLanePalette()
{
    auto* owner = new QObject(this);
    openPalette(tr("Type the name of a lane"), laneCommands(m_bench.timeline, m_bench.selection, owner), owner);
}

void WindowCommands::openPalette(const QString& hint, const QList<QAction*>& commands, QObject* owner)
{
    auto* palette = new commands::CommandPalette(m_bench.theme, commands, hint, &m_bench.window);
    connect(palette, &QObject::destroyed, owner, &QObject::deleteLater);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void WindowCommands::showAbout()
{
    QMessageBox box(&m_bench.window);
    box.setWindowTitle(tr("About Overlap"));
    const look::Theme& theme = m_bench.theme;
    box.setIconPixmap(theme.icon(QStringLiteral("overlap")).pixmap(theme.px(48), theme.px(48)));
    box.setText(tr("Overlap %1").arg(QCoreApplication::applicationVersion()));
    box.setInformativeText(
        tr("Shows what an asynchronous dependency engine does. Results of a virtual machine are "
           "simulated and say so.\n\nGPL-3.0-or-later. With Qt, QCustomPlot, oneDNN and CPython."));
    box.exec();
}

}  // namespace ui::shell

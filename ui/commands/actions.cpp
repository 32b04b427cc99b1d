#include "ui/commands/actions.h"

#include "ui/look/key_names.h"

#include <algorithm>

namespace ui::commands {

namespace {

QKeySequence keyOf(QKeyCombination combination)
{
    return QKeySequence(combination);
}

/// The tooltip: the name with its key, or without a key the status tip.
QString tipOf(const QAction& action)
{
    if (action.shortcut().isEmpty())
        return action.statusTip();
    return QStringLiteral("%1 (%2)").arg(nameOf(action), look::keyNames(action.shortcut()));
}

}  // namespace

QString nameOf(const QAction& action)
{
    return look::withoutMarks(action.text().section(QLatin1Char('\t'), 0, 0));
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts().mid(0, 2))
        keys << look::keyNames(sequence);
    return keys.isEmpty() ? look::keyNames(action.text().section(QLatin1Char('\t'), 1))
                          : keys.join(QStringLiteral("  "));
}

Actions::Actions(const look::Theme& theme, QObject* parent) : QObject(parent), m_theme(theme)
{
    addFile();
    addEdit();
    addRun();
    addView();
    addHelp();
    restyle();
    connect(&theme, &look::Theme::changed, this, &Actions::restyle);
}

QAction* Actions::add(Group group, const char* name, const QString& text, const QString& tip,
                      const QList<QKeySequence>& shortcuts, const char* icon)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setStatusTip(tip);
    action->setShortcuts(shortcuts);
    if (icon != nullptr)
        m_icons[action] = QLatin1String(icon);
    m_groups[group].push_back(action);
    return action;
}

void Actions::addFile()
{
    const Group g = Group::File;
    newProgram = add(g, "newProgram", tr("&New program"), tr("An empty listing of your own"), {QKeySequence::New});
    open = add(g, "open", tr("&Open program…"), tr("Open a Python file or a notebook; nothing runs until you say so"),
               {QKeySequence::Open}, "book");
    openRecent = add(g, "openRecent", tr("Open rec&ent"), tr("The programs and traces that were opened last"));
    save = add(g, "save", tr("&Save program"), tr("Save the listing as it stands"), {QKeySequence::Save}, "save");
    saveAs = add(g, "saveAs", tr("Save program &as…"), tr("Save the listing as a Python file or a notebook"),
                 {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    resetListing = add(g, "resetListing", tr("&Reset listing"), tr("The listing as it was opened; can be undone"));
    openTrace = add(g, "openTrace", tr("Open &trace…"),
                    tr("Show a saved run, or a trace of PyTorch, Chrome or Nsight Systems"));
    saveTrace = add(g, "saveTrace", tr("Save tra&ce…"), tr("Keep this run in a file"));
    saveChromeTrace = add(g, "saveChromeTrace", tr("Save as C&hrome trace…"), tr("For Perfetto and chrome://tracing"));
    exportFigure = add(g, "exportFigure", tr("&Export…"), tr("The timeline as a figure: SVG, PDF, PNG"),
                       {keyOf(Qt::CTRL | Qt::Key_E)}, "export");
    copyPicture = add(g, "copyPicture", tr("&Copy picture"), tr("The figure to the clipboard, as picture and drawing"),
                      {QKeySequence::Copy}, "copy");
    quit = add(g, "quit", tr("&Quit"), tr("Close the window; a run under way is stopped"), {QKeySequence::Quit});
}

void Actions::addEdit()
{
    const Group g = Group::Edit;
    undo = add(g, "undo", tr("&Undo"), tr("Take back the last edit, flip or parameter"), {QKeySequence::Undo}, "undo");
    redo = add(g, "redo", tr("&Redo"), tr("Do it again"),
               {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), keyOf(Qt::CTRL | Qt::Key_Y)});
    flipLine = add(g, "flipLine", tr("&Flip wait on current line"),
                   tr("Turn the sync point of the current line on or off"), {keyOf(Qt::Key_F2)}, "swap");
    resetParameters = add(g, "resetParameters", tr("Reset &parameters"), tr("The program's own values"));
    findProgram = add(g, "findProgram", tr("F&ind a program"), tr("Filter the chapter by a word"),
                      {keyOf(Qt::CTRL | Qt::Key_K)}, "search");
    findOperation = add(g, "findOperation", tr("Find an &operation"),
                        tr("By its result, operator, statement, device or line"), {QKeySequence::Find}, "search");
    findLane = add(g, "findLane", tr("Find a &lane…"), tr("Go to a lane of the timeline by its name"),
                   {keyOf(Qt::CTRL | Qt::Key_P)});
}

void Actions::addRun()
{
    const Group g = Group::Run;
    run = add(g, "run", tr("&Run"), tr("Run the listing"),
              {keyOf(Qt::CTRL | Qt::Key_R), keyOf(Qt::CTRL | Qt::Key_Return)}, "play");
    stop = add(g, "stop", tr("&Stop"), tr("Stop the run; what was recorded stays"), {keyOf(Qt::CTRL | Qt::Key_Period)},
               "stop");
    play =
        add(g, "playPause", tr("&Play or pause"), tr("Replay the run, or hold the playhead"), {keyOf(Qt::Key_Space)});
    pause = add(g, "pause", tr("P&ause"), tr("Hold the playhead"), {}, "pause");
    step = add(g, "step", tr("S&tep"), tr("Move the playhead to the next start or end"),
               {keyOf(Qt::CTRL | Qt::Key_Right)}, "step");
    stepBack = add(g, "stepBack", tr("Step &back"), tr("Move the playhead to the start or end before"),
                   {keyOf(Qt::CTRL | Qt::Key_Left)});
    reset = add(g, "resetPlayhead", tr("R&eset"), tr("The playhead to the start"), {}, "reset");
    paceReal = add(g, "paceReal", tr("Pace &1×"), tr("Replay as fast as it ran"), {keyOf(Qt::ALT | Qt::Key_1)});
    paceSlow =
        add(g, "paceSlow", tr("Slow &motion"), tr("Replay the whole run in 12 seconds"), {keyOf(Qt::ALT | Qt::Key_2)});
    paceInstant = add(g, "paceInstant", tr("&Instant"), tr("Show the result at once"), {keyOf(Qt::ALT | Qt::Key_3)});
}

void Actions::addView()
{
    const Group g = Group::View;
    keepBefore = add(g, "keepBefore", tr("Keep this run as &before") + QStringLiteral("\tB"),
                     tr("Later runs show what changed since; once more drops it"));
    compare = add(g, "compare", tr("&Compare"), tr("Two runs on one time axis: before and now, or any two (C)"),
                  {keyOf(Qt::CTRL | Qt::Key_D)}, "compare");
    whatIf =
        add(g, "whatIf", tr("&What if…"), tr("Sliders on the virtual machine: links, issuing, copy engines, streams"),
            {keyOf(Qt::CTRL | Qt::Key_I)}, "chip");
    predictFirst = add(g, "predictFirst", tr("Hide results until a &guess"),
                       tr("Predict first: nothing runs before a guess of how long it takes"));
    toggleTheme = add(g, "toggleTheme", tr("&Light or dark"), tr("Switch between the light and the dark theme"),
                      {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_T)}, "moon");
    larger = add(g, "larger", tr("La&rger"), tr("Everything larger, up to 200 %"),
                 {keyOf(Qt::CTRL | Qt::Key_Plus), keyOf(Qt::CTRL | Qt::Key_Equal)});
    smaller =
        add(g, "smaller", tr("S&maller"), tr("Everything smaller, down to 80 %"), {keyOf(Qt::CTRL | Qt::Key_Minus)});
    normalSize = add(g, "normalSize", tr("&100 %"), tr("Everything at its own size"), {keyOf(Qt::CTRL | Qt::Key_0)});
    fullScreen =
        add(g, "fullScreen", tr("&Full screen"), tr("The whole screen, for a projector"), {keyOf(Qt::Key_F11)});
    leftPane =
        add(g, "leftPane", tr("&Program pane"), tr("Show or hide chapter and listing"), {keyOf(Qt::CTRL | Qt::Key_L)});
    rightPane = add(g, "rightPane", tr("&Graph and inspector"), tr("Show or hide the right pane"),
                    {keyOf(Qt::CTRL | Qt::Key_G)});
    output = add(g, "output", tr("&Output"), tr("Show or hide what the program printed"), {keyOf(Qt::CTRL | Qt::Key_J)},
                 "python");
    reducedMotion = add(g, "reducedMotion", tr("R&educed motion"), tr("Nothing glides; changes show at once"));
    highContrast = add(g, "highContrast", tr("&High contrast"), tr("Texts stand out at 7:1 and edges at 4.5:1"));
    projector = add(g, "projector", tr("Pro&jector"), tr("Labels of 14 pt and larger lanes, for a lecture hall"),
                    {keyOf(Qt::Key_F5)});
    preferences = add(g, "preferences", tr("Pre&ferences…"), tr("Language, looks, motion, size and keys"),
                      {keyOf(Qt::CTRL | Qt::Key_Comma)});
    highContrast->setCheckable(true);
    projector->setCheckable(true);
    for (QAction* action : {fullScreen, leftPane, rightPane, output, reducedMotion, compare, whatIf, predictFirst})
        action->setCheckable(true);
    nextPane = add(g, "nextPane", tr("&Next pane"), tr("Move the keyboard to the next pane"), {keyOf(Qt::Key_F6)});
    previousPane = add(g, "previousPane", tr("Pre&vious pane"), tr("Move the keyboard to the pane before"),
                       {keyOf(Qt::SHIFT | Qt::Key_F6)});
}

void Actions::addHelp()
{
    const Group g = Group::Help;
    keys = add(g, "keys", tr("&Keys and gestures"), tr("Every key, on one page"),
               {keyOf(Qt::Key_Question), keyOf(Qt::Key_F1)}, "help");
    commands = add(g, "commands", tr("&Commands…"), tr("Find a command by its name"),
                   {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_P)}, "search");
    about = add(g, "about", tr("&About Overlap"), tr("Version and licence"));
}

QAction* Actions::addView(const char* name, const QString& text, const QString& tip, const QKeySequence& shortcut)
{
    QAction* action = add(Group::View, name, text, tip, shortcut.isEmpty() ? QList<QKeySequence>() : QList{shortcut});
    action->setCheckable(true);
    action->setToolTip(tipOf(*action));
    std::vector<QAction*>& group = m_groups[Group::View];
    const auto place = std::find(group.begin(), group.end(), reducedMotion);
    std::rotate(place, group.end() - 1, group.end());
    return action;
}

void Actions::adopt(const QList<QAction*>& actions, Group group)
{
    for (QAction* action : actions) {
        m_groups[group].push_back(action);
        if (action->shortcut().isEmpty())
            continue;
        m_adoptedWithKeys << action;
        action->setToolTip(tipOf(*action));
    }
}

const std::vector<QAction*>& Actions::of(Group group) const
{
    const auto found = m_groups.constFind(group);
    return found == m_groups.constEnd() ? m_none : *found;
}

QString Actions::titleOf(Group group)
{
    switch (group) {
        case Group::File:
            return tr("File");
        case Group::Edit:
            return tr("Edit");
        case Group::Run:
            return tr("Run");
        case Group::View:
            return tr("View");
        case Group::Language:
            return tr("Language");
        case Group::Timeline:
            return tr("Timeline");
        case Group::Lessons:
            return tr("Lessons");
        case Group::Help:
            break;
    }
    return tr("Help");
}

QList<QAction*> Actions::all() const
{
    QList<QAction*> actions;
    for (Group group : {Group::File, Group::Edit, Group::Run, Group::View, Group::Language, Group::Timeline,
                        Group::Lessons, Group::Help})
        for (QAction* action : of(group))
            actions << action;
    return actions;
}

QAction* Actions::named(const QString& name) const
{
    for (QAction* action : all())
        if (action->objectName() == name)
            return action;
    return nullptr;
}

void Actions::fillMenu(QMenu& menu) const
{
    QMenu* last = &menu;
    for (Group group : {Group::File, Group::Edit, Group::Run, Group::View, Group::Language, Group::Timeline,
                        Group::Lessons, Group::Help}) {
        if (of(group).empty())
            continue;
        const bool isInner = group == Group::Language;  // a submenu of View
        QMenu* sub = (isInner ? last : &menu)->addMenu(titleOf(group));
        last = isInner ? last : sub;
        for (QAction* action : of(group)) {
            if (action == quit)
                continue;
            if (action == copyPicture || action == paceReal || action == nextPane)
                sub->addSeparator();
            sub->addAction(action);
        }
        if (group == Group::File) {  // after commands that others have added
            sub->addSeparator();
            sub->addAction(quit);
        }
    }
}

void Actions::restyle()
{
    // If a view handles a command's key, the view sets the tooltip.
    for (QAction* action : all())
        if (action->parent() == this || m_adoptedWithKeys.contains(action))
            action->setToolTip(tipOf(*action));
    const bool isDark = m_theme.mode() == look::Mode::Dark;
    m_icons[toggleTheme] = isDark ? QStringLiteral("sun") : QStringLiteral("moon");
    for (auto it = m_icons.cbegin(); it != m_icons.cend(); ++it)
        it.key()->setIcon(m_theme.icon(it.value(), m_theme.tokens().text2));
}

}  // namespace ui::commands

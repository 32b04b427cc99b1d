#include "ui/commands/actions.h"

#include "ui/look/in_language.h"
#include "ui/look/key_names.h"

#include <QActionGroup>
#include <algorithm>

namespace ui::commands {

namespace {

QKeySequence keyOf(QKeyCombination combination)
{
    return QKeySequence(combination);
}

/// Returns the tooltip: the command's name and key, or its status tip if it has no key.
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
    addPanels();
    addAppearance();
    addHelp();
    look::inLanguage(this, [this] { setTexts(); });
    restyle();
    connect(&theme, &look::Theme::changed, this, &Actions::restyle);
}

QAction* Actions::add(Group group, const char* name, const char* text, const char* tip,
                      const QList<QKeySequence>& shortcuts, const char* icon)
{
    auto* action = new QAction(tr(text), this);
    action->setObjectName(QLatin1String(name));
    action->setStatusTip(tr(tip));
    m_texts.push_back({action, text, tip});
    action->setShortcuts(shortcuts);
    if (icon != nullptr)
        m_icons[action] = QLatin1String(icon);
    m_groups[group].push_back(action);
    return action;
}

void Actions::setTexts()
{
    for (const auto& [action, text, tip] : m_texts) {
        action->setText(tr(text));
        action->setStatusTip(tr(tip));
    }
    keepBefore->setText(keepBefore->text() + QStringLiteral("\tB"));  // the timeline handles this key
}

void Actions::addFile()
{
    const Group g = Group::File;
    newProgram = add(g, "newProgram", QT_TR_NOOP("&New program"),
                     QT_TR_NOOP("A new listing: a few timed operations and a wait"), {QKeySequence::New});
    open = add(g, "open", QT_TR_NOOP("&Open program…"),
               QT_TR_NOOP("Open a Python file or a notebook; nothing runs until you allow it"), {QKeySequence::Open},
               "book");
    openRecent =
        add(g, "openRecent", QT_TR_NOOP("Open rec&ent"), QT_TR_NOOP("The programs and traces that were opened last"));
    save = add(g, "save", QT_TR_NOOP("&Save program"), QT_TR_NOOP("Save the listing"), {QKeySequence::Save}, "save");
    saveAs =
        add(g, "saveAs", QT_TR_NOOP("Save program &as…"), QT_TR_NOOP("Save the listing as a Python file or a notebook"),
            {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    resetListing = add(g, "resetListing", QT_TR_NOOP("&Reset listing"),
                       QT_TR_NOOP("Restore the listing as it was opened; can be undone"));
    openTrace = add(g, "openTrace", QT_TR_NOOP("Open &trace…"),
                    QT_TR_NOOP("Show a saved run, or a trace of PyTorch, Chrome or Nsight Systems"));
    saveTrace = add(g, "saveTrace", QT_TR_NOOP("Save tra&ce…"), QT_TR_NOOP("Save this run to a file"));
    saveChromeTrace = add(g, "saveChromeTrace", QT_TR_NOOP("Save as C&hrome trace…"),
                          QT_TR_NOOP("For Perfetto and chrome://tracing"));
    exportFigure = add(g, "exportFigure", QT_TR_NOOP("&Export…"), QT_TR_NOOP("The timeline as a figure: SVG, PDF, PNG"),
                       {keyOf(Qt::CTRL | Qt::Key_E)}, "export");
    copyPicture =
        add(g, "copyPicture", QT_TR_NOOP("&Copy picture"),
            QT_TR_NOOP("Copy the figure to the clipboard, as bitmap and drawing"), {QKeySequence::Copy}, "copy");
    quit = add(g, "quit", QT_TR_NOOP("&Quit"), QT_TR_NOOP("Close the window; a running program is stopped"),
               {QKeySequence::Quit});
}

void Actions::addEdit()
{
    const Group g = Group::Edit;
    undo = add(g, "undo", QT_TR_NOOP("&Undo"), QT_TR_NOOP("Undo the last edit, flip or parameter"),
               {QKeySequence::Undo}, "undo");
    redo = add(g, "redo", QT_TR_NOOP("&Redo"), QT_TR_NOOP("Do it again"),
               {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), keyOf(Qt::CTRL | Qt::Key_Y)});
    flipLine = add(g, "flipLine", QT_TR_NOOP("&Flip wait on current line"),
                   QT_TR_NOOP("Turn the wait of the current line on or off, or insert one after it"),
                   {keyOf(Qt::Key_F2)}, "swap");
    openLevers = add(g, "openLevers", QT_TR_NOOP("Change &lever on current line"),
                     QT_TR_NOOP("Flip or choose non_blocking, pinned memory, the stream or the device of the line"),
                     {keyOf(Qt::SHIFT | Qt::Key_F2)});
    resetParameters =
        add(g, "resetParameters", QT_TR_NOOP("Reset &parameters"), QT_TR_NOOP("The program's own values"));
    findProgram = add(g, "findProgram", QT_TR_NOOP("F&ind a program"), QT_TR_NOOP("Filter the chapter by a word"),
                      {keyOf(Qt::CTRL | Qt::Key_K)}, "search");
    findOperation = add(
        g, "findOperation", QT_TR_NOOP("Find &text or operation"),
        QT_TR_NOOP("Find text in the listing; elsewhere an operation by result, operator, statement, device or line"),
        {QKeySequence::Find}, "search");
    findLane = add(g, "findLane", QT_TR_NOOP("Find a &lane…"), QT_TR_NOOP("Go to a lane of the timeline by its name"),
                   {keyOf(Qt::CTRL | Qt::Key_P)});
}

void Actions::addRun()
{
    const Group g = Group::Run;
    run = add(g, "run", QT_TR_NOOP("&Run"), QT_TR_NOOP("Run the listing"),
              {keyOf(Qt::CTRL | Qt::Key_R), keyOf(Qt::CTRL | Qt::Key_Return)}, "play");
    repeat = add(g, "repeat", QT_TR_NOOP("Run f&ive times"),
                 QT_TR_NOOP("Measure the listing five times on this computer: times are medians with quartiles"),
                 {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_Return)}, "repeat");
    stop = add(g, "stop", QT_TR_NOOP("&Stop"), QT_TR_NOOP("Stop the run and keep what was recorded"),
               {keyOf(Qt::CTRL | Qt::Key_Period)}, "stop");
    play = add(g, "playPause", QT_TR_NOOP("&Play or pause"), QT_TR_NOOP("Replay the run, or pause it"),
               {keyOf(Qt::Key_Space)}, "play");
    pause = add(g, "pause", QT_TR_NOOP("P&ause"), QT_TR_NOOP("Pause the playhead"), {}, "pause");
    step = add(g, "step", QT_TR_NOOP("S&tep"), QT_TR_NOOP("Move the playhead to the next start or end"),
               {keyOf(Qt::CTRL | Qt::Key_Right)}, "step");
    stepBack = add(g, "stepBack", QT_TR_NOOP("Step &back"),
                   QT_TR_NOOP("Move the playhead to the previous start or end"), {keyOf(Qt::CTRL | Qt::Key_Left)});
    reset = add(g, "resetPlayhead", QT_TR_NOOP("R&eset"), QT_TR_NOOP("Move the playhead to the start"), {}, "reset");
    paceReal = add(g, "paceReal", QT_TR_NOOP("Pace &1×"), QT_TR_NOOP("Replay as fast as it ran"),
                   {keyOf(Qt::ALT | Qt::Key_1)});
    paceSlow = add(g, "paceSlow", QT_TR_NOOP("Slow &motion"), QT_TR_NOOP("Replay the whole run in 12 seconds"),
                   {keyOf(Qt::ALT | Qt::Key_2)});
    paceInstant = add(g, "paceInstant", QT_TR_NOOP("&Instant"), QT_TR_NOOP("Show the result at once"),
                      {keyOf(Qt::ALT | Qt::Key_3)});
    timesOnly = add(g, "timesOnly", QT_TR_NOOP("Times &only"),
                    QT_TR_NOOP("The virtual machine models times; numbers that the program reads are nan"));
    computedValues = add(g, "computedValues", QT_TR_NOOP("Computed &values"),
                         QT_TR_NOOP("This computer computes what the program reads: loss, accuracy, printed numbers"));
    auto* values = new QActionGroup(this);
    for (QAction* action : {timesOnly, computedValues}) {
        action->setCheckable(true);
        values->addAction(action);
    }
}

void Actions::addView()
{
    const Group g = Group::View;
    keepBefore = add(g, "keepBefore", QT_TR_NOOP("Keep this run as &before"),
                     QT_TR_NOOP("Later runs show what changed since; press again to discard it"));
    compare = add(g, "compare", QT_TR_NOOP("&Compare"),
                  QT_TR_NOOP("Two runs on one time axis: before and now, or any two (C)"),
                  {keyOf(Qt::CTRL | Qt::Key_D)}, "compare");
    whatIf = add(g, "whatIf", QT_TR_NOOP("&What if…"),
                 QT_TR_NOOP("Sliders on the virtual machine: links, issuing, copy engines, streams"),
                 {keyOf(Qt::CTRL | Qt::Key_I)}, "chip");
    predictFirst = add(g, "predictFirst", QT_TR_NOOP("Hide results until a &guess"),
                       QT_TR_NOOP("Predict first: guess how long the program takes before it runs"));
    switchScope = add(g, "switchScope", QT_TR_NOOP("Switch &scope"),
                      QT_TR_NOOP("All figures cover the block, then the visible range, then the whole run"),
                      {keyOf(Qt::CTRL | Qt::Key_B)});
    stage = add(g, "stage", QT_TR_NOOP("S&tage"),
                QT_TR_NOOP("Listing beside timeline and nothing else, large, for a lecture; Esc leaves"),
                {keyOf(Qt::SHIFT | Qt::Key_F11)}, "expand");
    projector = add(g, "projector", QT_TR_NOOP("Pro&jector"),
                    QT_TR_NOOP("Labels of 14 pt and larger lanes, for a lecture hall"), {keyOf(Qt::Key_F5)});
    fullScreen = add(g, "fullScreen", QT_TR_NOOP("&Full screen"), QT_TR_NOOP("Full screen, for a projector"),
                     {keyOf(Qt::Key_F11)});
    preferences = add(g, "preferences", QT_TR_NOOP("Pre&ferences…"),
                      QT_TR_NOOP("Language, appearance, motion, size and keys"), {keyOf(Qt::CTRL | Qt::Key_Comma)});
    for (QAction* action : {stage, projector, fullScreen, compare, whatIf, predictFirst})
        action->setCheckable(true);
    nextPane = add(g, "nextPane", QT_TR_NOOP("&Next pane"), QT_TR_NOOP("Move the focus to the next pane"),
                   {keyOf(Qt::Key_F6)});
    previousPane = add(g, "previousPane", QT_TR_NOOP("Pre&vious pane"),
                       QT_TR_NOOP("Move the focus to the previous pane"), {keyOf(Qt::SHIFT | Qt::Key_F6)});
}

void Actions::addPanels()
{
    const Group g = Group::Panels;
    leftPane = add(g, "leftPane", QT_TR_NOOP("&Program pane"), QT_TR_NOOP("Show or hide chapter and listing"),
                   {keyOf(Qt::CTRL | Qt::Key_L)});
    rightPane = add(g, "rightPane", QT_TR_NOOP("&Graph and inspector"), QT_TR_NOOP("Show or hide the right pane"),
                    {keyOf(Qt::CTRL | Qt::Key_G)});
    output = add(g, "output", QT_TR_NOOP("&Output"), QT_TR_NOOP("Show or hide what the program printed"),
                 {keyOf(Qt::CTRL | Qt::Key_J)}, "python");
    for (QAction* action : {leftPane, rightPane, output})
        action->setCheckable(true);
}

void Actions::addAppearance()
{
    const Group g = Group::Appearance;
    toggleTheme =
        add(g, "toggleTheme", QT_TR_NOOP("&Light or dark"), QT_TR_NOOP("Switch between the light and the dark theme"),
            {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_T)}, "moon");
    larger = add(g, "larger", QT_TR_NOOP("La&rger"), QT_TR_NOOP("Everything larger, up to 200 %"),
                 {keyOf(Qt::CTRL | Qt::Key_Plus), keyOf(Qt::CTRL | Qt::Key_Equal)});
    smaller = add(g, "smaller", QT_TR_NOOP("S&maller"), QT_TR_NOOP("Everything smaller, down to 80 %"),
                  {keyOf(Qt::CTRL | Qt::Key_Minus)});
    normalSize =
        add(g, "normalSize", QT_TR_NOOP("&100 %"), QT_TR_NOOP("Everything at 100 %"), {keyOf(Qt::CTRL | Qt::Key_0)});
    reducedMotion = add(g, "reducedMotion", QT_TR_NOOP("R&educed motion"), QT_TR_NOOP("Animations off"));
    highContrast = add(g, "highContrast", QT_TR_NOOP("&High contrast"),
                       QT_TR_NOOP("Contrast of at least 7:1 for text and 4.5:1 for edges"));
    for (QAction* action : {reducedMotion, highContrast})
        action->setCheckable(true);
}

void Actions::addHelp()
{
    const Group g = Group::Help;
    keys = add(g, "keys", QT_TR_NOOP("&Keys and gestures"), QT_TR_NOOP("All keys on one page"),
               {keyOf(Qt::Key_Question), keyOf(Qt::Key_F1)}, "help");
    commands = add(g, "commands", QT_TR_NOOP("&Commands…"), QT_TR_NOOP("Find a command by name"),
                   {keyOf(Qt::CTRL | Qt::SHIFT | Qt::Key_P)}, "search");
    about = add(g, "about", QT_TR_NOOP("&About Overlap"), QT_TR_NOOP("Version and licence"));
}

QAction* Actions::addView(const char* name, const char* text, const char* tip, const QKeySequence& shortcut)
{
    QAction* action = add(Group::Panels, name, text, tip, shortcut.isEmpty() ? QList<QKeySequence>() : QList{shortcut});
    action->setCheckable(true);
    action->setToolTip(tipOf(*action));
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
        case Group::Panels:
            return tr("Panels");
        case Group::Graph:
            return tr("Graph");
        case Group::Appearance:
            return tr("Appearance");
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
    for (Group group : kGroups)
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
    QMenu* view = nullptr;
    for (Group group : kGroups) {
        if (of(group).empty())
            continue;
        const bool isInner = group >= Group::Panels && group <= Group::Language;
        if (group == Group::Panels)
            view->addSeparator();
        QMenu* sub = (isInner ? view : &menu)->addMenu(QString());
        look::inLanguage(sub, [sub, group] { sub->setTitle(titleOf(group)); });
        if (group == Group::View)
            view = sub;
        for (QAction* action : of(group)) {
            if (action == quit)
                continue;
            if (action == copyPicture || action == paceReal || action == timesOnly || action == stage ||
                action == preferences)
                sub->addSeparator();
            sub->addAction(action);
        }
        if (group == Group::File) {  // Quit follows the commands that other modules have added
            sub->addSeparator();
            sub->addAction(quit);
        }
    }
}

void Actions::restyle()
{
    // A view sets the tooltips of the commands whose keys it handles.
    for (QAction* action : all())
        if (action->parent() == this || m_adoptedWithKeys.contains(action))
            action->setToolTip(tipOf(*action));
    const bool isDark = m_theme.mode() == look::Mode::Dark;
    m_icons[toggleTheme] = isDark ? QStringLiteral("sun") : QStringLiteral("moon");
    for (auto it = m_icons.cbegin(); it != m_icons.cend(); ++it)
        it.key()->setIcon(m_theme.icon(it.value(), m_theme.tokens().text2));
}

}  // namespace ui::commands

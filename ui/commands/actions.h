#pragma once

#include "ui/look/theme.h"

#include <QAction>
#include <QHash>
#include <QMenu>
#include <QObject>
#include <QSet>
#include <array>
#include <vector>

namespace ui::commands {

/// The window's own commands, which the Actions object owns. Views and controllers add further commands.
struct OwnCommands {
    QAction* newProgram = nullptr;
    QAction* open = nullptr;
    QAction* openRecent = nullptr;
    QAction* save = nullptr;
    QAction* saveAs = nullptr;
    QAction* resetListing = nullptr;
    QAction* openTrace = nullptr;
    QAction* saveTrace = nullptr;
    QAction* saveChromeTrace = nullptr;
    QAction* exportFigure = nullptr;
    QAction* copyPicture = nullptr;
    QAction* quit = nullptr;

    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* flipLine = nullptr;
    QAction* openLevers = nullptr;
    QAction* resetParameters = nullptr;
    QAction* findProgram = nullptr;
    QAction* findLane = nullptr;
    QAction* findOperation = nullptr;

    QAction* run = nullptr;
    QAction* repeat = nullptr;
    QAction* stop = nullptr;
    QAction* play = nullptr;
    QAction* pause = nullptr;
    QAction* step = nullptr;
    QAction* stepBack = nullptr;
    QAction* reset = nullptr;
    QAction* paceReal = nullptr;
    QAction* paceSlow = nullptr;
    QAction* paceInstant = nullptr;
    QAction* timesOnly = nullptr;
    QAction* computedValues = nullptr;

    QAction* keepBefore = nullptr;
    QAction* compare = nullptr;
    QAction* whatIf = nullptr;
    QAction* predictFirst = nullptr;
    QAction* switchScope = nullptr;

    QAction* toggleTheme = nullptr;
    QAction* larger = nullptr;
    QAction* smaller = nullptr;
    QAction* normalSize = nullptr;
    QAction* fullScreen = nullptr;
    QAction* stage = nullptr;
    QAction* leftPane = nullptr;
    QAction* rightPane = nullptr;
    QAction* output = nullptr;
    QAction* reducedMotion = nullptr;
    QAction* highContrast = nullptr;
    QAction* projector = nullptr;
    QAction* preferences = nullptr;
    QAction* nextPane = nullptr;
    QAction* previousPane = nullptr;

    QAction* keys = nullptr;
    QAction* commands = nullptr;
    QAction* about = nullptr;
};

/// All commands of the window: text, shortcut, icon, status tip, object name. Menus, tool bars, the command palette and
/// the help read this list. Thread: GUI.
class Actions : public QObject, public OwnCommands {
    Q_OBJECT

public:
    enum class Group : std::uint8_t {
        File,
        Edit,
        Run,
        View,
        Panels,  ///< a submenu of View, like the next three
        Graph,
        Appearance,
        Language,
        Timeline,
        Lessons,
        Help
    };
    /// All groups, in the order of the menus.
    static constexpr std::array kGroups{Group::File,     Group::Edit,    Group::Run,        Group::View,
                                        Group::Panels,   Group::Graph,   Group::Appearance, Group::Language,
                                        Group::Timeline, Group::Lessons, Group::Help};

    explicit Actions(const look::Theme& theme, QObject* parent = nullptr);

    /// Creates a command at the end of its group. `text` and `tip` are English, from QT_TR_NOOP.
    QAction* add(Group group, const char* name, const char* text, const char* tip,
                 const QList<QKeySequence>& shortcuts = {}, const char* icon = nullptr);
    /// Creates a command of the group Panels that shows or hides a view.
    QAction* addView(const char* name, const char* text, const char* tip, const QKeySequence& shortcut);
    /// Adds the commands of a view to menus and help. Sets the tooltips of the commands that have a shortcut; restyle()
    /// updates them.
    void adopt(const QList<QAction*>& actions, Group group);
    [[nodiscard]] const std::vector<QAction*>& of(Group group) const;
    [[nodiscard]] static QString titleOf(Group group);
    [[nodiscard]] QList<QAction*> all() const;
    /// Finds a command by object name; null: not found.
    [[nodiscard]] QAction* named(const QString& name) const;
    void fillMenu(QMenu& menu) const;
    /// Updates icons to the theme's colours, and tooltips to the current keys and language.
    void restyle();

private:
    void addFile();
    void addEdit();
    void addRun();
    void addView();
    void addPanels();
    void addAppearance();
    void addHelp();
    void setTexts();

    struct Texts {
        QAction* action;
        const char *text, *tip;  ///< English
    };

    const look::Theme& m_theme;
    std::vector<Texts> m_texts;
    QHash<Group, std::vector<QAction*>> m_groups;
    QHash<QAction*, QString> m_icons;
    QSet<QAction*> m_adoptedWithKeys;
    std::vector<QAction*> m_none;
};

/// Returns a command's name without mnemonic, and the display names of its keys. A command of a view has its key after
/// a tab in its text.
[[nodiscard]] QString nameOf(const QAction& action);
[[nodiscard]] QString keysOf(const QAction& action);

[[nodiscard]] inline size_t qHash(Actions::Group group, size_t seed = 0)
{
    return ::qHash(static_cast<int>(group), seed);
}

}  // namespace ui::commands

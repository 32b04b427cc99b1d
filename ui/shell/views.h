#pragma once

#include "ui/runs/workbench.h"

#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <functional>
#include <memory>
#include <vector>

class QAction;
class QBoxLayout;

namespace ui::shell {

class Dock;
struct WindowParts;

/// A view of the run in the dock below the timeline, which the user can show and hide. Registering a view is
/// sufficient: Views creates the view's tab and its command with menu entry, key and help, adds the view to the window
/// and to the focus order, and stores its visibility in the session.
struct View {
    /// A view with `reportsContent` calls this when it gets or loses content.
    using Report = std::function<void(bool hasContent)>;

    const char* name;   ///< object name of the view's command, and name of the view in the session
    const char* title;  ///< menu text, marked by QT_TRANSLATE_NOOP; "&" marks the mnemonic
    const char* tip;
    QKeySequence key{};
    bool isShownAtFirst = false;
    bool reportsContent = false;  ///< hidden until the view reports content
    /// Called when the view first has content for a program; returns whether `isShownAtFirst` applies to the view.
    /// Null: `isShownAtFirst` applies.
    std::function<bool(QWidget& view)> opensItself{};
    bool isOfProgram = true;  ///< closed when the user opens a program in which the view was not open
    /// An existing command that shows the view; null: Views creates a command. An existing command switches a mode,
    /// which remains on while another tab is open.
    QAction* mode = nullptr;
    /// Creates the widget and connects it to the models of the workbench. Called when the view is first shown, or on
    /// registration if `isShownAtFirst` or `reportsContent` is set.
    std::function<QWidget*(const runs::Workbench& bench, const Report& report, QWidget* parent)> make;
};

/// The registered views of a window, of which at most one is open. Thread: GUI.
class Views : public QObject {
    Q_OBJECT

public:
    /// Appends the dock to `column`.
    Views(const runs::Workbench& bench, QBoxLayout& column);

    /// Adds a view and its command.
    void add(View view);
    [[nodiscard]] Dock& dock() { return *m_dock; }
    /// Returns the widget of a view and creates it on demand; null if no view has this name.
    QWidget* widget(const QString& name);
    /// Shows a view, as its command does.
    void show(const QString& name);
    /// The widgets created so far, in the order of registration.
    [[nodiscard]] QList<QWidget*> widgets() const;
    /// Names of the views whose visibility the user has changed from the default; without views with a `mode`.
    [[nodiscard]] QStringList changed() const;
    void restore(const QStringList& changed);

private:
    struct Entry {
        View view;
        QAction* command = nullptr;
        QWidget* widget = nullptr;
        bool hasContent = true;
        bool isShownAtFirst = false;
        std::string program;  ///< the program for which `isShownAtFirst` was decided
    };

    [[nodiscard]] Entry* find(const QString& name);
    void make(Entry& entry);
    void readContent(Entry& entry, bool hasContent);
    void follow(Entry& entry);
    void choose(Entry& entry);
    void open(Entry* entry);
    void focusOpen();
    void close();
    void openProgram();
    void update();

    runs::Workbench m_bench;
    Dock* m_dock = nullptr;
    std::vector<std::unique_ptr<Entry>> m_entries;  ///< pointers, because Report callbacks refer to entries
    Entry* m_open = nullptr;                        ///< the open view, also while it has no content; null: none
    std::string m_program;
    QHash<QString, QStringList> m_ofPrograms;  ///< changed() of each program that was opened before
};

/// Registers the views of the displayed run: charts, table of operations, ranks by lateness, memory in use.
void registerViews(Views& views);
/// Registers the list of runs and the sliders of "What if". Call this when their controllers exist.
void registerRunViews(Views& views, const runs::Workbench& bench, const WindowParts& parts);

}  // namespace ui::shell

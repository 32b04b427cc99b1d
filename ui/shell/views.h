#pragma once

#include "ui/runs/workbench.h"

#include <QKeySequence>
#include <QObject>
#include <functional>
#include <memory>
#include <vector>

class QAction;
class QBoxLayout;

namespace ui::shell {

/// A view of the run that the reader can show and hide, below the timeline. Registering it is all that a view needs: it
/// gets its command, with menu entry, key and help, its place in the window, in the order of the keyboard focus and in
/// the session.
struct View {
    /// With `reportsContent`: whether the run has something for the view.
    using Report = std::function<void(bool hasContent)>;

    const char* name;   ///< of its command, and in the session
    const char* title;  ///< in menus, of QT_TR_NOOP; "&" marks the letter
    const char* tip;
    QKeySequence key{};
    bool isShownAtFirst = false;
    bool reportsContent = false;  ///< hidden until the view reports content
    bool takesFocus = false;      ///< when the reader shows it
    /// Builds the widget, connected to the models of the workbench that it listens to. Called when it is first shown,
    /// or at once if it is shown at first.
    std::function<QWidget*(const runs::Workbench& bench, const Report& report, QWidget* parent)> make;
};

/// The registered views of a window. Thread: GUI.
class Views : public QObject {
    Q_OBJECT

public:
    /// `column`: where the views are added, after what is in it.
    Views(const runs::Workbench& bench, QBoxLayout& column);

    /// Adds a view and its command.
    void add(View view);
    /// The widget of a view, made if need be; null: there is no such view.
    QWidget* widget(const QString& name);
    /// As its command does.
    void show(const QString& name, bool isShown);
    /// Widgets that exist, in the order of their registration.
    [[nodiscard]] QList<QWidget*> widgets() const;
    /// Names of the views that the reader has switched on or off against their default.
    [[nodiscard]] QStringList changed() const;
    void restore(const QStringList& changed);

private:
    struct Entry {
        View view;
        QAction* command = nullptr;
        QWidget* widget = nullptr;
        bool hasContent = true;
    };

    [[nodiscard]] Entry* find(const QString& name);
    void make(Entry& entry);
    void update(Entry& entry);

    runs::Workbench m_bench;
    QBoxLayout& m_column;
    std::vector<std::unique_ptr<Entry>> m_entries;  ///< reports refer to them
};

/// The views of Overlap: charts, table of operations, blocks alive in memory.
void registerViews(Views& views);

}  // namespace ui::shell

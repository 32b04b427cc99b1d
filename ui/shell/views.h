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

/// A view of the run below the timeline, which the reader can show and hide. Registering it is sufficient: Views
/// creates its command with menu entry, key and help, adds it to the window and to the focus order, and stores its
/// visibility in the session.
struct View {
    /// A view with `reportsContent` calls this when it starts or stops having content.
    using Report = std::function<void(bool hasContent)>;

    const char* name;   ///< object name of its command, and name in the session
    const char* title;  ///< menu text, marked by QT_TRANSLATE_NOOP; "&" marks the mnemonic
    const char* tip;
    QKeySequence key{};
    bool isShownAtFirst = false;
    bool reportsContent = false;  ///< hidden until the view reports content
    bool takesFocus = false;      ///< moves the focus to the view when the reader shows it
    /// Creates the widget and connects it to the models of the workbench. Called when the view is first shown, or on
    /// registration if `isShownAtFirst` is set.
    std::function<QWidget*(const runs::Workbench& bench, const Report& report, QWidget* parent)> make;
};

/// The registered views of a window. Thread: GUI.
class Views : public QObject {
    Q_OBJECT

public:
    /// Appends the views to `column`.
    Views(const runs::Workbench& bench, QBoxLayout& column);

    /// Adds a view and its command.
    void add(View view);
    /// Returns the widget of a view and creates it on demand; null if no view has this name.
    QWidget* widget(const QString& name);
    /// Shows or hides a view, like its command.
    void show(const QString& name, bool isShown);
    /// The widgets created so far, in the order of registration.
    [[nodiscard]] QList<QWidget*> widgets() const;
    /// Names of the views whose visibility the reader has changed from the default.
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
    std::vector<std::unique_ptr<Entry>> m_entries;  ///< pointers, because the Report callbacks refer to entries
};

/// The views of Overlap: charts, table of operations, blocks alive in memory.
void registerViews(Views& views);

}  // namespace ui::shell

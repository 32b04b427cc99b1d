#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>
#include <QStringList>

namespace ui::files {

/// The files that were opened last, newest first, as the menu of a command. What is no longer there is left out.
/// Thread: GUI.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int kMost = 8;

    RecentFiles(QAction& command, QWidget& window, QStringList paths);

    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    /// A file was opened or saved: it is the newest now.
    void note(const QString& path);

signals:
    void chosen(const QString& path);

private:
    void fill();
    void keep(QStringList paths);

    QAction& m_command;
    QMenu* m_menu;
    QAction* m_clear = nullptr;
    QStringList m_paths;
};

}  // namespace ui::files

#pragma once

#include <QAction>
#include <QMenu>
#include <QObject>
#include <QStringList>

namespace ui::files {

/// The menu of recently opened files, newest first. Missing files are not listed. Thread: GUI.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int kMax = 8;

    /// `stored`: the list of files in the session; the destructor does not access it.
    RecentFiles(QAction& command, QWidget& window, QStringList& stored);

    /// Makes `path` the newest entry; called when a file was opened or saved.
    void note(const QString& path);

signals:
    void chosen(const QString& path);

private:
    void fill();
    void store(QStringList paths);

    QAction& m_command;
    QMenu* m_menu;
    QAction* m_clear = nullptr;
    QStringList& m_paths;
};

}  // namespace ui::files

#pragma once

#include "ui/files/recent_files.h"
#include "ui/files/session.h"
#include "ui/runs/workbench.h"

namespace ui::files {

/// Saves the open program and the trace on the screen. Thread: GUI.
class Saver : public QObject {
    Q_OBJECT

public:
    enum class TraceFormat : std::uint8_t { Overlap, Chrome };

    Saver(const runs::Workbench& bench, Session& session, RecentFiles& recent);

    void saveProgram();
    void saveProgramAs();
    void saveTrace(TraceFormat format);

signals:
    /// Emitted when the program was saved to a file.
    void saved();

private:
    void saveProgramTo(const QString& path);
    /// Asks before it overwrites a file that another program has changed.
    void saveProgramHere(const QString& path);

    runs::Workbench m_bench;
    Session& m_session;
    RecentFiles& m_recent;
};

/// Whether the name ends like that of a listing or a notebook.
[[nodiscard]] bool isProgramFile(const QString& path);

}  // namespace ui::files

#pragma once

#include "ui/files/session.h"
#include "ui/machines/machines.h"
#include "ui/runs/workbench.h"

namespace ui::machines {

/// Adds machines from files: asks the user for a file, adds the machine to the list, or reports why the file cannot be
/// used. Thread: GUI.
class MachineFiles : public QObject {
    Q_OBJECT

public:
    MachineFiles(const runs::Workbench& bench, Machines& machines, files::Session& session);

    void openFile();
    /// Selects a machine by id, or by the path of its file.
    void use(const QString& idOrPath);
    /// Adds a machine file that the user has just saved.
    void addSaved(const QString& path);
    /// Reports once that the machine of the previous session is not available.
    void reportMissing();

signals:
    void chosen(const QString& id);

private:
    [[nodiscard]] std::optional<engine::device::MachineInfo> add(const QString& path);

    runs::Workbench m_bench;
    Machines& m_machines;
    files::Session& m_session;
};

}  // namespace ui::machines

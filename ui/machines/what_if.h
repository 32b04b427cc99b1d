#pragma once

#include "engine/device/platform.h"
#include "engine/io/temporary_folder.h"
#include "ui/machines/machines.h"
#include "ui/machines/what_if_panel.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QPointer>
#include <functional>
#include <optional>

namespace ui::machines {

/// Runs the program on a machine with changed numbers: writes the numbers to a temporary machine file, which the runs
/// use while the panel is open. Pins the run on the unchanged machine as "before". Thread: GUI.
class WhatIf : public QObject {
    Q_OBJECT

public:
    /// The panel is a child of `parent`, which places it.
    WhatIf(const runs::Workbench& bench, const Machines& machines, QWidget& parent);

    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// Opens the panel. Shows a message instead if the selected machine is not virtual, or if its file cannot be read.
    void open();
    /// Closes the panel; further runs use the unchanged machine.
    void close();
    /// Returns the machine to run on: the changed machine's file, or `machine` if the panel is closed or nothing is
    /// changed. Discards the changes if `machine` is not the machine that was changed.
    [[nodiscard]] std::string machineFor(const std::string& machine);
    /// Number of GPUs that the change adds to the machine.
    [[nodiscard]] int addedGpus() const;
    /// Null before the first open().
    [[nodiscard]] WhatIfPanel* panel() { return m_panel; }
    /// Writes the changed machine to a file. Returns a message if that fails.
    [[nodiscard]] std::optional<engine::Message> save(const QString& path);

signals:
    void openChanged(bool isOpen);
    /// Emitted when further runs must use another machine file.
    void machineChanged();
    /// Emitted when the user has saved a machine file.
    void saved(const QString& path);

private:
    void build();
    void follow();
    void onChanged();
    void fail(const std::function<QString()>& why);
    void saveAs();
    [[nodiscard]] engine::Result<std::string> changedText(const std::string& id, const QString& label) const;
    [[nodiscard]] QString label() const;

    runs::Workbench m_bench;
    const Machines& m_machines;
    QWidget& m_parent;
    bool m_isOpen = false;
    QPointer<WhatIfPanel> m_panel;
    std::optional<engine::io::TemporaryFolder> m_folder;
    std::string m_base;  ///< id of the machine that the sliders change
    std::string m_text;  ///< content of the changed machine's file
    std::string m_file;  ///< path of the changed machine's file; empty: nothing is changed
    quint64 m_count = 0;
    engine::trace::TracePtr m_kept;  ///< the run that this object pinned as "before"; null: none
};

}  // namespace ui::machines

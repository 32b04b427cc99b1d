#pragma once

#include "engine/device/platform.h"
#include "ui/machines/machines.h"
#include "ui/machines/what_if_panel.h"
#include "ui/runs/before_run.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QPointer>
#include <QTemporaryDir>
#include <functional>
#include <optional>

namespace ui::machines {

/// "What if": the machine with other numbers, as a file of its own that runs go to while the panel is open. The run of
/// the machine as it is stays behind as "before". Thread: GUI.
class WhatIf : public QObject {
    Q_OBJECT

public:
    /// `column`: the panel is its last row.
    WhatIf(const runs::Workbench& bench, const Machines& machines, runs::BeforeRun& before, QWidget& column);

    [[nodiscard]] bool isOpen() const { return m_panel != nullptr && !m_panel->isHidden(); }
    void open();
    /// The machine is as it was.
    void close();
    /// Where to run: the changed machine's file, or `machine` itself. Another machine than the sliders were for drops
    /// what they changed.
    [[nodiscard]] std::string machineFor(const std::string& machine);
    [[nodiscard]] WhatIfPanel* panel() { return m_panel; }
    /// Writes the changed machine. Returns a sentence if that fails, else none.
    [[nodiscard]] std::optional<QString> save(const QString& path);

signals:
    void openChanged(bool isOpen);
    /// Runs go to another machine file now.
    void machineChanged();
    /// A machine file that the reader has just made.
    void saved(const QString& path);

private:
    void build();
    void follow();
    void onChanged();
    void saveAs();
    [[nodiscard]] engine::Result<std::string> changedText(const std::string& id, const QString& label) const;
    [[nodiscard]] QString label() const;

    runs::Workbench m_bench;
    const Machines& m_machines;
    runs::BeforeRun& m_before;
    QWidget& m_column;
    QPointer<WhatIfPanel> m_panel;
    QTemporaryDir m_folder;
    std::string m_base;  ///< id of the machine that the sliders are for
    std::string m_text;  ///< of its file
    std::string m_file;  ///< of the changed one; empty: nothing is changed
    quint64 m_count = 0;
    engine::trace::TracePtr m_kept;  ///< the run before, if it was kept for this
};

}  // namespace ui::machines

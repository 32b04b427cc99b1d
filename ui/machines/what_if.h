#pragma once

#include "engine/device/platform.h"
#include "ui/machines/what_if_panel.h"
#include "ui/runs/before_run.h"

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
    struct Parts {
        look::Theme& theme;
        runs::BeforeRun& before;
        QWidget& column;  ///< the panel stands at its foot
        QWidget& window;
        /// The machine that is chosen.
        std::function<const engine::device::MachineInfo&()> machine;
        /// Runs the program anew.
        std::function<void()> run;
    };

    explicit WhatIf(const Parts& parts);

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
    void said(const QString& title, const QString& text);
    /// A machine file that the reader has just made.
    void saved(const QString& path);

private:
    void build();
    void follow();
    void onChanged();
    void saveAs();
    [[nodiscard]] engine::Result<std::string> changedText(const std::string& id, const QString& label) const;
    [[nodiscard]] QString label() const;

    Parts m_parts;
    QPointer<WhatIfPanel> m_panel;
    QTemporaryDir m_folder;
    std::string m_base;  ///< id of the machine that the sliders are for
    std::string m_text;  ///< of its file
    std::string m_file;  ///< of the changed one; empty: nothing is changed
    quint64 m_count = 0;
    engine::trace::TracePtr m_kept;  ///< the run before, if it was kept for this
};

}  // namespace ui::machines

#pragma once

#include "engine/device/platform.h"
#include "ui/machines/calibration_dialog.h"
#include "ui/machines/machines.h"
#include "ui/runs/workbench.h"

#include <QAction>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <functional>
#include <optional>

namespace ui::run_choice {
class CompareControl;
}

namespace ui::machines {

/// Calibrates a model of this computer, compares the model with real runs, and adds a simulated GPU to the model.
/// Thread: GUI; a separate process measures.
class Calibration : public QObject {
    Q_OBJECT

public:
    Calibration(const runs::Workbench& bench, const Machines& machines, run_choice::CompareControl& compare,
                CalibrationTools tools);

    /// The commands, for menus, the command palette and the help.
    [[nodiscard]] QList<QAction*> commands() const { return {m_calibrate, m_beside, m_second}; }
    void open();
    /// Null before the first open().
    [[nodiscard]] CalibrationDialog* dialog() { return m_dialog; }
    /// Returns the largest prediction error in a machine's file, for the programs that calibration did not use
    /// (held-out programs); std::nullopt if the file states none.
    [[nodiscard]] std::optional<double> heldOutError(const std::string& machine);
    /// Runs the current program for real and on the model of this computer, and compares predicted with measured times.
    void showBeside();
    /// Creates a machine: the model of this computer with one more GPU.
    void addGpu();

signals:
    void messageReady(const ui::runs::Banner::MakeTexts& make);
    /// Emitted when a machine file was written.
    void made(const QString& path);

private:
    [[nodiscard]] bool isCalibrated() const;
    void runModel(engine::frontend::RunRequest request, const engine::trace::TracePtr& measured);

    runs::Workbench m_bench;
    const Machines& m_machines;
    run_choice::CompareControl& m_compare;
    CalibrationTools m_tools;
    QAction* m_calibrate = nullptr;
    QAction* m_beside = nullptr;
    QAction* m_second = nullptr;
    QPointer<CalibrationDialog> m_dialog;
    QHash<QString, std::optional<double>> m_errors;  ///< cache of heldOutError(), by path
};

}  // namespace ui::machines

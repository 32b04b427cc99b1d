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

namespace ui::runs {
class CompareControl;
}

namespace ui::machines {

/// This computer as a model: measuring it, the model beside the real thing, and a second GPU that only the model has.
/// Thread: GUI; the measuring is a process of its own.
class Calibration : public QObject {
    Q_OBJECT

public:
    Calibration(const runs::Workbench& bench, const Machines& machines, runs::CompareControl& compare,
                CalibrationTools tools);

    /// For menus, the palette of commands and the help.
    [[nodiscard]] QList<QAction*> commands() const { return {m_calibrate, m_beside, m_second}; }
    void open();
    [[nodiscard]] CalibrationDialog* dialog() { return m_dialog; }
    /// The largest error of the held-out programs of a machine's file; none if the file has none.
    [[nodiscard]] std::optional<double> heldOutError(const std::string& machine);
    /// The current program for real and on the model of this computer, as a comparison: predicted above measured.
    void showBeside();
    /// The model of this computer with one GPU more.
    void addGpu();

signals:
    void said(const QString& title, const QString& text);
    /// A machine file that is there now.
    void made(const QString& path);

private:
    [[nodiscard]] bool isCalibrated() const;
    void runModel(engine::frontend::RunRequest request, const engine::trace::TracePtr& measured);

    runs::Workbench m_bench;
    const Machines& m_machines;
    runs::CompareControl& m_compare;
    CalibrationTools m_tools;
    QAction* m_calibrate = nullptr;
    QAction* m_beside = nullptr;
    QAction* m_second = nullptr;
    QPointer<CalibrationDialog> m_dialog;
    QHash<QString, std::optional<double>> m_errors;  ///< by path
};

}  // namespace ui::machines

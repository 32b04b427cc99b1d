#pragma once

#include "engine/device/platform.h"
#include "ui/look/elided_combo_box.h"
#include "ui/look/theme.h"

#include <utility>
#include <vector>

namespace ui::shell {

/// The machine on which the program runs, or that of a trace; also opens machine files and the calibration.
/// Thread: GUI.
class MachineField : public look::ElidedComboBox {
    Q_OBJECT

public:
    MachineField(const look::Theme& theme, QWidget* parent);

    void setMachines(const std::vector<engine::device::MachineInfo>& machines);
    void setCurrent(const QString& id);
    /// Shows the machine of a trace from a file, which may be none of the list; empty: the selected machine.
    void setTraceMachine(const QString& id, const QString& label);
    /// The width that the field, which is as wide as its longest entry, does not need for the current one.
    [[nodiscard]] int spareWidth() const;
    void restyle();

signals:
    void machineChosen(const QString& id);
    void fileWanted();
    void calibrationWanted();
    /// The field shows another machine, or other machines can be chosen.
    void shownChanged();

private:
    void choose(int row);
    void showMachine();

    const look::Theme& m_theme;
    QString m_machine;
    std::pair<QString, QString> m_traceMachine;  ///< id and label; empty: the selected machine is shown
};

}  // namespace ui::shell

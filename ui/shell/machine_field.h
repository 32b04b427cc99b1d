#pragma once

#include "engine/device/platform.h"
#include "ui/look/elided_combo_box.h"
#include "ui/look/theme.h"

#include <utility>
#include <vector>

namespace ui::shell {

/// Selects the machine on which the program runs, or shows the machine of a trace; also opens machine files and the
/// calibration. Thread: GUI.
class MachineField : public look::ElidedComboBox {
    Q_OBJECT

public:
    MachineField(const look::Theme& theme, QWidget* parent);

    void setMachines(const std::vector<engine::device::MachineInfo>& machines);
    void setCurrent(const QString& id);
    /// Shows the machine of a trace from a file, which need not be in the list. Empty: shows the selected machine.
    void setTraceMachine(const QString& id, const QString& label);
    /// The field is as wide as its longest entry. Returns the part of this width that the current entry does not need.
    [[nodiscard]] int spareWidth() const;
    void restyle();

signals:
    void machineChosen(const QString& id);
    void fileWanted();
    void calibrationWanted();
    /// Emitted when the field shows another machine, or when other machines can be chosen.
    void shownChanged();

private:
    void choose(int row);
    void showMachine();

    const look::Theme& m_theme;
    QString m_machine;
    std::pair<QString, QString> m_traceMachine;  ///< id and label; empty: the selected machine is shown
};

}  // namespace ui::shell

#pragma once

#include "ui/runs/workbench.h"

#include <QSpinBox>

namespace ui::runs {

/// The number of ranks that run the program together: the field beside the machine, shown for programs that
/// communicate. It edits the parameter "ranks". Thread: GUI.
class RanksField : public QSpinBox {
    Q_OBJECT

public:
    RanksField(const Workbench& bench, QWidget* parent);

    /// Shows the field for a program that communicates. `isVirtual`: of the machine; on this computer, mpirun
    /// starts the ranks. `isTrace`: the trace of a file is displayed, which cannot change.
    void offer(bool isVirtual, bool isTrace);

signals:
    /// The field appeared or disappeared.
    void fitWanted();

private:
    void showValue();
    void showState();
    void restyle();

    Workbench m_bench;
    bool m_isVirtual = true;
    bool m_isTrace = false;
};

}  // namespace ui::runs

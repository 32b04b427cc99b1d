#pragma once

#include "ui/look/segmented.h"
#include "ui/runs/workbench.h"

namespace ui::runs {

/// Selects whether runs on a virtual machine compute values: the control beside the machine, and its two commands.
/// Thread: GUI.
class ValuesChoice : public look::Segmented {
    Q_OBJECT

public:
    ValuesChoice(const Workbench& bench, QWidget* parent);

    /// Shows the control and enables its commands. Pass false for this computer, which always computes values, and for
    /// a trace, which cannot change.
    void offer(bool isOffered);

private:
    void setTexts();
    void showChoice();

    Workbench m_bench;
};

}  // namespace ui::runs

#pragma once

#include "ui/runs/workbench.h"

#include <QPushButton>

namespace ui::shell {

/// A button that starts, stops or pauses the run. Its text and icon show what a click will do. Thread: GUI.
class RunButton : public QPushButton {
    Q_OBJECT

public:
    /// Unavailable: the displayed trace has no listing, so it cannot run again.
    enum class Mode : std::uint8_t { Run, Stop, Stopping, Pause, Resume, Starting, Unavailable };

    RunButton(const runs::Workbench& bench, QWidget* parent);

    void setMode(Mode mode);

private:
    [[nodiscard]] QString traceTip() const;
    void restyle();

    runs::Workbench m_bench;
    Mode m_mode = Mode::Run;
};

}  // namespace ui::shell

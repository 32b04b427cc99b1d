#pragma once

#include "ui/desk/desk.h"
#include "ui/runs/status_figures.h"
#include "ui/teach/advice.h"

#include <QTimer>

namespace ui::run_choice {
class CompareControl;
}
namespace ui::listing {
class ProgramPane;
}
namespace ui::machines {
class Calibration;
}
namespace ui::runs {
class CentreHeader;
class StatusLine;
}  // namespace ui::runs
namespace ui::training {
class TrainingPane;
}

namespace ui::shell {

class RightPane;
class TopBar;

/// Updates bars and panes with the title, state, numbers, errors and advice of the program and its run. Thread: GUI.
class RunReport : public QObject {
    Q_OBJECT

public:
    struct Parts {
        machines::Machines& machines;
        machines::Calibration& calibration;
        run_choice::CompareControl& compare;
        TopBar& topBar;
        runs::CentreHeader& header;
        runs::StatusLine& status;
        listing::ProgramPane& programPane;
        training::TrainingPane& training;
        RightPane& right;
    };
    RunReport(desk::Desk& desk, const Parts& parts);

    void show(desk::Aspects aspects);
    void showState();
    /// Updates all texts after a change of the language.
    void showAll();

private:
    void connectModels();
    void showTitle();
    void showStatus();
    /// Switches to the next scope. The order is: the block, the measured range (the visible range if none is measured),
    /// the whole run, and the block again. In a training, or in a run without blocks, the block is left out.
    void switchScope();
    void showResult();
    void showAdvice();
    void showMachine();
    void showWhy();
    [[nodiscard]] runs::Banner::Message errorMessage() const;
    void offerMachine(runs::Banner::Message& message);
    [[nodiscard]] bool isStartingGpus() const;
    [[nodiscard]] bool isReplayPaused() const;
    void showAside();
    void showRepeat();
    void openAside();

    desk::Desk& m_desk;
    runs::Workbench m_bench;
    Parts m_parts;
    teach::Advice m_advice;
    runs::FigureCache m_figures;
    runs::FigureCache m_figuresBefore;  ///< cached numbers of the previous run
    int m_block = -1;                   ///< the block that was the scope before a range became the scope
    QTimer m_elapsed;
    std::optional<runs::RunController::Request> m_aside;  ///< the run that the chip in the top bar shows
    std::optional<engine::Nanoseconds> m_asideMakespan;   ///< makespan of `m_aside`; none: the run is in progress
};

}  // namespace ui::shell

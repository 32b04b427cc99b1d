#pragma once

#include "ui/desk/aspect.h"
#include "ui/desk/run_target.h"
#include "ui/desk/shown_run.h"
#include "ui/runs/empty_state.h"
#include "ui/runs/run_list.h"

namespace ui::desk {

/// Displays a finished run or the trace of a file. While the open program has no current run, displays a substitute:
/// its run that continues in the background, an earlier measured run, a run of an older listing, or none. Starts no
/// run. Thread: GUI.
class RunDisplay : public QObject {
    Q_OBJECT

public:
    RunDisplay(const runs::Workbench& bench, const RunTarget& target, runs::EmptyState& empty,
               const runs::RunList& runs, std::optional<model::TimeRange> view);

    [[nodiscard]] ShownRun& shown() { return m_shown; }

    void showFinished(const runs::RunController::FinishedRun& finished);
    /// Shows the trace of a file instead of a run. `hasListing`: the listing of that trace is open.
    void showTrace(const engine::trace::TracePtr& trace, bool hasListing);
    /// Displays an earlier run of the open program, for example one that was measured on this computer.
    void showMeasured(const runs::NamedRun& run);
    /// Called when the open program does not run until the user starts it. Shows an existing run of the program, keeps
    /// the displayed run and marks it as stale, or shows no run.
    void showWithoutRun();
    /// Displays no run, for example because the requested run waits for a run that continues in the background.
    void clear();
    /// Covers the timeline with a card that names the user's next step.
    void openEmpty();
    /// Hides the run, because the user is asked to guess its result.
    void hideResult();

signals:
    void changed(ui::desk::Aspects aspects);
    /// Emitted when a run that has ended, or the trace of a file, is displayed.
    void runShown();
    /// Emitted when a run is pending until the user starts it.
    void runAwaited();
    /// Emitted before the displayed run is removed, or replaced by a trace, an earlier run or a run that continued in
    /// the background. clear() and hideResult() do not emit it.
    void runReplaced();
    /// Emitted when the user wants to run the changed listing again.
    void runAgainChosen();

private:
    [[nodiscard]] bool isRealOnScreen() const;
    [[nodiscard]] bool showOwnAside();
    [[nodiscard]] bool showEarlierMeasured();
    void showNoRun();
    void markStale();

    runs::Workbench m_bench;
    const RunTarget& m_target;
    runs::EmptyState& m_empty;
    const runs::RunList& m_runs;
    ShownRun m_shown;
};

}  // namespace ui::desk

#pragma once

#include "ui/desk/programs.h"
#include "ui/desk/run_starter.h"
#include "ui/runs/trace_opener.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QTimer>

namespace ui::desk {

/// Connects the open program, its machine, its runs and the display: a change of one of them updates the others.
/// Thread: GUI.
///
///     Desk desk(bench, parts);
///     desk.programs().openOn("13.3.1", "book-v100");  // a virtual machine: the program runs
///     desk.chooseMachine("this-computer");            // emits runAwaited()
///     desk.starter().run();                           // runShown() follows
class Desk : public QObject {
    Q_OBJECT

public:
    /// The parts that the desk connects. All must outlive it.
    struct Parts {
        machines::Machines& machines;
        machines::WhatIf& whatIf;
        files::ListingKeeper& listings;
        runs::EmptyState& empty;
        runs::TraceOpener& opener;
        runs::RunList& runs;
        std::optional<model::TimeRange> view;  ///< visible range of the previous session
    };
    Desk(const runs::Workbench& bench, const Parts& parts);

    [[nodiscard]] const runs::Workbench& bench() const { return m_bench; }
    [[nodiscard]] RunDisplay& display() { return m_display; }
    [[nodiscard]] ShownRun& shown() { return m_display.shown(); }
    [[nodiscard]] Programs& programs() { return m_programs; }
    [[nodiscard]] RunStarter& starter() { return m_starter; }
    [[nodiscard]] const RunTarget& target() const { return m_target; }
    /// Whether the displayed run has ended and nothing is pending.
    [[nodiscard]] bool isSettled() const;

    /// Selects the machine and runs the open program on it, like RunStarter::rerun(). An unknown id is ignored.
    void chooseMachine(const QString& id);
    /// Shows the trace of a file instead of a run, beside its listing if it contains one.
    void showTrace(const engine::trace::TracePtr& trace);
    /// Opens the program of an earlier run with the listing, switches, parameters and machine of that run. If the user
    /// must start runs of this program, shows the earlier run; otherwise runs the program again. If the program cannot
    /// run again, shows the earlier run like the trace of a file.
    void openRun(const runs::NamedRun& run);

    /// Closes the trace of a file and shows the listing's run again.
    void leaveTrace();

    /// Hides the results in all parts of the window while a lesson asks for a guess (`isAsking`).
    void setAsking(bool isAsking);
    [[nodiscard]] bool isAsking() const { return m_isAsking; }

signals:
    void changed(ui::desk::Aspects aspects);
    /// Emitted when a run that has ended or the trace of a file is displayed, or when a run could not start.
    void runShown();
    /// Emitted when a run is pending until the user starts it.
    void runAwaited();

private:
    void connectModels();
    void showOpened();
    void onMachinesKnown();
    void onFinished(const runs::RunController::FinishedRun& finished);

    runs::Workbench m_bench;
    Parts m_parts;
    RunTarget m_target;
    Programs m_programs;
    RunDisplay m_display;
    RunStarter m_starter;
    QTimer m_leftover;  ///< delay after which the run of a program that is no longer open is marked as stale
    bool m_isAsking = false;
};

}  // namespace ui::desk

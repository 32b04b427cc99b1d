#pragma once

#include "ui/desk/programs.h"
#include "ui/desk/run_display.h"
#include "ui/machines/machines.h"
#include "ui/machines/what_if.h"
#include "ui/runs/not_started.h"
#include "ui/runs/trace_opener.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QTimer>
#include <functional>

namespace ui::desk {

/// Decides when the program runs: on a virtual machine after every change, on this computer only when the user starts
/// it. Thread: GUI.
///
///     Desk desk(bench, parts);
///     desk.programs().openOn("13.3.1", "book-v100");  // a virtual machine: the program runs
///     desk.chooseMachine("this-computer");            // emits runAwaited()
///     desk.run();                                     // runShown() follows
class Desk : public QObject {
    Q_OBJECT

public:
    using RunRequest = engine::frontend::RunRequest;

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
    [[nodiscard]] const RunTarget& target() const { return m_target; }
    /// Whether the displayed run has ended and nothing is pending.
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] const runs::NotStarted& notStarted() const { return m_notStarted; }

    /// Selects the machine and runs the open program on it, as rerun(). An unknown id is ignored.
    void chooseMachine(const QString& id);
    /// Shows the trace of a file instead of a run, beside its listing if it contains one.
    void showTrace(const engine::trace::TracePtr& trace);
    /// Opens the program of an earlier run with the listing, switches, parameters and machine of that run. A measured
    /// run is shown, a virtual one runs again. Shows the trace like one of a file if its program cannot run again.
    void openRun(const runs::NamedRun& run);

    /// Runs the listing on the selected machine, or, if the user must start the run, shows that it is pending.
    void rerun();
    /// Closes the trace of a file and shows the listing's run again.
    void leaveTrace();
    /// The Run button: runs the listing, or pauses or resumes a replay.
    void run();
    /// Measure: the listing is run several times, see RunController::Request.
    enum class Purpose : std::uint8_t { Show, Measure };
    /// Runs the listing without asking the user.
    void runNow(Purpose purpose = Purpose::Show);
    /// The Repeat button: measures the listing several times.
    void repeat();
    /// Call this when the window closes: stops the current run.
    void stop();

    /// Sets a function that may delay a run; it returns true if it will call runNow() later.
    void setGate(std::function<bool(const RunRequest&)> mustWait) { m_mustWait = std::move(mustWait); }
    /// While a lesson asks for a guess, no part of the window shows the answer.
    void setAsking(bool isAsking);
    [[nodiscard]] bool isAsking() const { return m_isAsking; }

signals:
    void changed(ui::desk::Aspects aspects);
    /// A run has ended and is displayed.
    void runShown();
    /// A run is about to start.
    void runStarting();
    /// A run is pending until the user starts it.
    void runAwaited();
    /// Requests that the listing scroll to the line that a message names.
    void lineWanted(int line);

private:
    void connectModels();
    void showOpened();
    void onMachinesKnown();
    void onEdited();
    void onFinished(const runs::RunController::FinishedRun& finished);
    void onRefused(const engine::Message& reason, const runs::RunController::Request& request);

    runs::Workbench m_bench;
    Parts m_parts;
    RunTarget m_target;
    Programs m_programs;
    RunDisplay m_display;
    runs::NotStarted m_notStarted;
    QTimer m_typingPause;
    QTimer m_leftover;  ///< delay after which the run of a program that is no longer open is marked as stale
    std::function<bool(const RunRequest&)> m_mustWait;
    bool m_isAsking = false;
};

}  // namespace ui::desk

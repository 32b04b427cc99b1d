#pragma once

#include "ui/desk/programs.h"
#include "ui/desk/run_target.h"
#include "ui/desk/shown_run.h"
#include "ui/machines/machines.h"
#include "ui/machines/what_if.h"
#include "ui/runs/empty_state.h"
#include "ui/runs/not_started.h"
#include "ui/runs/trace_opener.h"
#include "ui/runs/tree_badges.h"
#include "ui/runs/workbench.h"

#include <QFlags>
#include <QObject>
#include <QTimer>
#include <functional>

namespace ui::desk {

/// What the window says about program, machine and run.
enum class Aspect : std::uint8_t {
    Title = 1,
    Status = 2,   ///< figures of the run
    Result = 4,   ///< the error of the run, or that there is none
    Advice = 8,   ///< "Try this"
    Machine = 16  ///< what fields and advice take from the machine
};
Q_DECLARE_FLAGS(Aspects, Aspect)

/// What runs when: on a virtual machine every change at once, on this computer what the reader asks for. Thread: GUI.
class Desk : public QObject {
    Q_OBJECT

public:
    using RunRequest = engine::frontend::RunRequest;

    struct Parts {
        machines::Machines& machines;
        machines::WhatIf& whatIf;
        files::ListingKeeper& listings;
        runs::EmptyState& empty;
        runs::TraceOpener& opener;
        std::optional<model::TimeRange> view;  ///< of the previous session
    };
    Desk(const runs::Workbench& bench, const Parts& parts);

    [[nodiscard]] const runs::Workbench& bench() const { return m_bench; }
    [[nodiscard]] ShownRun& shown() { return m_shown; }
    [[nodiscard]] Programs& programs() { return m_programs; }
    [[nodiscard]] const RunTarget& target() const { return m_target; }
    /// The program of a run that is shown has ended, and nothing is queued.
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] const runs::NotStarted& notStarted() const { return m_notStarted; }

    void chooseMachine(const QString& id);
    /// Shows the trace of a file instead of a run.
    void showTrace(const engine::trace::TracePtr& trace);

    /// Runs the listing on the chosen machine, or says that the run waits for the reader.
    void rerun();
    /// The listing again, after the trace of a file.
    void leaveTrace();
    /// As the Run button: runs the listing, or resumes a paused replay.
    void run();
    /// Runs the listing; the reader has allowed it.
    void runNow();
    /// The window closes: nothing runs any more.
    void stop();
    /// Shows no run, since the result is to be guessed.
    void hideResult();

    /// A rule that delays a run: true if it will call runNow() later.
    void setGate(std::function<bool(const RunRequest&)> holds) { m_holds = std::move(holds); }
    /// A lesson asks for a guess: nothing shows the answer.
    void setAsking(bool isAsking);
    [[nodiscard]] bool isAsking() const { return m_isAsking; }

signals:
    void changed(ui::desk::Aspects aspects);
    /// A run has ended and is on the screen.
    void runShown();
    /// A run starts.
    void runStarting();
    /// A run waits for the reader.
    void runAwaited();
    /// Another run takes the place of the one that was asked about.
    void runReplaced();
    void askingChanged();
    /// The listing is to show a line that a message names.
    void lineWanted(int line);

private:
    void connectModels();
    [[nodiscard]] bool isRealOnScreen() const;
    void showOpened();
    void markStale();
    void showNoRun();
    void onMachinesKnown();
    void onEdited();
    void onFinished(const runs::RunController::Finished& finished);
    void onRefused(const QString& sentence, const runs::RunController::Request& request);
    void showFinished(const runs::RunController::Finished& finished);

    runs::Workbench m_bench;
    Parts m_parts;
    RunTarget m_target;
    Programs m_programs;
    ShownRun m_shown;
    runs::NotStarted m_notStarted;
    runs::TreeBadges m_badges;
    QTimer m_typingPause;
    std::function<bool(const RunRequest&)> m_holds;
    bool m_isAsking = false;
};

}  // namespace ui::desk

Q_DECLARE_OPERATORS_FOR_FLAGS(ui::desk::Aspects)

#pragma once

#include "ui/desk/run_display.h"
#include "ui/runs/not_started.h"

#include <QTimer>
#include <functional>

namespace ui::desk {

/// Starts and stops the runs of the open program. On a virtual machine, a run starts immediately or after a pause of
/// typing; on this computer, or if the user has not allowed the program yet, only on request. Thread: GUI.
class RunStarter : public QObject {
    Q_OBJECT

public:
    using RunRequest = engine::frontend::RunRequest;

    RunStarter(const runs::Workbench& bench, const RunTarget& target, RunDisplay& display, runs::EmptyState& empty);

    /// Runs the listing on the selected machine, or, if the user must start the run, shows that it is pending.
    void rerun();
    /// Call this while the listing or a parameter is being edited. Like rerun(), but a run that would start immediately
    /// first waits for a pause of typing.
    void rerunAfterTyping();
    [[nodiscard]] bool isTyping() const { return m_typingPause.isActive(); }
    /// Cancels a run that is waiting for a pause of typing.
    void dropTyping() { m_typingPause.stop(); }
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
    [[nodiscard]] const runs::NotStarted& notStarted() const { return m_notStarted; }

signals:
    void changed(ui::desk::Aspects aspects);
    /// Emitted when a run is about to start.
    void runStarting();
    /// Emitted when a run is pending until the user starts it.
    void runAwaited();
    /// Emitted when the requested run could not start; the banner shows the reason.
    void refused();
    /// Emitted when the listing should scroll to the line that the banner names.
    void lineWanted(int line);

private:
    void onTypingPaused();
    void onRefused(const engine::Message& reason, const runs::RunController::Request& request);

    runs::Workbench m_bench;
    const RunTarget& m_target;
    RunDisplay& m_display;
    runs::EmptyState& m_empty;
    runs::NotStarted m_notStarted;
    QTimer m_typingPause;
    std::function<bool(const RunRequest&)> m_mustWait;
};

}  // namespace ui::desk

#pragma once

#include "ui/runs/workbench.h"

#include <map>

namespace ui::runs {

/// The shortest run of a program among the runs in all states of its waits.
struct FastestState {
    engine::Nanoseconds makespan{};  ///< length of analysis::runScope(); includes work after the last wait
    std::vector<int> off;            ///< lines of the waits that are off in this state
    int states = 0;                  ///< number of states that ran to their end, including the displayed one
    bool isDisplayed = false;        ///< the displayed run has this state of the waits
};

/// Runs the displayed program in the background in every state of its waits: only on virtual machines, only if there
/// are at most kMostStates states, and only if the displayed run was simulated within kLongestRun. Keeps the results as
/// long as only waits change. Thread: GUI.
class WaitStates : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostStates = 64;  // all combinations of 6 switches
    static constexpr double kLongestRun = 0.1;      ///< seconds of wall-clock time

    explicit WaitStates(const Workbench& bench);

    /// Starts the runs that are missing.
    void find();
    /// Returns the fastest state; none if not all states have run yet, or if they cannot be run.
    [[nodiscard]] std::optional<FastestState> fastest() const;

signals:
    void changed();  ///< another run is displayed, or all states have run

private:
    using Lines = std::vector<int>;  ///< the lines of the waits that are off
    struct State {
        Lines off;
        engine::frontend::RunRequest request;
    };

    [[nodiscard]] std::vector<State> states() const;
    [[nodiscard]] bool isOfDocument() const;
    [[nodiscard]] Lines displayedOff() const;
    void follow(const RunController::FinishedRun& finished);

    Workbench m_bench;
    engine::trace::TracePtr m_trace;  ///< the displayed run; null: no run that can be repeated in other states
    engine::frontend::RunRequest m_request;
    std::map<Lines, std::optional<engine::Nanoseconds>> m_makespans;  ///< none: the run failed in this state
    int m_awaited = 0;                                                ///< number of runs without a result yet
    quint64 m_round = 0;
};

}  // namespace ui::runs

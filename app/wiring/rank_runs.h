#pragma once

#include "engine/frontend/runner.h"

#include <atomic>
#include <filesystem>
#include <memory>

namespace app {

class RankServer;

/// Runs programs on several ranks for a process that cannot fork them itself, because it has threads. `overlap-run
/// serve` forks the ranks of a virtual machine, and starts mpirun for ranks on this computer. Each rank writes its
/// records to a file, which this object follows.
class RankRuns {
public:
    /// `program`: path of overlap-run, which is started for the first run and then waits for further runs.
    explicit RankRuns(std::filesystem::path program);
    ~RankRuns();
    RankRuns(const RankRuns&) = delete;
    RankRuns& operator=(const RankRuns&) = delete;

    /// Starts overlap-run in advance, so that the first run need not wait for the start of Python. Errors: Unavailable.
    [[nodiscard]] engine::Status prepare();
    /// Like Runner::run(). `recorder` shows all ranks during the run, for the first time when each rank has completed a
    /// batch or 120 ms have passed. Threads: one at a time.
    [[nodiscard]] engine::Result<engine::frontend::RunOutcome> run(const engine::frontend::RunRequest& request,
                                                                   engine::trace::Recorder& recorder);
    /// Any thread; returns immediately. Ranks on other computers still send the rest of their records; a further call,
    /// at least a second later, ends the ranks without waiting for these records.
    void stop() { m_isStopped = true; }

private:
    class Following;

    std::filesystem::path m_program;
    std::unique_ptr<RankServer> m_server;  ///< null: no server is running
    std::atomic<bool> m_isStopped = false;
};

}  // namespace app

#pragma once

#include "engine/frontend/runner.h"

#include <atomic>
#include <filesystem>
#include <memory>

namespace app {

class RankServer;

/// Runs programs on several ranks for a process that cannot fork them itself, because it has threads: `overlap-run
/// serve` forks those of a virtual machine, and starts mpirun for those of this computer. Each writes its records to a
/// file that this object follows.
class RankRuns {
public:
    /// `program`: overlap-run. It is started with the first run, and waits for further ones.
    explicit RankRuns(std::filesystem::path program);
    ~RankRuns();
    RankRuns(const RankRuns&) = delete;
    RankRuns& operator=(const RankRuns&) = delete;

    /// Starts the process in advance, so that the first run need not wait for its Python. Errors: Unavailable.
    [[nodiscard]] engine::Status prepare();
    /// Like Runner::run(); `recorder` shows all ranks, from the time at which each has completed a step. One thread.
    [[nodiscard]] engine::Result<engine::frontend::RunOutcome> run(const engine::frontend::RunRequest& request,
                                                                   engine::trace::Recorder& recorder);
    /// Any thread; returns at once. Ranks on other computers then send the rest of their records; a further call, a
    /// second or more later, ends the ranks without it.
    void stop() { m_isStopped = true; }

private:
    class Following;

    std::filesystem::path m_program;
    std::unique_ptr<RankServer> m_server;  ///< null: it is not running
    std::atomic<bool> m_isStopped = false;
};

}  // namespace app

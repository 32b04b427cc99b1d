#pragma once

#include "app/wiring/rank_runs.h"
#include "engine/frontend/runner.h"

#include <filesystem>
#include <memory>

class QString;

namespace app {

/// Returns the path of overlap-run beside this program; empty if it is not installed.
[[nodiscard]] QString commandProgram();

/// Runs programs of one rank in this process, and programs of several ranks by overlap-run. Threads: the thread that
/// runs programs; for stop(), any thread.
class Programs {
public:
    /// `ranksProgram`: path of overlap-run; empty: not installed. Errors: those of makeRunner().
    [[nodiscard]] static engine::Result<std::shared_ptr<Programs>> start(const std::filesystem::path& resources,
                                                                         std::filesystem::path ranksProgram);

    [[nodiscard]] engine::frontend::Runner& runner() { return *m_runner; }
    [[nodiscard]] engine::Result<engine::frontend::RunOutcome> run(const engine::frontend::RunRequest& request,
                                                                   engine::trace::Recorder& recorder);
    void stop();

private:
    Programs(std::unique_ptr<engine::frontend::Runner> runner, std::filesystem::path ranksProgram)
        : m_runner(std::move(runner)), m_ranks(std::move(ranksProgram))
    {
    }

    std::unique_ptr<engine::frontend::Runner> m_runner;
    RankRuns m_ranks;
};

}  // namespace app

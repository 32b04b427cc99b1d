#pragma once

#include "app/run/rank_report.h"
#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A run of several ranks, for the command and for the window: it starts their processes, waits for them and reports
/// how they have ended. What a rank does is in forked_ranks.cpp for simulated and in mpi_rank.h for real ones.
namespace app {

struct RanksEnd {
    int status = 0;  ///< of the command
    // For the window:
    std::optional<engine::Message> refusal;  ///< why the program did not start
    std::optional<engine::Message> reason;   ///< why the ranks ended early
    std::chrono::seconds limit{};            ///< of the wait for records, if it was reached; 0: it was not
};

/// The processes of the ranks of one run. One thread.
class RankProcesses {
public:
    RankProcesses() = default;
    virtual ~RankProcesses() = default;
    RankProcesses(const RankProcesses&) = delete;
    RankProcesses& operator=(const RankProcesses&) = delete;

    /// After an error, processes may run; they are then stopped and awaited. SIGINT, SIGTERM and SIGCHLD are blocked.
    [[nodiscard]] virtual engine::Status start() = 0;
    /// Returns at once. Called several times a second.
    [[nodiscard]] virtual bool haveEnded() = 0;
    /// The user, or the system, asks for the end.
    virtual void stop(int signal) = 0;
    /// After the end. Prints how the ranks have ended, unless the window shows it. Errors: the summary cannot be
    /// written.
    [[nodiscard]] virtual engine::Result<RanksEnd> report() = 0;
};

/// Ranks of a virtual machine, which this process forks; it must have no other threads. `request`: of each rank.
[[nodiscard]] std::unique_ptr<RankProcesses> forkedRanks(engine::frontend::Runner& runner,
                                                         engine::frontend::RunRequest request, int ranks,
                                                         const RankTargets& targets);

struct MpirunCommand {
    int ranks = 1;
    std::string hosts;               ///< file with their computers; empty: this one
    std::vector<std::string> words;  ///< arguments of this program on each rank
};
/// Ranks of this computer, or of several, which mpirun starts.
[[nodiscard]] std::unique_ptr<RankProcesses> mpirunRanks(MpirunCommand command, const RankTargets& targets);

/// Errors: those of RankProcesses.
[[nodiscard]] engine::Result<RanksEnd> runRanks(RankProcesses& ranks);

}  // namespace app

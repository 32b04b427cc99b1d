#pragma once

#include "app/run/rank_report.h"
#include "engine/base/result.h"
#include "engine/frontend/runner.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Starts the processes of a run of several ranks, waits for them and reports how they have ended, for the command and
/// for the window. The code that a rank runs is in forked_ranks.cpp for simulated ranks and in mpi_rank.h for real
/// ones.
namespace app {

struct RanksEnd {
    int status = 0;  ///< exit status of the command
    // For the window:
    std::optional<engine::Message> refusal;  ///< why the program did not start
    std::optional<engine::Message> reason;   ///< why the ranks ended early
    std::chrono::seconds limit{};            ///< limit of the wait for records, if the wait has reached it; else 0
};

/// The processes of the ranks of one run. One thread.
class RankProcesses {
public:
    RankProcesses() = default;
    virtual ~RankProcesses() = default;
    RankProcesses(const RankProcesses&) = delete;
    RankProcesses& operator=(const RankProcesses&) = delete;

    /// Starts the processes. After an error some may be running; the caller stops and awaits them. SIGINT, SIGTERM and
    /// SIGCHLD are blocked.
    [[nodiscard]] virtual engine::Status start() = 0;
    /// Whether all processes have ended. Returns immediately; called several times per second.
    [[nodiscard]] virtual bool haveEnded() = 0;
    /// Asks the ranks to end, because the user or the system sent `signal`.
    virtual void stop(int signal) = 0;
    /// Call it after the end. Prints how the ranks have ended, unless the window shows it. Errors: the summary cannot
    /// be written.
    [[nodiscard]] virtual engine::Result<RanksEnd> report() = 0;
};

/// Makes the ranks of a virtual machine, which this process forks; this process must have no other threads. `request`:
/// the request of each rank.
[[nodiscard]] std::unique_ptr<RankProcesses> forkedRanks(engine::frontend::Runner& runner,
                                                         engine::frontend::RunRequest request, int ranks,
                                                         const RankTargets& targets);

struct MpirunCommand {
    int ranks = 1;
    std::string hosts;               ///< file that lists the computers of the ranks; empty: this computer
    std::vector<std::string> words;  ///< arguments of overlap-run on each rank
};
/// Makes ranks that mpirun starts, on this computer or on several computers.
[[nodiscard]] std::unique_ptr<RankProcesses> mpirunRanks(MpirunCommand command, const RankTargets& targets);

/// Starts the ranks and waits for their end. Errors: those of RankProcesses.
[[nodiscard]] engine::Result<RanksEnd> runRanks(RankProcesses& ranks);

}  // namespace app

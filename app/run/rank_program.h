#pragma once

#include "app/run/commands.h"
#include "app/run/rank_report.h"
#include "app/run/record_file.h"
#include "engine/frontend/runner.h"

#include <filesystem>
#include <optional>

/// Runs the program of one rank, in a process that was forked for it, or that mpirun has started.
namespace app {

constexpr int kNotStarted = 2;  ///< status of a rank whose program did not start

struct RankResult {
    int status = 0;  ///< status of the program
    RankReport report;
    std::optional<engine::Error> refusal;  ///< reason why the program did not start

    /// Exit status of the process; also not 0 if the trace could not be written.
    [[nodiscard]] int exitStatus() const;
};

/// Returns the pace at which a rank writes its records during the run, so that a rank that is killed, or whose disk is
/// full, leaves the first part of its trace. None: the run has no traces.
[[nodiscard]] std::optional<RecordFile::Pace> paceOfRecords(const RankTargets& targets);

/// Runs the program as the rank of `request.transport`, and writes its trace to `file` (empty: none). `pace`: result of
/// paceOfRecords(). With Pace::Followed, the file keeps its temporary name, because another process reads it.
[[nodiscard]] RankResult runProgramOfRank(engine::frontend::Runner& runner, engine::frontend::RunRequest request,
                                          engine::trace::Recorder& recorder, const std::filesystem::path& file,
                                          std::optional<RecordFile::Pace> pace);

/// Removes the parameter `timeout`, and returns the time for which ranks wait for each other; none: the parameter was
/// not given, or belongs to the program. Errors: InvalidArgument if the value is not a number of seconds.
[[nodiscard]] engine::Result<std::optional<engine::Nanoseconds>> popTimeout(engine::frontend::RunRequest& request);

}  // namespace app

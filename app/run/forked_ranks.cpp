#include "app/run/interruption.h"
#include "app/run/memory_file.h"
#include "app/run/rank_program.h"
#include "app/run/rank_run.h"
#include "app/wiring/machines.h"
#include "app/wiring/outputs.h"
#include "app/wiring/rank_request.h"
#include "app/wiring/resources.h"
#include "engine/base/host_limits.h"
#include "engine/base/test_settings.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/shm/shared_world.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace app {

using namespace engine;

namespace {

/// Priority of ranks that a window shows, so that the window does not wait for a core while the ranks compute.
constexpr int kFollowedNice = 5;

/// Time for a program to end after SIGTERM; then SIGKILL follows. A suspended rank (SIGSTOP), for example, does not
/// handle SIGTERM.
constexpr std::chrono::seconds kLongestEnd{5};

/// Computes the number of a run from its listing and options, so that equal runs write equal traces (FNV-1a; never 0).
/// Modules that the listing imports, and the content of the machine's file, have no influence.
std::uint64_t numberOf(std::string_view request)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const char byte : request)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return hash | 1U;
}

class ForkedRanks final : public RankProcesses {
    using Clock = std::chrono::steady_clock;

public:
    ForkedRanks(frontend::Runner& runner, frontend::RunRequest request, int ranks, const RankTargets& targets)
        : m_runner(runner), m_request(std::move(request)), m_count(ranks), m_targets(targets)
    {
        m_request.parameters["ranks"] = std::to_string(ranks);
        m_targets.trace = absoluteOutput(targets.trace);
        m_targets.summary = absoluteOutput(targets.summary);
    }

    Status start() override
    {
        auto ownFolder = folderForSummary(m_targets.trace, m_targets.summary);
        if (!ownFolder)
            return Error(ownFolder.error());
        m_ownFolder = *std::move(ownFolder);
        const auto timeout = popTimeout(m_request);
        if (!timeout)
            return Error(timeout.error());
        const auto resources = findResources();
        if (!resources)
            return resources.error();
        auto world = ranks::shm::SharedWorld::create(m_count, *timeout, numberOf(toJson({m_request, m_count, {}})),
                                                     ranksPerComputer(*resources / "machines", m_request.machine));
        if (!world)
            return std::move(world).error();
        m_world = *std::move(world);
        const auto settings = testSettings();
        if (!settings)
            return Error(settings.error());
        m_delays = settings->delays.value_or(m_delays);
        // Read the listing once before the fork, not on each rank.
        if (Status status = m_runner.prepare(m_request); !status)
            return status;
        if (Status status = makeTraceFolder(m_targets.trace); !status)
            return status;
        m_reports.resize(static_cast<std::size_t>(m_count));
        if (!std::ranges::all_of(m_reports, &MemoryFile::isOpen))
            return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "memfd_create"));
        for (int rank = 0; rank < m_count; ++rank) {
            const auto child = m_runner.fork();
            if (!child)
                return Error(child.error());
            if (*child == 0)
                leave(runRank(rank));
            ::setpgid(*child, *child);  // the rank calls setpgid() too, because either process may run first
            m_children.push_back(*child);
            m_statuses.push_back(0);
        }
        return {};
    }

    bool haveEnded() override
    {
        watch(Clock::now());
        for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
            int& status = m_statuses[rank];
            if (m_children[rank] == 0 || ::waitpid(m_children[rank], &status, WNOHANG) != m_children[rank])
                continue;
            m_children[rank] = 0;
            if (WIFSIGNALED(status))
                m_world->end(static_cast<int>(rank), "which was " + endedBy(WTERMSIG(status)).english());
        }
        return std::ranges::all_of(m_children, [](int child) { return child == 0; });
    }

    /// Forwards Ctrl+C and SIGTERM to the ranks, which then write their traces.
    void stop(int /*signal*/) override
    {
        if (m_children.empty())
            return;
        const std::string open = m_world->stop();
        const bool isFirst = m_stopped.empty();
        if (isFirst)
            m_stopped = "The ranks were stopped" + (open.empty() ? "" : ": " + open) + ".";
        if (std::exchange(m_isAskedToEnd, true) && isFirst)
            return;  // watch() has sent SIGTERM; a second one would end the ranks without their traces
        for (const int child : m_children)
            if (child > 0)
                ::kill(child, SIGTERM);
    }

    Result<RanksEnd> report() override
    {
        if (m_targets.isFollowed)
            return findRefusal();
        return printReports();
    }

private:
    // -- in the process of a rank

    [[noreturn]] static void leave(int status)
    {
        std::fflush(nullptr);
        std::_Exit(status);
    }

    int runRank(int rank)
    {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        // With its own group, a rank gets no Ctrl+C from the terminal; the parent forwards it as SIGTERM. A rank that
        // is being forked may still get both, so SIGINT stays blocked; otherwise the rank would be interrupted twice.
        ::setpgid(0, 0);
        // Processes that the program starts may wait for their children, so SIGCHLD must not stay blocked.
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        pthread_sigmask(SIG_UNBLOCK, &children, nullptr);
        if (m_targets.isFollowed)
            serveWindow();
        // After a signal, the function is called repeatedly, because the run may not have started at the first call.
        const Interruption interruption([&](int) { m_runner.stop(); }, {}, {SIGTERM});
        const auto transport = m_world->join(rank);
        frontend::RunRequest request = m_request;
        request.transport = transport.get();
        request.parameters.try_emplace("valueThreads", std::to_string(std::max(usableCores() / m_count, 1)));
        trace::Recorder recorder;
        const auto file = m_targets.trace.empty() ? std::filesystem::path() : rankFile(m_targets.trace, rank);
        const RankResult result =
            runProgramOfRank(m_runner, std::move(request), recorder, file, paceOfRecords(m_targets));
        if (result.refusal)
            m_world->end(rank, "whose program did not start");
        const MemoryFile& report = m_reports[static_cast<std::size_t>(rank)];
        if (!m_targets.isFollowed)
            report.write(textOf(result.report));
        else if (result.refusal)
            report.write(messages::toJson(result.refusal->message));
        if (m_targets.isFollowed)
            leave(result.exitStatus());  // skips destructors, which take at least 50 ms, while the window waits
        return result.exitStatus();
    }

    /// Replaces the standard input and output of the program by /dev/null, because the original streams carry the
    /// requests of the window and the answers.
    static void serveWindow()
    {
        ::setpriority(PRIO_PROCESS, 0, kFollowedNice);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
            if (const int none = ::open("/dev/null", O_RDWR | O_CLOEXEC); none >= 0)
                ::dup2(none, stream);
    }

    // -- in the process that has started the ranks

    /// Prints which ranks the other ranks wait for. After a failure of the run, ends the programs that have not noticed
    /// it.
    void watch(Clock::time_point now)
    {
        if (!m_world)
            return;
        if (const std::string remark = m_world->checkStalls(now, m_delays.remark);
            !remark.empty() && !m_targets.isFollowed)
            std::fprintf(stderr, "overlap-run: %s\n", remark.c_str());
        if (m_world->failure().empty())
            return;
        m_failedAt = std::min(m_failedAt, now);
        if (now - m_failedAt >= m_delays.grace && !std::exchange(m_isAskedToEnd, true))
            signalPrograms(SIGTERM);
        if (now - m_failedAt < m_delays.grace + kLongestEnd)
            return;
        m_areKilled = true;
        signalPrograms(SIGKILL);
    }

    /// Sends the signal to the ranks whose programs have not ended.
    void signalPrograms(int signal) const
    {
        for (std::size_t rank = 0; rank < m_children.size(); ++rank)
            if (m_children[rank] > 0 && !m_world->hasEnded(static_cast<int>(rank)))
                ::kill(m_children[rank], signal);
    }

    [[nodiscard]] RanksEnd findRefusal() const
    {
        RanksEnd end;
        for (const MemoryFile& report : m_reports)
            if (const std::string text = report.read(); !text.empty() && !end.refusal)
                end.refusal = refusalIn(text);
        return end;
    }

    [[nodiscard]] Result<RanksEnd> printReports() const
    {
        const std::string failure = m_world->failure();
        RankReports reports;
        if (m_targets.isTagged)
            reports.tagOutputs();
        RanksEnd end;
        end.status = failure.empty() ? 0 : 1;
        for (int rank = 0; rank < m_count; ++rank) {
            const int status = m_statuses[static_cast<std::size_t>(rank)];
            if (end.status == 0)
                end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
            reports.add(rank, m_reports[static_cast<std::size_t>(rank)].read());
            if (WIFSIGNALED(status) && !(m_areKilled && WTERMSIG(status) == SIGKILL))
                reports.addTrouble(rank, endedBy(WTERMSIG(status)).english());
        }
        for (const std::string& remark : m_world->remarks())
            std::fprintf(stderr, "overlap-run: %s\n", remark.c_str());
        reports.print(failure.empty() ? m_stopped : failure);
        if (m_targets.summary.empty())
            return end;
        if (Status status = reports.writeSummary(m_targets.trace, m_targets.summary); !status)
            return std::move(status).error();
        return end;
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    int m_count;
    RankTargets m_targets;
    std::optional<io::TemporaryFolder> m_ownFolder;
    std::unique_ptr<ranks::shm::SharedWorld> m_world;
    std::vector<MemoryFile> m_reports;
    std::vector<int> m_children;  ///< process ids; 0: ended
    std::vector<int> m_statuses;
    TestSettings::Delays m_delays{.remark = std::chrono::seconds(10), .grace = std::chrono::seconds(2)};
    Clock::time_point m_failedAt = Clock::time_point::max();  ///< time at which this process noticed the failure
    bool m_isAskedToEnd = false;                              ///< SIGTERM was sent to the programs
    bool m_areKilled = false;                                 ///< this process has sent SIGKILL to programs
    std::string m_stopped;  ///< message about the first call of stop(); empty: stop() was not called
};

}  // namespace

std::unique_ptr<RankProcesses> forkedRanks(frontend::Runner& runner, frontend::RunRequest request, int ranks,
                                           const RankTargets& targets)
{
    return std::make_unique<ForkedRanks>(runner, std::move(request), ranks, targets);
}

}  // namespace app

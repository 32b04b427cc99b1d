#include "app/run/ranks.h"

#include "app/run/interruption.h"
#include "app/run/memory_file.h"
#include "app/run/rank_report.h"
#include "app/run/record_file.h"
#include "app/wiring/machines.h"
#include "app/wiring/outputs.h"
#include "app/wiring/rank_request.h"
#include "app/wiring/resources.h"
#include "engine/base/host_limits.h"
#include "engine/io/open_trace.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/box/box.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

using namespace engine;

namespace {

constexpr int kNotWritten = 2;  ///< exit status of a rank whose trace could not be written

/// Priority of ranks that a window shows, so that it does not wait for a core while they compute.
constexpr int kFollowedNice = 5;

/// Numbers a run by its listing and options, so that equal runs write equal traces (FNV-1a; never 0). Modules that the
/// listing imports and the content of the machine's file do not count.
std::uint64_t numberOf(std::string_view request)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const char byte : request)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return hash | 1U;
}

class RankedRun {
public:
    RankedRun(frontend::Runner& runner, frontend::RunRequest request, int ranks, const RankTargets& targets)
        : m_runner(runner),
          m_request(std::move(request)),
          m_count(ranks),
          m_tracePath(absoluteOutput(targets.trace)),
          m_summaryPath(absoluteOutput(targets.summary)),
          m_isFollowed(targets.isFollowed),
          m_isTagged(targets.isTagged)
    {
        m_request.parameters["ranks"] = std::to_string(ranks);
    }

    CommandResult run()
    {
        const auto ownFolder = folderForSummary(m_tracePath, m_summaryPath);
        if (!ownFolder)
            return Error(ownFolder.error());
        if (Status status = execute(); !status)
            return std::move(status).error();
        return report();
    }

    /// Runs the ranks until all have ended. Errors: those that prevent the start.
    Status execute()
    {
        const auto timeout = takeTimeout(m_request);
        if (!timeout)
            return Error(timeout.error());
        const auto resources = findResources();
        if (!resources)
            return resources.error();
        auto box = ranks::box::Box::create(m_count, *timeout, numberOf(toJson({m_request, m_count, {}})),
                                           ranksPerComputer(*resources / "machines", m_request.machine));
        if (!box)
            return std::move(box).error();
        m_box = *std::move(box);
        // Read the listing once, before the fork, instead of on each rank.
        if (Status status = m_runner.prepare(m_request); !status)
            return status;
        // Blocks SIGINT. The ranks inherit the mask, so Ctrl+C ends none of them before it can write its trace.
        const AwaitedSignals signals;
        if (Status status = makeTraceFolder(m_tracePath); !status)
            return std::move(status).error();
        m_reports.resize(static_cast<std::size_t>(m_count));
        if (!std::ranges::all_of(m_reports, &MemoryFile::isOpen))
            return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "memfd_create"));
        for (int rank = 0; rank < m_count; ++rank) {
            const auto child = m_runner.fork();
            if (!child) {
                stopRanks();
                await(signals);
                return Error(child.error());
            }
            if (*child == 0)
                leave(runRank(rank));
            ::setpgid(*child, *child);  // the rank calls it too; the first call counts
            m_children.push_back(*child);
        }
        await(signals);
        return {};
    }

    /// Returns why the program of a followed run did not start, as JSON; nullopt if it did.
    [[nodiscard]] std::optional<std::string> refusal() const
    {
        for (const MemoryFile& report : m_reports)
            if (std::string text = report.read(); !text.empty())
                return text;
        return std::nullopt;
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
        if (m_isFollowed)
            ::setpriority(PRIO_PROCESS, 0, kFollowedNice);
        // The terminal sends Ctrl+C to the parent process only, and to a rank that it is about to fork. The parent
        // forwards it as SIGTERM; SIGINT stays pending, otherwise such a rank would be interrupted twice.
        ::setpgid(0, 0);
        // What the program starts may wait for its own children.
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        pthread_sigmask(SIG_UNBLOCK, &children, nullptr);
        // Repeats the stop, because the run may not have started yet.
        const Interruption interruption([&](int) { m_runner.stop(); }, {}, {SIGTERM});
        const auto meeting = m_box->enter(rank);
        frontend::RunRequest request = m_request;
        request.meeting = meeting.get();
        request.environment = environmentOf(meeting->place());
        request.parameters.try_emplace("valueThreads", std::to_string(std::max(usableCores() / m_count, 1)));
        trace::Recorder recorder;
        const auto followed = m_isFollowed ? follow(rank, recorder) : nullptr;
        const auto outcome = m_runner.run(request, recorder);
        if (followed)
            followed->flush();
        RankReport written;
        if (!outcome) {
            m_box->end(rank, "whose program did not start");
            if (m_isFollowed) {
                m_reports[static_cast<std::size_t>(rank)].write(messages::toJson(outcome.error().message));
                return 2;
            }
            written.error = outcome.error().english() + "\n";
            m_reports[static_cast<std::size_t>(rank)].write(textOf(written));
            return 2;
        }
        if (m_isFollowed)
            leave(statusOf(*outcome));  // leaves out the destructor of RecordFile, which would remove the file
        int result = statusOf(*outcome);
        written = reportOf(*outcome->trace);
        written.outputs = outputsOf(*outcome->trace);
        if (!m_tracePath.empty())
            if (Status saved = io::saveTraceAs(*outcome->trace, rankFile(m_tracePath, rank)); !saved) {
                written.trouble = saved.error().english();
                result = result == 0 ? kNotWritten : result;
            }
        m_reports[static_cast<std::size_t>(rank)].write(textOf(written));
        return result;
    }

    /// Starts to write the records to a file that another process reads and removes.
    [[nodiscard]] std::unique_ptr<RecordFile> follow(int rank, trace::Recorder& recorder) const
    {
        // Standard input and output carry the window's requests and the answers to them, so the program gets /dev/null
        // instead.
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
            if (const int none = ::open("/dev/null", O_RDWR | O_CLOEXEC); none >= 0)
                ::dup2(none, stream);
        auto file = RecordFile::begin(rankFile(m_tracePath, rank), recorder, RecordFile::Pace::Followed);
        return file ? *std::move(file) : nullptr;
    }

    // -- in the process that started them

    void stopRanks() const
    {
        for (const int child : m_children)
            if (child > 0)
                ::kill(child, SIGTERM);
    }

    /// Waits until all ranks have ended. Ctrl+C and SIGTERM are forwarded to the ranks, which then write their traces.
    void await(const AwaitedSignals& signals)
    {
        m_statuses.assign(m_children.size(), 0);
        auto left = m_children.size();
        while (left > 0) {
            for (std::size_t rank = 0; rank < m_children.size(); ++rank) {
                int status = 0;
                if (m_children[rank] <= 0 || ::waitpid(m_children[rank], &status, WNOHANG) != m_children[rank])
                    continue;
                m_children[rank] = 0;
                m_statuses[rank] = status;
                --left;
                if (WIFSIGNALED(status))
                    m_box->end(static_cast<int>(rank), "which was " + endedBy(WTERMSIG(status)).english());
            }
            if (left == 0)
                break;
            if (signals.await() != 0) {
                const std::string open = m_box->stop();
                if (m_stopped.empty())
                    m_stopped = "The ranks were stopped" + (open.empty() ? "" : ": " + open) + ".";
                stopRanks();
            }
        }
    }

    CommandResult report()
    {
        const std::string failure = m_box->failure();
        RankReports reports;
        if (m_isTagged)
            reports.tagOutputs();
        int result = failure.empty() ? 0 : 1;
        for (int rank = 0; rank < m_count; ++rank) {
            const int status = m_statuses[static_cast<std::size_t>(rank)];
            if (result == 0)
                result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
            reports.add(rank, m_reports[static_cast<std::size_t>(rank)].read());
            if (WIFSIGNALED(status))
                reports.addTrouble(rank, endedBy(WTERMSIG(status)).english());
        }
        for (const std::string& remark : m_box->remarks())
            std::fprintf(stderr, "overlap-run: %s\n", remark.c_str());
        reports.print(failure.empty() ? m_stopped : failure);
        if (Status status = m_summaryPath.empty() ? Status() : reports.writeSummary(m_tracePath, m_summaryPath);
            !status)
            return std::move(status).error();
        return result;
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    int m_count;
    std::string m_tracePath;
    std::string m_summaryPath;
    bool m_isFollowed;
    bool m_isTagged;
    std::unique_ptr<ranks::box::Box> m_box;
    std::vector<MemoryFile> m_reports;
    std::vector<int> m_children;  ///< processes; 0: ended
    std::vector<int> m_statuses;
    std::string m_stopped;  ///< message about Ctrl+C; empty: it was not pressed
};

}  // namespace

Result<frontend::RunRequest> requestOfRanks(frontend::Runner& runner, const Arguments& arguments)
{
    auto request = requestFor(runner, arguments.program, arguments);
    if (!request)
        return request;
    request->arguments = arguments.programArguments;
    if (Status status = checkOutputs({arguments.program, arguments.machine}, {arguments.summary}); !status)
        return std::move(status).error();
    return request;
}

CommandResult runRanks(frontend::Runner& runner, const Arguments& arguments)
{
    auto request = requestOfRanks(runner, arguments);
    if (!request)
        return std::move(request).error();
    if (Status status = checkWritable(absoluteOutput(arguments.summary)); !status)
        return std::move(status).error();
    return RankedRun(runner, *std::move(request), arguments.ranks,
                     {.trace = arguments.trace, .summary = arguments.summary, .isTagged = arguments.isTagged})
        .run();
}

Result<std::optional<std::string>> runFollowedRanks(frontend::Runner& runner, const RankRequest& request)
{
    RankedRun run(runner, request.run, request.ranks, {.trace = request.folder, .isFollowed = true});
    if (Status status = run.execute(); !status)
        return std::move(status).error();
    return run.refusal();
}

}  // namespace app

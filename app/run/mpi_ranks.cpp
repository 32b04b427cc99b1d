#include "app/run/interruption.h"
#include "app/run/live_records.h"
#include "app/run/mpirun.h"
#include "app/run/rank_positions.h"
#include "app/run/rank_report.h"
#include "app/run/ranks.h"
#include "app/run/record_file.h"
#include "app/wiring/outputs.h"
#include "app/wiring/rank_request.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"
#include "engine/io/open_trace.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/mpi/module.h"
#include "engine/ranks/mpi/world.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// The ranks of a run on this computer, or on several: real processes, which communicate by MPI.
namespace app {

using namespace engine;

namespace {

using ranks::mpi::World;

Error refused(const std::string& sentence)
{
    return untranslatedError(ErrorCode::InvalidArgument, sentence);
}

// -- starting the ranks

/// The command line without the options that mpirun replaces.
std::vector<std::string> wordsOfRank(const std::vector<std::string>& words)
{
    std::vector<std::string> rest;
    bool isOwn = true;  // before "--"
    for (std::size_t i = 0; i < words.size(); ++i) {
        isOwn = isOwn && words[i] != "--";
        const auto is = [&](const std::string& option) { return isOwn && words[i] == option; };
        const auto isWithValue = [&](const std::string& option) { return isOwn && words[i].starts_with(option + "="); };
        if (is("--ranks") || is("--hosts"))
            ++i;  // skips the option and its value
        else if (!isWithValue("--ranks") && !isWithValue("--hosts"))
            rest.push_back(words[i]);
    }
    return rest;
}

int g_child = 0;
volatile std::sig_atomic_t g_isStopped = 0;

/// The terminal sends Ctrl+C to mpirun directly, since it is in the same process group.
void stopChild(int signal)
{
    g_isStopped = 1;
    if (g_child > 0 && signal != SIGINT)
        ::kill(g_child, signal);
}

/// Waits for mpirun. Returns its wait status.
int awaitChild(int child)
{
    g_child = child;
    std::signal(SIGINT, stopChild);
    std::signal(SIGTERM, stopChild);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    return status;
}

/// Prints why the ranks ended, unless they have printed it. `positions`: may be null.
void printEnd(int waitStatus, const RankPositions* positions)
{
    const bool isOfMpirun = WIFSIGNALED(waitStatus);
    const auto signal = signalIn(exitStatusOf(waitStatus));
    std::string text;
    if (g_isStopped != 0) {
        if (positions != nullptr)
            text = "The ranks were stopped: " + positions->describeStop();
    } else if (signal) {
        const std::string ended = "was " + endedBy(*signal).english();
        if (isOfMpirun)
            text = "mpirun " + ended + ", and the ranks with it" +
                   (positions != nullptr ? ": " + positions->describe() : std::string());
        else
            text =
                positions != nullptr ? positions->describeKill(ended) : "a rank " + ended + ", and the others with it";
    }
    if (!text.empty())
        std::fprintf(stderr, "overlap-run: %s.\n", text.c_str());
}

// -- one of the ranks

}  // namespace

Result<std::optional<Nanoseconds>> takeTimeout(frontend::RunRequest& request)
{
    const auto own = std::ranges::find(request.program.parameters, "timeout", &frontend::Parameter::name);
    const auto given = request.parameters.find("timeout");
    if (own != request.program.parameters.end() || given == request.parameters.end())
        return std::optional<Nanoseconds>();
    const std::string text = given->second;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) || seconds > 1e9)
        return refused("timeout is a number of seconds, such as 60, for which ranks wait for each other; it is " +
                       text + ".");
    request.parameters.erase(given);
    return std::optional(Nanoseconds(static_cast<std::int64_t>(seconds * 1e9)));
}

namespace {

constexpr int kNotStarted = 2;
constexpr int kNotWritten = 2;    ///< the trace
constexpr int kOfPrograms = 126;  ///< larger statuses are those of shells and of ssh

class RankProcess {
public:
    RankProcess(frontend::Runner& runner, frontend::RunRequest request, const RankTargets& targets)
        : m_runner(runner),
          m_request(std::move(request)),
          m_tracePath(absoluteOutput(targets.trace)),
          m_summaryPath(absoluteOutput(targets.summary)),
          m_isFollowed(targets.isFollowed),
          m_isTagged(targets.isTagged)
    {
    }

    CommandResult run()
    {
        const auto timeout = takeTimeout(m_request);
        if (!timeout)
            return Error(timeout.error());
        const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces());
        if (!module)
            return Error(module.error());
        const bool isSaved = !m_tracePath.empty();
        const auto ownFolder = folderForSummary(m_tracePath, m_summaryPath);
        if (!ownFolder)
            return Error(ownFolder.error());
        auto forTests = optionsForTests();
        if (!forTests)
            return std::move(forTests).error();
        World::Options options = *std::move(forTests);
        options.failAfter = *timeout;
        if (const char* const file = std::getenv(kPositionsVariable); file != nullptr)
            m_positions = RankPositions::open(file);
        const auto place = ranks::mpi::placeInEnvironment();
        const int own = place ? place->rank : 0;
        if (m_positions)
            options.moved = [this, own](const auto& position) { m_positions->set(own, position); };
        if (!m_isFollowed)
            options.remark = [](const std::string& text) { std::fprintf(stderr, "overlap-run: %s\n", text.c_str()); };
        options.endProgram = [this] { m_runner.stop(); };
        // Installed before MPI starts its threads, which would receive the signals.
        const Interruption interruption(
            [&, isWorldStopped = false](int) mutable {
                m_isInterrupted = true;
                if (m_positions)
                    m_positions->end(own);
                m_runner.stop();  // repeated, because the run may not have started yet
                if (World* const running = m_running.load(); running != nullptr && !isWorldStopped) {
                    running->stop();
                    isWorldStopped = true;
                }
            },
            [this] { m_runner.stop(); });
        if (m_isFollowed)
            if (Status status = shareRecords(own, options.records); !status)
                return std::move(status).error();
        auto world = World::start(**module, std::move(options));
        if (!world)
            return std::move(world).error();
        m_world = *std::move(world);
        m_running = m_world.get();
        const int status = runProgram(isSaved);
        const bool isLost = !m_report.trouble.empty();
        const Status reported = m_isFollowed ? explain() : report();
        if (m_positions)
            m_positions->end(own);
        if (m_refusal)
            return *std::move(m_refusal);
        if (!reported)
            return Error(reported.error());
        return isLost && status == 0 ? kNotWritten : status;
    }

private:
    [[nodiscard]] int rank() const { return m_world->place().rank; }

    /// OVERLAP_TEST_DELAYS=REMARK,GRACE sets two times of World::Options in ms, OVERLAP_TEST_CREDITS=BYTES the credits
    /// of live records.
    [[nodiscard]] static Result<World::Options> optionsForTests()
    {
        World::Options options;
        unsigned remark = 0;
        unsigned grace = 0;
        unsigned credits = 0;
        char more = 0;
        if (const char* const text = std::getenv("OVERLAP_TEST_DELAYS"); text != nullptr) {
            if (std::sscanf(text, "%u,%u%c", &remark, &grace, &more) != 2)
                return refused("OVERLAP_TEST_DELAYS is two numbers, REMARK,GRACE.");
            options.remarkAfter = std::chrono::milliseconds(remark);
            options.grace = std::chrono::milliseconds(grace);
        }
        if (const char* const text = std::getenv("OVERLAP_TEST_CREDITS"); text != nullptr) {
            if (std::sscanf(text, "%u%c", &credits, &more) != 1)
                return refused("OVERLAP_TEST_CREDITS is a number of bytes.");
            options.records.credits = credits;
        }
        return options;
    }

    /// Lets a rank that has no access to the folder of the window send its records to rank 0.
    [[nodiscard]] Status shareRecords(int own, World::Records& records)
    {
        std::error_code trouble;
        const bool hasFolder = std::filesystem::is_directory(m_tracePath, trouble) && !ranks::mpi::isOnTestHost(own);
        if (own == 0 && !hasFolder)
            return makeError(ErrorCode::InvalidArgument, messages::message("ranks.first-host"));
        if (own == 0) {
            m_received.emplace(m_tracePath, m_recorder);
            records.append = [this](const World::Received& piece) { m_received->append(piece); };
        }
        if (own == 0 || hasFolder)
            return {};
        io::removeAbandonedFolders();  // of ranks that were killed: no window runs on this computer
        auto folder = io::TemporaryFolder::create();
        if (!folder)
            return std::move(folder).error();
        m_ownFolder = *std::move(folder);
        m_tracePath = m_ownFolder->path().string();
        m_written.emplace(rankFile(m_tracePath, own));
        records.next = [this](std::size_t most) { return m_written->next(most); };
        return {};
    }

    /// `isSaved`: the records are saved during the run, so that a rank that is killed leaves its trace.
    int runProgram(bool isSaved)
    {
        m_request.meeting = m_world.get();
        m_request.environment = environmentOf(m_world->place());
        if (!m_isFollowed)
            m_request.echo = m_isTagged ? tagOf(rank()) : std::string();
        if (rank() == 0 && !m_isFollowed && !m_tracePath.empty())
            std::ofstream(sharedMark()).put('\n');
        std::unique_ptr<RecordFile> kept;
        const std::filesystem::path file = rankFile(m_tracePath, rank());
        if (isSaved) {
            auto begun = RecordFile::begin(file, m_recorder,
                                           m_isFollowed ? RecordFile::Pace::Followed : RecordFile::Pace::OfRank);
            if (begun)
                kept = *std::move(begun);
            else
                m_report.trouble = begun.error().english();
        }
        const auto outcome = m_runner.run(m_request, m_recorder);
        if (kept && m_isFollowed)
            kept->flush();  // the window may have opened this file, and reads the last records from it
        if (m_written)
            m_written->open();
        if (m_isFollowed)
            kept.reset();
        else if (kept)
            kept->end();
        if (!outcome) {
            m_report.error = outcome.error().english() + "\n";
            if (m_isFollowed)
                m_refusal = outcome.error();
            return kNotStarted;
        }
        const std::string trouble = std::exchange(m_report.trouble, {});
        m_report = reportOf(*outcome->trace);
        m_report.trouble = trouble;
        if (m_tracePath.empty() || m_written)
            return statusOf(*outcome);
        if (Status saved = save(*outcome->trace, file, kept.get()); !saved)
            m_report.trouble = saved.error().english();
        else
            attachTrace(file);
        return statusOf(*outcome);
    }

    /// `kept`: the file with the records of the run, which is used if the disk is too full to write them again.
    [[nodiscard]] static Status save(const trace::Trace& trace, const std::filesystem::path& file, RecordFile* kept)
    {
        Status saved = io::saveTraceAs(trace, file);
        return saved || kept == nullptr ? saved : kept->keep();
    }

    /// A file that rank 0 creates beside its trace. A rank that does not find it writes to another disk.
    [[nodiscard]] std::filesystem::path sharedMark() const
    {
        return std::filesystem::path(m_tracePath) / ("run-" + std::to_string(m_world->number()) + ".partial");
    }

    /// Lets rank 0 receive the trace with the report, unless it has the same folder.
    void attachTrace(const std::filesystem::path& file)
    {
        std::error_code trouble;
        if (rank() == 0 || m_isFollowed || std::filesystem::exists(sharedMark(), trouble))
            return;
        if (Result<std::string> bytes = io::readFile(file))
            m_trace = *std::move(bytes);
        else
            m_report.trouble = bytes.error().english();
    }

    /// Rank 0: `text` is a rank's report, optionally followed by its trace. Writes the trace to a file and returns
    /// the report.
    [[nodiscard]] std::string takeTrace(RankReports& reports, int from, const std::string& text) const
    {
        const std::size_t end = text.find('\0');
        if (end == std::string::npos)
            return text;
        const std::string_view bytes = std::string_view(text).substr(end + 1);
        if (Status written = io::writeFileAtomically(rankFile(m_tracePath, from), bytes); !written)
            reports.addTrouble(from, written.error().english());
        return text.substr(0, end);
    }

    /// Rank 0 prints the reports of all ranks. If the run is interrupted, each rank prints its own.
    Status report()
    {
        std::fflush(stdout);
        const std::string open = m_world->describeOpen();
        std::string own = textOf(m_report);  // JSON has no zero
        if (!m_trace.empty())
            own += '\0' + m_trace;
        const std::vector<std::string> texts = m_world->close(own);
        RankReports reports;
        if (rank() == 0 && !m_tracePath.empty()) {
            std::error_code ignored;
            std::filesystem::remove(sharedMark(), ignored);
        }
        if (m_isInterrupted) {
            if (m_positions)
                m_report.warnings.clear();  // the process that started the ranks prints one sentence for all
            reports.add(rank(), textOf(m_report));
            if (!m_positions)
                reports.addTrouble(rank(), "stopped" + (open.empty() ? "" : "; " + open) + ".");
            else if (rank() == 0)
                m_positions->setOpen(open);  // printed once by the process that started the ranks
            reports.print(m_world->failure());
            return {};
        }
        if (rank() > 0)
            return {};
        for (std::size_t i = 0; i < texts.size(); ++i)
            reports.add(static_cast<int>(i), takeTrace(reports, static_cast<int>(i), texts[i]));
        reports.print(m_world->failure());
        return m_summaryPath.empty() ? Status() : reports.writeSummary(m_tracePath, m_summaryPath);
    }

    /// Rank 0 writes the sentence that ended all ranks to a file for the process that started them, because a program
    /// that was stopped by it records no error.
    Status explain()
    {
        static_cast<void>(m_world->close({}));
        if (m_received)
            if (Status status = m_received->status(); !status)
                return status;
        if (rank() > 0 || m_world->failure().empty())
            return {};
        return io::writeFileAtomically(std::filesystem::path(m_tracePath) / kFailure, m_world->failure());
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    std::string m_tracePath;
    std::string m_summaryPath;
    bool m_isFollowed;
    bool m_isTagged;
    std::unique_ptr<RankPositions> m_positions;  ///< null if another program started mpirun
    std::optional<Error> m_refusal;              ///< if the run is followed: why the program did not start
    std::unique_ptr<World> m_world;
    std::atomic<World*> m_running{nullptr};  ///< m_world while it runs, for the thread that receives signals
    trace::Recorder m_recorder;
    std::optional<io::TemporaryFolder> m_ownFolder;  ///< if the window's is on another computer
    std::optional<WrittenRecords> m_written;         ///< in that folder
    std::optional<ReceivedRecords> m_received;       ///< rank 0, if the run is followed
    RankReport m_report;
    std::string m_trace;  ///< content of the trace file, to be sent to rank 0; empty: nothing to send
    std::atomic<bool> m_isInterrupted{false};
};

}  // namespace

Result<bool> runsOnThisComputer(frontend::Runner& runner, const Arguments& arguments)
{
    std::string machine = arguments.machine;
    if (machine.empty() && (!arguments.hosts.empty() || ranks::mpi::placeInEnvironment()))
        return true;
    auto request = requestFor(runner, arguments.program, arguments);
    if (!request)
        return std::move(request).error();
    if (machine.empty())
        machine = std::move(request->machine);
    const auto choice = device::machineChoice(machine);
    if (!choice)
        return Error(choice.error());
    return choice->machine == devices::cpu::kThisComputer;
}

CommandResult launchRanks(const Arguments& arguments, const std::vector<std::string>& words)
{
    if (Status status = checkMpi(); !status)
        return std::move(status).error();
    if (Status status = makeTraceFolder(absoluteOutput(arguments.trace)); !status)
        return std::move(status).error();
    if (Status status = checkWritable(absoluteOutput(arguments.summary)); !status)
        return std::move(status).error();
    // The positions of ranks on other computers are unknown.
    const auto positions = arguments.hosts.empty() ? RankPositions::create(arguments.ranks) : nullptr;
    const auto child = startMpirun(arguments.ranks, arguments.hosts, wordsOfRank(words), -1,
                                   positions ? positions->name() : std::string());
    if (!child)
        return Error(child.error());
    const int waitStatus = awaitChild(*child);
    const int status = exitStatusOf(waitStatus);
    printEnd(waitStatus, positions.get());
    if (!arguments.hosts.empty() && status > kOfPrograms && !signalIn(status))
        std::fprintf(stderr,
                     "overlap-run: mpirun ended with status %d. If no rank has printed anything, a computer of %s was "
                     "not reached, or has no Open MPI: ssh COMPUTER orted --version shows why.\n",
                     status, arguments.hosts.c_str());
    return status;
}

CommandResult runAsRank(frontend::Runner& runner, const Arguments& given)
{
    Arguments arguments = given;
    const auto isReal = runsOnThisComputer(runner, arguments);
    if (!isReal)
        return Error(isReal.error());
    if (!*isReal)
        return refused(
            "mpirun starts real processes, and " + arguments.machine +
            " is a virtual machine. Leave out --machine, or start its ranks with overlap-run PROGRAM --ranks N.");
    if (arguments.machine.empty())
        arguments.machine = devices::cpu::kThisComputer;
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    auto request = requestOfRanks(runner, arguments);
    if (!request)
        return std::move(request).error();
    if (Status status = makeTraceFolder(absoluteOutput(arguments.trace)); !status)
        return std::move(status).error();
    return RankProcess(runner, *std::move(request),
                       {.trace = arguments.trace, .summary = arguments.summary, .isTagged = arguments.isTagged})
        .run();
}

CommandResult runRequestAsRank(frontend::Runner& runner, const std::vector<std::string>& parts)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    std::string line;
    if (parts.size() == 1 && !parts.front().starts_with('{')) {
        auto text = io::readFile(parts.front());
        if (!text)
            return std::move(text).error();
        line = *std::move(text);
    } else {
        for (const std::string& part : parts)
            line += part;
    }
    auto request = rankRequestFrom(line, runner);
    if (!request)
        return std::move(request).error();
    const std::filesystem::path folder = request->folder;
    CommandResult result =
        RankProcess(runner, std::move(request->run), {.trace = request->folder, .isFollowed = true}).run();
    if (result)
        return result;
    const std::string refusal = messages::toJson(result.error().message);
    const auto place = ranks::mpi::placeInEnvironment();
    if ((place && ranks::mpi::isOnTestHost(place->rank)) || !io::writeFileAtomically(folder / kRefusal, refusal))
        std::printf("%s%s\n", kRefusalMark, refusal.c_str());
    return kNotStarted;
}

}  // namespace app

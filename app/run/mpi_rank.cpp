#include "app/run/mpi_rank.h"

#include "app/run/interruption.h"
#include "app/run/live_records.h"
#include "app/run/rank_positions.h"
#include "app/run/rank_program.h"
#include "app/wiring/outputs.h"
#include "app/wiring/rank_request.h"
#include "engine/base/test_settings.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"
#include "engine/ranks/mpi/module.h"
#include "engine/ranks/mpi/world.h"

#include <sys/prctl.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace app {

using namespace engine;

namespace {

using ranks::mpi::World;

class MpiRank {
public:
    MpiRank(frontend::Runner& runner, frontend::RunRequest request, const RankTargets& targets)
        : m_runner(runner), m_request(std::move(request)), m_targets(targets)
    {
        m_targets.trace = absoluteOutput(targets.trace);
        m_targets.summary = absoluteOutput(targets.summary);
        if (const auto place = ranks::mpi::placeInEnvironment()) {
            m_rank = place->rank;
            m_isFirstHere = place->localRank == 0;
        }
        if (const char* const file = std::getenv(kPositionsVariable); file != nullptr)
            m_positions = RankPositions::open(file);
        m_usedPositions = m_positions.get();
        m_hasStarter = m_targets.isFollowed || m_positions != nullptr;
    }

    CommandResult run()
    {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        auto options = worldOptions();
        if (!options)
            return std::move(options).error();
        const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces());
        if (!module && m_isFirstHere)
            return Error(module.error());
        if (!module)
            return kNotStarted;
        const auto pace = paceOfRecords(m_targets);
        const auto ownFolder = folderForSummary(m_targets.trace, m_targets.summary);
        if (!ownFolder)
            return Error(ownFolder.error());
        // Installed before MPI starts its threads, so that they do not receive the signals.
        const Interruption interruption([this](int) { interrupt(); }, [this] { m_runner.stop(); });
        if (m_targets.isFollowed)
            if (Status status = shareRecords(options->records); !status)
                return std::move(status).error();
        auto world = World::start(**module, *std::move(options));
        if (!world)
            return std::move(world).error();
        m_world = *std::move(world);
        m_rank = m_world->place().rank;  // from MPI: another launcher may have set the environment
        m_running = m_world.get();
        if (!m_hasStarter)
            sharePositions();
        runProgram(pace);
        const Status reported = m_targets.isFollowed ? explain() : report();
        const int status = exitStatus();
        if (m_positions)
            m_positions->end(m_rank, reported ? status : kNotStarted);
        if (m_targets.isFollowed && m_result.refusal)
            return *std::move(m_result.refusal);
        if (!reported)
            return Error(reported.error());
        // Return 0 if the status is reported elsewhere: after a failed process, mpirun would wait for the time
        // odls_base_sigkill_timeout.
        return m_hasStarter && hasFinished() ? 0 : status;
    }
    /// Whether MPI was finalized, which all ranks do together.
    [[nodiscard]] bool hasFinished() const { return m_world && m_world->hasFinished(); }

private:
    /// The status is 1 if this program succeeded, but other ranks failed later at a collective that it did not wait
    /// for.
    [[nodiscard]] int exitStatus() const
    {
        const int status = m_result.exitStatus();
        return status == 0 && !m_world->failure().empty() ? 1 : status;
    }

    [[nodiscard]] Result<World::Options> worldOptions()
    {
        const auto timeout = popTimeout(m_request);
        if (!timeout)
            return Error(timeout.error());
        const auto settings = testSettings();
        if (!settings)
            return Error(settings.error());
        World::Options options;
        options.failAfter = *timeout;
        if (settings->delays) {
            options.remarkAfter = settings->delays->remark;
            options.grace = settings->delays->grace;
            options.arrivalGrace = settings->delays->arrival;
            options.recordsGrace = settings->delays->records;
        }
        if (settings->records) {
            options.records.credits = settings->records->credits;
            options.records.piece = settings->records->piece;
        }
        m_isOnOtherComputer = settings->isOnOtherComputer(m_rank);
        options.positionChanged = [this](const auto& position) {
            if (RankPositions* const positions = m_usedPositions.load(); positions != nullptr)
                positions->set(m_rank, position);
        };
        if (!m_targets.isFollowed)
            options.remark = [](const std::string& text) { std::fprintf(stderr, "overlap-run: %s\n", text.c_str()); };
        options.endProgram = [this] { m_runner.stop(); };
        return options;
    }

    void sharePositions()
    {
        m_positions = RankPositions::share(m_world->number(), m_world->place());
        m_usedPositions = m_positions.get();
        if (m_positions && m_isInterrupted)
            m_positions->end(m_rank, 1);
    }

    /// Called on the thread that receives signals: at the first signal, then repeatedly until the rank has ended.
    void interrupt()
    {
        // Set before m_usedPositions is read: sharePositions() stores the positions and then reads this flag.
        const bool isFirst = !m_isInterrupted.exchange(true);
        RankPositions* const positions = m_usedPositions.load();
        if (isFirst && positions != nullptr)  // at the first call only, because a later one could replace the status
            positions->end(m_rank, 1);
        m_runner.stop();  // in every call: at the first ones, the run may not have started yet
        World* const running = m_running.load();
        if (running != nullptr && !std::exchange(m_isWorldStopped, true))
            running->stop();
    }

    /// If the rank cannot access the folder of the traces, makes it send its records to rank 0. Error: rank 0 itself
    /// has no access.
    [[nodiscard]] Status shareRecords(World::Records& records)
    {
        std::error_code trouble;
        const bool hasFolder = std::filesystem::is_directory(m_targets.trace, trouble) && !m_isOnOtherComputer;
        if (m_rank == 0 && !hasFolder)
            return makeError(ErrorCode::InvalidArgument, messages::message("ranks.first-host"));
        if (m_rank == 0) {
            m_received.emplace(m_targets.trace, m_recorder);
            records.append = [this](const World::ReceivedPiece& piece) { m_received->append(piece); };
        }
        if (m_rank == 0 || hasFolder)
            return {};
        io::removeAbandonedFolders();  // removes folders of killed ranks, because no window on this computer does that
        auto folder = io::TemporaryFolder::create();
        if (!folder)
            return std::move(folder).error();
        m_ownFolder = *std::move(folder);
        m_targets.trace = m_ownFolder->path().string();
        m_written.emplace(rankFile(m_targets.trace, m_rank));
        records.next = [this](std::size_t most) { return m_written->next(most); };
        return {};
    }

    void runProgram(std::optional<RecordFile::Pace> pace)
    {
        m_request.transport = m_world.get();
        if (!m_targets.isFollowed)
            m_request.echo = m_targets.isTagged ? tagOf(m_rank) : std::string();
        if (m_rank == 0 && !m_targets.isFollowed && !m_targets.trace.empty())
            std::ofstream(sharedMark()).put('\n');
        const auto file = m_targets.trace.empty() ? std::filesystem::path() : rankFile(m_targets.trace, m_rank);
        m_result = runProgramOfRank(m_runner, m_request, m_recorder, file, pace);
        if (!m_targets.isFollowed && !file.empty() && !m_result.refusal && m_result.report.trouble.empty())
            attachTrace(file);
    }

    [[nodiscard]] std::filesystem::path sharedMark() const
    {
        return std::filesystem::path(m_targets.trace) / runMark(m_world->number());
    }

    /// Attaches the trace to the report for rank 0, unless rank 0 has access to the same folder.
    void attachTrace(const std::filesystem::path& file)
    {
        std::error_code trouble;
        if (m_rank == 0 || std::filesystem::exists(sharedMark(), trouble))
            return;
        if (Result<std::string> bytes = io::readFile(file))
            m_trace = *std::move(bytes);
        else
            m_result.report.trouble = bytes.error().english();
    }

    /// Called on rank 0. `text` is a rank's report, optionally followed by its trace. Writes the trace to a file and
    /// returns the report.
    [[nodiscard]] std::string writeTrace(RankReports& reports, int from, const std::string& text) const
    {
        const std::size_t end = text.find('\0');
        if (end == std::string::npos)
            return text;
        const std::string_view bytes = std::string_view(text).substr(end + 1);
        if (Status written = io::writeFileAtomically(rankFile(m_targets.trace, from), bytes); !written)
            reports.addTrouble(from, written.error().english());
        return text.substr(0, end);
    }

    /// Rank 0 prints the reports of all ranks. If the run is interrupted, each rank prints its own report.
    Status report()
    {
        std::fflush(stdout);
        const std::string open = m_world->describeOpen();
        std::string own = textOf(m_result.report);  // JSON, which contains no zero byte
        if (!m_trace.empty())
            own += '\0' + m_trace;
        const std::vector<std::string> texts = m_world->close(own);
        RankReports reports;
        if (m_rank == 0 && !m_targets.trace.empty()) {
            std::error_code ignored;
            std::filesystem::remove(sharedMark(), ignored);
        }
        if (m_isInterrupted) {
            m_result.report.warnings.clear();  // cleared, because otherwise each rank would print these warnings
            reports.add(m_rank, textOf(m_result.report));
            if (m_positions && m_rank == 0)
                m_positions->setOpen(open);
            reports.print(m_world->failure());
            if (m_hasStarter)
                return {};
            const std::string text = m_positions ? m_positions->describeSharedStop(m_rank) : open;
            if (!text.empty())
                std::fprintf(stderr, "overlap-run: %s\n", text.c_str());
            return {};
        }
        if (m_rank > 0)
            return {};
        for (std::size_t i = 0; i < texts.size(); ++i)
            reports.add(static_cast<int>(i), writeTrace(reports, static_cast<int>(i), texts[i]));
        reports.print(m_world->failure());
        return m_targets.summary.empty() ? Status() : reports.writeSummary(m_targets.trace, m_targets.summary);
    }

    /// Writes the reason why all ranks were ended to a file, on rank 0. The process that started the ranks reads the
    /// file, because the stopped programs record no error.
    Status explain()
    {
        static_cast<void>(m_world->close({}));
        if (m_received)
            if (Status status = m_received->status(); !status)
                return status;
        if (m_rank > 0 || m_world->failure().empty())
            return {};
        return io::writeFileAtomically(std::filesystem::path(m_targets.trace) / kFailure, m_world->failure());
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    RankTargets m_targets;
    std::atomic<int> m_rank{0};
    bool m_isFirstHere = true;  ///< the first rank of its computer; it prints the errors that all ranks there share
    bool m_isOnOtherComputer = false;  ///< requested by a test: acts as if on another computer
    bool m_hasStarter = false;  ///< another process reports how the ranks end: the window, or the command that started
                                ///< the ranks and reads m_positions
    std::unique_ptr<RankPositions> m_positions;  ///< null if the window shows the run, or if no file can be created
    std::atomic<RankPositions*> m_usedPositions{nullptr};  ///< m_positions, for the thread that receives signals
    std::unique_ptr<World> m_world;
    std::atomic<World*> m_running{nullptr};  ///< m_world while it runs, for the thread that receives signals
    std::atomic<bool> m_isInterrupted{false};
    bool m_isWorldStopped = false;  ///< used only by the thread that receives signals
    trace::Recorder m_recorder;
    std::optional<io::TemporaryFolder> m_ownFolder;  ///< set if the window's folder is on another computer
    std::optional<WrittenRecords> m_written;         ///< records in m_ownFolder
    std::optional<ReceivedRecords> m_received;       ///< set on rank 0 if the run is followed
    RankResult m_result;
    std::string m_trace;  ///< content of the trace file, to be sent to rank 0; empty: nothing to send
};

}  // namespace

CommandResult runMpiRank(frontend::Runner& runner, frontend::RunRequest request, const RankTargets& targets)
{
    if (Status status = makeTraceFolder(absoluteOutput(targets.trace)); !status)
        return std::move(status).error();
    return MpiRank(runner, std::move(request), targets).run();
}

CommandResult runRequestAsRank(frontend::Runner& runner, const std::vector<std::string>& parts)
{
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
    const RankTargets targets{.trace = request->folder, .isFollowed = true};
    MpiRank rank(runner, std::move(request->run), targets);
    CommandResult result = rank.run();
    if (result)
        return result;
    const std::string refusal = messages::toJson(result.error().message);
    const auto place = ranks::mpi::placeInEnvironment();
    const auto settings = testSettings();
    const bool isElsewhere = place && settings && settings->isOnOtherComputer(place->rank);
    if (isElsewhere || !io::writeFileAtomically(std::filesystem::path(targets.trace) / kRefusal, refusal))
        std::printf("%s%s\n", kRefusalMark, refusal.c_str());
    return rank.hasFinished() ? 0 : kNotStarted;
}

}  // namespace app

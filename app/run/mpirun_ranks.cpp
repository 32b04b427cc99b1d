#include "app/run/end_requests.h"
#include "app/run/memory_file.h"
#include "app/run/mpi_rank.h"
#include "app/run/output_pipe.h"
#include "app/run/rank_positions.h"
#include "app/run/rank_run.h"
#include "app/run/record_file.h"
#include "app/wiring/outputs.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/messages.h"
#include "engine/ranks/mpi/module.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

namespace app {

using namespace engine;
using messages::message;

namespace {

constexpr int kNotFound = 127;
/// If a signal ended a process, a shell reports this value plus the number of the signal.
constexpr int kBySignal = 128;
/// A status above this value usually comes from a shell or from ssh, seldom from a program's sys.exit().
constexpr int kLargestUsual = 126;

/// Returns the exit status of a process that has ended, as a shell would show it.
int exitStatusOf(int waitStatus)
{
    return WIFEXITED(waitStatus) ? WEXITSTATUS(waitStatus) : kBySignal + WTERMSIG(waitStatus);
}

/// Returns the signal that ended a rank or mpirun, from the exit status of mpirun; none: no signal.
std::optional<int> signalIn(int status)
{
    return status > kBySignal && status <= kBySignal + SIGRTMAX ? std::optional(status - kBySignal) : std::nullopt;
}

bool isInPath(const std::string& program)
{
    const char* const variable = std::getenv("PATH");
    std::istringstream folders(variable != nullptr ? variable : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0)
            return true;
    return false;
}

std::vector<std::string> wordsOfMpirun(const MpirunCommand& command)
{
    std::vector<std::string> words{"mpirun",          "--quiet",   "-n",  std::to_string(command.ranks),
                                   "--oversubscribe", "--bind-to", "none"};
    if (std::getenv("OMPI_MCA_odls_base_sigkill_timeout") == nullptr)  // an option would override the user's variable
        words.insert(words.end(), {"--mca", "odls_base_sigkill_timeout", "3"});
    if (!command.hosts.empty()) {
        words.emplace_back("--hostfile");
        words.push_back(command.hosts);
    }
    std::error_code ignored;
    words.push_back(std::filesystem::read_symlink("/proc/self/exe", ignored).string());
    words.insert(words.end(), command.words.begin(), command.words.end());
    return words;
}

/// Replaces the child process by mpirun.
[[noreturn]] void becomeCommand(std::vector<std::string> command, int output)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    if (output >= 0) {
        if (const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC); empty >= 0)
            ::dup2(empty, STDIN_FILENO);
        ::dup2(output, STDOUT_FILENO);
        ::dup2(output, STDERR_FILENO);
    }
    std::vector<char*> arguments;
    for (std::string& word : command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    std::_Exit(kNotFound);
}

/// Checks that ranks can be started here. Open MPI refuses to start as root unless two variables are set; this program
/// never sets them.
Status checkMpi(const MpirunCommand& command)
{
    if (const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces()); !module)
        return Error(module.error());
    const bool isAllowed =
        std::getenv("OMPI_ALLOW_RUN_AS_ROOT") != nullptr && std::getenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM") != nullptr;
    if (::geteuid() == 0 && !isAllowed)
        return makeError(ErrorCode::Unavailable, message("ranks.mpi.root"));
    // Checked before the start, because without mpirun the exit status would be the same as if a shell on another
    // computer had not found Open MPI.
    if (!isInPath("mpirun"))
        return makeError(ErrorCode::Unavailable, message("ranks.mpi.no-mpirun"));
    if (std::error_code none; !command.hosts.empty() && !std::filesystem::exists(command.hosts, none))
        return makeError(ErrorCode::InvalidArgument, message("ranks.no-file", command.hosts));
    return {};
}

std::string contentOf(const std::filesystem::path& path)
{
    auto content = io::readFile(path);
    return content ? *std::move(content) : std::string();
}

/// Returns the message after kRefusalMark that a rank on another computer has printed; empty: none.
std::string refusalPrintedIn(const std::string& output)
{
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(kRefusalMark))
            return line.substr(std::string_view(kRefusalMark).size());
    return {};
}

/// Returns the first line that contains letters, because mpirun prints its messages between lines of dashes.
std::string firstLineIn(const std::string& output)
{
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        if (std::ranges::any_of(line, [](unsigned char letter) { return std::isalpha(letter) != 0; }))
            return line;
    return {};
}

class MpirunRanks final : public RankProcesses {
public:
    MpirunRanks(MpirunCommand command, const RankTargets& targets)
        : m_command(std::move(command)), m_targets(targets), m_endRequests(targets.trace)
    {
        m_targets.trace = absoluteOutput(targets.trace);
        m_targets.summary = absoluteOutput(targets.summary);
    }

    Status start() override
    {
        if (Status status = checkMpi(m_command); !status)
            return status;
        if (m_targets.isFollowed) {
            m_output.emplace();
        } else {
            if (Status status = makeTraceFolder(m_targets.trace); !status)
                return status;
            if (Status status = checkWritable(m_targets.summary); !status)
                return status;
            if (m_command.hosts.empty()) {  // only ranks on this computer can open the file and the pipe
                m_positions = RankPositions::create(m_command.ranks);
                m_outputPipe = OutputPipe::create();
            }
        }
        std::fflush(nullptr);
        sigset_t pending;
        sigemptyset(&pending);
        m_hasMissedInterrupt = ::sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
        const pid_t child = ::fork();
        if (child < 0)
            return makeError(ErrorCode::Unavailable, message("run.no-resources", std::strerror(errno)));
        if (child == 0 && m_positions)
            ::setenv(kPositionsVariable, m_positions->name().c_str(), 1);
        if (child == 0 && m_outputPipe)
            ::setenv(kOutputVariable, m_outputPipe->name().c_str(), 1);
        if (child == 0)
            becomeCommand(wordsOfMpirun(m_command), m_output ? m_output->descriptor() : -1);
        m_mpirun = child;
        return {};
    }

    bool haveEnded() override
    {
        if (m_mpirun == 0)
            return true;
        const pid_t ended = ::waitpid(m_mpirun, &m_waitStatus, WNOHANG);
        if (ended == m_mpirun || (ended < 0 && errno != EINTR)) {
            m_mpirun = 0;
            return true;
        }
        if (m_endRequests.hasBegun())
            if (const auto signal = m_endRequests.next(EndRequests::Clock::now()))
                ::kill(m_mpirun, *signal);
        return false;
    }

    void stop(int signal) override
    {
        m_isStopped = true;
        if (m_mpirun == 0)
            return;
        if (m_targets.isFollowed)
            m_endRequests.stop(signal, EndRequests::Clock::now());
        else if (signal != SIGINT)  // SIGINT: the terminal has sent Ctrl+C also to mpirun, in the same process group
            ::kill(m_mpirun, signal);
        else if (std::exchange(m_hasMissedInterrupt, false))
            ::kill(m_mpirun, SIGTERM);
    }

    Result<RanksEnd> report() override
    {
        m_outputPipe.reset();
        return m_targets.isFollowed ? reportToWindow() : print();
    }

private:
    [[nodiscard]] RanksEnd reportToWindow() const
    {
        const std::filesystem::path folder = m_targets.trace;
        const std::string printed = m_output->read();
        RanksEnd end;
        end.status = exitStatusOf(m_waitStatus);
        end.limit = m_endRequests.limit();
        for (const std::string& refusal : {contentOf(folder / kRefusal), refusalPrintedIn(printed)})
            if (!refusal.empty() && !end.refusal)
                end.refusal = refusalIn(refusal);
        const std::string failure = contentOf(folder / kFailure);
        const std::string first = firstLineIn(printed);
        if (const auto signal = signalIn(end.status))
            end.reason = endedBy(*signal);
        else if (!failure.empty())
            end.reason = Message(failure);
        else if (end.status != 0)
            end.reason = first.empty() ? message("ranks.mpi.status", end.status) : Message(first);
        return end;
    }

    /// Prints why the ranks ended, unless they have printed it themselves.
    [[nodiscard]] RanksEnd print() const
    {
        RanksEnd end;
        end.status = exitStatusOf(m_waitStatus);
        if (end.status == 0 && m_positions)
            end.status = m_positions->status();
        const auto signal = signalIn(end.status);
        if (const std::string text = m_isStopped ? stopText() : signal ? signalText(*signal) : ""; !text.empty())
            std::fprintf(stderr, "overlap-run: %s.\n", text.c_str());
        if (!m_command.hosts.empty() && end.status > kLargestUsual && !signal)
            std::fprintf(
                stderr,
                "overlap-run: mpirun ended with status %d. If no rank has printed anything, a computer of %s was "
                "not reached, or has no Open MPI: ssh COMPUTER orted --version shows why.\n",
                end.status, m_command.hosts.c_str());
        return end;
    }

    [[nodiscard]] std::string stopText() const
    {
        return m_positions ? "The ranks were stopped: " + m_positions->describeStop() : std::string();
    }

    [[nodiscard]] std::string signalText(int signal) const
    {
        const std::string ended = "was " + endedBy(signal).english();
        if (WIFSIGNALED(m_waitStatus))
            return "mpirun " + ended + ", and the ranks with it" +
                   (m_positions ? ": " + m_positions->describe() : std::string());
        return m_positions ? m_positions->describeKill(ended) : "a rank " + ended + ", and the others with it";
    }

    MpirunCommand m_command;
    RankTargets m_targets;
    std::unique_ptr<RankPositions> m_positions;  ///< null: the positions of the ranks are unknown
    std::unique_ptr<OutputPipe> m_outputPipe;    ///< null: mpirun forwards the output of the ranks
    std::optional<MemoryFile> m_output;          ///< captured output of mpirun and the ranks; none: not captured
    EndRequests m_endRequests;
    int m_mpirun = 0;  ///< process id; 0: not started, or ended
    int m_waitStatus = 0;
    bool m_isStopped = false;
    bool m_hasMissedInterrupt = false;  ///< Ctrl+C was pressed before mpirun had started, so mpirun did not receive it
};

}  // namespace

std::unique_ptr<RankProcesses> mpirunRanks(MpirunCommand command, const RankTargets& targets)
{
    return std::make_unique<MpirunRanks>(std::move(command), targets);
}

}  // namespace app

#include "app/run/interruption.h"
#include "app/run/rank_report.h"
#include "app/run/ranks.h"
#include "app/run/record_file.h"
#include "app/wiring/outputs.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/open_trace.h"
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
#include <cstring>
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

// -- starting them

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
            ++i;  // and its value
        else if (!isWithValue("--ranks") && !isWithValue("--hosts"))
            rest.push_back(words[i]);
    }
    return rest;
}

/// Open MPI refuses to start as root without two variables; this program never sets them.
Status checkRoot()
{
    const bool isAllowed =
        std::getenv("OMPI_ALLOW_RUN_AS_ROOT") != nullptr && std::getenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM") != nullptr;
    if (::geteuid() != 0 || isAllowed)
        return {};
    return untranslatedError(ErrorCode::Unavailable,
                             "Open MPI starts nothing as root unless OMPI_ALLOW_RUN_AS_ROOT=1 and "
                             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 are set. Run as another user, or set both.");
}

std::vector<std::string> commandOf(const Arguments& arguments, const std::vector<std::string>& words)
{
    std::vector<std::string> command{
        "mpirun",    "--quiet", "-n",    std::to_string(arguments.ranks), "--oversubscribe",
        "--bind-to", "none",    "--mca", "odls_base_sigkill_timeout",     "3"};
    if (!arguments.hosts.empty()) {
        command.emplace_back("--hostfile");
        command.push_back(arguments.hosts);
    }
    std::error_code ignored;
    command.push_back(std::filesystem::read_symlink("/proc/self/exe", ignored).string());
    const std::vector<std::string> rest = wordsOfRank(words);
    command.insert(command.end(), rest.begin(), rest.end());
    return command;
}

/// In the child: becomes mpirun.
[[noreturn]] void becomeCommand(std::vector<std::string> command)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    std::vector<char*> arguments;
    for (std::string& word : command)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    constexpr int kNotFound = 127;
    std::_Exit(kNotFound);
}

int g_child = 0;

void forwardSignal(int signal)
{
    if (g_child > 0)
        ::kill(g_child, signal);
}

/// Waits for mpirun. Ctrl+C reaches it directly, since it is in the same group of processes.
int awaitChild(int child)
{
    g_child = child;
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, forwardSignal);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    constexpr int kBySignal = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
}

// -- one of them

/// How long ranks wait for each other: the parameter `timeout`, in seconds, unless the program has one of this name.
Result<std::optional<std::chrono::milliseconds>> takeTimeout(frontend::RunRequest& request)
{
    const auto own = std::ranges::find(request.program.parameters, "timeout", &frontend::Parameter::name);
    const auto given = request.parameters.find("timeout");
    if (own != request.program.parameters.end() || given == request.parameters.end())
        return std::optional<std::chrono::milliseconds>();
    const std::string text = given->second;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) || seconds > 1e9)
        return refused("timeout is a number of seconds, such as 60, for which ranks wait for each other; it is " +
                       text + ".");
    request.parameters.erase(given);
    return std::optional(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1e3)));
}

class RankProcess {
public:
    RankProcess(frontend::Runner& runner, frontend::RunRequest request, const Arguments& arguments)
        : m_runner(runner),
          m_request(std::move(request)),
          m_tracePath(absoluteOutput(arguments.trace)),
          m_summaryPath(absoluteOutput(arguments.summary))
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
        World::Options options;
        options.failAfter = timeout->value_or(std::chrono::duration_cast<std::chrono::milliseconds>(options.failAfter));
        options.remark = [](const std::string& text) { std::fprintf(stderr, "overlap-run: %s\n", text.c_str()); };
        options.endProgram = [this] { m_runner.stop(); };
        // Installed before MPI starts its threads, which would receive the signals.
        const Interruption interruption([&](int call) {
            if (call > 0)
                return;
            m_isInterrupted = true;
            m_runner.stop();
            if (World* const running = m_running.load())
                running->stop();
        });
        auto world = World::start(**module, std::move(options));
        if (!world)
            return std::move(world).error();
        m_world = *std::move(world);
        m_running = m_world.get();
        const int status = runProgram();
        const Status reported = report();
        return reported ? CommandResult(status) : CommandResult(reported.error());
    }

private:
    [[nodiscard]] int rank() const { return m_world->place().rank; }

    int runProgram()
    {
        m_request.meeting = m_world.get();
        m_request.environment = environmentOf(m_world->place());
        m_request.echoToStandardStreams = true;
        trace::Recorder recorder;
        std::unique_ptr<RecordFile> kept;
        const std::filesystem::path file = rankFile(m_tracePath, rank());
        if (!m_tracePath.empty()) {
            auto begun = RecordFile::begin(file, recorder);
            if (begun)
                kept = *std::move(begun);
            else
                m_report.trouble = begun.error().english();
        }
        const auto outcome = m_runner.run(m_request, recorder);
        kept.reset();
        if (!outcome) {
            m_report.error = outcome.error().english() + "\n";
            constexpr int kNotStarted = 2;
            return kNotStarted;
        }
        const std::string trouble = std::exchange(m_report.trouble, {});
        m_report = reportOf(*outcome->trace, !m_summaryPath.empty());
        m_report.trouble = trouble;
        if (!m_tracePath.empty())
            if (Status saved = io::saveTraceAs(*outcome->trace, file); !saved)
                m_report.trouble = saved.error().english();
        return statusOf(*outcome);
    }

    /// Rank 0 prints what all ranks report. A rank that is asked to end prints its own.
    Status report()
    {
        std::fflush(stdout);
        const std::string open = m_world->describeOpen();
        const std::vector<std::string> texts = m_world->close(textOf(m_report));
        RankReports reports;
        if (m_isInterrupted) {
            reports.add(rank(), textOf(m_report));
            reports.addTrouble(rank(), "stopped" + (open.empty() ? "" : "; " + open) + ".");
            return reports.print(m_world->failure(), {});
        }
        if (rank() > 0)
            return {};
        for (std::size_t i = 0; i < texts.size(); ++i)
            reports.add(static_cast<int>(i), texts[i]);
        return reports.print(m_world->failure(), m_summaryPath);
    }

    frontend::Runner& m_runner;
    frontend::RunRequest m_request;
    std::string m_tracePath;
    std::string m_summaryPath;
    std::unique_ptr<World> m_world;
    std::atomic<World*> m_running{nullptr};  ///< m_world, for the thread that receives signals
    RankReport m_report;
    std::atomic<bool> m_isInterrupted{false};
};

}  // namespace

Result<bool> runsOnThisComputer(frontend::Runner& runner, const Arguments& arguments)
{
    std::string machine = arguments.machine;
    if (machine.empty() && (!arguments.hosts.empty() || ranks::mpi::placeInEnvironment()))
        return true;
    if (machine.empty()) {
        auto request = requestFor(runner, arguments.program, arguments);
        if (!request)
            return std::move(request).error();
        machine = std::move(request->machine);
    }
    const auto choice = device::machineChoice(machine);
    if (!choice)
        return Error(choice.error());
    return choice->machine == devices::cpu::kThisComputer;
}

CommandResult launchRanks(const Arguments& arguments, const std::vector<std::string>& words)
{
    const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces());
    if (!module)
        return Error(module.error());
    if (Status status = checkRoot(); !status)
        return std::move(status).error();
    if (Status status = makeTraceFolder(absoluteOutput(arguments.trace)); !status)
        return std::move(status).error();
    if (Status status = checkWritable(absoluteOutput(arguments.summary)); !status)
        return std::move(status).error();
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child < 0)
        return untranslatedError(ErrorCode::Unavailable,
                                 std::string("mpirun could not be started: ") + std::strerror(errno) + ".");
    if (child == 0)
        becomeCommand(commandOf(arguments, words));
    const int status = awaitChild(child);
    constexpr int kNotFound = 127;
    constexpr int kBySignal = 128;
    if (status == kNotFound)
        return untranslatedError(ErrorCode::Unavailable,
                                 "There is no mpirun; install openmpi-bin (apt-get install openmpi-bin).");
    if (status > kBySignal)
        std::fprintf(stderr, "overlap-run: a rank was ended by signal %d (%s), and the others with it.\n",
                     status - kBySignal, ::strsignal(status - kBySignal));
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
    return RankProcess(runner, *std::move(request), arguments).run();
}

}  // namespace app

#include "app/run/mpirun.h"

#include "engine/messages/messages.h"
#include "engine/ranks/mpi/module.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace app {

using namespace engine;
using messages::message;

namespace {

constexpr int kNotFound = 127;
/// If a signal ended a process, a shell reports this plus the number of the signal.
constexpr int kBySignal = 128;

bool isInPath(const std::string& program)
{
    const char* const variable = std::getenv("PATH");
    std::istringstream folders(variable != nullptr ? variable : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0)
            return true;
    return false;
}

std::vector<std::string> commandOf(int ranks, const std::string& hosts, const std::vector<std::string>& words)
{
    std::vector<std::string> command{"mpirun",          "--quiet",   "-n",  std::to_string(ranks),
                                     "--oversubscribe", "--bind-to", "none"};
    if (std::getenv("OMPI_MCA_odls_base_sigkill_timeout") == nullptr)  // an option would hide the reader's setting
        command.insert(command.end(), {"--mca", "odls_base_sigkill_timeout", "3"});
    if (!hosts.empty()) {
        command.emplace_back("--hostfile");
        command.push_back(hosts);
    }
    std::error_code ignored;
    command.push_back(std::filesystem::read_symlink("/proc/self/exe", ignored).string());
    command.insert(command.end(), words.begin(), words.end());
    return command;
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

}  // namespace

/// Open MPI refuses to start as root without two variables; this program never sets them.
Status checkMpi()
{
    if (const auto module = ranks::mpi::loadModule(ranks::mpi::modulePlaces()); !module)
        return Error(module.error());
    const bool isAllowed =
        std::getenv("OMPI_ALLOW_RUN_AS_ROOT") != nullptr && std::getenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM") != nullptr;
    if (::geteuid() != 0 || isAllowed)
        return {};
    return makeError(ErrorCode::Unavailable, message("ranks.mpi.root"));
}

Result<int> startMpirun(int ranks, const std::string& hosts, const std::vector<std::string>& words, int output,
                        const std::string& positions)
{
    // Checked before the start: without mpirun the exit status would be that of a shell on another computer that does
    // not find Open MPI.
    if (!isInPath("mpirun"))
        return makeError(ErrorCode::Unavailable, message("ranks.mpi.no-mpirun"));
    if (std::error_code none; !hosts.empty() && !std::filesystem::exists(hosts, none))
        return makeError(ErrorCode::InvalidArgument, message("ranks.no-file", hosts));
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child < 0)
        return makeError(ErrorCode::Unavailable, message("run.no-resources", std::strerror(errno)));
    if (child == 0 && !positions.empty())
        ::setenv(kPositionsVariable, positions.c_str(), 1);
    if (child == 0)
        becomeCommand(commandOf(ranks, hosts, words), output);
    return child;
}

std::optional<int> signalIn(int status)
{
    return status > kBySignal && status <= kBySignal + SIGRTMAX ? std::optional(status - kBySignal) : std::nullopt;
}

int exitStatusOf(int waitStatus)
{
    return WIFEXITED(waitStatus) ? WEXITSTATUS(waitStatus) : kBySignal + WTERMSIG(waitStatus);
}

}  // namespace app

#include "app/run/interruption.h"
#include "app/run/memory_file.h"
#include "app/run/mpirun.h"
#include "app/run/rank_report.h"
#include "app/run/ranks.h"
#include "app/run/standard_output.h"
#include "app/wiring/rank_request.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/json.h"
#include "engine/messages/messages.h"

#include <nlohmann/json.hpp>

#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// `overlap-run serve`: runs of several ranks for the window.
namespace app {

using namespace engine;

namespace {

/// `json`: a message as JSON.
std::string answer(const char* name, const std::string& json)
{
    return nlohmann::json{{name, json}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string answer(const char* name, const Message& message)
{
    return answer(name, messages::toJson(message));
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The message after kRefusalMark, which a rank on another computer has printed; empty: none.
std::string refusalIn(const std::string& output)
{
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(kRefusalMark))
            return line.substr(std::string_view(kRefusalMark).size());
    return {};
}

/// The first line with letters. mpirun prints its messages between lines of dashes.
std::string firstLineIn(const std::string& output)
{
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        if (std::ranges::any_of(line, [](unsigned char letter) { return std::isalpha(letter) != 0; }))
            return line;
    return {};
}

/// Waits for mpirun. A stop sends SIGUSR1 to mpirun, which passes it on to the ranks; they then end by themselves. The
/// signal is repeated, since ranks may not have been started yet. If ranks remain, SIGTERM ends them within some
/// seconds.
int awaitRanks(int mpirun)
{
    constexpr int kRequests = 15;
    const AwaitedSignals signals;
    int status = 0;
    bool isStopping = false;
    for (int requests = 0; ::waitpid(mpirun, &status, WNOHANG) != mpirun;) {
        isStopping |= signals.await() != 0;
        if (isStopping && requests <= kRequests)
            ::kill(mpirun, requests++ < kRequests ? SIGUSR1 : SIGTERM);
    }
    return exitStatusOf(status);
}

/// The command line of a rank. Ranks on this computer read the request from a file; those on others have no access to
/// it, and get the request in parts, because the system limits the length of an argument.
Result<std::vector<std::string>> requestWords(const std::string& request, const RankRequest& of)
{
    constexpr std::size_t kPart = 100'000;
    std::vector<std::string> words{"serve", "--"};
    if (of.hosts.empty()) {
        const std::filesystem::path file = std::filesystem::path(of.folder) / "request";
        if (Status status = io::writeFileAtomically(file, request); !status)
            return std::move(status).error();
        words.push_back(file.string());
        return words;
    }
    for (std::size_t begin = 0; begin < request.size(); begin += kPart)
        words.push_back(request.substr(begin, kPart));
    return words;
}

/// Runs real processes.
std::string runRealRanks(const std::string& line, const RankRequest& request)
{
    const std::filesystem::path folder = request.folder;
    if (Status status = checkMpi(); !status)
        return answer("refused", status.error().message);
    const MemoryFile output;
    const auto words = requestWords(line, request);
    if (!words)
        return answer("refused", words.error().message);
    const auto child = startMpirun(request.ranks, request.hosts, *words, output.descriptor());
    if (!child)
        return answer("refused", child.error().message);
    const int status = awaitRanks(*child);
    if (const std::string refusal = contentOf(folder / kRefusal); !refusal.empty())
        return answer("refused", refusal);
    const std::string printed = output.read();
    if (const std::string refusal = refusalIn(printed); !refusal.empty())
        return answer("refused", refusal);
    if (const auto signal = signalIn(status))
        return answer("ended", endedBy(*signal));
    if (const std::string failure = contentOf(folder / kFailure); !failure.empty())
        return answer("ended", Message(failure));
    if (status == 0)
        return answer("ended", "");
    const std::string reason = firstLineIn(printed);
    return answer("ended", reason.empty() ? messages::message("ranks.mpi.status", status) : Message(reason));
}

std::string answerTo(const std::string& line, frontend::Runner& runner)
{
    const auto request = rankRequestFrom(line, runner);
    if (!request)
        return answer("refused", request.error().message);
    print(answer("started", ""));
    std::fflush(stdout);
    if (isOnThisComputer(request->run))
        return runRealRanks(line, *request);
    const auto refusal = runFollowedRanks(runner, *request);
    if (!refusal)
        return answer("refused", refusal.error().message);
    return *refusal ? answer("refused", **refusal) : answer("ended", "");
}

}  // namespace

CommandResult serveRanks(frontend::Runner& runner)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // SIGINT stops the ranks of a run. After the end of the run it is ignored.
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    pthread_sigmask(SIG_BLOCK, &stop, nullptr);
    for (std::string line; std::getline(std::cin, line);) {
        const timespec none{};
        while (sigtimedwait(&stop, nullptr, &none) > 0) {
        }
        print(answerTo(line, runner));
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace app

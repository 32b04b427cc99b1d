#include "app/run/commands.h"
#include "app/run/rank_run.h"
#include "app/run/standard_output.h"
#include "app/wiring/rank_request.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/json.h"

#include <nlohmann/json.hpp>

#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

/// The command `overlap-run serve`: runs programs of several ranks for the window.
namespace app {

using namespace engine;

namespace {

/// Makes an answer of one line. `more`: further members of its JSON object.
std::string answer(const char* name, const Message& message, nlohmann::json more = nlohmann::json::object())
{
    more[name] = message.empty() ? "" : messages::toJson(message);
    return more.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// Returns the command line of a rank. Ranks on this computer read the request from a file. Ranks on other computers
/// have no access to the file, and get the request in parts, because the system limits the length of an argument.
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

Result<std::unique_ptr<RankProcesses>> processesFor(const std::string& line, const RankRequest& request,
                                                    frontend::Runner& runner)
{
    const RankTargets targets{.trace = request.folder, .isFollowed = true};
    if (!isOnThisComputer(request.run))
        return forkedRanks(runner, request.run, request.ranks, targets);
    auto words = requestWords(line, request);
    if (!words)
        return std::move(words).error();
    return mpirunRanks({request.ranks, request.hosts, *std::move(words)}, targets);
}

std::string answerTo(const std::string& line, frontend::Runner& runner)
{
    const auto request = rankRequestFrom(line, runner);
    if (!request)
        return answer("refused", request.error().message);
    print(answer("started", {}));
    std::fflush(stdout);
    const auto ranks = processesFor(line, *request, runner);
    if (!ranks)
        return answer("refused", ranks.error().message);
    const auto end = runRanks(**ranks);
    if (!end)
        return answer("refused", end.error().message);
    if (end->refusal)
        return answer("refused", *end->refusal);
    return answer("ended", end->reason.value_or(Message()), {{"limit", end->limit.count()}});
}

}  // namespace

CommandResult serveRanks(frontend::Runner& runner)
{
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // SIGINT stops the ranks of a run. Between two runs, it is discarded.
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

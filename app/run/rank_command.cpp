#include "app/run/commands.h"
#include "app/run/mpi_rank.h"
#include "app/run/output_pipe.h"
#include "app/run/rank_run.h"
#include "app/run/record_file.h"
#include "app/wiring/outputs.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/frontend/rank_count.h"
#include "engine/ranks/mpi/module.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace app {

using namespace engine;

namespace {

Error refused(const std::string& sentence)
{
    return untranslatedError(ErrorCode::InvalidArgument, sentence);
}

/// Returns the command line of each rank: without --ranks and --hosts, whose values are passed to mpirun.
std::vector<std::string> withoutOptionsOfRanks(const std::vector<std::string>& words)
{
    std::vector<std::string> rest;
    bool isOwn = true;  // the option belongs to this program: it precedes "--"
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

/// Returns the value of the program's parameter `ranks`; 0 if the program has no such parameter, or the value is at
/// most 1.
int ranksOfProgram(const frontend::Runner& runner, const std::string& name)
{
    frontend::RunRequest request;
    if (auto program = runner.load(name))
        request.program = *std::move(program);
    const int ranks = frontend::ranksOf(request);
    return ranks > 1 ? ranks : 0;
}

/// Checks the number of ranks, which a program may state, and the options that need one rank or several.
Status checkRanks(const Arguments& arguments, bool isRank)
{
    if (arguments.ranks > kMostRanks)
        return refused("The program states " + std::to_string(arguments.ranks) + " ranks; there are at most " +
                       std::to_string(kMostRanks) + ".");
    if (arguments.repeat && (isRank || arguments.ranks > 0))
        return refused("--repeat repeats only programs without ranks; leave it out.");
    if (!isRank && arguments.ranks == 0 && arguments.isTagged)
        return refused("--tag marks the output of ranks; add --ranks N.");
    return {};
}

/// Returns the option --hosts, or the parameter `hosts` unless the program itself declares it. Errors: hosts are given,
/// but no number of ranks.
Result<std::string> hostsOf(const frontend::Runner& runner, const Arguments& arguments)
{
    std::string hosts = arguments.hosts;
    const auto given = arguments.parameters.find("hosts");
    const bool isParameter = hosts.empty() && given != arguments.parameters.end();
    if (isParameter)
        if (const auto program = runner.load(arguments.program); program && !frontend::declares(*program, "hosts"))
            hosts = given->second;
    if (!hosts.empty() && arguments.ranks == 0)
        return refused(std::string(isParameter ? "--set hosts" : "--hosts") +
                       " names computers for ranks; add --ranks N.");
    return hosts;
}

/// Whether the program runs on this computer, not on a virtual machine. Errors: those of machineChoice() and
/// requestFor().
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

/// Returns the request of each rank. Errors: those of requestFor() and checkOutputs().
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

CommandResult runAsRank(frontend::Runner& runner, Arguments arguments, bool isReal, const RankTargets& targets)
{
    if (!isReal)
        return refused(
            "mpirun starts real processes, and " + arguments.machine +
            " is a virtual machine. Leave out --machine, or start its ranks with overlap-run PROGRAM --ranks N.");
    if (arguments.machine.empty())
        arguments.machine = devices::cpu::kThisComputer;
    auto request = requestOfRanks(runner, arguments);
    if (!request)
        return std::move(request).error();
    return runMpiRank(runner, *std::move(request), targets);
}

}  // namespace

std::optional<CommandResult> runOnRanks(frontend::Runner& runner, const Arguments& given,
                                        const std::vector<std::string>& words)
{
    Arguments arguments = given;
    const bool isRank = ranks::mpi::placeInEnvironment().has_value();
    if (isRank && arguments.ranks > 0)
        return refused("mpirun has started the ranks already; leave out --ranks.");
    if (!isRank && arguments.ranks == 0)
        arguments.ranks = ranksOfProgram(runner, arguments.program);
    if (Status status = checkRanks(arguments, isRank); !status)
        return std::move(status).error();
    if (!isRank) {
        auto hosts = hostsOf(runner, arguments);
        if (!hosts)
            return CommandResult(std::move(hosts).error());
        arguments.hosts = *std::move(hosts);
    }
    if (!isRank && arguments.ranks == 0)
        return std::nullopt;
    if (const char* const output = std::getenv(kOutputVariable); isRank && output != nullptr)
        OutputPipe::join(output);
    // A large buffer, so that few lines are written in pieces: the usual buffers, of 1024 or 4096 bytes, would cut more
    // lines, and another rank could print between the pieces.
    static std::array<char, std::size_t{64} << 10> buffer;
    std::setvbuf(stdout, buffer.data(), _IOFBF, buffer.size());
    const auto isReal = runsOnThisComputer(runner, arguments);
    if (!isReal)
        return Error(isReal.error());
    const RankTargets targets{.trace = arguments.trace, .summary = arguments.summary, .isTagged = arguments.isTagged};
    if (isRank)
        return runAsRank(runner, arguments, *isReal, targets);
    std::unique_ptr<RankProcesses> ranks;
    if (*isReal) {
        ranks = mpirunRanks({arguments.ranks, arguments.hosts, withoutOptionsOfRanks(words)}, targets);
    } else if (!arguments.hosts.empty()) {
        return refused("--hosts is for real processes, and " + arguments.machine +
                       " is a virtual machine; leave out one of the two.");
    } else {
        auto request = requestOfRanks(runner, arguments);
        if (!request)
            return CommandResult(std::move(request).error());
        if (Status status = checkWritable(absoluteOutput(arguments.summary)); !status)
            return CommandResult(std::move(status).error());
        ranks = forkedRanks(runner, *std::move(request), arguments.ranks, targets);
    }
    const auto end = runRanks(*ranks);
    return end ? CommandResult(end->status) : CommandResult(end.error());
}

}  // namespace app

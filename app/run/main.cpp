#include "app/run/arguments.h"
#include "app/run/commands.h"
#include "app/run/interruption.h"
#include "app/run/mpi_rank.h"
#include "app/run/standard_output.h"
#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "app/wiring/stacks.h"
#include "engine/base/test_settings.h"
#include "engine/messages/messages.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

namespace {

using namespace engine;

constexpr int kWrongUsage = 2;

int fail(const Error& error)
{
    std::fprintf(stderr, "overlap-run: %s\n", error.english().c_str());
    return kWrongUsage;
}

app::CommandResult runCommand(const app::Arguments& arguments, const std::vector<std::string>& words)
{
    if (arguments.command == app::Command::Merge)
        return app::mergeRanks(arguments);
    if (arguments.command == app::Command::Summary)
        return app::summarizeTrace(arguments);
    const auto resources = app::findResources();
    if (!resources)
        return Error(resources.error());
    const std::filesystem::path machines = *resources / "machines";
    if (arguments.command == app::Command::Machines)
        return app::formatMachines(app::findMachines(machines), arguments);
    auto runner = app::makeRunner(*resources);
    if (!runner)
        return std::move(runner).error();
    if (arguments.command == app::Command::List)
        return app::listPrograms(**runner, arguments);
    if (arguments.command == app::Command::Syncs)
        return app::listSyncPoints(**runner, arguments);
    if (arguments.command == app::Command::Calibrate)
        return app::calibrate(**runner, machines, arguments);
    if (arguments.command == app::Command::Serve)
        return arguments.programArguments.empty() ? app::serveRanks(**runner)
                                                  : app::runRequestAsRank(**runner, arguments.programArguments);
    if (auto result = app::runOnRanks(**runner, arguments, words))
        return *std::move(result);
    // Ctrl+C stops the run; the trace until then is still written. If the program still runs one second later, it is
    // inside a call that cannot be interrupted.
    const app::Interruption interruption([&](int call) {
        (*runner)->stop();  // at each call, because the run may not have started at the first one
        if (call == 20 && (*runner)->isRunning())
            std::fputs(
                "overlap-run: the program is inside one call of Python's own, which ends only by itself; "
                "press Ctrl+C again to end everything, without a trace.\n",
                stderr);
    });
    return app::runProgram(**runner, arguments);
}

}  // namespace

int main(int argc, char** argv)
try {
    app::answerLimits("overlap-run");
    app::makeStacksDeep();
    if (const auto settings = testSettings(); !settings)
        return fail(settings.error());
    const auto arguments = app::parseArguments(argc, argv);
    if (!arguments)
        return fail(arguments.error());
    if (arguments->command == app::Command::Help) {
        app::print(arguments->text);
        const Status written = app::finishOutput();
        return written ? 0 : fail(written.error());
    }
    const app::CommandResult result = runCommand(*arguments, {argv + 1, argv + argc});
    const Status written = app::finishOutput();
    if (!result)
        return fail(result.error());
    return written ? *result : fail(written.error());
} catch (const std::bad_alloc&) {
    return fail(makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", std::strerror(ENOMEM))));
} catch (const std::system_error& error) {
    return fail(makeError(ErrorCode::Unavailable, messages::message("run.no-resources", error.what())));
}

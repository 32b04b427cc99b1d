#include "app/run/arguments.h"
#include "app/run/commands.h"
#include "app/run/standard_output.h"
#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "app/wiring/stacks.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace {

using namespace engine;

constexpr int kWrongUsage = 2;

int fail(const Error& error)
{
    std::fprintf(stderr, "overlap-run: %s\n", error.english().c_str());
    return kWrongUsage;
}

/// Stops the program on Ctrl+C; the trace up to that time is still written. A second Ctrl+C ends the process.
class Interruption {
public:
    explicit Interruption(frontend::Runner& runner)
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
        m_waiting = std::jthread([this, &runner](const std::stop_token& stop) { wait(stop, runner); });
    }
    ~Interruption()
    {
        m_waiting.request_stop();
        m_waiting.join();
        std::fflush(stdout);
        // Everything is written, so signals may end the process again. Python had set a handler for SIGINT.
        std::signal(SIGINT, SIG_DFL);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

private:
    void wait(const std::stop_token& stop, frontend::Runner& runner) const
    {
        const timespec pause{0, 50'000'000};
        for (int times = 0; !stop.stop_requested();) {
            if (sigtimedwait(&m_signals, nullptr, &pause) < 0)
                continue;
            if (++times > 1)
                std::_Exit(130);
            runner.stop();
            sayWhatHolds(stop, runner);
        }
    }

    /// If the program still runs after a second, it is in a single call that cannot be interrupted; prints that.
    void sayWhatHolds(const std::stop_token& stop, const frontend::Runner& runner) const
    {
        for (int i = 0; i < 20 && !stop.stop_requested(); ++i) {
            const timespec pause{0, 50'000'000};
            if (sigtimedwait(&m_signals, nullptr, &pause) > 0)
                std::_Exit(130);
        }
        if (runner.isRunning())
            std::fputs(
                "overlap-run: the program is inside one call of Python's own, which ends only by itself; "
                "press Ctrl+C again to end everything, without a trace.\n",
                stderr);
    }

    sigset_t m_signals{};
    sigset_t m_before{};
    std::jthread m_waiting;
};

app::CommandResult runCommand(const app::Arguments& arguments)
{
    if (arguments.command == app::Command::Summary)
        return app::summarizeTrace(arguments);
    const auto resources = app::findResources();
    if (!resources)
        return Error(resources.error());
    const std::filesystem::path machines = *resources / "machines";
    if (arguments.command == app::Command::Machines)
        return app::formatMachines(app::findMachines(machines), arguments.json);
    auto runner = frontend::Runner::create(app::runnerPaths(*resources), app::platformFactory(machines),
                                           app::machineLabels(machines));
    if (!runner)
        return std::move(runner).error();
    if (arguments.command == app::Command::List)
        return app::listPrograms(**runner, arguments.json);
    if (arguments.command == app::Command::Syncs)
        return app::listSyncPoints(**runner, arguments);
    if (arguments.command == app::Command::Calibrate)
        return app::calibrate(**runner, machines, arguments);
    const Interruption interruption(**runner);
    return app::runProgram(**runner, arguments);
}

}  // namespace

int main(int argc, char** argv)
{
    app::makeStacksDeep();
    const auto arguments = app::parseArguments(argc, argv);
    if (!arguments)
        return fail(arguments.error());
    if (arguments->command == app::Command::Help) {
        app::print(arguments->text);
        const Status written = app::finishOutput();
        return written ? 0 : fail(written.error());
    }
    const app::CommandResult result = runCommand(*arguments);
    const Status written = app::finishOutput();
    if (!result)
        return fail(result.error());
    return written ? *result : fail(written.error());
}

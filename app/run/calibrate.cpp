#include "app/run/commands.h"
#include "app/run/interruption.h"
#include "app/run/record_file.h"
#include "app/run/standard_output.h"
#include "app/wiring/calibration.h"
#include "app/wiring/outputs.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"
#include "engine/messages/json.h"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stop_token>

namespace app {

using namespace engine;

namespace {

constexpr int kBar = 30;

/// Prints a message as a line of JSON, for --json: the desktop program parses the lines of standard error.
void printMessage(const Message& message, const std::string& progress = {})
{
    std::fprintf(stderr, "{%s\"message\":%s}\n", progress.c_str(), messages::toJson(message).c_str());
}

/// Prints progress to standard error: a bar that is redrawn on a terminal, otherwise a line per item.
class ProgressLine {
public:
    explicit ProgressLine(bool isJson) : m_isJson(isJson) {}

    void show(const calibrate::Progress& progress)
    {
        const int percent = static_cast<int>(100 * std::clamp(progress.fraction, 0.0, 1.0));
        const int seconds = static_cast<int>(std::ceil(progress.remaining));
        const std::string item = progress.item.english();
        if (m_isJson)
            return printMessage(progress.item, "\"percent\":" + std::to_string(percent) +
                                                   ",\"seconds\":" + std::to_string(seconds) + ",");
        if (!m_isTerminal) {
            std::fprintf(stderr, "overlap-run: %d %%, about %d s left: %s\n", percent, seconds, item.c_str());
            return;
        }
        const auto full = static_cast<std::size_t>(kBar * percent / 100);
        const std::string bar = std::string(full, '#') + std::string(kBar - full, '.');
        std::fprintf(stderr, "\r[%s] %3d %%, about %d s left: %-40.40s", bar.c_str(), percent, seconds, item.c_str());
        m_isOpen = true;
    }
    void end()
    {
        if (m_isOpen)
            std::fprintf(stderr, "\r%*s\r", kBar + 75, "");
        m_isOpen = false;
    }

private:
    bool m_isJson;
    bool m_isTerminal = ::isatty(STDERR_FILENO) == 1;
    bool m_isOpen = false;
};

void printHeldOut(const char* title, const std::vector<device::ValidationRun>& heldOut)
{
    std::fprintf(stderr, "%-40s %12s %12s %8s\n", title, "predicted s", "measured s", "error");
    for (const device::ValidationRun& one : heldOut)
        std::fprintf(stderr, "%-40s %12.5f %12.5f %+7.1f%%\n", one.program.c_str(), one.predicted, one.measured,
                     100 * one.error());
}

Status deliver(const std::string& text, const std::string& output)
{
    if (!output.empty())
        return io::writeFileAtomically(output, text);
    print(text);
    return {};
}

/// Writes a machine file that is fitted to the times that the cells of a chapter printed. The option --from-times
/// contains the times, or names a file with them.
CommandResult importTimes(frontend::Runner& runner, const std::filesystem::path& machines, const Arguments& arguments)
{
    std::string times = arguments.fromTimes;
    std::error_code trouble;
    if (times.find('=') == std::string::npos || std::filesystem::exists(times, trouble)) {
        auto text = io::readFile(times, std::size_t{1} << 16U);
        if (!text)
            return std::move(text).error();
        times = *std::move(text);
    }
    const auto result = machineFromCells(runner, machines, times);
    if (!result)
        return Error(result.error());
    printHeldOut("cell", result->heldOut);
    if (Status status = deliver(result->text, arguments.output); !status)
        return std::move(status).error();
    return 0;
}

}  // namespace

CommandResult calibrate(frontend::Runner& runner, const std::filesystem::path& machines, const Arguments& arguments)
{
    if (Status status = checkOutputs({arguments.machine, arguments.fromTimes}, {arguments.output}); !status)
        return std::move(status).error();
    if (Status status = checkWritable(arguments.output); !status)
        return std::move(status).error();
    if (!arguments.fromTimes.empty())
        return importTimes(runner, machines, arguments);
    std::stop_source stop;
    // The handler is called repeatedly, because a run may start just after the previous one was stopped.
    const Interruption interruption([&](int) {
        stop.request_stop();
        runner.stop();
    });
    ProgressLine line(arguments.json);
    calibrate::Control control{.report = [&line](const calibrate::Progress& progress) { line.show(progress); },
                               .stop = stop.get_token()};
    CalibrationRequest request{.machines = machines,
                               .machine = arguments.machine.empty() ? devices::cpu::kThisComputer : arguments.machine,
                               .id = "this-computer-model",
                               .isHeldOut = !arguments.isWithoutTrials};
    const auto choice = device::machineChoice(request.machine);
    if (choice && choice->machine == devices::cpu::kThisComputer)
        control.processors = [] { return processorTimes(); };
    if (request.machine != devices::cpu::kThisComputer)
        request.id = std::filesystem::path(request.machine).stem().string() + "-model";
    const auto result = calibrateMachine(runner, request, control);
    line.end();
    if (!result && arguments.json) {
        printMessage(result.error().message);
        return 2;
    }
    if (!result)
        return Error(result.error());
    for (const Message& remark : result->remarks)
        if (arguments.json)
            printMessage(remark);
        else
            std::fprintf(stderr, "overlap-run: %s\n", remark.english().c_str());
    if (!result->heldOut.empty())
        printHeldOut("held-out program", result->heldOut);
    if (Status status = deliver(result->text, arguments.output); !status)
        return std::move(status).error();
    return 0;
}

}  // namespace app

#include "app/wiring/calibration.h"

#include "app/wiring/machines.h"
#include "engine/base/processor_load.h"
#include "engine/calibrate/from_times.h"
#include "engine/calibrate/programs.h"
#include "engine/device/machine_choice.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"
#include "engine/io/temporary_folder.h"
#include "engine/messages/messages.h"

#include <cmath>
#include <ctime>
#include <map>
#include <utility>

namespace app {

using namespace engine;
using calibrate::Control;
using calibrate::Progress;

namespace {

/// A temporary machine file for runs that fit or check a calibration.
struct DraftFile {
    static Result<DraftFile> make(const std::string& text)
    {
        auto folder = io::TemporaryFolder::create();
        if (!folder)
            return std::move(folder).error();
        DraftFile draft{*std::move(folder)};
        if (Status status = io::writeFileAtomically(draft.path(), text); !status)
            return std::move(status).error();
        return draft;
    }
    [[nodiscard]] std::string path() const { return (folder.path() / "machine.json").string(); }

    io::TemporaryFolder folder;
};

/// Returns a control for one stage of a calibration. The stage's progress from 0 to 1 is reported as progress from
/// `begin` to `end` of the whole calibration. `after`: estimated time of later stages.
Control part(const Control& whole, double begin, double end, double after)
{
    Control control;
    control.stop = whole.stop;
    control.processors = whole.processors;
    if (whole.report)
        control.report = [report = whole.report, begin, end, after](Progress progress) {
            progress.fraction = begin + progress.fraction * (end - begin);
            progress.remaining += after;
            report(progress);
        };
    return control;
}

Result<frontend::RunRequest> requestFor(const frontend::Runner& runner, const calibrate::ProgramRequest& wanted)
{
    frontend::RunRequest request;
    request.dialect = wanted.isTorch ? frontend::Dialect::Torch : frontend::Dialect::MXNet;
    request.machine = wanted.machine;
    request.parameters = wanted.parameters;
    if (wanted.id.empty()) {
        request.program.id = "calibration";
        request.program.sources[request.dialect] = wanted.source;
        request.values = trace::ValueMode::Computed;
        request.source = wanted.source;
        return request;
    }
    auto program = runner.load(wanted.id);
    if (!program)
        return std::move(program).error();
    request.program = *std::move(program);
    const auto source = request.program.sources.find(request.dialect);
    if (source == request.program.sources.end())
        return untranslatedError(ErrorCode::NotFound, "The program " + wanted.id + " is not written for this dialect.");
    request.source = source->second;
    request.off = linesOff(request.program, request.dialect);
    return request;
}

calibrate::ProgramRun programRun(frontend::Runner& runner)
{
    return [&runner](const calibrate::ProgramRequest& wanted) -> Result<trace::TracePtr> {
        const auto request = requestFor(runner, wanted);
        if (!request)
            return Error(request.error());
        trace::Recorder recorder;
        const auto outcome = runner.run(*request, recorder);
        if (!outcome)
            return Error(outcome.error());
        if (outcome->raised)
            return makeError(ErrorCode::OperationFailed,
                             messages::message("calibrate.program-raised", request->program.id,
                                               outcome->trace->error() ? Message(outcome->trace->error()->message)
                                                                       : messages::message("python.no-reason")));
        return outcome->trace;
    };
}

Result<calibrate::Report> measureAll(const CalibrationRequest& request, const calibrate::ProgramRun& run,
                                     const Control& control)
{
    const device::PlatformFactory factory = platformFactory(request.machines);
    const auto open = [&](const device::PlatformOptions& options, trace::Sink& sink) {
        return factory(request.machine, options, sink);
    };
    const Control measuring = part(control, 0, 0.55, request.isHeldOut ? 15 : 3);
    auto report = calibrate::measurePlatform(open, measuring);
    if (!report)
        return report;
    const Control front = part(control, 0.55, 0.65, request.isHeldOut ? 12 : 0);
    if (Status status = calibrate::measureFrontEnd(run, request.machine, front, *report); !status)
        return std::move(status).error();
    return report;
}

/// Returns the percentage of the cores that other programs used, if that is enough to disturb a measurement.
std::optional<int> disturbance(const OtherPrograms& others)
{
    const double load = others.load();
    return load > kMostOtherLoad ? std::optional(static_cast<int>(std::lround(100 * load))) : std::nullopt;
}

calibrate::Provenance provenanceOf(const CalibrationRequest& request)
{
    calibrate::Provenance provenance;
    provenance.id = request.id;
    provenance.date = today();
    const auto choice = device::machineChoice(request.machine);
    if (choice && choice->machine == devices::cpu::kThisComputer) {
        const GpuSoftware software = gpuSoftware();
        provenance.driver = software.driver;
        provenance.toolkit = software.toolkit;
        if (!software.driver.empty())
            provenance.products = choice->isTf32 ? "tf32" : "fp32";
    } else {
        provenance.note = "Measured on a virtual machine. What stands as estimated was not measured.";
    }
    if (request.machine != devices::cpu::kThisComputer)
        provenance.label = "Model of " + machineLabel(request.machines, request.machine);
    return provenance;
}

}  // namespace

std::string today()
{
    const std::time_t now = std::time(nullptr);
    std::tm calendar{};
    ::gmtime_r(&now, &calendar);
    char text[16];
    return std::strftime(text, sizeof text, "%Y-%m-%d", &calendar) > 0 ? text : "";
}

Result<Calibration> calibrateMachine(frontend::Runner& runner, const CalibrationRequest& request,
                                     const Control& control)
{
    const auto host = io::readFile(request.machines / "laptop-2019.json", std::size_t{1} << 22U);
    const auto gpu = io::readFile(request.machines / "book-v100.json", std::size_t{1} << 22U);
    if (!host || !gpu)
        return Error((host ? gpu : host).error());
    const calibrate::ProgramRun run = programRun(runner);
    const OtherPrograms programs(control.processors);
    auto report = measureAll(request, run, control);
    if (!report)
        return Error(report.error());
    const auto others = disturbance(programs);
    if (others && request.isHeldOut)
        report->remarks.push_back(messages::message("calibrate.no-trial", *others));
    else if (others)
        report->remarks.push_back(messages::message("calibrate.others-at-work", *others));
    const calibrate::Provenance provenance = provenanceOf(request);
    auto text = calibrate::machineText(*report, provenance, {.host = *host, .gpu = *gpu});
    if (!text)
        return std::move(text).error();
    Calibration result{.text = *std::move(text), .heldOut = {}, .remarks = report->remarks};
    if (!request.isHeldOut || others)
        return result;
    const auto draft = DraftFile::make(result.text);
    if (!draft)
        return Error(draft.error());
    const OtherPrograms duringTrial(control.processors);
    const auto trials = calibrate::heldOutTrials(static_cast<int>(report->gpus.size()));
    auto heldOut = calibrate::holdOut(run, trials, request.machine, draft->path(), part(control, 0.65, 1, 0));
    if (!heldOut && heldOut.error().code == ErrorCode::Cancelled)
        return std::move(heldOut).error();
    if (!heldOut) {
        result.remarks.push_back(messages::message("calibrate.not-held-out", heldOut.error().message));
        return result;
    }
    if (const auto late = disturbance(duringTrial)) {
        result.remarks.push_back(messages::message("calibrate.no-trial", *late));
        return result;
    }
    auto complete = calibrate::withHeldOut(result.text, *heldOut);
    if (!complete)
        return std::move(complete).error();
    result.text = *std::move(complete);
    result.heldOut = *std::move(heldOut);
    return result;
}

namespace {

using Cells = std::map<std::string, double>;  ///< Benchmark label -> seconds

/// Runs 13.3.1 and 13.3.2 on the machine that `text` describes, and returns their block times.
Result<Cells> cellsOn(const calibrate::ProgramRun& run, const std::string& text)
{
    const auto draft = DraftFile::make(text);
    if (!draft)
        return Error(draft.error());
    Cells cells;
    for (const char* id : {"13.3.1", "13.3.2"}) {
        const auto trace = run({.id = id, .source = {}, .isTorch = true, .machine = draft->path(), .parameters = {}});
        if (!trace)
            return Error(trace.error());
        for (const trace::BlockRecord& block : (*trace)->blocks())
            cells[block.label] = toSeconds(block.end - block.begin);
    }
    return cells;
}

constexpr const char* kBoth = "Run on GPU1 and copy to CPU";

/// Fits the time of page-locking so that the timed block kBoth takes `wanted` seconds on the virtual machine. A formula
/// is not enough: it counts all page-locked memory as newly allocated, but the virtual machine reuses memory. The timed
/// block takes the longer of two times: that of the products with their copies, which does not depend on the fitted
/// time, and that of page-locking, which is linear in the fitted time. So the secant method usually needs two or three
/// iterations.
Result<std::string> withPinFitted(const calibrate::ProgramRun& run, const std::string& text, double wanted)
{
    constexpr int kSteps = 6;
    const auto cellAt = [&](double pin) -> Result<double> {
        const auto draft = calibrate::withPinTime(text, pin);
        if (!draft)
            return Error(draft.error());
        const auto cells = cellsOn(run, *draft);
        return cells ? Result<double>(cells->at(kBoth)) : Error(cells.error());
    };
    double pin = 500;
    double nextPin = 5000;
    auto seconds = cellAt(pin);
    for (int step = 0; seconds && step < kSteps && std::abs(*seconds - wanted) > 1e-5 * wanted; ++step) {
        auto next = cellAt(nextPin);
        if (!next)
            return Error(next.error());
        const double perNs = (*next - *seconds) / (nextPin - pin);
        pin = std::exchange(nextPin, perNs > 0 ? nextPin + (wanted - *next) / perNs : -1);
        seconds = std::move(next);
        if (nextPin < 0)
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "both=" + std::to_string(wanted) +
                                         " is less than the time without page-locking; check the number that the "
                                         "cell printed.");
    }
    return seconds ? calibrate::withPinTime(text, pin) : Error(seconds.error());
}

}  // namespace

Result<Calibration> machineFromCells(frontend::Runner& runner, const std::filesystem::path& machines,
                                     const std::string& times)
{
    const auto cells = calibrate::parseTimes(times);
    if (!cells)
        return Error(cells.error());
    const auto base = io::readFile(machines / "book-v100.json", std::size_t{1} << 22U);
    if (!base)
        return Error(base.error());
    const auto closed = calibrate::machineFromTimes(*cells, *base, "From printed times");
    if (!closed)
        return Error(closed.error());
    const calibrate::ProgramRun run = programRun(runner);
    auto text = withPinFitted(run, *closed, cells->both);
    if (!text)
        return std::move(text).error();
    const auto predicted = cellsOn(run, *text);
    if (!predicted)
        return Error(predicted.error());
    Calibration result{.text = *std::move(text), .heldOut = {}, .remarks = {}};
    const std::pair<const char*, std::optional<double>> given[] = {
        {"GPU1 time", cells->gpu1},  {"GPU2 time", cells->gpu2},   {"GPU1 & GPU2", cells->gpus},
        {"Run on GPU1", cells->run}, {"Copy to CPU", cells->copy}, {kBoth, cells->both}};
    for (const auto& [label, seconds] : given)
        if (seconds && predicted->contains(label))
            result.heldOut.push_back({.program = label, .predicted = predicted->at(label), .measured = *seconds});
    return result;
}

}  // namespace app

#include "app/wiring/calibration.h"

#include "app/wiring/machines.h"
#include "engine/calibrate/programs.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/io/atomic_file.h"

#include <unistd.h>
#include <ctime>

namespace app {

using namespace engine;
using calibrate::Control;
using calibrate::Progress;

namespace {

/// A machine file that only the held-out runs read.
class DraftFile {
public:
    static Result<DraftFile> make(const std::string& text)
    {
        std::error_code trouble;
        const std::filesystem::path folder = std::filesystem::temp_directory_path(trouble);
        if (trouble)
            return makeError(ErrorCode::InputOutput,
                             "There is no folder for temporary files: " + trouble.message() + ".");
        DraftFile draft;
        draft.m_path = folder / ("overlap-calibration-" + std::to_string(::getpid()) + ".json");
        if (Status status = io::writeFileAtomically(draft.m_path, text); !status)
            return std::move(status).error();
        return draft;
    }
    ~DraftFile()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove(m_path, ignored);
    }
    DraftFile(DraftFile&& other) noexcept { m_path.swap(other.m_path); }
    DraftFile& operator=(DraftFile&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    DraftFile() = default;
    std::filesystem::path m_path;
};

/// A stage of the whole, which goes from `begin` to `end` of it.
Control part(const Control& whole, double begin, double end, double after)
{
    Control control;
    control.stop = whole.stop;
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
        return makeError(ErrorCode::NotFound, "The program " + wanted.id + " is not written for this dialect.");
    request.source = source->second;
    if (const auto off = request.program.initiallyOff.find(request.dialect); off != request.program.initiallyOff.end())
        request.off = off->second;
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
            return makeError(
                ErrorCode::OperationFailed,
                "The program " + request->program.id + " raised: " +
                    (outcome->trace->error() ? outcome->trace->error()->message : std::string("an exception")) + ".");
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
    auto report = calibrate::measurePlatform(open, part(control, 0, 0.55, 15));
    if (!report)
        return report;
    const Control front = part(control, 0.55, 0.65, request.isHeldOut ? 12 : 0);
    if (Status status = calibrate::measureFrontEnd(run, request.machine, front, *report); !status)
        return std::move(status).error();
    return report;
}

calibrate::Provenance provenanceOf(const CalibrationRequest& request)
{
    calibrate::Provenance provenance;
    provenance.id = request.id;
    provenance.date = today();
    if (request.machine == devices::cpu::kThisComputer) {
        const GpuSoftware software = gpuSoftware();
        provenance.driver = software.driver;
        provenance.toolkit = software.toolkit;
    } else {
        provenance.label = "Model of " + machineLabels(request.machines)(request.machine);
    }
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
    const auto report = measureAll(request, run, control);
    if (!report)
        return Error(report.error());
    const calibrate::Provenance provenance = provenanceOf(request);
    auto text = calibrate::machineText(*report, provenance, {.host = *host, .gpu = *gpu});
    if (!text)
        return std::move(text).error();
    Calibration result{.text = *std::move(text), .heldOut = {}, .remarks = report->remarks};
    if (!request.isHeldOut)
        return result;
    const auto draft = DraftFile::make(result.text);
    if (!draft)
        return Error(draft.error());
    const auto trials = calibrate::heldOutTrials(static_cast<int>(report->gpus.size()));
    auto heldOut = calibrate::holdOut(run, trials, request.machine, draft->path().string(), part(control, 0.65, 1, 0));
    if (!heldOut)
        return std::move(heldOut).error();
    auto complete = calibrate::withHeldOut(result.text, *heldOut);
    if (!complete)
        return std::move(complete).error();
    result.text = *std::move(complete);
    result.heldOut = *std::move(heldOut);
    return result;
}

}  // namespace app

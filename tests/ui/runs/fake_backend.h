#pragma once

#include "tests/engine/trace/one_operation.h"
#include "ui/runs/backend.h"

#include <atomic>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <thread>

namespace tests {

/// A front end without Python. Each line with "wait()", and each copy, is a sync point. Words in the source select the
/// type of a run: "forever" runs until it is stopped; "flood", "work" and "hungry" select flood(), runWork() and
/// runOut(). Any other run records one block.
struct FakeFrontEnd {
    std::atomic<int> runs{0};
    std::atomic<int> forecasts{0};  ///< timing-only runs of programs that compute values; `runs` does not count them
    std::atomic<int> stops{0};
    std::atomic<bool> isStopping{false};
    std::atomic<bool> isRefusing{false};  ///< every run is refused
    std::atomic<bool> isMeasured{false};  ///< traces are of a real platform
    std::atomic<bool> isCutShort{false};  ///< traces of "work" end as if the user stopped the run
    std::atomic<int> heldRun{0};          ///< the run with this number continues until it is stopped; 0: none
    std::atomic<bool> isHeld{false};      ///< runs continue until this flag is reset or they are stopped
    std::atomic<bool> isSlowHeld{true};   ///< like isHeld, for sources with "slow"
    std::atomic<bool> isLoadHeld{false};  ///< load() blocks until this flag is reset
    std::atomic<bool> isLoadFailing{false};
    std::mutex mutex;  ///< guards `last`
    engine::frontend::RunRequest last;

    static engine::frontend::Program program(const std::string& id, const std::string& source)
    {
        engine::frontend::Program program;
        program.id = id;
        program.title = "Program " + id;
        program.group = "13.3 Automatic parallelism";
        program.machines = {{engine::frontend::Dialect::Torch, "book-v100"}};
        program.sources[engine::frontend::Dialect::Torch] = source;
        return program;
    }

    static std::vector<engine::frontend::SyncPoint> pointsOf(const std::string& source)
    {
        std::vector<engine::frontend::SyncPoint> points;
        int line = 1;
        std::string text;
        for (const char c : source + "\n") {
            if (c != '\n') {
                text += c;
                continue;
            }
            const auto copy = text.find("copy_to_cpu(");
            if (text.find("wait()") != std::string::npos)
                points.push_back({line, "wait()", true, false, {}, true});
            else if (copy != std::string::npos && text.find("def") == std::string::npos) {
                const std::string call = text.substr(copy);
                const bool isOn = call.find(", True)") == std::string::npos;
                points.push_back({line, call, isOn, true, "copy_to_cpu(y, True)", isOn});
            }
            text.clear();
            ++line;
        }
        return points;
    }

    engine::Result<engine::frontend::RunOutcome> run(const engine::frontend::RunRequest& request,
                                                     engine::trace::Recorder& recorder)
    {
        using engine::trace::ValueMode;
        const bool isForecast =
            request.values == ValueMode::TimingOnly && request.program.values != ValueMode::TimingOnly;
        isStopping = false;
        ++(isForecast ? forecasts : runs);  // from here on, a test that waits for the count may stop the run
        if (!isForecast) {
            const std::lock_guard lock(mutex);
            last = request;
        }
        if (isRefusing)
            return engine::untranslatedError(engine::ErrorCode::InvalidArgument, "It is not to run.");
        if (request.machine == "unknown")
            return engine::untranslatedError(engine::ErrorCode::NotFound,
                                             "There is no machine unknown; choose another.");
        auto info = std::make_shared<engine::trace::RunInfo>();
        info->program = request.program.id;
        info->source = request.source;
        info->machine = request.machine;
        for (const auto& parameter : request.program.parameters) {
            const auto changed = request.parameters.find(parameter.name);
            info->parameters.emplace_back(parameter.name,
                                          changed == request.parameters.end() ? parameter.value : changed->second);
        }
        if (isMeasured)
            info->platform = engine::trace::PlatformKind::Real;
        recorder.write(engine::trace::RunRecord(info));
        const bool isEndless = request.source.find("forever") != std::string::npos;
        if (request.source.find("flood") != std::string::npos)
            return flood(recorder);
        bool wasStopped = false;
        const bool isSlow = request.source.find("slow") != std::string::npos;
        while (!wasStopped && (isEndless || isHeld || runs == heldRun || (isSlow && isSlowHeld))) {
            wasStopped = isStopping;
            std::this_thread::yield();
        }
        if (request.source.find("hungry") != std::string::npos)
            return runOut(request.machine, request.source.find("last GPU") != std::string::npos ? 5 : 0, recorder);
        if (request.source.find("work") != std::string::npos)
            return runWork(request, recorder);
        recorder.write(
            engine::trace::BlockRecord{engine::Nanoseconds{0}, engine::Nanoseconds{5'000'000}, 1, "all", 0.005, false});
        recorder.write(engine::trace::EndRecord{engine::Nanoseconds{5'000'000}, !wasStopped});
        recorder.finish();
        return engine::frontend::RunOutcome{recorder.snapshot(), false, wasStopped};
    }

    /// Prints until it is stopped.
    engine::Result<engine::frontend::RunOutcome> flood(engine::trace::Recorder& recorder) const
    {
        using namespace engine;
        for (int i = 0; !isStopping; ++i) {
            recorder.write(trace::OutputRecord{Nanoseconds{i}, 1, trace::OutputStream::Standard, "line\n"});
            if (i % 1000 == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        recorder.write(trace::EndRecord{Nanoseconds{5'000'000}, false});
        recorder.finish();
        return frontend::RunOutcome{recorder.snapshot(), false, true};
    }

    /// Records one operation of n milliseconds (a parameter), or twice as long if all waits are on. A source with
    /// "timed" also records two timed blocks, one for each half of the operation.
    engine::Result<engine::frontend::RunOutcome> runWork(const engine::frontend::RunRequest& request,
                                                         engine::trace::Recorder& recorder) const
    {
        using namespace engine;
        const auto n = request.parameters.find("n");
        const int factor = request.off.empty() ? 2 : 1;
        const Nanoseconds end{1'000'000 * factor * (n == request.parameters.end() ? 1 : std::stoi(n->second))};
        writeOneOperation(recorder, end, kGiB, 1);
        if (request.source.find("timed") != std::string::npos)
            for (const Nanoseconds begin : {Nanoseconds{0}, end / 2})
                recorder.write(trace::BlockRecord{begin, begin + end / 2, 1, "half", toSeconds(end / 2), false});
        if (request.source.find("modest") != std::string::npos) {
            trace::MemoryRecord memory;
            memory.device = DeviceId{0};
            memory.bytes = memory.allocated = memory.held = memory.reserved = kMiB;
            recorder.write(memory);
        }
        recorder.write(trace::EndRecord{end, !isCutShort});
        recorder.finish();
        return frontend::RunOutcome{recorder.snapshot(), false, isCutShort};
    }

    /// Runs three matrix products on GPU `gpu`, which has 1 GiB; the third does not fit. Each GPU with a lower number
    /// allocates 1 MiB.
    static engine::Result<engine::frontend::RunOutcome> runOut(const std::string& machine, std::uint32_t gpu,
                                                               engine::trace::Recorder& recorder)
    {
        using namespace engine;
        constexpr std::int64_t kEach = 400 << 20;
        for (std::uint32_t i = 0; i <= gpu; ++i)
            recorder.write(trace::DeviceRecord{DeviceId{i}, trace::DeviceKind::Gpu, "GPU " + std::to_string(i), machine,
                                               kGiB, Bytes{}, 0});
        for (std::uint32_t i = 0; i < gpu; ++i) {
            trace::MemoryRecord memory;
            memory.device = DeviceId{i};
            memory.bytes = memory.allocated = memory.reserved = Bytes{1 << 20};
            recorder.write(memory);
        }
        recorder.write(trace::NameRecord{NameId{0}, "mm"});
        for (std::uint32_t i = 0; i < 3; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId{i};
            issue.begin = issue.end = Nanoseconds{1000 * (i + 1)};
            issue.name = NameId{0};
            issue.device = DeviceId{gpu};
            issue.line = 2;
            recorder.write(issue);
            trace::MemoryRecord memory;
            memory.time = issue.end;
            memory.device = DeviceId{gpu};
            memory.bytes = Bytes{kEach};
            memory.act = i < 2 ? trace::MemoryAct::Allocate : trace::MemoryAct::Refuse;
            memory.allocated = memory.reserved = Bytes{kEach * std::min(i + 1, 2U)};
            memory.op = issue.op;
            recorder.write(memory);
        }
        recorder.write(trace::ErrorRecord{Nanoseconds{3000}, 2, "RuntimeError", "CUDA out of memory.", "", {}});
        recorder.write(trace::EndRecord{Nanoseconds{3000}, false});
        recorder.finish();
        return frontend::RunOutcome{recorder.snapshot(), true, false};
    }

    static ui::runs::BackendMaker makerOf(const std::shared_ptr<FakeFrontEnd>& self,
                                          std::vector<engine::frontend::Program> programs)
    {
        return [self, programs]() -> engine::Result<ui::runs::Backend> {
            ui::runs::Backend backend;
            backend.programs = programs;
            backend.run = [self](const auto& request, auto& recorder) { return self->run(request, recorder); };
            backend.stop = [self] {
                ++self->stops;
                self->isStopping = true;
            };
            backend.analyse = [](const std::string& source, engine::frontend::Dialect) {
                ui::listing::TextAnalysis analysis;
                if (source.find("def (") != std::string::npos)
                    analysis.problem = engine::frontend::SyntaxProblem{1, 4, engine::Message("invalid syntax")};
                else
                    analysis = {.points = pointsOf(source), .insertions = {{1, "wait()"}}};
                return analysis;
            };
            backend.load = [self](const std::string& path) -> engine::Result<engine::frontend::Program> {
                while (self->isLoadHeld)
                    std::this_thread::yield();
                if (self->isLoadFailing || path.find("missing") != std::string::npos)
                    return engine::untranslatedError(engine::ErrorCode::NotFound, path + " is not there.");
                auto loaded = program(path, "wait()\n");
                loaded.path = path;
                return loaded;
            };
            return backend;
        };
    }
};

}  // namespace tests

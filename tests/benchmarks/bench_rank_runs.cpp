// Measures runs of several ranks, started as by the window: time until the first frame with all ranks, total time,
// processor time of all processes, the cost of records that ranks send live, and how many operations of real ranks the
// window follows per second. Wall-clock times are meaningful only on an idle machine. Options: those of table.h.
#include "app/wiring/rank_runs.h"
#include "engine/devices/cpu/this_computer.h"
#include "engine/ranks/run_set.h"
#include "tests/app/program_runs.h"
#include "tests/benchmarks/table.h"

#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

#include <sys/resource.h>

namespace {

using namespace engine;
using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Returns the processor time of this process and of its child processes that have ended.
double processorMs()
{
    double ms = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            ms += static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
    }
    return ms;
}

/// Returns whether the displayed run has the first batch of each rank.
bool hasBatchOnAll(const trace::Trace& trace)
{
    const auto set = trace.rankPart().set;
    return set && std::ranges::all_of(set->members(), [](const ranks::Member& member) {
               return std::ranges::any_of(member.trace->programPart().steps, [](const trace::StepRecord& step) {
                   return step.kind == trace::StepKind::Batch && step.end > step.begin;
               });
           });
}

void measure(bench::Table& table, ProgramRuns& programs, int ranks, bool isLimited)
{
    constexpr int kRuns = 7;
    constexpr int kBatches = 10;
    frontend::RunRequest request = programs.request("13.6-ddp", frontend::Dialect::Torch);
    request.parameters = {{"ranks", std::to_string(ranks)}, {"images", std::to_string(kBatches * 256 * ranks)}};
    std::vector<double> first, whole;
    const double before = processorMs();
    {
        app::RankRuns runs(OVERLAP_RUN);
        for (int i = 0; i <= kRuns; ++i) {
            trace::Recorder recorder;
            std::atomic<double> shown = 0;
            const Clock::time_point begin = Clock::now();
            const std::jthread watcher([&](const std::stop_token& stop) {
                std::uint64_t seen = 0;
                while (!stop.stop_requested()) {
                    if (const auto version = recorder.version(); std::exchange(seen, version) != version) {
                        const double at = msSince(begin);
                        if (hasBatchOnAll(*recorder.snapshot())) {
                            shown = at;
                            return;
                        }
                    }
                    std::this_thread::sleep_for(std::chrono::microseconds(500));
                }
            });
            const auto outcome = runs.run(request, recorder);
            if (!outcome || outcome->raised)
                return table.skip("rank runs", outcome ? "the program raised" : outcome.error().english());
            const double end = msSince(begin);
            if (i == 0)
                continue;  // the first run is not counted, because it starts Python
            first.push_back(shown > 0 ? std::min(shown.load(), end) : end);
            whole.push_back(end);
        }
    }
    const double processor = (processorMs() - before) / (kRuns + 1);
    const std::string name = std::to_string(ranks) + " ranks x 10 batches of ResNet-18: ";
    const auto limit = [&](double value) { return isLimited ? std::optional(value) : std::nullopt; };
    table.add({.name = name + "first picture", .value = bench::median(first), .unit = "ms", .atMost = limit(100)});
    table.add({.name = name + "whole", .value = bench::median(whole), .unit = "ms", .atMost = limit(1500)});
    table.add({.name = name + "processor time", .value = processor, .unit = "ms", .note = "all processes, a run"});
}

/// Runs two ranks. Returns the time of a training step that they print; 0 if they print none. `isLive`: rank 1 sends
/// its records to rank 0, as if it ran on another computer; otherwise it writes them to a separate file.
double stepOfDdp(ProgramRuns& programs, bool isLive)
{
    frontend::RunRequest request = programs.request(OVERLAP_DDP_TRAINING, frontend::Dialect::Torch);
    request.source = "import sys; sys.argv[1:] = ['lenet', '64', '41']; " + request.source;
    request.machine = devices::cpu::kThisComputer;
    request.values = trace::ValueMode::Computed;
    const QTemporaryDir folder;
    const std::string hosts = folder.filePath("hosts").toStdString();
    std::ofstream(hosts) << "localhost slots=2\n";
    request.parameters = {{"ranks", "2"}, {"hosts", hosts}};
    if (isLive)
        setenv("OVERLAP_TEST_HOST", "1", 1);
    app::RankRuns runs(OVERLAP_RUN);
    trace::Recorder recorder;
    const auto outcome = runs.run(request, recorder);
    unsetenv("OVERLAP_TEST_HOST");
    double step = 0;
    if (outcome)
        static_cast<void>(
            std::sscanf(printed(*outcome->trace, trace::OutputStream::Standard).c_str(), "step %lf", &step));
    return step;
}

void measureLive(bench::Table& table, ProgramRuns& programs)
{
    constexpr int kRounds = 5;
    const std::string name = "DDP step of LeNet by TCP, live records / none sent";
    setenv("OMPI_MCA_btl", "self,tcp", 1);
    std::vector<double> live, alone;
    for (int round = 0; round < kRounds; ++round) {
        live.push_back(stepOfDdp(programs, true));
        alone.push_back(stepOfDdp(programs, false));
    }
    unsetenv("OMPI_MCA_btl");
    const double with = bench::median(live), without = bench::median(alone);
    if (with <= 0 || without <= 0)
        return table.skip(name, "the run printed no time; ranks on this computer need Open MPI");
    char note[80];
    std::snprintf(note, sizeof note, "%.2f and %.2f ms", with, without);
    table.add({.name = name, .value = with / without, .unit = "x", .atMost = 1.03, .note = note});
}

/// Measures how many operations per second the window can follow if eight real ranks issue them as fast as they can.
void measureRate(bench::Table& table, ProgramRuns& programs)
{
    constexpr int kRanks = 8;
    constexpr std::size_t kOperations = 100'000;  // of each rank
    const std::string name = std::to_string(kRanks) + " ranks on this computer: ";
    frontend::RunRequest request = programs.typed(R"(import time
import torch
import torch.distributed as dist
dist.init_process_group('gloo')
t = torch.ones(4)
t.sum().item()
dist.barrier()
begin = time.perf_counter()
for _ in range()" + std::to_string(kOperations) + R"():
    t = t + 1
t[0].item()
dist.barrier()
if dist.get_rank() == 0:
    print('seconds', time.perf_counter() - begin)
)");
    request.machine = devices::cpu::kThisComputer;
    request.parameters = {{"ranks", std::to_string(kRanks)}};
    app::RankRuns runs(OVERLAP_RUN);
    trace::Recorder recorder;
    const auto outcome = runs.run(request, recorder);
    double seconds = 0;
    if (outcome)
        static_cast<void>(
            std::sscanf(printed(*outcome->trace, trace::OutputStream::Standard).c_str(), "seconds %lf", &seconds));
    const auto set = outcome ? outcome->trace->rankPart().set : nullptr;
    if (seconds <= 0 || !set)
        return table.skip(name, "the run printed no time; ranks on this computer need Open MPI");
    std::size_t shown = 0;
    for (const ranks::Member& member : set->members())
        shown += std::min(member.trace->opCount(), kOperations);
    const auto lost = static_cast<double>(kRanks * kOperations - shown);
    table.add({.name = name + "operations that the window follows",
               .value = static_cast<double>(shown) / seconds,
               .unit = "1/s",
               .atLeast = 50'000});
    table.add({.name = name + "operations lost", .value = lost, .unit = "", .atMost = 0});
}

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("ranks", argc, argv);
    ProgramRuns programs;
    if (table.wants("2 ranks"))
        measure(table, programs, 2, false);
    if (table.wants("8 ranks"))
        measure(table, programs, 8, true);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // only for these benchmarks
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    if (table.wants("live records"))
        measureLive(table, programs);
    if (table.wants("8 ranks on this computer"))
        measureRate(table, programs);
    return table.finish();
}

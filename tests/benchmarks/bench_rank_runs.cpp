// Measures runs of several ranks, started as by the window: time until the first frame with all ranks, total time
// (wall-clock times, meaningful only on an idle machine), and the processor time of all processes. Options: those of
// table.h.
#include "app/wiring/rank_runs.h"
#include "engine/ranks/run_set.h"
#include "tests/app/program_runs.h"
#include "tests/benchmarks/table.h"

#include <algorithm>
#include <atomic>
#include <chrono>
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

}  // namespace

int main(int argc, char** argv)
{
    bench::Table table("ranks", argc, argv);
    ProgramRuns programs;
    if (table.wants("2 ranks"))
        measure(table, programs, 2, false);
    if (table.wants("8 ranks"))
        measure(table, programs, 8, true);
    return table.finish();
}

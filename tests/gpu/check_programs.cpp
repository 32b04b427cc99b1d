#include "tests/devices/random_program.h"
#include "tests/devices/trace_rules.h"
#include "tests/gpu/subject.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace {

using namespace engine;
using namespace conformance;

constexpr int kPrograms = 10'000;
constexpr int kSteps = 24;
constexpr const char* kTorch = "torch";  ///< names of the rules, for the filter
constexpr const char* kMXNet = "mxnet";
constexpr int kKeepEvery = 25;  ///< keeps the trace of every 25th batch

/// Number of programs that share a platform, because opening a GPU with its libraries takes longer than many programs.
int batchFor(int programs)
{
    return programs > 1000 ? 100 : 25;
}

device::PlatformOptions optionsOf(device::Semantics semantics, device::EnginePolicy policy, int streams)
{
    device::PlatformOptions options;
    options.semantics = semantics;
    options.policy = policy;
    options.values = trace::ValueMode::Computed;
    options.computeStreams = streams;
    return options;
}

struct Outcome {
    std::vector<Values> values;
    std::string problem;
};

/// Runs `programs` programs starting at number `first`.
Outcome run(const gpu::Subject& subject, const device::PlatformOptions& options, int first, int programs, bool isKept,
            const std::filesystem::path& traces, const std::string& name)
{
    Outcome outcome;
    std::vector<Journalled> journal;
    Driver driver(subject.open, options);
    for (int i = 0; i < programs; ++i) {
        outcome.values.push_back(
            runProgram(randomProgram(static_cast<std::uint64_t>(first + i), kSteps), driver, journal));
        // Waits for one device and for all devices, for the invariants about waits.
        Status status = driver.platform().synchronize(DeviceId{1 + i % subject.devices}, {1, {}});
        if (status)
            status = driver.waitAll(2);
        if (!status && outcome.problem.empty())
            outcome.problem = status.error().english();
    }
    const trace::TracePtr trace = driver.finish();
    if (outcome.problem.empty())
        outcome.problem = problemOf(*trace);
    if (outcome.problem.empty())
        outcome.problem = orderProblemOf(journal, *trace);
    for (const Verdict& verdict : checkRules(*trace))
        if (outcome.problem.empty() && !verdict.problem.empty())
            outcome.problem = "invariant " + std::to_string(verdict.invariant) + ": " + verdict.problem;
    if (isKept || !outcome.problem.empty())
        gpu::keepTrace(*trace, traces, "random-" + name + "-" + std::to_string(first));
    return outcome;
}

}  // namespace

/// Random programs on the GPUs: with the rules of both frameworks, the threaded engine gives the same bits as the naive
/// policy, which waits for every operation, and every recorded run keeps the invariants. An argument selects the rules.
int main(int argc, char** argv)
{
    return gpu::run(argc, argv, [](const gpu::Arguments& arguments, const gpu::Subject& subject) {
        using std::chrono::steady_clock;
        const int programs = arguments.count > 0 ? arguments.count : kPrograms;
        const auto begin = steady_clock::now();
        const auto isInTime = [&] {
            return arguments.seconds == 0 || steady_clock::now() - begin < std::chrono::seconds(arguments.seconds);
        };
        if (!arguments.wants(kTorch) && !arguments.wants(kMXNet))
            return gpu::skipAll(arguments);
        int failures = 0;
        int done = 0;
        const int each = batchFor(programs);
        for (int first = 0; first < programs && isInTime(); first += each) {
            const int batch = first / each;
            const int here = std::min(each, programs - first);
            const bool isKept = batch % kKeepEvery == 0;
            using device::EnginePolicy;
            using device::Semantics;
            const Outcome naive = run(subject, optionsOf(Semantics::MXNet, EnginePolicy::Naive, 1), first, here, isKept,
                                      arguments.traces, "naive");
            for (const Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
                const char* name = semantics == Semantics::Torch ? kTorch : kMXNet;
                if (!arguments.wants(name))
                    continue;
                const Outcome found = run(subject, optionsOf(semantics, EnginePolicy::Threaded, 1 + batch % 4), first,
                                          here, isKept, arguments.traces, name);
                for (const std::string& problem : {naive.problem, found.problem})
                    if (!problem.empty() && ++failures <= 20)
                        std::printf("FAIL   programs from %d on, %s: %s\n", first, name, problem.c_str());
                for (int i = 0; i < here; ++i)
                    if (!gpu::haveSameBits(found.values[static_cast<std::size_t>(i)],
                                           naive.values[static_cast<std::size_t>(i)]) &&
                        ++failures <= 20)
                        std::printf("FAIL   program %d, %s: other bits than by the naive policy\n", first + i, name);
            }
            if (batch % 10 == 9)
                std::printf("%d programs so far\n", first + here);
            done += here;
        }
        std::printf("%d of %d random programs with %s against the naive policy, %d failures\n", done, programs,
                    arguments.filter.empty() ? "both rules" : arguments.filter.c_str(), failures);
        return failures == 0 ? 0 : 1;
    });
}

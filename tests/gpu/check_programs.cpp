#include "tests/devices/random_program.h"
#include "tests/devices/trace_rules.h"
#include "tests/gpu/subject.h"

#include <algorithm>
#include <cstdio>

namespace {

using namespace engine;
using namespace conformance;

constexpr int kPrograms = 10'000;
constexpr int kBatch = 25;  ///< programs that share a platform
constexpr int kSteps = 24;
constexpr int kKeepEvery = 50;  ///< batches

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

Outcome run(const gpu::Subject& subject, const device::PlatformOptions& options, int batch, int programs,
            const std::filesystem::path& traces, const std::string& name)
{
    Outcome outcome;
    std::vector<Journalled> journal;
    Driver driver(subject.open, options);
    for (int i = 0; i < programs; ++i) {
        outcome.values.push_back(
            runProgram(randomProgram(static_cast<std::uint64_t>(batch * kBatch + i), kSteps), driver, journal));
        // Waits for one device and for all, which the invariants speak of.
        Status status = driver.platform().synchronize(DeviceId{1 + i % subject.devices}, {1, {}});
        if (status)
            status = driver.waitAll(2);
        if (!status && outcome.problem.empty())
            outcome.problem = status.error().message;
    }
    const trace::TracePtr trace = driver.finish();
    if (outcome.problem.empty())
        outcome.problem = problemOf(*trace);
    if (outcome.problem.empty())
        outcome.problem = orderProblemOf(journal, *trace);
    for (const Verdict& verdict : checkRules(*trace))
        if (outcome.problem.empty() && !verdict.problem.empty())
            outcome.problem = "invariant " + std::to_string(verdict.invariant) + ": " + verdict.problem;
    if (batch % kKeepEvery == 0 || !outcome.problem.empty())
        gpu::keepTrace(*trace, traces, "random-" + name + "-" + std::to_string(batch));
    return outcome;
}

}  // namespace

/// Random programs on the GPUs: the threaded engine by both frameworks' rules gives the bits of the naive policy, which
/// waits for every operation, and every recorded run keeps the invariants.
int main(int argc, char** argv)
{
    const gpu::Arguments arguments = gpu::readArguments(argc, argv);
    if (!arguments.isUnderstood)
        return 2;
    const auto subject = gpu::findSubject(arguments.isMadeUp);
    if (!subject)
        return gpu::kSkipped;
    const int programs = arguments.count > 0 ? arguments.count : kPrograms;
    int failures = 0;
    for (int first = 0; first < programs; first += kBatch) {
        const int batch = first / kBatch;
        const int here = std::min(kBatch, programs - first);
        using device::EnginePolicy;
        using device::Semantics;
        const Outcome naive =
            run(*subject, optionsOf(Semantics::MXNet, EnginePolicy::Naive, 1), batch, here, arguments.traces, "naive");
        for (const Semantics semantics : {Semantics::Torch, Semantics::MXNet}) {
            const char* name = semantics == Semantics::Torch ? "torch" : "mxnet";
            const Outcome found = run(*subject, optionsOf(semantics, EnginePolicy::Threaded, 1 + batch % 4), batch,
                                      here, arguments.traces, name);
            for (const std::string& problem : {naive.problem, found.problem})
                if (!problem.empty() && ++failures <= 20)
                    std::printf("FAIL   batch %d, %s: %s\n", batch, name, problem.c_str());
            for (int i = 0; i < here; ++i)
                if (!gpu::haveSameBits(found.values[static_cast<std::size_t>(i)],
                                       naive.values[static_cast<std::size_t>(i)]) &&
                    ++failures <= 20)
                    std::printf("FAIL   program %d, %s: other bits than by the naive policy\n", first + i, name);
        }
    }
    std::printf("%d random programs by both rules against the naive policy, %d failures\n", programs, failures);
    return failures == 0 ? 0 : 1;
}

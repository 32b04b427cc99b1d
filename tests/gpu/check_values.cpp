#include "engine/devices/cpu/this_computer.h"
#include "tests/devices/operator_samples.h"
#include "tests/gpu/subject.h"

#include <algorithm>
#include <cstdio>

/// Compares every operator on the GPU with the CPU: relative error below 1e-5 (3e-3 with TF32), equal bits if the
/// arithmetic is the same, and equal bits in a rerun. An argument selects the operators whose names contain it.
int main(int argc, char** argv)
{
    return gpu::run(argc, argv, [](const gpu::Arguments& arguments, const gpu::Subject& subject) {
        constexpr int kProgress = 10;
        const double most = arguments.isTf32 ? 3e-3 : 1e-5;
        int broken = 0;
        int passed = 0;
        double worst = 0;
        conformance::Driver processor(engine::devices::cpu::openThisComputer, conformance::sampleOptions());
        conformance::Driver gpus(subject.open, conformance::sampleOptions());
        for (const conformance::Sample& sample : conformance::operatorSamples()) {
            if (!arguments.wants(sample.name))
                continue;
            const auto expected = conformance::resultsOf(processor, sample.operation);
            const auto found = conformance::resultsOf(gpus, sample.operation);
            const auto again = conformance::resultsOf(gpus, sample.operation);
            std::string problem = expected.empty() || found.size() != expected.size() ? "it did not run" : "";
            for (std::size_t i = 0; i < found.size() && problem.empty(); ++i) {
                const double difference = conformance::differenceOf(expected[i], found[i]);
                worst = std::max(worst, difference);
                if (!(difference < most))
                    problem = "a relative error of " + std::to_string(difference);
                else if (sample.isExact && !gpu::haveSameBits(expected[i], found[i]))
                    problem = "other bits than the processor's";
                else if (again.size() != found.size() || !gpu::haveSameBits(found[i], again[i]))
                    problem = "other bits in a rerun";
            }
            if (!problem.empty())
                std::printf("FAIL   %s: %s\n", sample.name.c_str(), problem.c_str());
            ++(problem.empty() ? passed : broken);
            if ((passed + broken) % kProgress == 0)
                std::printf("%d operators so far, up to %s\n", passed + broken, sample.name.c_str());
        }
        if (passed + broken == 0)
            return gpu::skipAll(arguments);
        std::printf("%d operators agree with the processor, %d do not; the largest relative error is %.1e\n", passed,
                    broken, worst);
        return broken == 0 ? 0 : 1;
    });
}

#include "engine/calibrate/detail/bench.h"
#include "engine/calibrate/graph_chain.h"

#include <algorithm>

// Compiled graphs on a GPU: what launching one costs, and each kernel in it.
namespace engine::calibrate::detail {

namespace {

constexpr double kMicro = 1e6;
constexpr std::int64_t kElements = 256;  // kernels so short that only what they cost besides counts

std::string path(int ordinal, const char* field)
{
    return "gpus[" + std::to_string(ordinal) + "]." + field;
}

Status measureGraphs(Bench& bench, Report& report, int gpu)
{
    const auto shortest = valueOf(report, path(gpu, "kernelMinUs"));
    if (!shortest)
        return makeError(ErrorCode::Unavailable, "What the smallest kernel takes is not known.");
    const DeviceId device{gpu + 1};
    const Tensor x = bench.filled(device, {kElements});
    const Tensor y = bench.filled(device, {kElements});
    Sweep sweep;
    for (const int steps : {2, 20, 200}) {
        const ops::Operation chain = graphChain(steps, kElements);
        const int count = std::max(2, 100 / steps);
        const auto samples =
            bench.repeat([&] { return bench.period(device, count, [&] { return bench.push(chain, {x}, {y}); }); });
        if (!samples)
            return Error(samples.error());
        sweep.add(steps, *samples);
    }
    return addFit(report, sweep, {path(gpu, "graphNodeUs"), path(gpu, "graphUs")},
                  "compiled graphs of 2, 20 and 200 operations",
                  [shortest](const std::vector<Point>& points) -> Result<std::vector<double>> {
                      const auto fit = fitLine(points);
                      if (!fit)
                          return Error(fit.error());
                      return std::vector{std::max(0.0, kMicro / fit->rate - *shortest),
                                         std::max(0.0, fit->fixed * kMicro), fit->residual};
                  });
}

}  // namespace

std::vector<Item> graphItems(int ordinal)
{
    return {{"compiled graphs on GPU " + std::to_string(ordinal), 0.5,
             [ordinal](Bench& bench, Report& report) { return measureGraphs(bench, report, ordinal); }}};
}

}  // namespace engine::calibrate::detail

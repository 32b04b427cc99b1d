#include "engine/calibrate/detail/bench.h"

#include <algorithm>
#include <memory>

// Compiled graphs on a GPU: what launching one costs, and each kernel in it.
namespace engine::calibrate::detail {

namespace {

using ops::Operator;

constexpr double kMicro = 1e6;
constexpr std::int64_t kElements = 256;

std::string path(int ordinal, const char* field)
{
    return "gpus[" + std::to_string(ordinal) + "]." + field;
}

/// x + 1, `steps` times over: kernels so short that only what they cost besides counts.
ops::Operation chainOf(int steps)
{
    const tensor::Shape shape{kElements};
    ops::Segment graph;
    graph.inputs = 1;
    graph.values.push_back({shape});
    graph.blocks = {shape.bytes(), shape.bytes()};
    for (int i = 0; i < steps; ++i) {
        graph.values.push_back({shape, i + 1 < steps ? i % 2 : -1});
        graph.steps.push_back({{Operator::AddScalar, {shape}, shape, {1, 0, 0}}, {i}, {i + 1}});
    }
    graph.outputs = {steps};
    ops::Operation operation;
    operation.op = Operator::Segment;
    operation.inputs = {shape};
    operation.output = shape;
    operation.segment = std::make_shared<const ops::Segment>(std::move(graph));
    return operation;
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
        const ops::Operation chain = chainOf(steps);
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

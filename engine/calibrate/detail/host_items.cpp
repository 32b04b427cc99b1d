#include "engine/calibrate/detail/bench.h"
#include "engine/calibrate/detail/pages.h"
#include "engine/messages/messages.h"
#include "engine/ops/sharing.h"

#include <algorithm>
#include <cmath>

// Items for every computer: products, memory, pages, the cost of an operation.
namespace engine::calibrate::detail {

namespace {

using ops::Operator;

constexpr double kMicro = 1e6;
constexpr double kGiga = 1e-9;

std::string squareText(std::int64_t n)
{
    return std::to_string(n) + " x " + std::to_string(n);
}

/// Seconds that one operation takes with Torch's semantics. The operation runs on the program's thread, so the
/// measurement needs no wait.
Result<double> timeOf(Bench& bench, const Bench::Push& push)
{
    return bench.time([&] { return bench.push(push); });
}

/// Seconds per operation, from sequences of `count` and 2 * `count` operations, so that the wait at the end cancels.
Result<Samples> perOperation(Bench& bench, const Bench::Push& push, int count)
{
    return bench.fastPeriods(kCpu, count, [&] { return bench.push(push); });
}

Status measureOperation(Bench& bench, Report& report, const char* path)
{
    const ops::Shape one{1};
    const Tensor x = bench.filled(kCpu, one);
    const Tensor y = bench.tensor(kCpu, one);
    const Bench::Push push{.op = Operator::AddScalar, .inputs = {x}, .output = y};
    const auto samples = perOperation(bench, push, 500);
    if (!samples)
        return Error(samples.error());
    addTime(report, path, *samples, kMicro, "x + 1 of one element, 500 in a row");
    return {};
}

Status measureProducts(Bench& bench, Report& report)
{
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    Sweep sweep;
    std::int64_t largest = 0;
    // All cores share each of these products; the smaller ones show the cost of sharing.
    for (const std::int64_t n : {384, 512, 768, 1152, 1536, 2048}) {
        const Tensor a = bench.filled(kCpu, {n, n});
        const Tensor b = bench.filled(kCpu, {n, n});
        const Tensor c = bench.tensor(kCpu, {n, n});
        const auto samples = bench.fastTimes([&] {
            return timeOf(bench, {.op = Operator::MatMul, .inputs = {a, b}, .output = c});
        });
        if (!samples && largest > 0 && !bench.isStopped())
            break;  // the computer is slow; the sizes measured so far are enough
        if (!samples)
            return Error(samples.error());
        sweep.add(2.0 * std::pow(static_cast<double>(n), 3), *samples);
        largest = sweep.amounts.size() >= 3 ? n : 0;
        if (largest > 0 && bench.isOutOfTime())
            break;
    }
    return addFit(report, sweep, {"host.gemmGflops", "host.gemmHalfGflop"},
                  "products of 384 x 384 to " + squareText(largest),
                  [fixed](const std::vector<Point>& points) -> Result<std::vector<double>> {
                      const auto fit = fitGemm(points, fixed);
                      if (!fit)
                          return Error(fit.error());
                      return std::vector{fit->rate * kGiga, fit->half * kGiga, fit->residual};
                  });
}

/// Measures the rate of a product that is too small to be shared by the cores, relative to large products.
Status measureSolo(Bench& bench, Report& report)
{
    constexpr std::int64_t kSide = 192;  // 14 MFLOP
    const auto rate = valueOf(report, "host.gemmGflops");
    if (!rate)
        return makeError(ErrorCode::Unavailable, message("calibrate.needs", "host.gemmGflops"));
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    const Tensor a = bench.filled(kCpu, {kSide, kSide});
    const Tensor b = bench.filled(kCpu, {kSide, kSide});
    const Tensor c = bench.tensor(kCpu, {kSide, kSide});
    const Bench::Push push{.op = Operator::MatMul, .inputs = {a, b}, .output = c};
    const auto samples = perOperation(bench, push, 20);
    if (!samples)
        return Error(samples.error());
    Samples shares;
    const double all = 2.0 * kSide * kSide * kSide / (*rate * 1e9);
    for (const double sample : *samples)
        shares.push_back(std::min(1.0, all / std::max(1e-9, sample - fixed)));
    addTime(report, "host.soloShare", shares, 1, "products of " + squareText(kSide) + " against large ones");
    return {};
}

/// Measures the fixed part of a layer's time: the cost of calling the library.
Status measureLayerCall(Bench& bench, Report& report)
{
    constexpr std::int64_t kSide = 4;
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    const Tensor x = bench.filled(kCpu, {kSide, kSide});
    const Tensor w = bench.filled(kCpu, {kSide, kSide});
    const Tensor y = bench.tensor(kCpu, {kSide, kSide});
    const Bench::Push push{.op = Operator::FullyConnected, .inputs = {x, w}, .output = y};
    auto samples = perOperation(bench, push, 200);
    if (!samples)
        return Error(samples.error());
    for (double& sample : *samples)
        sample -= fixed;
    addTime(report, "host.layerOperationUs", *samples, kMicro, "dense layer of 4 x 4 to 4, 200 in a row");
    return {};
}

/// Measures the forward pass and both gradients of a dense layer; one rate is computed from their total time.
Status measureDense(Bench& bench, Report& report)
{
    constexpr std::int64_t kBatch = 256;
    constexpr std::int64_t kSide = 1024;
    const Tensor x = bench.filled(kCpu, {kBatch, kSide});
    const Tensor w = bench.filled(kCpu, {kSide, kSide});
    const Tensor y = bench.filled(kCpu, {kBatch, kSide});
    const Tensor dx = bench.tensor(kCpu, {kBatch, kSide});
    const Tensor dw = bench.tensor(kCpu, {kSide, kSide});
    ops::Operation backward;
    backward.op = Operator::FullyConnectedBackward;
    backward.inputs = {y.shape, x.shape, w.shape};
    backward.output = dx.shape;
    backward.moreOutputs = {dw.shape};
    backward.wanted = ops::kData | ops::kWeight;
    const auto forward = bench.fastTimes([&] {
        return timeOf(bench, {.op = Operator::FullyConnected, .inputs = {x, w}, .output = y});
    });
    if (!forward)
        return Error(forward.error());
    auto samples = bench.fastTimes([&] {
        return bench.time([&] { return bench.push(backward, {y, x, w}, {dx, dw}); });
    });
    if (!samples)
        return Error(samples.error());
    for (double& sample : *samples)
        sample += summarize(*forward).median;
    const double flops = 3 * 2.0 * kBatch * kSide * kSide;
    addRate(report, "host.denseGflops", *samples, flops * kGiga, "dense layer of 256 x 1024 to 1024, both ways");
    return {};
}

Status measureConvolution(Bench& bench, Report& report)
{
    const Tensor x = bench.filled(kCpu, {8, 64, 28, 28});
    const Tensor w = bench.filled(kCpu, {64, 64, 3, 3});
    const Tensor y = bench.tensor(kCpu, {8, 64, 28, 28});
    ops::Operation operation;
    operation.op = Operator::Convolution;
    operation.inputs = {x.shape, w.shape};
    operation.output = y.shape;
    operation.window = {.kernel = {3, 3}, .stride = {1, 1}, .padding = {1, 1}};
    const auto samples = bench.fastTimes([&] {
        return bench.time([&] { return bench.push(operation, {x, w}, {y}); });
    });
    if (!samples)
        return Error(samples.error());
    addRate(report, "host.convolutionGflops", *samples, ops::costOf(operation).flops * kGiga,
            "3 x 3 convolution, 64 channels, 28 x 28, 8 images");
    return {};
}

constexpr std::int64_t kColumns = 512;

/// Seconds of `addition`, whose input a product writes before each sample. In a network, the input of an operation on
/// one core is the result of a layer that all cores computed: part of this result is in the caches of other cores.
Result<Samples> afterProduct(Bench& bench, const Bench::Push& addition)
{
    constexpr std::int64_t kDepth = 256;
    const Tensor& product = addition.inputs.front();
    const Tensor a = bench.filled(kCpu, {product.shape[0], kDepth});
    const Tensor b = bench.filled(kCpu, {kDepth, kColumns});
    return bench.fastTimes([&]() -> Result<double> {
        if (Status status = bench.push({.op = Operator::MatMul, .inputs = {a, b}, .output = product}); !status)
            return std::move(status).error();
        return timeOf(bench, addition);
    });
}

/// Seconds of x + 1 for `n` elements. Operations that all cores share are timed one by one, because in a sequence of
/// several operations, some would nearly always wait for a core that another program uses.
Result<Samples> timesOfAddition(Bench& bench, std::int64_t n)
{
    const Tensor x = bench.filled(kCpu, {n / kColumns, kColumns});
    const Tensor y = bench.filled(kCpu, {n / kColumns, kColumns});
    const Bench::Push addition{.op = Operator::AddScalar, .inputs = {x}, .output = y};
    const bool isOnOneCore = !ops::isSharedByCores({.read = x.shape.bytes(), .written = y.shape.bytes()});
    auto samples =
        isOnOneCore ? afterProduct(bench, addition) : bench.fastTimes([&] { return timeOf(bench, addition); });
    bench.release(x);
    bench.release(y);
    return samples;
}

/// Measures the rates of cache and memory by the times of x + 1 for several sizes.
Status measureMemory(Bench& bench, Report& report)
{
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    Sweep sweep;
    for (std::int64_t n = std::int64_t{1} << 17; n <= std::int64_t{1} << 26; n *= 2) {
        const auto samples = timesOfAddition(bench, n);
        if (!samples && sweep.amounts.size() >= 4 && !bench.isStopped())
            break;  // the larger sizes did not fit into memory or time; the smaller ones are enough
        if (!samples)
            return Error(samples.error());
        sweep.add(8.0 * static_cast<double>(n), *samples);
        if (sweep.amounts.size() >= 4 && bench.isOutOfTime())
            break;
    }
    const std::string largest = std::to_string(std::lround(sweep.amounts.back() / 1e6));
    return addFit(
        report, sweep, {"host.bandwidthGBps", "host.cacheGBps", "host.cacheMiB"},
        "x + 1 of 1 to " + largest + " MB, read plus written",
        [fixed](const std::vector<Point>& points) -> Result<std::vector<double>> {
            const auto fit = fitCache(points, fixed);
            if (!fit)
                return Error(fit.error());
            return std::vector{fit->outside * kGiga, fit->inside * kGiga, fit->border / (1 << 20), fit->residual};
        });
}

Status measureRate(Bench& bench, Report& report, const char* path, Operator op, const std::string& how)
{
    constexpr std::int64_t kSide = 1500;
    std::vector<Tensor> inputs;
    Tensor out = bench.tensor(kCpu, {kSide, kSide});
    if (op == Operator::Norm) {
        inputs.push_back(bench.filled(kCpu, {kSide, kSide}));
        out = bench.tensor(kCpu, {});
    }
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    const auto samples = bench.fastTimes([&]() -> Result<double> {
        const auto one = timeOf(bench, {.op = op, .inputs = inputs, .output = out, .scalar = 0});
        return one ? Result<double>(std::max(1e-9, *one - fixed)) : one;
    });
    if (!samples)
        return Error(samples.error());
    addRate(report, path, *samples, static_cast<double>(kSide * kSide) * 1e-6, how + " of " + squareText(kSide));
    return {};
}

Status measureCopy(Bench& bench, Report& report)
{
    constexpr std::int64_t kElements = std::int64_t{1} << 23;
    const Tensor x = bench.filled(kCpu, {kElements});
    const Tensor y = bench.filled(kCpu, {kElements});
    const double fixed = valueOf(report, "host.operationUs.torch").value_or(0) / kMicro;
    const auto samples = bench.fastTimes([&]() -> Result<double> {
        const auto one = timeOf(bench, {.op = Operator::Copy, .inputs = {x}, .output = y});
        return one ? Result<double>(std::max(1e-9, *one - fixed)) : one;
    });
    if (!samples)
        return Error(samples.error());
    addRate(report, "host.memcpyGBps", *samples, 4.0 * kElements * kGiga, "copy of 33.6 MB to memory that is there");
    return {};
}

}  // namespace

std::vector<Item> hostItems()
{
    return {
        {message("calibrate.operations"), 0.2,
         [](Bench& bench, Report& report) { return measureOperation(bench, report, "host.operationUs.torch"); }},
        // Runs before the items that free large tensors, because a new tensor could reuse their memory.
        {message("calibrate.first-touch"), 0.8, measureTouch},
        {message("calibrate.products"), 1.5, measureProducts},
        {message("calibrate.one-core"), 0.1, measureSolo},
        {message("calibrate.calls-of-layers"), 0.1, measureLayerCall},
        {message("calibrate.dense-layers"), 0.5, measureDense},
        {message("calibrate.convolutions"), 0.4, measureConvolution},
        {message("calibrate.memory"), 1, measureMemory},
        {message("calibrate.random-numbers"), 0.5,
         [](Bench& bench, Report& report) {
             return measureRate(bench, report, "host.randomMillionsPerSecond", Operator::RandomUniform,
                                "uniform numbers");
         }},
        {message("calibrate.normal-random-numbers"), 0.5,
         [](Bench& bench, Report& report) {
             return measureRate(bench, report, "host.normalMillionsPerSecond", Operator::RandomNormal,
                                "normal numbers");
         }},
        {message("calibrate.norms"), 0.1,
         [](Bench& bench, Report& report) {
             return measureRate(bench, report, "host.normMillionsPerSecond", Operator::Norm, "norm");
         }},
        {message("calibrate.copies-in-memory"), 0.3, measureCopy},
        {message("calibrate.pages"), 0.8, measurePages},
    };
}

std::vector<Item> workerItems()
{
    return {{message("calibrate.operations-of-a-worker"), 0.2,
             [](Bench& bench, Report& report) { return measureOperation(bench, report, "host.operationUs.mxnet"); }}};
}

}  // namespace engine::calibrate::detail

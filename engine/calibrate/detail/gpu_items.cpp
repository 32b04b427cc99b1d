#include "engine/calibrate/detail/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

// Kernels of one GPU: rate, launch cost and sharing.
namespace engine::calibrate::detail {

namespace {

using ops::Operator;

constexpr double kMicro = 1e6;
constexpr double kGiga = 1e-9;
constexpr double kLongest = 0.03;  ///< s; a sweep ends with the first size that takes longer

Status measureEmpty(Bench& bench, Report& report, int gpu)
{
    const Tensor x = bench.filled(deviceOf(gpu), {1});
    const auto samples = bench.repeat([&] {
        return bench.period(deviceOf(gpu), 200, [&] { return bench.push({.op = Operator::Fill, .output = x}); });
    });
    if (!samples)
        return Error(samples.error());
    // The measured time is the whole time of a kernel. The elementwise item later splits the time into kernelUs and
    // kernelMinUs.
    addTime(report, path(gpu, "kernelUs"), *samples, kMicro, "Fill of one element, 200 in a row");
    return {};
}

Status measureSync(Bench& bench, Report& report, int gpu)
{
    const auto samples = bench.repeat([&]() -> Result<double> {
        constexpr int kCount = 50;  // a single call may take less time than reading the clock
        const auto all = bench.time([&]() -> Status {
            for (int i = 0; i < kCount; ++i)
                if (Status status = bench.platform().synchronize(deviceOf(gpu), {}); !status)
                    return status;
            return {};
        });
        return all ? Result<double>(*all / kCount) : all;
    });
    if (!samples)
        return Error(samples.error());
    if (gpu == 0)
        addTime(report, "frontEnd.syncUs", *samples, kMicro, "wait for an idle GPU");
    return {};
}

/// Measures two times from the records: from the end of the issuing call to the start of the kernel, and from the end
/// of the kernel to the end of the wait.
Status measureLaunch(Bench& bench, Report& report, int gpu)
{
    const Tensor x = bench.filled(deviceOf(gpu), {1});
    Samples latency;
    Samples wake;
    const double sync = valueOf(report, "frontEnd.syncUs").value_or(0) / kMicro;
    for (int i = 0; i < kWarmUps + kRepeats; ++i) {
        if (bench.isStopped())
            return stopped();
        if (Status status = bench.waitAll(); !status)
            return status;
        bench.records().clear();
        if (Status status = bench.push({.op = Operator::Fill, .output = x}); !status)
            return status;
        if (Status status = bench.platform().synchronize(deviceOf(gpu), {}); !status)
            return status;
        auto life = bench.records().lifeOf(bench.lastOp());
        // Searches repeatedly, because a profiler delivers its records with a delay.
        for (int tries = 0; !life && tries < 50; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            life = bench.records().lifeOf(bench.lastOp());
        }
        const auto issue = bench.records().issueOf(bench.lastOp());
        const auto wait = bench.records().lastWait();
        if (!life || !issue || !wait)
            return makeError(ErrorCode::Unavailable, message("calibrate.no-kernel-times"));
        if (i < kWarmUps)
            continue;
        latency.push_back(toSeconds(life->started - issue->end));
        wake.push_back(toSeconds(wait->end - life->finished) - sync);
    }
    addTime(report, path(gpu, "launchLatencyUs"), latency, kMicro,
            "from the call to the start of a kernel on an idle GPU");
    if (gpu == 0)
        addTime(report, "frontEnd.wakeUs.torch", wake, kMicro, "from the end of a kernel to that of the wait for it");
    return {};
}

/// Measures work of sizes that double from `first` to `last`, until a size takes too long or needs too much memory.
/// `workOf(n)`: creates the tensors for work of size n and returns its operation.
Result<Sweep> sweepOf(Bench& bench, int gpu, std::int64_t first, std::int64_t last,
                      const std::function<double(std::int64_t)>& amountOf,
                      const std::function<Bench::Push(std::int64_t)>& workOf)
{
    Sweep sweep;
    for (std::int64_t n = first; n <= last; n *= 2) {
        const Bench::Push push = workOf(n);
        const auto once = bench.period(deviceOf(gpu), 1, [&] { return bench.push(push); });
        if (!once && !sweep.amounts.empty() && once.error().code == ErrorCode::OutOfMemory)
            break;
        if (!once)
            return Error(once.error());
        const int count = static_cast<int>(std::clamp(2e-4 / std::max(1e-9, *once), 1.0, 50.0));
        const auto samples =
            bench.repeat([&] { return bench.period(deviceOf(gpu), count, [&] { return bench.push(push); }); });
        if (!samples && sweep.amounts.size() >= 3 && !bench.isStopped())
            break;
        if (!samples)
            return Error(samples.error());
        sweep.add(amountOf(n), *samples);
        bench.release(push.output);
        for (std::size_t i = 0; i < push.inputs.size(); ++i)
            if (i == 0 || !(push.inputs[i].id == push.inputs[0].id))
                bench.release(push.inputs[i]);
        if (summarize(*samples).median > kLongest || (sweep.amounts.size() >= 3 && bench.isOutOfTime()))
            break;
    }
    return sweep;
}

Status measureElementwise(Bench& bench, Report& report, int gpu)
{
    const auto empty = valueOf(report, path(gpu, "kernelUs"));
    if (!empty)
        return makeError(ErrorCode::Unavailable, message("calibrate.needs", path(gpu, "kernelUs")));
    const auto sweep = sweepOf(
        bench, gpu, std::int64_t{1} << 17, std::int64_t{1} << 26,
        [](std::int64_t n) { return 8.0 * static_cast<double>(n); },
        [&](std::int64_t n) {
            const Tensor x = bench.filled(deviceOf(gpu), {n});
            return Bench::Push{.op = Operator::AddScalar, .inputs = {x}, .output = bench.tensor(deviceOf(gpu), {n})};
        });
    if (!sweep)
        return Error(sweep.error());
    // measureEmpty() has added kernelUs; the fit replaces this number.
    const auto whole = std::ranges::find(report.numbers, path(gpu, "kernelUs"), &Number::path) - report.numbers.begin();
    if (Status status = addFit(
            report, *sweep, {path(gpu, "kernelUs"), path(gpu, "kernelMinUs"), path(gpu, "dramGBps")},
            "x + 1 of 131 thousand elements and more, and Fill of one",
            [empty = *empty / kMicro](const std::vector<Point>& points) -> Result<std::vector<double>> {
                const auto fit = fitElementwise(points, empty);
                if (!fit)
                    return Error(fit.error());
                return std::vector{fit->kernel * kMicro, fit->shortest * kMicro, fit->bandwidth * kGiga, fit->residual};
            });
        !status)
        return status;
    report.numbers.erase(report.numbers.begin() + whole);
    return {};
}

Status measureProducts(Bench& bench, Report& report, int gpu)
{
    constexpr std::int64_t kFirstSide = 2048;  // smaller products leave multiprocessors idle
    const double kernel = valueOf(report, path(gpu, "kernelUs")).value_or(0) / kMicro;
    const auto sweep = sweepOf(
        bench, gpu, kFirstSide, 8192, [](std::int64_t n) { return 2.0 * std::pow(static_cast<double>(n), 3); },
        [&](std::int64_t n) {
            const Tensor x = bench.filled(deviceOf(gpu), {n, n});
            return Bench::Push{.op = Operator::MatMul, .inputs = {x, x}, .output = bench.tensor(deviceOf(gpu), {n, n})};
        });
    if (!sweep)
        return Error(sweep.error());
    return addFit(report, *sweep, {path(gpu, "gemmGflops"), path(gpu, "gemmHalfGflop")}, "products from 2048 x 2048",
                  [kernel](const std::vector<Point>& points) -> Result<std::vector<double>> {
                      const auto fit = fitGemm(points, kernel);
                      if (!fit)
                          return Error(fit.error());
                      return std::vector{fit->rate * kGiga, fit->half * kGiga, fit->residual};
                  });
}

Status measureConvolution(Bench& bench, Report& report, int gpu)
{
    const double kernel = valueOf(report, path(gpu, "kernelUs")).value_or(0) / kMicro;
    const double half = valueOf(report, path(gpu, "gemmHalfGflop")).value_or(0) / kGiga;
    const Tensor x = bench.filled(deviceOf(gpu), {32, 64, 56, 56});
    const Tensor w = bench.filled(deviceOf(gpu), {64, 64, 3, 3});
    const Tensor y = bench.tensor(deviceOf(gpu), {32, 64, 56, 56});
    ops::Operation operation;
    operation.op = Operator::Convolution;
    operation.inputs = {x.shape, w.shape};
    operation.output = y.shape;
    operation.window = {.kernel = {3, 3}, .stride = {1, 1}, .padding = {1, 1}};
    const auto samples = bench.repeat([&]() -> Result<double> {
        const auto one = bench.period(deviceOf(gpu), 2, [&] { return bench.push(operation, {x, w}, {y}); });
        return one ? Result<double>(std::max(1e-9, *one - kernel)) : one;
    });
    if (!samples)
        return Error(samples.error());
    addRate(report, path(gpu, "convolutionGflops"), *samples, (ops::costOf(operation).flops + half) * kGiga,
            "3 x 3 convolution, 64 channels, 56 x 56, 32 images");
    return {};
}

/// Measures the cost of an event: kernels alternate between two streams, and each waits for an event of the other
/// stream.
Status measureEvents(Bench& bench, Report& report, int gpu)
{
    const double empty =
        (valueOf(report, path(gpu, "kernelUs")).value_or(0) + valueOf(report, path(gpu, "kernelMinUs")).value_or(0)) /
        kMicro;
    const StreamId streams[2] = {bench.stream(deviceOf(gpu)), bench.stream(deviceOf(gpu))};
    const Tensor outputs[2] = {bench.filled(deviceOf(gpu), {1}), bench.filled(deviceOf(gpu), {1})};
    int turn = 0;
    const auto samples = bench.repeat([&] {
        return bench.period(deviceOf(gpu), 100, [&]() -> Status {
            const auto at = static_cast<std::size_t>(turn);
            if (Status status = bench.push({.op = Operator::Fill, .output = outputs[at], .stream = streams[at]});
                !status)
                return status;
            const auto event = bench.platform().streams().record(streams[at]);
            if (!event)
                return Error(event.error());
            turn = 1 - turn;
            bench.platform().streams().wait(streams[static_cast<std::size_t>(turn)], *event);
            return {};
        });
    });
    if (!samples)
        return Error(samples.error());
    Samples handOver;
    for (const double sample : *samples)
        handOver.push_back(sample - empty);
    addTime(report, path(gpu, "eventUs"), handOver, kMicro,
            "hand-over from stream to stream by an event, 100 in a row");
    return {};
}

/// Returns the seconds of one product of `blocks` tiles, and of two such products in two streams. `overhead`: seconds
/// of a launch and a wait. Waits for each pair before the next one, because consecutive pairs would overlap.
Result<std::pair<Samples, Samples>> twoStreams(Bench& bench, int gpu, std::int64_t blocks, double overhead)
{
    constexpr std::int64_t kTile = 128;    // one block of threads computes about 128 x 128 elements of a result
    constexpr std::int64_t kDepth = 4096;  // makes a product last much longer than its launch
    const Tensor a = bench.filled(deviceOf(gpu), {kTile * blocks, kDepth});
    const Tensor b = bench.filled(deviceOf(gpu), {kDepth, kTile});
    const Tensor outputs[2] = {bench.tensor(deviceOf(gpu), {kTile * blocks, kTile}),
                               bench.tensor(deviceOf(gpu), {kTile * blocks, kTile})};
    const StreamId streams[2] = {bench.stream(deviceOf(gpu)), bench.stream(deviceOf(gpu))};
    const auto push = [&](std::size_t i) {
        return bench.push({.op = Operator::MatMul, .inputs = {a, b}, .output = outputs[i], .stream = streams[i]});
    };
    const auto timeOf = [&](std::size_t count) {
        return bench.repeat([&]() -> Result<double> {
            const auto all = bench.time([&]() -> Status {
                for (std::size_t i = 0; i < count; ++i)
                    if (Status status = push(i); !status)
                        return status;
                return bench.platform().synchronize(deviceOf(gpu), {});
            });
            return all ? Result<double>(std::max(1e-9, *all - overhead)) : all;
        });
    };
    auto one = timeOf(1);
    if (!one)
        return std::move(one).error();
    auto two = timeOf(2);
    if (!two)
        return std::move(two).error();
    return std::pair{*std::move(one), *std::move(two)};
}

/// Measures how many tiles a kernel must have to fill the GPU (shareOf()). Uses the number of tiles for which the time
/// of two kernels is closest to 1.5 times the time of one kernel.
Status measureShare(Bench& bench, Report& report, int gpu)
{
    const double overhead =
        (valueOf(report, path(gpu, "launchLatencyUs")).value_or(0) + valueOf(report, "frontEnd.syncUs").value_or(0) +
         valueOf(report, "frontEnd.wakeUs.torch").value_or(0)) /
        kMicro;
    std::optional<Number> best;
    double distance = 1;
    // 4, 6, 8, 12, ...: one of these numbers of tiles fills more than half of a GPU with 5 to 1023 multiprocessors, but
    // not all of it.
    for (std::int64_t blocks = 4; blocks <= 512; blocks += (blocks & (blocks - 1)) == 0 ? blocks / 2 : blocks / 3) {
        const auto times = twoStreams(bench, gpu, blocks, overhead);
        if (!times)
            return Error(times.error());
        const double one = summarize(times->first).median;
        const double ratio = summarize(times->second).median / one;
        const auto share = shareOf(ratio);
        bench.forget();
        if (share && std::abs(ratio - 1.5) < distance) {
            distance = std::abs(ratio - 1.5);
            Samples units;
            for (const double second : times->second)
                if (const auto each = shareOf(second / one))
                    units.push_back(static_cast<double>(blocks) / *each);
            best = Number{.path = path(gpu, "multiprocessors"),
                          .value = std::round(static_cast<double>(blocks) / *share),
                          .how = "two products of " + std::to_string(blocks) +
                                 " tiles in two streams; tiles that fill the GPU, one to a multiprocessor",
                          .statistics = summarize(units)};
        }
        if (one > kLongest || ratio > 1.98)
            break;
    }
    if (!best)
        return makeError(ErrorCode::Unavailable, message("calibrate.never-side-by-side"));
    report.numbers.push_back(*best);
    report.numbers.push_back({.path = path(gpu, "blocksPerMultiprocessor"),
                              .value = 1,
                              .how = "how multiprocessors are counted here",
                              .statistics = {}});
    return {};
}

/// Measures the fraction of the rate of matrix products that is lost while copies run.
Status measureInterference(Bench& bench, Report& report, int gpu)
{
    constexpr std::int64_t kSide = 2048;
    constexpr std::int64_t kElements = std::int64_t{1} << 24;
    const Tensor x = bench.filled(deviceOf(gpu), {kSide, kSide});
    const Tensor y = bench.tensor(deviceOf(gpu), {kSide, kSide});
    const Tensor host = bench.filled(kCpu, {kElements}, device::HostMemoryMode::Pinned);
    const Tensor target = bench.filled(deviceOf(gpu), {kElements});
    const StreamId compute = bench.stream(deviceOf(gpu));
    const StreamId copies = bench.stream(deviceOf(gpu));
    const auto productsBeside = [&](int copyCount) {
        return bench.time([&]() -> Status {
            for (int i = 0; i < copyCount; ++i)
                if (Status status =
                        bench.push({.op = Operator::Copy, .inputs = {host}, .output = target, .stream = copies});
                    !status)
                    return status;
            for (int i = 0; i < 8; ++i)
                if (Status status =
                        bench.push({.op = Operator::MatMul, .inputs = {x, x}, .output = y, .stream = compute});
                    !status)
                    return status;
            return bench.platform().streams().synchronize(compute, {});
        });
    };
    Samples lost;
    const auto samples = bench.repeat([&]() -> Result<double> {
        const auto alone = productsBeside(0);
        if (!alone)
            return alone;
        const auto both = productsBeside(4);
        if (!both)
            return both;
        if (Status status = bench.waitAll(); !status)
            return std::move(status).error();
        return std::clamp(1 - *alone / *both, 0.0, 0.9);
    });
    if (!samples)
        return Error(samples.error());
    addTime(report, path(gpu, "interference"), *samples, 1, "8 products of 2048 x 2048 beside 4 copies of 67 MB");
    return {};
}

/// Measures the number of launches that a stream accepts behind long kernels before the issuing call blocks.
Status measureQueue(Bench& bench, Report& report, int gpu)
{
    constexpr int kMax = 3000;  // more launches than a stream is expected to accept; bounds the time of the item
    constexpr std::int64_t kSide = 4096;
    const Tensor x = bench.filled(deviceOf(gpu), {kSide, kSide});
    const Tensor y = bench.filled(deviceOf(gpu), {kSide, kSide});
    const Tensor small = bench.filled(deviceOf(gpu), {1});
    const auto product = bench.period(deviceOf(gpu), 1, [&] {
        return bench.push({.op = Operator::MatMul, .inputs = {x, x}, .output = y});
    });
    if (!product)
        return Error(product.error());
    const int products = static_cast<int>(std::clamp(0.06 / std::max(1e-6, *product), 2.0, 60.0));
    Samples depths;
    for (int i = 0; i < 3; ++i) {
        if (bench.isStopped())
            return stopped();
        if (Status status = bench.waitAll(); !status)
            return status;
        for (int p = 0; p < products; ++p)
            if (Status status = bench.push({.op = Operator::MatMul, .inputs = {x, x}, .output = y}); !status)
                return status;
        for (int n = 0; n < kMax; ++n) {
            const auto call = bench.time([&] { return bench.push({.op = Operator::Fill, .output = small}); });
            if (!call)
                return Error(call.error());
            if (*call > 0.2 * *product) {
                depths.push_back(products + n);
                break;
            }
        }
    }
    const Statistics statistics = summarize(depths);
    // A shorter queue is implausible: something else blocked the call.
    if (depths.size() < 3 || statistics.median < 16)
        return makeError(ErrorCode::Unavailable, message("calibrate.no-queue-length"));
    report.numbers.push_back({.path = path(gpu, "launchQueue"),
                              .value = std::round(statistics.median),
                              .how = "launches behind products until a call blocks",
                              .statistics = statistics});
    return {};
}

}  // namespace

Item gpuItem(int ordinal, messages::Row<1> name, double weight, Status (*measure)(Bench&, Report&, int))
{
    return {messages::message<int>(name, int{ordinal}), weight,
            [measure, ordinal](Bench& bench, Report& report) { return measure(bench, report, ordinal); }};
}

std::vector<Item> gpuItems(int ordinal)
{
    const auto item = [ordinal](messages::Row<1> name, double weight, auto* measure) {
        return gpuItem(ordinal, name, weight, measure);
    };
    return {item("calibrate.empty-kernels-on-gpu", 0.2, measureEmpty),
            item("calibrate.waits-on-gpu", 0.1, measureSync),
            item("calibrate.launches-on-gpu", 0.3, measureLaunch),
            item("calibrate.elementwise-work-on-gpu", 0.8, measureElementwise),
            item("calibrate.products-on-gpu", 2, measureProducts),
            item("calibrate.convolutions-on-gpu", 0.5, measureConvolution),
            item("calibrate.events-on-gpu", 0.2, measureEvents),
            item("calibrate.kernels-side-by-side-on-gpu", 1.5, measureShare),
            item("calibrate.copies-beside-kernels-on-gpu", 1, measureInterference),
            item("calibrate.the-launch-queue-on-gpu", 0.5, measureQueue)};
}

}  // namespace engine::calibrate::detail

#include "engine/calibrate/detail/bench.h"

#include <algorithm>
#include <cmath>

// Copies between a GPU, the host and other GPUs, and the cost of memory.
namespace engine::calibrate::detail {

namespace {

using device::HostMemoryMode;
using ops::Operator;

constexpr double kMicro = 1e6;
constexpr double kNano = 1e9;
constexpr double kGiga = 1e-9;
constexpr double kMebi = 1 << 20;

Result<Sweep> copySweep(Bench& bench, DeviceId from, DeviceId to)
{
    Sweep sweep;
    const DeviceId gpu = from == kCpu ? to : from;
    for (std::int64_t bytes = 4096; bytes <= std::int64_t{1} << 26; bytes *= 4) {
        const Tensor source = bench.filled(from, {bytes / 4}, HostMemoryMode::Pinned);
        const Tensor target = bench.filled(to, {bytes / 4}, HostMemoryMode::Pinned);
        const int count = static_cast<int>(std::clamp<std::int64_t>((std::int64_t{1} << 23) / bytes, 1, 50));
        const auto samples = bench.repeat([&] {
            return bench.period(
                gpu, count, [&] { return bench.push({.op = Operator::Copy, .inputs = {source}, .output = target}); });
        });
        if (!samples)
            return Error(samples.error());
        sweep.add(static_cast<double>(bytes), *samples);
        bench.release(source);
        bench.release(target);
        if (sweep.amounts.size() >= 3 && bench.isOutOfTime())
            break;
    }
    return sweep;
}

Result<std::vector<double>> linkOf(const std::vector<Point>& points)
{
    const auto fit = fitLine(points);
    if (!fit)
        return Error(fit.error());
    return std::vector{fit->rate * kGiga, fit->fixed * kMicro, fit->residual};
}

/// Measures copies between the host and a GPU in both directions, and fits one rate to both, because a machine file has
/// only one.
Status measureLink(Bench& bench, Report& report, int gpu)
{
    auto in = copySweep(bench, kCpu, deviceOf(gpu));
    if (!in)
        return std::move(in).error();
    auto out = copySweep(bench, deviceOf(gpu), kCpu);
    if (!out)
        return std::move(out).error();
    const auto inFit = linkOf(in->medians());
    const auto outFit = linkOf(out->medians());
    if (!inFit || !outFit)
        return Error((inFit ? outFit : inFit).error());
    char rates[96];
    std::snprintf(rates, sizeof rates, "page-locked copies of 4 KiB to 64 MiB: in %.2f, out %.2f GB/s", (*inFit)[0],
                  (*outFit)[0]);
    Sweep both = *in;
    for (std::size_t i = 0; i < out->amounts.size(); ++i)
        both.add(out->amounts[i], out->samples[i]);
    return addFit(report, both, {path(gpu, "link.rateGBps"), path(gpu, "link.latencyUs")}, rates, linkOf);
}

Status measureDuplex(Bench& bench, Report& report, int gpu)
{
    const auto rate = valueOf(report, path(gpu, "link.rateGBps"));
    const auto latency = valueOf(report, path(gpu, "link.latencyUs"));
    if (!rate || !latency)
        return makeError(ErrorCode::Unavailable, message("calibrate.needs", path(gpu, "link.rateGBps")));
    constexpr std::int64_t kElements = std::int64_t{1} << 23;
    const Tensor hosts[2] = {bench.filled(kCpu, {kElements}, HostMemoryMode::Pinned),
                             bench.filled(kCpu, {kElements}, HostMemoryMode::Pinned)};
    const Tensor gpus[2] = {bench.filled(deviceOf(gpu), {kElements}), bench.filled(deviceOf(gpu), {kElements})};
    const StreamId streams[2] = {bench.stream(deviceOf(gpu)), bench.stream(deviceOf(gpu))};
    const auto samples = bench.repeat([&] {
        return bench.period(deviceOf(gpu), 2, [&]() -> Status {
            Status status =
                bench.push({.op = Operator::Copy, .inputs = {hosts[0]}, .output = gpus[0], .stream = streams[0]});
            return status ? bench.push(
                                {.op = Operator::Copy, .inputs = {gpus[1]}, .output = hosts[1], .stream = streams[1]})
                          : status;
        });
    });
    if (!samples)
        return Error(samples.error());
    Samples factors;
    for (const double sample : *samples)
        factors.push_back(std::clamp(4.0 * kElements / (sample - *latency / kMicro) * kGiga / *rate, 0.5, 1.0));
    addTime(report, path(gpu, "link.duplex"), factors, 1, "copies of 34 MB in both directions at once");
    return {};
}

/// Measures copies to pageable memory whose pages are mapped. On a virtual machine, GPU 0 also copies to new pages.
Status measurePageable(Bench& bench, Report& report, int gpu)
{
    constexpr std::int64_t kWarm = std::int64_t{1} << 22;
    const double latency = valueOf(report, path(gpu, "link.latencyUs")).value_or(0) / kMicro;
    const Tensor source = bench.filled(deviceOf(gpu), {kWarm});
    const Tensor target = bench.filled(kCpu, {kWarm}, HostMemoryMode::Pageable);
    const auto timeOf = [&](const Tensor& from, const Tensor& to) {
        return bench.time([&] {
            Status status = bench.push({.op = Operator::Copy, .inputs = {from}, .output = to, .isNonBlocking = false});
            return status ? bench.platform().synchronize(deviceOf(gpu), {}) : status;
        });
    };
    // The program's thread is woken at the end of the copy, and then calls synchronize(), which finds no pending work.
    // The costs of the wake-up and of this call are subtracted.
    const double sync =
        (valueOf(report, "frontEnd.syncUs").value_or(0) + valueOf(report, "frontEnd.wakeUs.torch").value_or(0)) /
        kMicro;
    const double launch = valueOf(report, path(gpu, "launchLatencyUs")).value_or(0) / kMicro;
    const auto warm = bench.repeat([&]() -> Result<double> {
        const auto one = timeOf(source, target);
        return one ? Result<double>(*one - latency - sync - launch) : one;
    });
    if (!warm)
        return Error(warm.error());
    if (gpu == 0)
        addRate(report, "host.stagingGBps", *warm, 4.0 * kWarm * kGiga,
                "copy of 16.8 MB to pageable memory that is there");
    if (gpu > 0 || bench.platform().kind() == trace::PlatformKind::Real)
        return {};  // the costs of pages are measured once, with GPU 0; on a real computer, measurePages() measures
                    // them
    constexpr std::int64_t kFresh = std::int64_t{1} << 24;
    const auto rate = valueOf(report, "host.stagingGBps");
    const Tensor large = bench.filled(deviceOf(gpu), {kFresh});
    Samples unmaps;
    const auto fresh = bench.repeat([&]() -> Result<double> {
        const Tensor to = bench.tensor(kCpu, {kFresh}, HostMemoryMode::Pageable);
        const auto one = timeOf(large, to);
        if (!one)
            return one;
        const double begin = bench.seconds();
        bench.release(to);
        unmaps.push_back((bench.seconds() - begin) / (4.0 * kFresh / 4096));
        const double moved = 4.0 * kFresh / (rate.value_or(1) * 1e9);
        return (*one - latency - sync - launch - moved) / (4.0 * kFresh / 4096);
    });
    if (!fresh)
        return Error(fresh.error());
    std::erase_if(report.numbers, [](const Number& number) { return number.path == "host.faultNs"; });
    addTime(report, "host.faultNs", *fresh, kNano, "copy of 67 MB to memory that was never touched");
    addTime(report, "host.unmapNs", unmaps, kNano, "67 MB given back");
    return {};
}

/// Compares copies to newly page-locked memory with copies to page-locked memory that is already allocated.
Status measurePinning(Bench& bench, Report& report, int gpu)
{
    constexpr std::int64_t kElements = std::int64_t{1} << 22;
    constexpr double kPages = 4.0 * kElements / 4096;
    const Tensor source = bench.filled(deviceOf(gpu), {kElements});
    const auto callOf = [&](const Tensor& to) {
        return bench.timeThenWait([&] { return bench.push({.op = Operator::Copy, .inputs = {source}, .output = to}); });
    };
    const Tensor there = bench.filled(kCpu, {kElements}, HostMemoryMode::Pinned);
    const auto plain = bench.repeat([&] { return callOf(there); });
    if (!plain)
        return Error(plain.error());
    const double call = summarize(*plain).median;
    std::vector<Tensor> pinned;
    const auto fresh = bench.repeat([&]() -> Result<double> {
        pinned.push_back(bench.tensor(kCpu, {kElements}, HostMemoryMode::Pinned));
        const auto one = callOf(pinned.back());
        return one ? Result<double>((*one - call) / kPages) : one;
    });
    if (!fresh)
        return Error(fresh.error());
    addTime(report, "host.pinNs", *fresh, kNano, "16.8 MB page-locked anew");
    for (const Tensor& one : pinned)
        bench.release(one);
    const auto pooled = bench.repeat([&]() -> Result<double> {
        const Tensor to = bench.tensor(kCpu, {kElements}, HostMemoryMode::Pinned);
        const auto one = callOf(to);
        bench.release(to);
        return one ? Result<double>(*one - call) : one;
    });
    if (!pooled)
        return Error(pooled.error());
    addTime(report, "host.pinnedPoolUs", *pooled, kMicro, "page-locked memory that the pool has");
    return {};
}

/// Seconds of the call that fills a new tensor of `bytes`, which includes its allocation; waits for the operation
/// afterwards.
Result<double> firstFill(Bench& bench, DeviceId gpu, std::int64_t bytes, Tensor& out)
{
    out = bench.tensor(gpu, {bytes / 4});
    return bench.timeThenWait([&] { return bench.push({.op = Operator::Fill, .output = out}); });
}

Status measureMalloc(Bench& bench, Report& report, int gpu)
{
    const DeviceId device = deviceOf(gpu);
    Sweep sweep;
    Samples pools;
    Samples frees;
    const Tensor there = bench.filled(device, {1});
    const auto plain = bench.repeat(
        [&] { return bench.timeThenWait([&] { return bench.push({.op = Operator::Fill, .output = there}); }); });
    if (!plain)
        return Error(plain.error());
    const double call = summarize(*plain).median;
    for (const std::int64_t mebi : {16, 64, 256}) {
        const std::int64_t bytes = mebi << 20;
        if (bytes > bench.platform().memory().levels(device).free.value / 2)
            break;
        const auto samples = bench.repeat([&]() -> Result<double> {
            Tensor block;
            const auto fresh = firstFill(bench, device, bytes, block);
            bench.release(block);
            const auto again = firstFill(bench, device, bytes, block);
            bench.release(block);
            const double begin = bench.seconds();
            bench.platform().memory().emptyCache(device);
            frees.push_back(bench.seconds() - begin);
            if (again)
                pools.push_back(*again - call);
            if (!fresh || !again)
                return fresh ? again : fresh;
            return *fresh - *again;
        });
        if (!samples)
            return Error(samples.error());
        sweep.add(static_cast<double>(bytes), *samples);
    }
    addTime(report, path(gpu, "poolUs"), pools, kMicro, "a block that the pool has");
    addTime(report, path(gpu, "freeUs"), frees, kMicro, "a block given back to the driver");
    return addFit(report, sweep, {path(gpu, "mallocUs"), path(gpu, "mallocUsPerMiB")}, "blocks of 16 to 256 MiB",
                  [](const std::vector<Point>& points) -> Result<std::vector<double>> {
                      const auto fit = fitLine(points);
                      if (!fit)
                          return Error(fit.error());
                      return std::vector{fit->fixed * kMicro, kMebi / fit->rate * kMicro, fit->residual};
                  });
}

/// Measures whether allocating from the driver waits for running kernels.
Status measureMallocUnderLoad(Bench& bench, Report& report, int gpu)
{
    const DeviceId device = deviceOf(gpu);
    constexpr std::int64_t kSide = 2048;
    constexpr std::int64_t kBlock = std::int64_t{32} << 20;
    const Tensor x = bench.filled(device, {kSide, kSide});
    const Tensor y = bench.filled(device, {kSide, kSide});
    const auto load = [&](int count) -> Status {
        for (int i = 0; i < count; ++i)
            if (Status status = bench.push({.op = Operator::MatMul, .inputs = {x, x}, .output = y}); !status)
                return status;
        return {};
    };
    const auto product = bench.period(device, 1, [&] { return load(1); });
    if (!product)
        return Error(product.error());
    const int count = static_cast<int>(std::clamp(0.04 / std::max(1e-6, *product), 1.0, 60.0));
    int waits = 0;
    const auto samples = bench.repeat([&]() -> Result<double> {
        Tensor idle;
        const auto alone = firstFill(bench, device, kBlock, idle);
        bench.release(idle);
        bench.platform().memory().emptyCache(device);
        if (Status status = load(count); !status)
            return std::move(status).error();
        Tensor busy;
        const auto beside = firstFill(bench, device, kBlock, busy);
        bench.release(busy);
        bench.platform().memory().emptyCache(device);
        if (alone && beside && *beside - *alone > 0.5 * count * *product)
            ++waits;
        return beside;
    });
    if (!samples)
        return Error(samples.error());
    report.mallocWaits[static_cast<std::size_t>(gpu)] = waits > (kWarmUps + kRepeats) / 2;
    return {};
}

Status measureRoom(Bench& bench, Report& report, int gpu)
{
    const device::MemoryLevels levels = bench.platform().memory().levels(deviceOf(gpu));
    if (levels.capacity.value <= 0)
        return makeError(ErrorCode::Unavailable, message("calibrate.no-gpu-memory"));
    if (const double peak = bench.records().peakOf(deviceOf(gpu)); peak > 0)
        report.numbers.push_back({.path = path(gpu, "peakTflops"),
                                  .value = peak * 1e-12,
                                  .how = "clock and units, as the driver reports them",
                                  .statistics = {}});
    report.numbers.push_back({.path = path(gpu, "memoryMiB"),
                              .value = static_cast<double>(levels.capacity.value) / kMebi,
                              .how = "as the driver reports it",
                              .statistics = {}});
    report.numbers.push_back(
        {.path = path(gpu, "usedByOthersMiB"),
         .value = static_cast<double>((levels.capacity - levels.free - levels.reserved).value) / kMebi,
         .how = "not free before anything was allocated",
         .statistics = {}});
    report.numbers.push_back(
        {.path = path(gpu, "floorMiB"), .value = 0, .how = "part of what is not free", .statistics = {}});
    return {};
}

// -- several GPUs

Status measurePeer(Bench& bench, Report& report, int a, int b)
{
    const auto sweep = copySweep(bench, deviceOf(a), deviceOf(b));
    if (!sweep)
        return Error(sweep.error());
    const auto fit = linkOf(sweep->medians());
    if (!fit)
        return Error(fit.error());
    const double up = valueOf(report, path(a, "link.rateGBps")).value_or(0);
    const double down = valueOf(report, path(b, "link.rateGBps")).value_or(0);
    const double staged = up > 0 && down > 0 ? 1 / (1 / up + 1 / down) : 0;
    if ((*fit)[0] < 1.15 * staged) {
        report.remarks.push_back(message("calibrate.no-peer-link", a, b));
        return {};
    }
    const std::string peer = "peers[" + std::to_string(report.peers.size()) + "].";
    report.peers.emplace_back(a, b);
    return addFit(report, *sweep, {peer + "rateGBps", peer + "latencyUs"},
                  "copies of 4 KiB to 64 MiB from GPU " + std::to_string(a) + " to GPU " + std::to_string(b), linkOf);
}

/// Measures copies from the host to all GPUs at the same time. Host memory or a switch may limit their total rate.
Status measureTogether(Bench& bench, Report& report, int gpus)
{
    constexpr std::int64_t kElements = std::int64_t{1} << 23;
    std::vector<Tensor> hosts;
    std::vector<Tensor> targets;
    double sum = 0;
    for (int gpu = 0; gpu < gpus; ++gpu) {
        hosts.push_back(bench.filled(kCpu, {kElements}, HostMemoryMode::Pinned));
        targets.push_back(bench.filled(deviceOf(gpu), {kElements}));
        sum += valueOf(report, path(gpu, "link.rateGBps")).value_or(0);
    }
    const auto all = [&](int times) {
        return bench.time([&]() -> Status {
            for (int i = 0; i < times; ++i)
                for (std::size_t gpu = 0; gpu < hosts.size(); ++gpu)
                    if (Status status =
                            bench.push({.op = Operator::Copy, .inputs = {hosts[gpu]}, .output = targets[gpu]});
                        !status)
                        return status;
            return bench.waitAll();
        });
    };
    const auto samples = bench.repeat([&]() -> Result<double> {
        const auto once = all(2);
        if (!once)
            return once;
        const auto twice = all(4);
        return twice ? Result<double>((*twice - *once) / 2) : twice;
    });
    if (!samples)
        return Error(samples.error());
    const double together = 4.0 * kElements * gpus / summarize(*samples).median * kGiga;
    if (together < 0.95 * sum)
        addRate(report, "host.dramGBps", *samples, 4.0 * kElements * gpus * kGiga,
                "all GPUs reading from the host at once");
    return {};
}

}  // namespace

std::vector<Item> gpuMemoryItems(int ordinal)
{
    const auto item = [ordinal](messages::Row<1> name, double weight, auto* measure) {
        return gpuItem(ordinal, name, weight, measure);
    };
    std::vector<Item> items{item("calibrate.room-on-gpu", 0.01, measureRoom),
                            item("calibrate.copies-to-and-from-gpu", 1, measureLink),
                            item("calibrate.copies-both-ways-of-gpu", 0.3, measureDuplex),
                            item("calibrate.pageable-copies-from-gpu", 1, measurePageable)};
    if (ordinal == 0)
        items.push_back(item("calibrate.page-locking-for-gpu", 0.5, measurePinning));
    items.push_back(item("calibrate.allocations-on-gpu", 0.5, measureMalloc));
    items.push_back(item("calibrate.allocations-beside-kernels-on-gpu", 1, measureMallocUnderLoad));
    return items;
}

std::vector<Item> peerItems(int gpus)
{
    std::vector<Item> items;
    if (gpus < 2)
        return items;
    for (int a = 0; a < gpus; ++a)
        for (int b = a + 1; b < gpus; ++b)
            items.push_back({message("calibrate.copies-between-gpus", a, b), 0.7,
                             [a, b](Bench& bench, Report& report) { return measurePeer(bench, report, a, b); }});
    items.push_back({message("calibrate.all-gpus-at-once"), 0.5,
                     [gpus](Bench& bench, Report& report) { return measureTogether(bench, report, gpus); }});
    return items;
}

}  // namespace engine::calibrate::detail

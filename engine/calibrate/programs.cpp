#include "engine/calibrate/programs.h"

#include "engine/calibrate/detail/bench.h"
#include "engine/calibrate/sampling.h"
#include "engine/messages/messages.h"

#include <algorithm>

namespace engine::calibrate {

using detail::addTime;
using detail::stopped;

namespace {

constexpr double kMicro = 1e6;
constexpr std::size_t kWarmUps = 3;

// Each loop of 13 rounds starts with kWarmUps warm-ups, which are not measured. Blocks named "first" have no warm-ups.
constexpr const char* kMxnetCalls = R"(x = nd.ones((1,))
y = x + 1
nd.waitall()
for function in (nd.exp, nd.log, nd.sqrt, nd.tanh, nd.abs, nd.relu, nd.sigmoid, nd.square, nd.sign, nd.negative):
    with d2l.Benchmark('first'):
        function(x)
nd.waitall()
for _ in range(13):
    with d2l.Benchmark('operator'):
        for _ in range(300):
            y = x + 1
    nd.waitall()
    with d2l.Benchmark('wait'):
        for _ in range(100):
            nd.waitall()
    with d2l.Benchmark('synchronous'):
        for _ in range(100):
            y = x + 1
            y.wait_to_read()
    with d2l.Benchmark('print'):
        for _ in range(10):
            print(x)
)";

constexpr const char* kMxnetLayers = R"(import d2lzh as d2l
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

net = nn.Sequential()
net.add(nn.Dense(4), nn.Dense(4), nn.Dense(4))
net.initialize()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
loss = gluon.loss.L2Loss()
x, y = nd.ones((2, 4)), nd.ones((2, 4))
for _ in range(13):
    net(x)
    nd.waitall()
    with d2l.Benchmark('layers'):
        for _ in range(30):
            net(x)
    nd.waitall()
    with autograd.record():
        l = loss(y, net(x))
    nd.waitall()
    with d2l.Benchmark('backward'):
        l.backward()
    nd.waitall()
    with d2l.Benchmark('update'):
        trainer.step(2)
    nd.waitall()
net = nn.HybridSequential()
net.add(nn.Dense(4), nn.Dense(4), nn.Dense(4))
net.initialize()
net.hybridize()
for _ in range(13):
    net(x)
    nd.waitall()
    with d2l.Benchmark('graph'):
        for _ in range(30):
            net(x)
    nd.waitall()
)";

constexpr const char* kTorchCalls = R"(x = torch.ones(1)
y = x + 1
for _ in range(13):
    with d2l.Benchmark('operator'):
        for _ in range(300):
            y = x + 1
)";

// 300 launches fit into the driver's queue, so no call waits for a kernel.
constexpr const char* kTorchLaunches = R"(x = torch.ones(1, device='cuda')
y = x + 1
for _ in range(13):
    torch.cuda.synchronize()
    with d2l.Benchmark('launch'):
        for _ in range(300):
            y = x + 1
)";

// 2048 images of 28 x 28 floats, in eight batches.
constexpr const char* kLoading = R"(batches, test_batches = d2l.load_data_fashion_mnist(256)
for _ in range(13):
    with d2l.Benchmark('load'):
        for images, labels in batches:
            pass
)";
constexpr double kLoadedBytes = 2048 * 28 * 28 * 4.0;

/// Returns the duration of a block by the clock of the trace, because the time that the program prints is rounded.
double secondsOf(const trace::BlockRecord& block)
{
    return toSeconds(block.end - block.begin);
}

/// The duration in seconds of each block with this label that did not fail.
Samples allBlocksOf(const trace::Trace& trace, const std::string& label)
{
    Samples seconds;
    for (const trace::BlockRecord& block : trace.blocks())
        if (block.label == label && !block.isFailed)
            seconds.push_back(secondsOf(block));
    return seconds;
}

/// fastMode() of the durations of allBlocksOf(), each divided by `per`. Leaves out the first kWarmUps blocks if there
/// are more.
Samples blocksOf(const trace::Trace& trace, const std::string& label, double per)
{
    Samples seconds = allBlocksOf(trace, label);
    for (double& one : seconds)
        one /= per;
    if (seconds.size() > kWarmUps)
        seconds.erase(seconds.begin(), seconds.begin() + kWarmUps);
    return fastMode(seconds);
}

int issuesIn(const trace::Trace& trace, const trace::BlockRecord& block)
{
    int issues = 0;
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const Nanoseconds begin = trace.op(OpId{i}).issueBegin;
        issues += begin >= block.begin && begin < block.end ? 1 : 0;
    }
    return issues;
}

/// Seconds that the program's thread spends in the block on other work than issuing, such as making views on a virtual
/// machine.
double otherWorkIn(const trace::Trace& trace, const trace::BlockRecord& block)
{
    double seconds = 0;
    for (const trace::HostRecord& work : trace.programPart().hosts)
        if (work.begin >= block.begin && work.end <= block.end)
            seconds += toSeconds(work.end - work.begin);
    return seconds;
}

/// Seconds to issue one operation in the blocks named `label`, a sample for each of the fastest blocks (fastMode()).
/// Excludes `calls` operations of each block, such as the first gradient of backward(), which are issued by ordinary
/// calls of `call` seconds.
Samples perIssue(const trace::Trace& trace, const std::string& label, int calls, double call)
{
    Samples seconds;
    for (const trace::BlockRecord& block : trace.blocks()) {
        const int issues = block.label == label && !block.isFailed ? issuesIn(trace, block) : 0;
        if (issues > calls)
            seconds.push_back((secondsOf(block) - otherWorkIn(trace, block) - calls * call) / (issues - calls));
    }
    if (seconds.size() > kWarmUps)
        seconds.erase(seconds.begin(), seconds.begin() + kWarmUps);
    return fastMode(seconds);
}

Samples less(Samples samples, double seconds)
{
    for (double& sample : samples)
        sample -= seconds;
    return samples;
}

double secondsOf(const Report& report, const std::string& path)
{
    return detail::valueOf(report, path).value_or(0) / kMicro;
}

void readMxnetCalls(const trace::Trace& trace, Report& report)
{
    addTime(report, "frontEnd.operatorUs.mxnet", blocksOf(trace, "operator", 300), kMicro, "x + 1 issued in a loop");
    const double call = secondsOf(report, "frontEnd.operatorUs.mxnet");
    addTime(report, "frontEnd.firstUseUs.mxnet", allBlocksOf(trace, "first"), kMicro,
            "first calls of ten operators, each by itself");
    const auto sync = blocksOf(trace, "wait", 100);
    if (!detail::valueOf(report, "frontEnd.syncUs"))
        addTime(report, "frontEnd.syncUs", sync, kMicro, "waitall() that finds everything done");
    const double wait = secondsOf(report, "frontEnd.syncUs");
    if (const auto operation = detail::valueOf(report, "host.operationUs.mxnet"))
        addTime(report, "frontEnd.wakeUs.mxnet",
                less(blocksOf(trace, "synchronous", 100), call + wait + *operation / kMicro), kMicro,
                "x + 1 with a wait each, less what its parts cost");
    addTime(report, "host.printUs", less(blocksOf(trace, "print", 10), wait), kMicro,
            "print of a tensor of one element");
}

void readMxnetLayers(const trace::Trace& trace, Report& report)
{
    addTime(report, "frontEnd.layerUs.mxnet", blocksOf(trace, "layers", 90), kMicro,
            "forward passes of three dense layers");
    addTime(report, "frontEnd.cachedGraphUs.mxnet", blocksOf(trace, "graph", 30), kMicro, "the same after hybridize");
    addTime(report, "frontEnd.backwardUs.mxnet",
            perIssue(trace, "backward", 1, secondsOf(report, "frontEnd.operatorUs.mxnet")), kMicro,
            "backward() through three dense layers, per operation");
    addTime(report, "frontEnd.updateUs.mxnet", perIssue(trace, "update", 0, 0), kMicro, "trainer.step, per parameter");
}

void readTorchCalls(const trace::Trace& trace, Report& report)
{
    const double own = secondsOf(report, "host.operationUs.torch");
    const Samples calls = less(blocksOf(trace, "operator", 300), own);
    addTime(report, "frontEnd.operatorUs.torch", calls, kMicro, "x + 1 in a loop, less the operation itself");
    // In PyTorch, the first use of an operator, a layer and a compiled graph are issued by the same code as x + 1, so
    // they cost the same.
    for (const char* path : {"frontEnd.firstUseUs.torch", "frontEnd.layerUs.torch", "frontEnd.cachedGraphUs.torch"})
        addTime(report, path, calls, kMicro, "as every call");
}

void readTorchLaunches(const trace::Trace& trace, Report& report)
{
    const double call = secondsOf(report, "frontEnd.operatorUs.torch") + secondsOf(report, "gpus[0].poolUs");
    addTime(report, "frontEnd.launchUs.torch", less(blocksOf(trace, "launch", 300), call), kMicro,
            "x + 1 on a GPU in a loop, less the call and the memory of its result");
}

void readLoading(const trace::Trace& trace, Report& report)
{
    // Subtracts the time to copy the images into tensors, which a virtual machine charges separately.
    const double memcpyRate = detail::valueOf(report, "host.memcpyGBps").value_or(1e9) * 1e9;
    detail::addRate(report, "host.loadMBps", less(blocksOf(trace, "load", 1), kLoadedBytes / memcpyRate),
                    kLoadedBytes * 1e-6, "2048 images in batches of 256");
}

struct FrontEndItem {
    messages::Row<0> name;
    const char* source;
    bool isTorch;
    void (*read)(const trace::Trace&, Report&);
    bool isForGpu = false;
    const char* images = nullptr;  ///< value of the program's parameter `images`; null: the program loads no data
};

constexpr FrontEndItem kFrontEnd[] = {
    {"calibrate.calls-of-the-mxnet-dialect", kMxnetCalls, false, readMxnetCalls},
    {"calibrate.layers-of-the-mxnet-dialect", kMxnetLayers, false, readMxnetLayers},
    {"calibrate.calls-of-the-pytorch-dialect", kTorchCalls, true, readTorchCalls},
    {"calibrate.calls-of-the-pytorch-dialect", kTorchLaunches, true, readTorchLaunches, true},
    {"calibrate.batches-of-images", kLoading, true, readLoading, false, "2048"}};

void say(const Control& control, const Message& item, std::size_t done, std::size_t all, double secondsEach)
{
    if (control.report)
        control.report({.item = item,
                        .fraction = static_cast<double>(done) / static_cast<double>(all),
                        .remaining = static_cast<double>(all - done) * secondsEach});
}

/// Seconds of a program: the sum of its timed blocks; without timed blocks, the length of the run.
Result<double> timeOf(const ProgramRun& run, const ProgramRequest& request)
{
    const auto trace = run(request);
    if (!trace)
        return Error(trace.error());
    double seconds = 0;
    for (const trace::BlockRecord& block : (*trace)->blocks())
        seconds += secondsOf(block);
    return seconds > 0 ? seconds : std::max(1e-9, toSeconds((*trace)->extent()));
}

}  // namespace

Status measureFrontEnd(const ProgramRun& run, const std::string& machine, const Control& control, Report& report)
{
    std::size_t done = 0;
    for (const FrontEndItem& item : kFrontEnd) {
        if (control.stop.stop_requested())
            return stopped();
        if (item.isForGpu && report.gpus.empty())
            continue;
        say(control, Message(item.name.text(), {}), done++, std::size(kFrontEnd), 0.8);
        ProgramRequest request{
            .id = {}, .source = item.source, .isTorch = item.isTorch, .machine = machine, .parameters = {}};
        if (item.images != nullptr)
            request.parameters = {{"images", item.images}, {"data", "generated"}};
        const auto trace = run(request);
        if (control.stop.stop_requested())
            return stopped();
        if (trace)
            item.read(**trace, report);
        else
            report.remarks.push_back(
                message("calibrate.not-measured", Message(item.name.text(), {}), trace.error().message));
    }
    return {};
}

std::vector<Trial> heldOutTrials(int gpus)
{
    if (gpus == 0)
        return {{"13.2.3", "13.2.3, n = 4000, 100 iterations", false, {{"iterations", "100"}, {"n", "4000"}}},
                {"13.2.2", "13.2.2, n = 1500", false, {{"n", "1500"}}},
                {"13.2.4", "13.2.4, 20 batches of 256", false, {{"batches", "20"}, {"batch", "256"}}}};
    std::vector<Trial> trials{
        {"13.3-e2", "13.3 exercise 2, two streams", true, {{"products", "20"}}},
        {"13.3-e3", "13.3 exercise 3, CPU, GPU and copies", true, {{"products", "4"}}},
    };
    if (gpus > 1)
        trials.push_back({"13.5.6-torch",
                          "13.5.6, LeNet on two GPUs",
                          true,
                          {{"images", "2560"}, {"epochs", "1"}, {"devices", "0,1"}}});
    else
        trials.push_back({"13.5.6-torch",
                          "13.5.6, LeNet on one GPU",
                          true,
                          {{"images", "2560"}, {"epochs", "1"}, {"devices", "0"}}});
    return trials;
}

Result<std::vector<device::ValidationRun>> holdOut(const ProgramRun& run, const std::vector<Trial>& trials,
                                                   const std::string& measured, const std::string& predicted,
                                                   const Control& control)
{
    constexpr int kRuns = 5;  // for a median that one disturbed run does not change
    std::vector<device::ValidationRun> results;
    for (const Trial& trial : trials) {
        say(control, Message(trial.title), results.size(), trials.size(), 3);
        ProgramRequest request{.id = trial.id,
                               .source = {},
                               .isTorch = trial.isTorch,
                               .machine = measured,
                               .parameters = trial.parameters};
        Samples times;
        for (int i = 0; i <= kRuns; ++i) {
            if (control.stop.stop_requested())
                return stopped();
            const auto seconds = timeOf(run, request);
            if (control.stop.stop_requested())
                return stopped();
            if (!seconds)
                return Error(seconds.error());
            if (i > 0)  // the first run is a warm-up
                times.push_back(*seconds);
        }
        request.machine = predicted;
        const auto seconds = timeOf(run, request);
        if (!seconds)
            return Error(seconds.error());
        results.push_back({.program = trial.title, .predicted = *seconds, .measured = summarize(times).median});
    }
    return results;
}

}  // namespace engine::calibrate

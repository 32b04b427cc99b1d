#include "tests/engine/trace/sample_traces.h"

#include "engine/trace/recorder.h"
#include "tests/engine/trace/sample_script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace engine;
using namespace engine::trace;
using namespace engine::trace::samples;

namespace tests {

namespace {

constexpr double kProductFlops = 2.0 * 4000 * 4000 * 4000;

Nanoseconds ms(double value)
{
    return fromSeconds(value * 1e-3);
}

constexpr const char* kTwoGpusSource = R"(devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(50)]

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])
x_gpu2 = torch.rand(size=(4000, 4000), device=devices[1])

run(x_gpu1)
run(x_gpu2)  # Warm-up all devices
torch.cuda.synchronize(devices[0])
torch.cuda.synchronize(devices[1])

with d2l.Benchmark('GPU1 time'):
    run(x_gpu1)
    torch.cuda.synchronize(devices[0])

with d2l.Benchmark('GPU2 time'):
    run(x_gpu2)
    torch.cuda.synchronize(devices[1])

with d2l.Benchmark('GPU1 & GPU2'):
    run(x_gpu1)
    run(x_gpu2)
    torch.cuda.synchronize()
)";

constexpr const char* kCopySource = R"(devices = d2l.try_all_gpus()
def run(x):
    return [x.mm(x) for _ in range(50)]

def copy_to_cpu(x, non_blocking=False):
    return [y.to('cpu', non_blocking=non_blocking) for y in x]

x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])
run(x_gpu1)  # Warm-up
torch.cuda.synchronize()

with d2l.Benchmark('Run on GPU1'):
    y = run(x_gpu1)
    torch.cuda.synchronize()

with d2l.Benchmark('Copy to CPU'):
    y_cpu = copy_to_cpu(y)
    torch.cuda.synchronize()

with d2l.Benchmark('Run on GPU1 and copy to CPU'):
    y = run(x_gpu1)
    y_cpu = copy_to_cpu(y, True)
    torch.cuda.synchronize()
)";

struct Gpu {
    DeviceId device;
    LaneId compute, copyIn, copyOut;
};

struct Machine {
    DeviceId cpu;
    LaneId frontend, cpuCompute;
    std::vector<Gpu> gpus;
};

Machine makeMachine(Script& script, int gpus, const std::string& model, Bytes capacity, Bytes others, double flops)
{
    Machine machine;
    machine.cpu = script.device(DeviceKind::Cpu, "CPU", "Xeon", Bytes{244} * kGiB.value, {}, 1.0e12);
    machine.frontend = script.lane(machine.cpu, LaneRole::Frontend, "Python");
    machine.cpuCompute = script.lane(machine.cpu, LaneRole::CpuWorker, "compute");
    for (int i = 0; i < gpus; ++i) {
        Gpu gpu;
        gpu.device = script.device(DeviceKind::Gpu, "GPU " + std::to_string(i), model, capacity, others, flops);
        gpu.compute = script.lane(gpu.device, LaneRole::Compute, "compute");
        gpu.copyIn = script.lane(gpu.device, LaneRole::CopyIn, "copy in");
        gpu.copyOut = script.lane(gpu.device, LaneRole::CopyOut, "copy out");
        machine.gpus.push_back(gpu);
    }
    for (int i = 0; i < gpus; ++i)
        script.lane({}, LaneRole::Link, "PCIe → " + std::to_string(i), 15.75e9);
    return machine;
}

RunInfo runInfo(const std::string& id, const std::string& title, const std::string& source)
{
    RunInfo info;
    info.program = id;
    info.title = title;
    info.section = id;
    info.source = source;
    info.dialect = "torch";
    info.machine = "book-v100";
    info.machineLabel = "2× V100 (the book's machine)";
    info.parameters = {{"n", "4000"}, {"products", "50"}};
    info.switches = {{3, false}, {17, true}};
    return info;
}

OpId makeInput(Script& script, const Gpu& gpu, const std::string& name, std::int32_t line)
{
    const Nanoseconds begin = script.now();
    const OpId op = script.issue({"rand", name, name + " = torch.rand(size=(4000, 4000))", Kind::Compute, gpu.device,
                                  gpu.compute, line, ms(0.3), 16e6, kMatrix, kMatrixBlock});
    script.endLine(begin, line);
    return op;
}

/// Issues `count` products of `x` with itself.
std::vector<OpId> runProducts(Script& script, const Gpu& gpu, OpId x, const std::string& name, std::int32_t line,
                              Nanoseconds duration, bool isDropped, int count = 50)
{
    const Nanoseconds begin = script.now();
    std::vector<OpId> ops;
    for (int i = 0; i < count; ++i) {
        const std::string label = "y[" + std::to_string(i) + "]";
        Script::What what{"mm",          label,        label + " = " + name + ".mm(" + name + ")",
                          Kind::Compute, gpu.device,   gpu.compute,
                          line,          duration,     kProductFlops,
                          kMatrix * 3,   kMatrixBlock, x};
        what.isDropped = isDropped;
        ops.push_back(script.issue(what));
    }
    script.endLine(begin, line);
    return ops;
}

void synchronize(Script& script, const Gpu& gpu, const std::string& call, std::int32_t line, bool withCopies = false)
{
    const Nanoseconds begin = script.now();
    std::vector<LaneId> lanes{gpu.compute};
    if (withCopies)
        lanes.push_back(gpu.copyOut);
    script.wait(call, line, WaitTarget::Device, gpu.device, lanes);
    script.endLine(begin, line);
}

void writeTwoGpus(Sink& sink, bool waitsOnLine15, std::optional<Nanoseconds> cut)
{
    Script script(sink, cut);
    script.begin(runInfo("13.3.1", "Parallel computation on GPUs", kTwoGpusSource));
    const Machine machine = makeMachine(script, 2, "V100 · 16 GB", Bytes{16} * kGiB.value, {}, 15.7e12);
    const Gpu& gpu1 = machine.gpus[0];
    const Gpu& gpu2 = machine.gpus[1];
    const OpId x1 = makeInput(script, gpu1, "x_gpu1", 5);
    const OpId x2 = makeInput(script, gpu2, "x_gpu2", 6);
    runProducts(script, gpu1, x1, "x_gpu1", 8, ms(9.933), true);
    runProducts(script, gpu2, x2, "x_gpu2", 9, ms(10.301), true);
    synchronize(script, gpu1, "torch.cuda.synchronize(devices[0])", 10);
    synchronize(script, gpu2, "torch.cuda.synchronize(devices[1])", 11);

    script.beginBlock();
    runProducts(script, gpu1, x1, "x_gpu1", 14, ms(9.933), true);
    if (waitsOnLine15)
        synchronize(script, gpu1, "torch.cuda.synchronize(devices[0])", 15);
    script.endBlock("GPU1 time", 13);

    script.beginBlock();
    runProducts(script, gpu2, x2, "x_gpu2", 18, ms(10.301), true);
    synchronize(script, gpu2, "torch.cuda.synchronize(devices[1])", 19);
    script.endBlock("GPU2 time", 17);

    script.beginBlock();
    runProducts(script, gpu1, x1, "x_gpu1", 22, ms(9.999), true);
    runProducts(script, gpu2, x2, "x_gpu2", 23, ms(10.301), true);
    synchronize(script, gpu1, "torch.cuda.synchronize()", 24);
    script.endBlock("GPU1 & GPU2", 21);
    script.end();
}

void copyResults(Script& script, const Machine& machine, const std::vector<OpId>& results, std::int32_t line,
                 Nanoseconds duration, bool blocks)
{
    const Nanoseconds begin = script.now();
    for (std::size_t i = 0; i < results.size(); ++i) {
        const std::string index = "[" + std::to_string(i) + "]";
        Script::What what{"copy",
                          "y_cpu" + index,
                          "y" + index + ".to('cpu'" + (blocks ? ")" : ", non_blocking=True)"),
                          Kind::CopyOut,
                          machine.cpu,
                          machine.gpus[0].copyOut,
                          line,
                          duration,
                          0,
                          kMatrix,
                          kMatrix,
                          results[i],
                          HostMemory::PageableFresh};
        script.issue(what);
        if (blocks)
            script.wait("y.to('cpu')", line, WaitTarget::Op, {}, {machine.gpus[0].copyOut});
    }
    script.endLine(begin, line);
}

void writeCopyOverlap(Sink& sink)
{
    Script script(sink, {});
    script.begin(runInfo("13.3.2", "Computation and communication", kCopySource));
    const Machine machine = makeMachine(script, 2, "V100 · 16 GB", Bytes{16} * kGiB.value, {}, 15.7e12);
    const Gpu& gpu = machine.gpus[0];
    const OpId x = makeInput(script, gpu, "x_gpu1", 8);
    runProducts(script, gpu, x, "x_gpu1", 9, ms(10.037), true);
    synchronize(script, gpu, "torch.cuda.synchronize()", 10);

    script.beginBlock();
    const std::vector<OpId> first = runProducts(script, gpu, x, "x_gpu1", 13, ms(10.037), false);
    synchronize(script, gpu, "torch.cuda.synchronize()", 14);
    script.endBlock("Run on GPU1", 12);

    script.beginBlock();
    copyResults(script, machine, first, 17, ms(54.297), true);
    synchronize(script, gpu, "torch.cuda.synchronize()", 18, true);
    script.endBlock("Copy to CPU", 16);

    script.beginBlock();
    const std::vector<OpId> second = runProducts(script, gpu, x, "x_gpu1", 21, ms(10.037), false);
    for (int i = 0; i < 50; ++i)
        script.free(script.now(), gpu.device, kMatrixBlock);
    copyResults(script, machine, second, 22, ms(49.162), false);
    for (int i = 0; i < 50; ++i)
        script.free(script.now(), machine.cpu, kMatrix);
    synchronize(script, gpu, "torch.cuda.synchronize()", 23, true);
    script.endBlock("Run on GPU1 and copy to CPU", 20);
    script.end();
}

void writeOutOfMemory(Sink& sink)
{
    Script script(sink, {});
    RunInfo info = runInfo("13.3.2", "Computation and communication", kCopySource);
    info.machine = "card-4gb";
    info.machineLabel = "1× 4 GB GPU";
    script.begin(info);
    const Machine machine = makeMachine(script, 1, "4 GB card", Bytes{4'101'693'440}, Bytes{1057 * kMiB.value}, 3.0e12);
    const Gpu& gpu = machine.gpus[0];
    const OpId x = makeInput(script, gpu, "x_gpu1", 8);
    script.beginBlock();
    script.spend(ms(267));  // the first product takes longer, because it loads its library
    const Nanoseconds begin = script.now();
    for (int i = 0; i < 44; ++i) {
        const std::string label = "y[" + std::to_string(i) + "]";
        Script::What what{"mm",
                          label,
                          label + " = x_gpu1.mm(x_gpu1)",
                          Kind::Compute,
                          gpu.device,
                          gpu.compute,
                          13,
                          ms(42.3),
                          kProductFlops,
                          kMatrix * 3,
                          kMatrixBlock,
                          x};
        what.dispatch = ms(1.463);  // issuing takes this long, because the driver allocates each block
        script.issue(what);
    }
    script.refuse(gpu.device, kMatrixBlock);
    script.endLine(begin, 13);
    script.endBlock("Run on GPU1", 12, true);
    const std::string message =
        "CUDA out of memory. Tried to allocate 62.00 MiB (GPU 0; 3.82 GiB total capacity; 2.72 GiB already allocated; "
        "69.12 MiB free; 2.72 GiB reserved in total by PyTorch)";
    script.emit(script.now(),
                ErrorRecord{script.now(),
                            13,
                            "RuntimeError",
                            message,
                            "Traceback (most recent call last):\n  File \"13.3.2\", line 13, in <module>\n    y = "
                            "run(x_gpu1)\nRuntimeError: " +
                                message + "\n",
                            {}});
    script.end();
}

void writeElementwise(Sink& sink)
{
    Script script(sink, {});
    script.begin(runInfo("13.2.1", "Asynchronous computation",
                         "a = np.ones((1, 2))\nb = np.ones((1, 2))\n"
                         "c = a * b + 2\nprint(c)\n"));
    const Machine machine = makeMachine(script, 0, "", {}, {}, 0);
    const auto issue = [&](const std::string& name, const std::string& label, std::int32_t line, double micros,
                           std::optional<OpId> reads) {
        return script.issue({name, label, label + " = " + name, Kind::Elementwise, machine.cpu, machine.cpuCompute,
                             line, ms(micros * 1e-3), 2, Bytes{16}, Bytes{8}, reads});
    };
    issue("ones", "a", 1, 66, {});
    const OpId b = issue("ones", "b", 2, 66, {});
    const OpId product = issue("multiply", "a * b", 3, 31.5, b);
    script.emit(script.now(), DependencyRecord{OpId{0}, product, DependencyKind::ReadAfterWrite});
    issue("add", "c", 3, 31.5, product);
    script.wait("print(c)", 4, WaitTarget::Op, {}, {machine.cpuCompute});
    script.emit(script.now(), OutputRecord{script.now(), 4, OutputStream::Standard, "[[3. 3.]]\n"});
    script.end();
}

}  // namespace

void write(Sample sample, Sink& sink)
{
    switch (sample) {
        case Sample::Empty: {
            Script script(sink, Nanoseconds{});
            script.begin(runInfo("13.3.1", "Parallel computation on GPUs", kTwoGpusSource));
            makeMachine(script, 2, "V100 · 16 GB", Bytes{16} * kGiB.value, {}, 15.7e12);
            return script.end();
        }
        case Sample::Elementwise:
            return writeElementwise(sink);
        case Sample::TwoGpus:
            return writeTwoGpus(sink, true, {});
        case Sample::TwoGpusOverlap:
            return writeTwoGpus(sink, false, {});
        case Sample::CopyOverlap:
            return writeCopyOverlap(sink);
        case Sample::OutOfMemory:
            return writeOutOfMemory(sink);
        case Sample::Live:
            return writeTwoGpus(sink, true, ms(1700));
    }
}

TracePtr sampleTrace(Sample sample)
{
    Recorder recorder;
    write(sample, recorder);
    recorder.finish();
    return recorder.snapshot();
}

TracePtr randomTrace(std::uint64_t seed, int lanes, std::int64_t spans)
{
    Recorder recorder;
    Script script(recorder, {});
    script.begin(runInfo("random", "Random spans", ""));
    const DeviceId device = script.device(DeviceKind::Gpu, "GPU 0", "model", Bytes{16} * kGiB.value, {}, 15.7e12);
    for (int i = 0; i < lanes; ++i)
        script.lane(device, LaneRole::Compute, "compute " + std::to_string(i));
    const NameId name = recorder.intern("mm");
    std::mt19937_64 random(seed);
    std::normal_distribution<double> logarithm(std::log(12'000.0), 1.2);
    std::vector<Nanoseconds> at(static_cast<std::size_t>(lanes));
    constexpr std::array kKinds{Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn, Kind::CopyOut};
    std::int64_t op = 0;
    for (std::int64_t i = 0; i < spans; ++i)
        for (int lane = 0; lane < lanes; ++lane, ++op) {
            Nanoseconds& t = at[static_cast<std::size_t>(lane)];
            const auto length = static_cast<std::int64_t>(std::exp(logarithm(random)));
            const Nanoseconds begin = t + Nanoseconds{length / 4 * static_cast<std::int64_t>(random() % 3 == 0)};
            t = begin + Nanoseconds{length};
            IssueRecord issue;
            issue.op = OpId{static_cast<std::size_t>(op)};
            issue.end = begin;
            issue.begin = begin - std::min(begin, Nanoseconds{500});
            issue.name = name;
            issue.kind = kKinds[random() % kKinds.size()];
            issue.device = device;
            recorder.write(issue);
            recorder.write(LifeRecord{issue.op, LaneId{lane}, begin, begin, t, OpState::Done, {}, {}, {}});
        }
    recorder.write(EndRecord{*std::max_element(at.begin(), at.end()), true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace tests

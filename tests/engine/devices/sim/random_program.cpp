#include "tests/engine/devices/sim/random_program.h"

#include "engine/devices/sim/detail/costs.h"

#include <algorithm>

namespace simtest {

using device::Semantics;
using ops::Operator;

device::Machine randomMachine(unsigned seed, int mostGpus)
{
    std::mt19937 random(seed);
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    device::Machine result = machine("book-v100");
    const int gpus = 1 + static_cast<int>(random() % static_cast<unsigned>(mostGpus));
    device::GpuModel base = result.torch.gpus[0];
    base.hardwareQueues = std::array{1, 2, 8}[random() % 3];
    base.residentGrids = std::array{1, 4, 128}[random() % 3];
    base.isSharingFair = random() % 4 == 0;
    base.enginesPerWay = 1 + static_cast<int>(random() % 2);
    base.isOneEngine = base.enginesPerWay == 1 && random() % 4 == 0;
    base.mallocWaits = random() % 4 == 0;
    base.interference = random() % 3 == 0 ? draw(0, 0.3) : 0;
    base.linkDuplex = draw(0.5, 1);
    base.multiprocessors = 4 + static_cast<int>(random() % 140);
    device::Profile profile = result.torch;
    profile.gpus.clear();
    for (int i = 0; i < gpus; ++i) {
        device::GpuModel gpu = base;
        gpu.gemm = draw(1e12, 5e13);
        gpu.linkRate = draw(3e9, 6e10);
        gpu.linkLatency = draw(0, 20'000);
        gpu.launchLatencyNs = draw(0, 5000);
        profile.gpus.push_back(gpu);
    }
    profile.peers.clear();
    if (gpus > 1 && random() % 3 == 0)
        profile.peers.push_back({.name = "NVLink", .a = 0, .b = 1, .rate = draw(1e10, 1e11), .latency = 1300});
    else if (random() % 2 == 0)
        profile.fabric = {.name = "fabric", .rate = draw(1e10, 4e11), .latency = 1300};
    if (gpus > 1 && random() % 2 == 0)
        profile.switches.push_back({.name = "switch", .gpus = {0, 1}, .rate = draw(3e9, 6e10)});
    profile.host.dramRate = draw(5e9, 2e11);
    profile.host.faultNs = draw(100, 3000);
    profile.frontEnd.operatorNs = draw(0, 100'000);
    profile.engine.gpuWorkers = 1 + static_cast<int>(random() % 3);
    profile.engine.copyWorkers = 1 + static_cast<int>(random() % 3);
    profile.engine.cpuWorkers = 1 + static_cast<int>(random() % 2);
    profile.frontEnd.launchNs = draw(0, 20'000);
    profile.frontEnd.wakeNs = draw(0, 60'000);
    result.torch = profile;
    result.mxnet = profile;
    return result;
}

namespace {

device::PlatformOptions platformOptions(const ProgramOptions& options, unsigned seed)
{
    device::PlatformOptions result;
    result.semantics = options.semantics;
    result.policy = options.isNaive ? device::EnginePolicy::Naive : device::EnginePolicy::Threaded;
    result.hostMemory = seed % 3 == 0 ? device::HostMemoryMode::Pinned : device::HostMemoryMode::Pageable;
    if (seed % 4 == 1)
        result.copyStream = device::CopyStream::Own;
    if (seed % 4 == 2)
        result.copyStream = device::CopyStream::Current;
    result.noise = options.noise;
    result.seed = seed;
    result.isPageableWarm = seed % 5 == 0;
    result.isPinnedPoolWarm = seed % 7 == 0;
    if (options.valueThreads > 0) {
        result.values = trace::ValueMode::Computed;
        result.valueThreads = options.valueThreads;
    }
    return result;
}

}  // namespace

RandomProgram::RandomProgram(const device::Machine& machine, unsigned seed, ProgramOptions options,
                             device::ValueEngineFactory computing)
    : driver(machine, platformOptions(options, seed), std::move(computing)),
      m_profile(options.semantics == Semantics::Torch ? machine.torch : machine.mxnet),
      m_options(std::move(options)),
      m_random(seed),
      m_queries(seed + 1)
{
    for (const device::DeviceInfo& info : driver.platform().devices())
        m_streams.push_back({driver.platform().streams().current(info.id)});
}

int RandomProgram::create(DeviceId device, std::int64_t n)
{
    m_tensors.push_back({driver.tensor(device, {n, n}), device, n, false});
    return static_cast<int>(m_tensors.size()) - 1;
}

// A tensor [n, n] on `device`: one of the existing tensors of this shape if there are at least three, otherwise a new
// one.
int RandomProgram::pick(DeviceId device, std::int64_t n)
{
    std::vector<int> fitting;
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (!m_tensors[i].isDropped && m_tensors[i].device == device && m_tensors[i].n == n)
            fitting.push_back(static_cast<int>(i));
    if (fitting.size() > 2)
        return fitting[draw(fitting.size())];
    const int made = create(device, n);
    device::OpRequest request;
    request.operation.op = Operator::RandomUniform;
    request.operation.output = {n, n};
    request.operation.scalars[1] = 1;
    request.operation.seed = static_cast<std::uint64_t>(made);
    request.device = device;
    push(request, {}, {made});
    return made;
}

void RandomProgram::push(device::OpRequest request, const std::vector<int>& reads, const std::vector<int>& writes)
{
    std::vector<VariableId> readIds;
    std::vector<VariableId> writeIds;
    for (int i : reads)
        readIds.push_back(m_tensors[static_cast<std::size_t>(i)].id);
    for (int i : writes)
        writeIds.push_back(m_tensors[static_cast<std::size_t>(i)].id);
    request.reads = readIds;
    request.writes = writeIds;
    const Result<OpId> op = driver.platform().push(request);
    if (!op)
        qFatal("push failed: %s", op.error().english().c_str());
    note(*op, reads, writes, request);
}

void RandomProgram::note(OpId op, std::vector<int> reads, std::vector<int> writes, const device::OpRequest& request)
{
    using namespace engine::devices::sim::detail;
    Pushed entry;
    entry.op = op;
    entry.after = driver.platform().now();
    const auto deviceOf = [&](int i) { return m_tensors[static_cast<std::size_t>(i)].device; };
    entry.isCopy = request.operation.op == Operator::Copy && deviceOf(reads[0]) != request.device;
    if (entry.isCopy) {
        const auto mode = m_tensors.empty() ? device::HostMemoryMode::Pageable : driver.platform().options().hostMemory;
        entry.isBlocking =
            request.device == DeviceId{0} && !request.isNonBlocking && mode == device::HostMemoryMode::Pageable;
    } else if (request.device == DeviceId{0}) {
        entry.soloNs = hostKernel(m_profile.host, request.operation).ns;
    } else {
        entry.gpu = static_cast<int>(request.device.index) - 1;
        const KernelCost cost = gpuKernel(m_profile.gpus[static_cast<std::size_t>(entry.gpu)], request.operation);
        entry.soloNs = cost.ns;
        entry.share = cost.share;
        entry.stream = request.stream ? *request.stream : driver.platform().streams().current(request.device);
    }
    entry.reads = std::move(reads);
    entry.writes = std::move(writes);
    pushed.push_back(std::move(entry));
}

void RandomProgram::stepKernel()
{
    const bool isOnHost = m_options.hasHostOps && draw(6) == 0;
    const DeviceId device = isOnHost ? DeviceId{0} : DeviceId{1 + draw(m_profile.gpus.size())};
    const std::int64_t n = m_options.sizes[draw(m_options.sizes.size())];
    const int a = pick(device, n);
    const int b = pick(device, n);
    const int out = draw(4) == 0 ? a : create(device, n);  // sometimes the result replaces the input
    device::OpRequest request;
    request.operation.op = std::array{Operator::MatMul, Operator::Add, Operator::Multiply}[draw(3)];
    if (out == a && request.operation.op == Operator::MatMul)
        request.operation.op = Operator::Add;
    request.operation.inputs = {{n, n}, {n, n}};
    request.operation.output = {n, n};
    request.device = device;
    if (!isOnHost && m_options.semantics == Semantics::Torch)
        request.stream = m_streams[device.index][draw(m_streams[device.index].size())];
    push(request, {a, b}, {out});
}

void RandomProgram::stepCopy()
{
    const DeviceId from{draw(m_profile.gpus.size() + 1)};
    const DeviceId to{draw(m_profile.gpus.size() + 1)};
    const std::int64_t n = m_options.sizes[draw(m_options.sizes.size())];
    const int a = pick(from, n);
    device::OpRequest request;
    request.operation.op = Operator::Copy;
    request.operation.inputs = {{n, n}};
    request.operation.output = {n, n};
    request.device = to;
    request.isNonBlocking = draw(2) == 0;
    push(request, {a}, {create(to, n)});
}

void RandomProgram::stepWait()
{
    const device::WaitSite site;
    Status status;
    switch (draw(3)) {
        case 0:
            status = driver.platform().waitAll(site);
            break;
        case 1:
            status = driver.platform().synchronize(DeviceId{draw(m_streams.size())}, site);
            break;
        default:
            if (!m_tensors.empty() && !m_tensors.back().isDropped)
                status = driver.platform().waitToRead(m_tensors.back().id, site);
            break;
    }
    if (!status)
        qFatal("wait failed: %s", status.error().english().c_str());
}

void RandomProgram::stepStream()
{
    if (m_options.semantics != Semantics::Torch)
        return;
    const DeviceId device{1 + draw(m_profile.gpus.size())};
    std::vector<StreamId>& streams = m_streams[device.index];
    const std::size_t choice = draw(4);
    if (choice == 0 && streams.size() < 5) {
        const auto kind = draw(3) == 0 ? device::StreamKind::Blocking : device::StreamKind::NonBlocking;
        streams.push_back(*driver.platform().streams().create(device, kind));
    } else if (choice == 1) {
        m_events.push_back(*driver.platform().streams().record(streams[draw(streams.size())]));
    } else if (choice == 2 && !m_events.empty()) {
        driver.platform().streams().wait(streams[draw(streams.size())], m_events[draw(m_events.size())]);
    } else {
        driver.platform().streams().setCurrent(device, streams[draw(streams.size())]);
    }
}

void RandomProgram::stepDrop()
{
    if (m_tensors.empty())
        return;
    Tensor& tensor = m_tensors[draw(m_tensors.size())];
    if (tensor.isDropped)
        return;
    tensor.isDropped = true;
    driver.platform().release(tensor.id);
}

void RandomProgram::stepQuery()
{
    static_cast<void>(driver.platform().now());
    static_cast<void>(driver.platform().pending());
    static_cast<void>(driver.platform().memory().levels(DeviceId{m_queries() % m_streams.size()}));
    if (!m_events.empty())
        static_cast<void>(driver.platform().streams().isDone(m_events[m_queries() % m_events.size()]));
}

void RandomProgram::run()
{
    for (int i = 0; i < m_options.steps; ++i) {
        const std::size_t choice = draw(20);
        if (choice < 10)
            stepKernel();
        else if (choice < 14)
            m_options.hasCopies ? stepCopy() : stepKernel();
        else if (choice < 16)
            stepDrop();
        else if (choice < 19)
            stepStream();
        else if (m_options.hasWaits)
            stepWait();
        if (m_options.hasQueries)
            stepQuery();
    }
    if (!driver.platform().waitAll({}))
        qFatal("the last wait failed");
    if (m_options.valueThreads > 0)
        for (const Tensor& tensor : m_tensors)
            if (!tensor.isDropped)
                if (const auto read = driver.platform().read(tensor.id))
                    values.emplace_back(read->begin(), read->end());
    for (Tensor& tensor : m_tensors)
        if (!tensor.isDropped)
            driver.platform().release(tensor.id);
    driver.platform().finish();
    end = driver.platform().now();
}

}  // namespace simtest

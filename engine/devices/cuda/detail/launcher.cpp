#include "engine/devices/cuda/detail/launcher.h"

#include "engine/devices/cuda/detail/work.h"

#include <algorithm>

namespace engine::devices::cuda::detail {

using ops::Operator;

namespace {

/// Limit on CUDA graphs, which use device memory; training alternates between a few sets of addresses.
constexpr std::size_t kMaxGraphs = 64;
/// The first run is not captured: libraries create their plans then, which a capture does not allow.
constexpr int kCaptureAtUse = 2;

}  // namespace

Launcher::Captures Launcher::captures() const
{
    const std::lock_guard lock(m_mutex);
    return m_captures;
}

Result<void*> Launcher::allocateScratch(GpuStream& stream, std::int64_t bytes, OpId op, std::vector<GpuBlock>& blocks)
{
    Result<GpuBlock> block = m_gpu.memory().allocate(Bytes{bytes}, stream, {{}, op});
    if (!block)
        return std::move(block).error();
    blocks.push_back(*std::move(block));
    return blocks.back().data();
}

Result<std::vector<Launcher::Step>> Launcher::stepsOf(GpuStream& stream, const Job& job, std::vector<GpuBlock>& blocks)
{
    std::vector<Step> steps;
    const OpId op = job.entry.op;
    if (job.operation.op == Operator::Segment) {
        const ops::Segment& segment = *job.operation.segment;
        std::vector<void*> values(segment.values.size(), nullptr);
        std::ranges::copy(job.inputs, values.begin());
        std::vector<void*> shared;
        for (const Bytes bytes : segment.blocks) {
            const Result<void*> memory = allocateScratch(stream, bytes.value, op, blocks);
            if (!memory)
                return memory.error();
            shared.push_back(*memory);
        }
        for (std::size_t i = job.inputs.size(); i < values.size(); ++i)
            if (segment.values[i].block >= 0)
                values[i] = shared[static_cast<std::size_t>(segment.values[i].block)];
        for (std::size_t i = 0; i < job.outputs.size(); ++i)
            values[static_cast<std::size_t>(segment.outputs[i])] = job.outputs[i];
        // Results of steps that no one uses need memory too.
        for (std::size_t i = job.inputs.size(); i < values.size(); ++i) {
            if (values[i] != nullptr)
                continue;
            const Result<void*> memory = allocateScratch(stream, segment.values[i].shape.bytes().value, op, blocks);
            if (!memory)
                return memory.error();
            values[i] = *memory;
        }
        const auto place = [&](std::int32_t value) { return values[static_cast<std::size_t>(value)]; };
        for (const ops::Segment::Step& step : segment.steps) {
            Step& next = steps.emplace_back();
            next.operation = &step.operation;
            std::ranges::transform(step.reads, std::back_inserter(next.inputs), place);
            std::ranges::transform(step.writes, std::back_inserter(next.outputs), place);
        }
    } else {
        steps.push_back({&job.operation, job.inputs, job.outputs, nullptr});
    }
    for (Step& step : steps) {
        WorkOrder order(*step.operation, step.inputs, step.outputs);
        std::int64_t bytes = 0;
        const abi::Code code = (*m_gpu.state().module)->scratchBytes(m_gpu.state().gpu, &*order, &bytes);
        if (Status status = m_gpu.state().module->check(code, "plan " + job.entry.name); !status)
            return std::move(status).error();
        if (bytes == 0)
            continue;
        const Result<void*> memory = allocateScratch(stream, bytes, op, blocks);
        if (!memory)
            return memory.error();
        step.scratch = *memory;
    }
    return steps;
}

Status Launcher::run(abi::Stream* stream, const std::vector<Step>& steps)
{
    for (const Step& step : steps) {
        WorkOrder order(*step.operation, step.inputs, step.outputs);
        (*order).scratch = step.scratch;
        const abi::Code code = (*m_gpu.state().module)->launch(stream, &*order);
        if (code == abi::Code::Lost)
            m_gpu.state().lose((*m_gpu.state().module)->lastError());
        const std::string doing = "run " + std::string(ops::nameOf(step.operation->op)) + " on " + m_gpu.state().name;
        if (Status status = m_gpu.state().module->check(code, doing); !status)
            return status;
    }
    return {};
}

Launcher::Known& Launcher::find(const abi::Stream* stream, const Job& job, const std::vector<Step>& steps)
{
    std::vector<void*> addresses;
    for (const Step& step : steps) {
        addresses.insert(addresses.end(), step.inputs.begin(), step.inputs.end());
        addresses.insert(addresses.end(), step.outputs.begin(), step.outputs.end());
        addresses.push_back(step.scratch);
    }
    const auto found = std::ranges::find_if(m_known, [&](const Known& known) {
        return known.segment == job.operation.segment && known.stream == stream && known.addresses == addresses;
    });
    if (found != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, found);
        return m_known.front();
    }
    Known fresh;
    fresh.segment = job.operation.segment;
    fresh.stream = stream;
    fresh.addresses = std::move(addresses);
    if (m_known.size() >= kMaxGraphs)
        m_known.pop_back();
    const auto sibling =
        std::ranges::find_if(m_known, [&](const Known& known) { return known.segment == fresh.segment; });
    if (sibling != m_known.end()) {
        fresh.uses = 1;  // the libraries have created their plans already
        fresh.isPlain = sibling->isPlain;
    }
    m_known.push_front(std::move(fresh));
    return m_known.front();
}

/// Returns false if a step cannot be captured; the stream is then unchanged.
bool Launcher::capture(abi::Stream* stream, Known& known, const std::vector<Step>& steps)
{
    const ModulePtr& owner = m_gpu.state().module;
    const abi::Module& module = **owner;
    const Nanoseconds begin = m_gpu.state().now();
    if (module.beginCapture(stream) != abi::Code::Ok)
        return false;
    const Status captured = run(stream, steps);
    abi::Graph* graph = nullptr;
    std::int32_t nodes = 0;
    const abi::Code code = module.endCapture(stream, &graph, &nodes);
    std::shared_ptr<abi::Graph> made(graph, [owner](abi::Graph* old) {
        if (old != nullptr)
            (*owner)->destroyGraph(old);
    });
    if (!captured || code != abi::Code::Ok)
        return false;
    known.graph = std::move(made);
    ++m_captures.graphs;
    m_captures.nodes += nodes;
    m_captures.spent += m_gpu.state().now() - begin;
    return true;
}

Status Launcher::runGraph(abi::Stream* stream, const Job& job, const std::vector<Step>& steps,
                          std::shared_ptr<abi::Graph>& inUse)
{
    const std::lock_guard lock(m_mutex);
    Known& known = find(stream, job, steps);
    ++known.uses;
    if (known.uses < kCaptureAtUse || known.isPlain)
        return run(stream, steps);
    if (!known.graph && !capture(stream, known, steps)) {
        known.isPlain = true;
        return run(stream, steps);  // reports the real error, if there is one
    }
    inUse = known.graph;
    return m_gpu.state().module->check((*m_gpu.state().module)->replay(stream, known.graph.get()),
                                       "replay " + job.entry.name);
}

Result<Point> Launcher::launch(GpuStream& stream, Job job)
{
    std::vector<GpuBlock> scratch;
    const Result<std::vector<Step>> steps = stepsOf(stream, job, scratch);
    if (!steps)
        return steps.error();
    GpuStream::Entry entry = std::move(job.entry);
    job.entry.name = entry.name;
    for (GpuBlock& block : scratch)
        for (const Point& point : block.after())
            addPoint(entry.after, point);
    const bool isGraph = job.operation.op == Operator::Segment && steps->size() > 1;
    const auto inUse = isGraph ? std::make_shared<std::shared_ptr<abi::Graph>>() : nullptr;
    entry.keep = inUse;
    entry.launch = [this, isGraph, inUse, &job, &steps](abi::Stream* raw) {
        return isGraph ? runGraph(raw, job, *steps, *inUse) : run(raw, *steps);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    // Steps queued before the one that failed still use the memory.
    const Result<Point> used = point ? point : stream.submit({});
    if (used)
        for (GpuBlock& block : scratch)
            block.usedAt(*used);
    return point;
}

}  // namespace engine::devices::cuda::detail

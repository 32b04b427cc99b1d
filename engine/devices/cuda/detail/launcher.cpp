#include "engine/devices/cuda/detail/launcher.h"

#include "engine/devices/cuda/detail/work.h"

#include <algorithm>

namespace engine::devices::cuda::detail {

using ops::Operator;

namespace {

/// Limit on stored pairs of a compiled graph and its addresses, because their CUDA graphs use device memory.
constexpr std::size_t kMaxGraphs = 64;
/// Limit on CUDA graphs of one compiled graph: a program alternates between a few sets of addresses. For a further set,
/// an old CUDA graph is updated.
constexpr std::ptrdiff_t kMaxSiblings = 4;
/// A compiled graph is captured when it runs with the same addresses for the second time: a capture costs more than
/// launching the steps, so it pays only if it is reused. During the first run, libraries also create their plans, which
/// a capture does not allow.
constexpr int kCaptureAtUse = 2;
/// Limit on plans. When it is reached, all plans are dropped, because most of their graphs are no longer used.
constexpr std::size_t kMaxPlans = 1024;

}  // namespace

Launcher::Captures Launcher::captures() const
{
    const std::lock_guard lock(m_mutex);
    return m_captures;
}

// -- plans

Launcher::Plan Launcher::simplePlan(const ops::Operation& operation)
{
    Plan plan;
    plan.given = operation.inputs.size() + operation.outputCount();
    Step& step = plan.steps.emplace_back();
    step.operation = &operation;
    for (std::size_t i = 0; i < operation.inputs.size(); ++i)
        step.inputs.push_back(i);
    for (std::size_t i = 0; i < operation.outputCount(); ++i)
        step.outputs.push_back(operation.inputs.size() + i);
    return plan;
}

Launcher::Plan Launcher::segmentPlan(const ops::Operation& operation)
{
    constexpr std::size_t kNone = ~std::size_t{0};
    const ops::Segment& segment = *operation.segment;
    Plan plan;
    plan.segment = operation.segment;
    const auto inputs = static_cast<std::size_t>(segment.inputs);
    plan.given = inputs + segment.outputs.size();
    for (const Bytes bytes : segment.blocks)
        plan.scratch.push_back(bytes.value);
    std::vector<std::size_t> places(segment.values.size(), kNone);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (i < inputs)
            places[i] = i;
        else if (segment.values[i].block >= 0)
            places[i] = plan.given + static_cast<std::size_t>(segment.values[i].block);
    }
    for (std::size_t i = 0; i < segment.outputs.size(); ++i)
        places[static_cast<std::size_t>(segment.outputs[i])] = inputs + i;
    // A result that no step reads and that is no output has no block, but its step writes it, so it needs memory too.
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] != kNone)
            continue;
        places[i] = plan.given + plan.scratch.size();
        plan.scratch.push_back(segment.values[i].shape.bytes().value);
    }
    const auto placeOf = [&](std::int32_t value) { return places[static_cast<std::size_t>(value)]; };
    for (const ops::Segment::Step& one : segment.steps) {
        Step& step = plan.steps.emplace_back();
        step.operation = &one.operation;
        std::ranges::transform(one.reads, std::back_inserter(step.inputs), placeOf);
        std::ranges::transform(one.writes, std::back_inserter(step.outputs), placeOf);
    }
    return plan;
}

/// Adds the scratch blocks that single steps need, besides the results of the steps.
Status Launcher::addScratch(Plan& plan, const std::string& name) const
{
    const ModulePtr& module = m_gpu.state().module;
    for (Step& step : plan.steps) {
        const std::vector<void*> inputs(step.inputs.size(), nullptr);
        const std::vector<void*> outputs(step.outputs.size(), nullptr);
        WorkOrder order(*step.operation, inputs, outputs);
        std::int64_t bytes = 0;
        const abi::Code code = (*module)->scratchBytes(m_gpu.state().gpu, &*order, &bytes);
        plan.isTemporary = plan.isTemporary || code == abi::Code::NotReady;
        if (code != abi::Code::NotReady)
            if (Status status = module->check(code, "plan " + name); !status)
                return status;
        if (bytes == 0)
            continue;
        step.hasScratch = true;
        step.scratch = plan.given + plan.scratch.size();
        plan.scratch.push_back(bytes);
    }
    return {};
}

Result<Launcher::PlanPtr> Launcher::planOf(const Job& job)
{
    const ops::Segment* segment = job.operation.op == Operator::Segment ? job.operation.segment.get() : nullptr;
    if (segment != nullptr) {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_plans.find(segment); found != m_plans.end())
            return found->second;
    }
    auto plan = std::make_shared<Plan>(segment != nullptr ? segmentPlan(job.operation) : simplePlan(job.operation));
    if (Status status = addScratch(*plan, job.entry.name); !status)
        return std::move(status).error();
    if (segment == nullptr || plan->isTemporary)
        return PlanPtr(std::move(plan));
    const std::lock_guard lock(m_mutex);
    if (m_plans.size() >= kMaxPlans)
        m_plans.clear();
    return m_plans.try_emplace(segment, std::move(plan)).first->second;
}

// -- running

Status Launcher::run(abi::Stream* stream, const Plan& plan, std::span<void* const> places, OnFullCard onFullCard)
{
    const auto at = [&](std::size_t place) { return places[place]; };
    std::vector<void*> inputs;
    std::vector<void*> outputs;
    for (const Step& step : plan.steps) {
        inputs.clear();
        outputs.clear();
        std::ranges::transform(step.inputs, std::back_inserter(inputs), at);
        std::ranges::transform(step.outputs, std::back_inserter(outputs), at);
        WorkOrder order(*step.operation, inputs, outputs);
        if (step.hasScratch) {
            (*order).scratch = places[step.scratch];
            (*order).scratchBytes = plan.scratch[step.scratch - plan.given];
        }
        abi::Code code = (*m_gpu.state().module)->launch(stream, &*order);
        if (code == abi::Code::OutOfMemory && onFullCard == OnFullCard::EmptyCache) {
            m_gpu.memory().emptyCache();
            code = (*m_gpu.state().module)->launch(stream, &*order);
        }
        if (code == abi::Code::Ok)
            continue;
        if (code == abi::Code::Lost)
            m_gpu.state().lose((*m_gpu.state().module)->lastError());
        return m_gpu.state().module->check(
            code, "run " + std::string(ops::nameOf(step.operation->op)) + " on " + m_gpu.state().name);
    }
    return {};
}

Launcher::KnownGraph& Launcher::find(const abi::Stream* stream, const Plan& plan, std::span<void* const> places)
{
    const auto found = std::ranges::find_if(m_known, [&](const KnownGraph& known) {
        return known.segment == plan.segment && known.stream == stream && std::ranges::equal(known.places, places);
    });
    if (found != m_known.end()) {
        m_known.splice(m_known.begin(), m_known, found);
        return m_known.front();
    }
    KnownGraph fresh;
    fresh.segment = plan.segment;
    fresh.stream = stream;
    fresh.places.assign(places.begin(), places.end());
    if (m_known.size() >= kMaxGraphs)
        m_known.pop_back();
    const auto sibling = std::ranges::find_if(m_known, [&](const KnownGraph& known) { return known.isSibling(fresh); });
    fresh.isPlain = sibling != m_known.end() && sibling->isPlain;
    m_known.push_front(std::move(fresh));
    return m_known.front();
}

/// Removes and returns the least recently used CUDA graph of the same compiled graph. Null: there are fewer than
/// kMaxSiblings such graphs, or a launch of this one is queued.
std::shared_ptr<abi::Graph> Launcher::reuseOldGraph(const KnownGraph& known)
{
    const auto hasGraph = [&](const KnownGraph& other) { return other.graph && other.isSibling(known); };
    if (std::ranges::count_if(m_known, hasGraph) < kMaxSiblings)
        return nullptr;
    const auto oldest = std::find_if(m_known.rbegin(), m_known.rend(), hasGraph);
    if (oldest->graph.use_count() > 1)
        return nullptr;
    const std::shared_ptr<abi::Graph> graph = std::move(oldest->graph);
    m_known.erase(std::next(oldest).base());
    return graph;
}

/// Returns false if a step cannot be captured; the stream is then unchanged.
bool Launcher::capture(abi::Stream* stream, KnownGraph& known, const Plan& plan)
{
    const ModulePtr& owner = m_gpu.state().module;
    const abi::Module& module = **owner;
    const Nanoseconds begin = m_gpu.state().now();
    if (module.beginCapture(stream) != abi::Code::Ok)
        return false;
    const Status captured = run(stream, plan, known.places, OnFullCard::Fail);
    std::shared_ptr<abi::Graph> graph = reuseOldGraph(known);
    abi::Graph* raw = graph.get();
    std::int32_t nodes = 0;
    const abi::Code code = module.endCapture(stream, &raw, &nodes);
    if (!graph)
        graph = {raw, [owner](abi::Graph* old) {
                     if (old != nullptr)
                         (*owner)->destroyGraph(old);
                 }};
    if (!captured || code != abi::Code::Ok)
        return false;
    known.graph = std::move(graph);
    ++m_captures.graphs;
    m_captures.nodes += nodes;
    m_captures.spent += m_gpu.state().now() - begin;
    return true;
}

Status Launcher::runGraph(abi::Stream* stream, const Plan& plan, std::span<void* const> places,
                          std::shared_ptr<abi::Graph>& inUse)
{
    const std::lock_guard lock(m_mutex);
    KnownGraph& known = find(stream, plan, places);
    ++known.uses;
    if (known.uses < kCaptureAtUse || known.isPlain)
        return run(stream, plan, places, OnFullCard::EmptyCache);
    if (!known.graph && !capture(stream, known, plan)) {
        known.isPlain = true;
        return run(stream, plan, places, OnFullCard::EmptyCache);  // reports the error if a step itself fails
    }
    inUse = known.graph;
    return m_gpu.state().module->check((*m_gpu.state().module)->replay(stream, known.graph.get()), "replay a graph");
}

Result<Point> Launcher::launch(GpuStream& stream, Job job)
{
    const Result<PlanPtr> plan = planOf(job);
    if (!plan)
        return plan.error();
    std::vector<void*> places = std::move(job.inputs);
    places.insert(places.end(), job.outputs.begin(), job.outputs.end());
    GpuStream::Entry entry = std::move(job.entry);
    std::vector<GpuBlock> scratch;
    for (const std::int64_t bytes : (*plan)->scratch) {
        Result<GpuBlock> block = m_gpu.memory().allocate(Bytes{bytes}, stream, {{}, entry.op});
        if (!block)
            return std::move(block).error();
        places.push_back(block->data());
        for (const Point& point : block->after())
            addPoint(entry.after, point);
        scratch.push_back(*std::move(block));
    }
    // A temporary plan is not captured: a later plan with the same addresses but other scratch blocks would reuse its
    // CUDA graph.
    const bool isGraph = (*plan)->segment != nullptr && (*plan)->steps.size() > 1 && !(*plan)->isTemporary;
    const auto inUse = isGraph ? std::make_shared<std::shared_ptr<abi::Graph>>() : nullptr;
    entry.keep = inUse;
    entry.launch = [this, isGraph, inUse, &plan, &places](abi::Stream* raw) {
        return isGraph ? runGraph(raw, **plan, places, *inUse) : run(raw, **plan, places, OnFullCard::EmptyCache);
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

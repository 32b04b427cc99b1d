#include "tests/devices/driver.h"

#include "engine/ops/shape_rules.h"

namespace conformance {

using ops::Operator;
using ops::Shape;

Driver::Driver(const Opener& open, const device::PlatformOptions& options)
{
    auto platform = open(options, *m_recorder);
    if (!platform)
        throw OpenFailure("the platform does not open: " + platform.error().english());
    m_platform = *std::move(platform);
    if (m_platform->devices().size() > 1)
        device = DeviceId{1};
}

Driver::~Driver()
{
    m_platform->cancel();
    m_platform->finish();
}

Handle Driver::create(const Shape& shape, DeviceId where)
{
    Handle handle;
    handle.shape = shape;
    handle.device = where.isValid() ? where : device;
    device::VariableRequest request;
    request.device = handle.device;
    request.shape = shape;
    if (const auto id = m_platform->create(request))
        handle.id = *id;
    else if (!failure)
        failure = id.error();
    return handle;
}

Result<OpId> Driver::push(Operator op, const std::vector<Handle>& inputs, const Handle& output, double first,
                          double second, std::optional<StreamId> stream)
{
    ops::Operation operation;
    operation.op = op;
    operation.output = output.shape;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    operation.seed = seed;
    for (const Handle& input : inputs)
        operation.inputs.push_back(input.shape);
    return issue(operation, inputs, std::span(&output, 1), stream);
}

Result<OpId> Driver::push(ops::Operation operation, const std::vector<Handle>& inputs,
                          const std::vector<Handle>& outputs, std::optional<StreamId> stream)
{
    operation.inputs.clear();
    for (const Handle& input : inputs)
        operation.inputs.push_back(input.shape);
    if (Status status = ops::inferOutputs(operation); !status) {
        if (!failure)
            failure = status.error();
        return status.error();
    }
    return issue(operation, inputs, outputs, stream);
}

Result<OpId> Driver::issue(const ops::Operation& operation, std::span<const Handle> inputs,
                           std::span<const Handle> outputs, std::optional<StreamId> stream)
{
    device::OpRequest request;
    request.operation = operation;
    std::vector<VariableId> reads;
    for (const Handle& input : inputs)
        reads.push_back(input.id);
    std::vector<VariableId> writes;
    for (const Handle& output : outputs)
        writes.push_back(output.id);
    request.reads = reads;
    request.writes = writes;
    request.device = outputs.empty() ? device : outputs[0].device;
    request.name = m_recorder->intern(ops::nameOf(operation.op));
    request.line = line;
    request.stream = stream;
    Result<OpId> pushed = m_platform->push(request);
    if (pushed)
        lastOp = *pushed;
    else if (!failure)
        failure = pushed.error();
    return pushed;
}

Handle Driver::apply(Operator op, const std::vector<Handle>& inputs, const Shape& wanted, double first, double second)
{
    std::vector<Shape> shapes;
    for (const Handle& input : inputs)
        shapes.push_back(input.shape);
    const Result<Shape> shape = ops::inferShape(op, shapes, wanted);
    if (!shape) {
        if (!failure)
            failure = shape.error();
        return {};
    }
    Handle output = create(*shape);
    static_cast<void>(push(op, inputs, output, first, second));  // an error is stored in `failure`
    return output;
}

Handle Driver::copy(const Handle& from, DeviceId to)
{
    Handle output = create(from.shape, to);
    static_cast<void>(push(Operator::Copy, {from}, output));  // an error is stored in `failure`
    return output;
}

Status Driver::wait(const Handle& handle, std::int32_t at)
{
    return m_platform->waitToRead(handle.id, {at, m_recorder->intern("wait")});
}

Status Driver::waitAll(std::int32_t at)
{
    return m_platform->waitAll({at, m_recorder->intern("waitall")});
}

Result<Values> Driver::valuesOf(const Handle& handle)
{
    const bool isRemote = handle.device.index != 0;
    const Handle local = isRemote ? copy(handle, DeviceId{0}) : handle;
    if (Status status = wait(local); !status)
        return status.error();
    const auto values = m_platform->read(local.id);
    if (!values)
        return values.error();
    Values result(values->begin(), values->end());
    if (isRemote)
        drop(local);
    return result;
}

trace::TracePtr Driver::finish()
{
    m_platform->finish();
    m_recorder->finish();
    return m_recorder->snapshot();
}

namespace {

bool hasRun(const trace::Op& op)
{
    return op.state == trace::OpState::Done || op.state == trace::OpState::Failed;
}

std::string orderProblem(const trace::Trace& trace)
{
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const trace::Op& op = trace.op(OpId(i));
        if (op.state < trace::OpState::Done)
            return "operation " + std::to_string(i) + " never ended";
        if (hasRun(op) && (op.ready < Nanoseconds{} || op.started < op.ready || op.finished < op.started))
            return "operation " + std::to_string(i) + " has times out of order";
    }
    for (const trace::Edge& edge : trace.edges()) {
        const trace::Op& from = trace.op(edge.from);
        const trace::Op& to = trace.op(edge.to);
        if (edge.from.index >= edge.to.index)
            return "an edge leads back from " + std::to_string(edge.from.index);
        if (hasRun(from) && hasRun(to) && to.started < from.finished)
            return "operation " + std::to_string(edge.to.index) + " starts before " + std::to_string(edge.from.index) +
                   " has ended" + (to.state == trace::OpState::Failed ? " (it failed)" : "");
    }
    return {};
}

std::string laneProblem(const trace::Trace& trace)
{
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const auto& spans = trace.spans(lane.id);
        for (std::size_t i = 1; i < spans.size(); ++i)
            if (spans[i].begin < spans[i - 1].end())
                return "spans of lane " + lane.name + " overlap";
    }
    return {};
}

std::string memoryProblem(const trace::Trace& trace)
{
    for (const trace::DeviceRecord& device : trace.devices())
        for (const trace::MemoryRecord& change : trace.memory(device.id)) {
            const bool isSound = change.held.value >= 0 && change.held <= change.allocated &&
                                 (change.allocated <= change.reserved || device.kind == trace::DeviceKind::Cpu);
            if (!isSound)
                return "memory levels of " + device.name + " make no sense";
        }
    return {};
}

}  // namespace

std::string problemOf(const trace::Trace& trace)
{
    if (trace.dropped() > 0)
        return std::to_string(trace.dropped()) + " records made no sense";
    if (!trace.end())
        return "the run has no end";
    for (const auto& problem : {orderProblem(trace), laneProblem(trace), memoryProblem(trace)})
        if (!problem.empty())
            return problem;
    return {};
}

}  // namespace conformance

#include "tests/devices/trace_rules.h"

#include <algorithm>

namespace conformance {

using namespace engine;
using trace::DependencyKind;
using trace::Kind;
using trace::LaneRole;
using trace::Op;
using trace::OpState;
using trace::Trace;

namespace {

bool hasRun(const Op& op)
{
    return op.state == OpState::Done || op.state == OpState::Failed;
}

bool isCopy(const Op& op)
{
    return op.kind == Kind::CopyIn || op.kind == Kind::CopyOut || op.kind == Kind::CopyPeer;
}

std::string nameOf(OpId op)
{
    return "operation " + std::to_string(op.index);
}

bool isGpu(const Trace& trace, DeviceId device)
{
    return std::ranges::any_of(trace.devices(), [&](const trace::DeviceRecord& one) {
        return one.id == device && one.kind == trace::DeviceKind::Gpu;
    });
}

/// True only for streams of a GPU: links and helper lanes of the CPU run several operations at a time.
bool isStream(const Trace& trace, const trace::LaneRecord& lane)
{
    const bool isQueue = lane.role == LaneRole::Compute || lane.role == LaneRole::CopyIn ||
                         lane.role == LaneRole::CopyOut || lane.role == LaneRole::CopyPeer;
    return isQueue && isGpu(trace, lane.device);
}

class Checker {
public:
    Checker(const Trace& trace, int invariant, const char* claim) : m_trace(trace), m_verdict{invariant, claim, 0, {}}
    {
    }
    void expect(bool isKept, const std::string& otherwise)
    {
        ++m_verdict.checked;
        if (!isKept && m_verdict.problem.empty())
            m_verdict.problem = otherwise;
    }
    [[nodiscard]] const Trace& trace() const { return m_trace; }
    [[nodiscard]] const Verdict& verdict() const { return m_verdict; }

private:
    const Trace& m_trace;
    Verdict m_verdict;
};

Verdict streams(const Trace& trace)
{
    Checker check(trace, 1, "no two operations overlap on one stream; PyTorch's run in the order of issue");
    // PyTorch issues in program order. MXNet's workers issue whichever operation becomes ready first.
    const bool isInOrder = trace.run().dialect == "torch";
    for (const trace::LaneRecord& lane : trace.lanes()) {
        if (!isStream(trace, lane))
            continue;
        const auto& spans = trace.spans(lane.id);
        for (std::size_t i = 1; i < spans.size(); ++i) {
            check.expect(spans[i].begin >= spans[i - 1].end(), "spans of " + lane.name + " overlap");
            check.expect(!isInOrder || spans[i].op.index > spans[i - 1].op.index,
                         nameOf(spans[i].op) + " runs behind " + nameOf(spans[i - 1].op) + " on " + lane.name);
        }
    }
    return check.verdict();
}

void checkEdge(Checker& check, const trace::Edge& edge)
{
    const Op& from = check.trace().op(edge.from);
    const Op& to = check.trace().op(edge.to);
    if (hasRun(from) && hasRun(to))
        check.expect(to.started >= from.finished,
                     nameOf(edge.to) + " starts before " + nameOf(edge.from) + " has ended, which it depends on");
}

Verdict dependencies(const Trace& trace)
{
    Checker check(trace, 2, "nothing starts before its producers, readers and writers before it have ended");
    for (const trace::Edge& edge : trace.edges())
        if (edge.kind != DependencyKind::Stream)
            checkEdge(check, edge);
    return check.verdict();
}

Verdict copies(const Trace& trace)
{
    Checker check(trace, 3, "no copy starts before its producer has ended, no consumer before the copy has");
    for (const trace::Edge& edge : trace.edges())
        if (edge.kind == DependencyKind::ReadAfterWrite && (isCopy(trace.op(edge.from)) || isCopy(trace.op(edge.to))))
            checkEdge(check, edge);
    return check.verdict();
}

Verdict times(const Trace& trace)
{
    Checker check(trace, 12, "time never runs backwards, and everything that begins ends");
    check.expect(trace.end().has_value(), "the run has no end");
    check.expect(trace.dropped() == 0, std::to_string(trace.dropped()) + " records made no sense");
    for (std::size_t i = 0; i < trace.opCount(); ++i) {
        const Op& op = trace.op(OpId(i));
        check.expect(op.state >= OpState::Done, nameOf(OpId(i)) + " never ended");
        check.expect(op.issued >= op.issueBegin, nameOf(OpId(i)) + " was issued before its issue began");
        if (hasRun(op))
            check.expect(op.ready >= Nanoseconds{} && op.started >= op.ready && op.finished >= op.started,
                         nameOf(OpId(i)) + " has times out of order");
    }
    for (const trace::LaneRecord& lane : trace.lanes()) {
        const auto& spans = trace.spans(lane.id);
        for (std::size_t i = 1; i < spans.size(); ++i)
            check.expect(spans[i].begin >= spans[i - 1].begin, "lane " + lane.name + " runs backwards");
    }
    for (const trace::DeviceRecord& device : trace.devices()) {
        Nanoseconds last{};
        for (const trace::MemoryRecord& change : trace.memory(device.id)) {
            check.expect(change.time >= last, "the memory of " + device.name + " runs backwards");
            last = change.time;
        }
    }
    for (const trace::WaitRecord& wait : trace.waits())
        check.expect(wait.end >= wait.begin, "a wait on line " + std::to_string(wait.line) + " ends before it begins");
    return check.verdict();
}

Verdict events(const Trace& trace)
{
    Checker check(trace, 17, "what follows an event of a stream starts after what the event marked");
    for (const trace::Edge& edge : trace.edges())
        if (edge.kind == DependencyKind::Stream)
            checkEdge(check, edge);
    return check.verdict();
}

Verdict waits(const Trace& trace)
{
    Checker check(trace, 19, "after a wait for a device, or for all, nothing that was issued before still runs");
    const bool isStopped = trace.end() && !trace.end()->isComplete;
    for (const trace::WaitRecord& wait : trace.waits()) {
        const bool isOfDevice = wait.target == trace::WaitTarget::Device;
        if (isStopped || (!isOfDevice && wait.target != trace::WaitTarget::All))
            continue;
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const Op& op = trace.op(OpId(i));
            if (op.issued > wait.begin)
                break;  // all further operations were issued even later
            if (hasRun(op) && (!isOfDevice || op.device == wait.device))
                check.expect(op.finished <= wait.end, nameOf(OpId(i)) + " still ran when the wait on line " +
                                                          std::to_string(wait.line) + " ended");
        }
        if (isOfDevice && wait.releasedBy.isValid())
            check.expect(trace.op(wait.releasedBy).device == wait.device,
                         "a wait for one device was ended by " + nameOf(wait.releasedBy) + " of another");
    }
    return check.verdict();
}

Verdict memory(const Trace& trace)
{
    Checker check(trace, 20,
                  "0 <= held <= allocated <= reserved <= what the device has; each change changes the level");
    for (const trace::DeviceRecord& device : trace.devices()) {
        if (device.kind != trace::DeviceKind::Gpu)
            continue;
        Bytes allocated;
        for (const trace::MemoryRecord& change : trace.memory(device.id)) {
            check.expect(
                change.held.value >= 0 && change.held <= change.allocated && change.allocated <= change.reserved,
                "memory levels of " + device.name + " make no sense");
            check.expect(device.capacity.value == 0 || change.reserved <= device.capacity - device.usedByOthers,
                         device.name + " has less memory than is reserved on it");
            if (change.act == trace::MemoryAct::Allocate)
                allocated += change.bytes;
            else if (change.act == trace::MemoryAct::Free)
                allocated -= change.bytes;
            const bool isLevel = change.act == trace::MemoryAct::Allocate || change.act == trace::MemoryAct::Free;
            check.expect(!isLevel || change.allocated == allocated,
                         "memory of " + device.name + " is allocated that nobody asked for, or never freed");
        }
        check.expect(allocated.value >= 0, "more memory of " + device.name + " was freed than was allocated");
    }
    return check.verdict();
}

}  // namespace

std::vector<Verdict> checkRules(const Trace& trace)
{
    return {streams(trace), dependencies(trace), copies(trace), times(trace),
            events(trace),  waits(trace),        memory(trace)};
}

}  // namespace conformance

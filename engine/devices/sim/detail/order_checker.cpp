#include "engine/devices/sim/detail/order_checker.h"

#include "engine/messages/messages.h"

namespace engine::devices::sim::detail {

// The checker is on only with PyTorch's semantics and the threaded policy. Separate copy streams turn it off, because
// the dependency engine then orders copies.
OrderChecker::OrderChecker(State& state, const Streams& streams)
    : m_state(state),
      m_streams(streams),
      m_isOn(state.isTorch() && state.options.policy != device::EnginePolicy::Naive &&
             state.options.copyStream != device::CopyStream::Own)
{
}

void OrderChecker::warn(const Message& sentence, std::int32_t line, OpId op)
{
    if (line > 0 && m_warnedLines.insert(line).second)
        m_state.trace.write(
            trace::NoteRecord{.time = at(m_state.now), .text = sentence, .isWarning = true, .line = line, .op = op});
}

void OrderChecker::watchProgram(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                std::int32_t line, OpId op)
{
    if (m_isOn && !m_order.touch(reads, writes))
        warn(message("run.copy-unsynchronized"), line, op);
}

void OrderChecker::watch(const SimOp& op, const device::OpRequest& request, const Regions::Accesses& accesses)
{
    if (!m_isOn)
        return;
    std::span<const VariableId> reads = accesses.reads;
    if (op.stream == kNone)
        return watchProgram(reads, accesses.writes, request.line, op.id);
    // The program's thread reads the source of a staged copy before the call returns.
    if (op.kind == OpClass::Copy && op.copy.direction == CopyDirection::In && op.copy.isStaged) {
        watchProgram(reads, {}, request.line, op.id);
        reads = {};
    }
    const Stream& own = m_streams[op.stream];
    for (std::uint32_t i = 0; own.kind != device::StreamKind::NonBlocking && i < m_streams.size(); ++i) {
        const Stream& other = m_streams[i];
        const bool isLegacy = own.kind == device::StreamKind::Legacy || other.kind == device::StreamKind::Legacy;
        if (i != op.stream && other.device == own.device && other.kind != device::StreamKind::NonBlocking && isLegacy)
            m_order.streamWaits(op.stream, m_order.afterIssued(i));
    }
    // A copy between GPUs is ordered with the current streams of both GPUs.
    const bool isPeer = op.kind == OpClass::Copy && op.copy.direction == CopyDirection::Peer;
    const std::uint32_t target = isPeer ? m_streams.currentOf(op.otherHome) : op.stream;
    if (isPeer)
        m_order.streamWaits(op.stream, m_order.afterIssued(target));
    const bool isOrdered = m_order.issue(op.stream, reads, accesses.writes);
    if (isPeer)
        m_order.streamWaits(target, m_order.afterIssued(op.stream));
    // Excludes gradients, which autograd orders, and markers, which compute nothing.
    if (!isOrdered && request.dispatch != device::DispatchClass::Backward &&
        request.operation.op != ops::Operator::Marker)
        warn(message("run.stream-unsynchronized"), request.line, op.id);
}

void OrderChecker::programWaited(DeviceId device)
{
    for (std::uint32_t i = 0; i < m_streams.size(); ++i)
        if (!device.isValid() || m_streams[i].device == device)
            m_order.programWaits(m_order.afterIssued(i));
}

}  // namespace engine::devices::sim::detail

#include "engine/devices/sim/detail/copy_engines.h"

#include <algorithm>

namespace engine::devices::sim::detail {

CopyEngines::CopyEngines(State& state, const Lanes& lanes, Links& links, HostPages& pages)
    : m_state(state), m_links(links), m_pages(pages), m_engines(lanes.gpus.size())
{
    for (std::size_t gpu = 0; gpu < m_engines.size(); ++gpu)
        for (std::size_t direction = 0; direction < m_engines[gpu].size(); ++direction) {
            Engine& engine = m_engines[gpu][direction];
            engine.lanes = lanes.gpus[gpu].copy[direction];
            for (std::size_t i = engine.lanes.size(); i-- > 0;)
                engine.freeLanes.push_back(static_cast<std::uint16_t>(i));
        }
}

CopyEngines::Engine* CopyEngines::sharedWith(const SimOp& op)
{
    if (!m_state.gpu(op.gpu).isOneEngine || op.copy.direction == CopyDirection::Peer)
        return nullptr;
    return &engineOf(op, op.copy.direction == CopyDirection::In ? CopyDirection::Out : CopyDirection::In);
}

void CopyEngines::request(Slot slot)
{
    const SimOp& op = m_state.operations[slot];
    Engine& engine = engineOf(op, op.copy.direction);
    const Engine* other = sharedWith(op);
    if ((other != nullptr && other->isBusy()) || engine.freeLanes.empty())
        engine.waiting.push_back(slot);
    else
        begin(slot);
}

void CopyEngines::begin(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    Engine& engine = engineOf(op, op.copy.direction);
    op.copy.engineLane = engine.freeLanes.back();
    engine.freeLanes.pop_back();
    op.lane = engine.lanes[op.copy.engineLane];
    op.started = m_state.now;
    op.hasStarted = true;
    op.copy.stage = CopyStage::Latency;
    const double latency = m_links.routeOf(op.copy).latency;
    m_state.events.schedule(m_state.after(latency * op.copy.slowness), EventKind::StageEnd, slot);
}

bool CopyEngines::endStage(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    switch (op.copy.stage) {
        case CopyStage::Latency:
            if (op.copy.pageNs > 0) {
                op.copy.stage = CopyStage::Pages;
                const Bytes bytes{static_cast<std::int64_t>(op.copy.bytes)};
                const NameId name = m_state.trace.nameOfWork(op.copy.pageWork, bytes);
                m_state.events.schedule(m_pages.add(op.copy.pageNs * op.copy.slowness, name, op.line, op.id),
                                        EventKind::StageEnd, slot);
                return false;
            }
            [[fallthrough]];
        case CopyStage::Pages:
            op.copy.stage = CopyStage::Flow;
            m_links.start(slot);
            return false;
        case CopyStage::Flow:
        case CopyStage::Tail:
            break;
    }
    return true;
}

bool CopyEngines::endFlow(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    op.isStaged = true;
    if (op.copy.direction != CopyDirection::In || !op.copy.isStaged)
        return true;
    // The last chunk, which the host has copied into the driver's buffer, must still be transferred to the device.
    op.copy.stage = CopyStage::Tail;
    const double tail = std::min(op.copy.bytes, m_state.profile.host.stagingChunk) / m_state.gpu(op.gpu).linkRate * 1e9;
    m_state.events.schedule(m_state.after(tail), EventKind::StageEnd, slot);
    return false;
}

void CopyEngines::release(const SimOp& op)
{
    Engine& engine = engineOf(op, op.copy.direction);
    engine.freeLanes.push_back(op.copy.engineLane);
    Engine* next = &engine;
    if (Engine* other = sharedWith(op); other != nullptr && !other->waiting.empty() &&
                                        (engine.waiting.empty() || m_state.operations[other->waiting.front()].id <
                                                                       m_state.operations[engine.waiting.front()].id))
        next = other;
    if (next->waiting.empty() || next->freeLanes.empty())
        return;
    const Slot waiting = next->waiting.front();
    next->waiting.pop_front();
    m_state.operations[waiting].startCause = {trace::CauseKind::CopyEngine, op.id};
    begin(waiting);
}

}  // namespace engine::devices::sim::detail

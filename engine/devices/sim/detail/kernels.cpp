#include "engine/devices/sim/detail/simulator.h"

// Kernels of GPUs and of the CPU.
namespace engine::devices::sim::detail {

void Simulator::startKernel(Slot slot)
{
    Gpu& gpu = m_gpus[static_cast<std::size_t>(m_ops[slot].gpu)];
    if (!gpu.waiting.empty() || !gpu.share.hasRoom())
        gpu.waiting.push_back(slot);
    else
        launch(slot);
}

void Simulator::launch(Slot slot)
{
    SimOp& op = m_ops[slot];
    if (isTorch()) {
        Stream& stream = m_streams[op.stream];
        if (!stream.lane.isValid())
            stream.lane = m_trace.lane(stream.device, trace::LaneRole::Compute, stream.index,
                                       "stream " + std::to_string(stream.index));
        op.lane = stream.lane;
    } else {
        op.lane = m_groups[groupOf(op)].lanes[op.worker];
    }
    op.started = m_now;
    op.hasStarted = true;
    m_gpus[static_cast<std::size_t>(op.gpu)].share.start(slot, op.cost.share, op.cost.memory, op.cost.ns, m_now);
}

void Simulator::startHostKernel(Slot slot)
{
    SimOp& op = m_ops[slot];
    op.started = m_now;
    op.hasStarted = true;
    op.lane = m_groups[0].lanes[op.worker == kNone ? 0 : op.worker];
    m_gpus[cpuShare()].share.start(slot, op.cost.share, op.cost.memory, op.cost.ns, m_now);
}

void Simulator::kernelsEnd(std::uint32_t index)
{
    std::vector<std::uint32_t> done = std::move(m_done);
    done.clear();
    Gpu& gpu = m_gpus[index];
    gpu.share.collectDone(m_now, done);
    // Those that waited for room were launched before whatever the completions below let go on.
    while (!gpu.waiting.empty() && gpu.share.hasRoom()) {
        const Slot slot = gpu.waiting.front();
        gpu.waiting.pop_front();
        if (!done.empty())
            m_ops[slot].startCause = {trace::CauseKind::Resource, m_ops[done.front()].id};
        launch(slot);
    }
    for (Slot slot : done)
        complete(slot);
    m_done = std::move(done);
}

}  // namespace engine::devices::sim::detail

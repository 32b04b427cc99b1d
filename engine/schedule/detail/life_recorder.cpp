#include "engine/schedule/detail/life_recorder.h"

namespace engine::schedule::detail {

void LifeRecorder::add(const OpRecord& op, std::uint64_t started, std::uint64_t ended, trace::OpState state,
                       const Failure* failure, Worker* worker)
{
    if (!m_isOn || op.isUnnumbered())
        return;
    Life life;
    fill(life, op, started, ended, worker);
    life.state = state;
    if (state == trace::OpState::Skipped && failure != nullptr)
        life.culprit = failure->op;
    if (worker != nullptr)
        worker->lives.push(life);
    else
        addShared(life);
}

void LifeRecorder::addCancelled(const OpRecord& op, std::uint64_t now)
{
    if (!m_isOn || op.isUnnumbered())
        return;
    Life life;
    life.pushed = op.pushed;
    life.ready = life.started = life.finished = std::max(now, op.pushed);
    life.op = OpId{op.op};
    life.name = NameId{op.name};
    life.group = op.kind.group;
    life.state = trace::OpState::Cancelled;
    addShared(life);
}

}  // namespace engine::schedule::detail

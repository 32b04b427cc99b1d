#include "engine/devices/cuda/detail/gpu_parts.h"

namespace engine::devices::cuda::detail {

CopyDirection directionOf(const cpu::Task& task)
{
    if (task.operation.op != ops::Operator::Copy)
        return CopyDirection::None;
    const DeviceId from = task.inputs()[0]->device;
    if (from == task.device)
        return CopyDirection::None;
    if (from == cpu::kCpu)
        return CopyDirection::In;
    return task.device == cpu::kCpu ? CopyDirection::Out : CopyDirection::Peer;
}

Status await(const Point& point, OpId* releasedBy)
{
    if (point.stream == nullptr)
        return {};
    const bool mustWait = !point.stream->isDone(point.number);
    Status status = point.stream->await(point.number);
    if (mustWait && releasedBy != nullptr && point.op.isValid())
        *releasedBy = point.op;
    return status;
}

}  // namespace engine::devices::cuda::detail

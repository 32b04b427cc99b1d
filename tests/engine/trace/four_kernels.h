#pragma once

#include "engine/trace/recorder.h"

#include <memory>

namespace tests {

/// Two kernels in sequence on each of two GPUs, at the same times on both. `hasEdge`: an edge leads from one GPU to the
/// other.
inline engine::trace::TracePtr fourKernels(const char* machine, bool hasEdge)
{
    using namespace engine;
    using namespace engine::trace;
    Recorder recorder;
    RunInfo info;
    info.machine = machine;
    recorder.write(std::make_shared<const RunInfo>(info));
    for (int gpu = 0; gpu < 2; ++gpu) {
        recorder.write(DeviceRecord{DeviceId{gpu}, DeviceKind::Gpu, "GPU", {}, {}, {}, 0});
        recorder.write(LaneRecord{LaneId{gpu}, DeviceId{gpu}, LaneRole::Compute, 0, "stream", 0});
    }
    for (int i = 0; i < 4; ++i) {
        IssueRecord issue;
        issue.op = OpId{i};
        issue.device = DeviceId{i % 2};
        recorder.write(issue);
        if (i >= 2)
            recorder.write(DependencyRecord{OpId{i - 2}, issue.op, DependencyKind::Stream});
        if (hasEdge && i == 3)
            recorder.write(DependencyRecord{OpId{0}, issue.op, DependencyKind::Stream});
        LifeRecord life;
        life.op = issue.op;
        life.lane = LaneId{i % 2};
        life.started = Nanoseconds{i < 2 ? 0 : 100};
        life.finished = Nanoseconds{i < 2 ? 90 : 200};
        recorder.write(life);
    }
    recorder.write(EndRecord{Nanoseconds{200}, true});
    recorder.finish();
    return recorder.snapshot();
}

}  // namespace tests

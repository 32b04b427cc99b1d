#pragma once

#include "engine/trace/sink.h"

namespace tests {

/// Writes a GPU with a memory of `capacity`, and one product that runs on it from 0 to `finished`. `line`: the line of
/// the listing that issues it (0: none). The caller writes timed blocks and the end of the run.
inline void writeOneOperation(engine::trace::Sink& sink, engine::Nanoseconds finished, engine::Bytes capacity,
                              int line = 0)
{
    using namespace engine;
    sink.write(trace::DeviceRecord{DeviceId{0}, trace::DeviceKind::Gpu, "GPU 0", "", capacity, Bytes{}, 0});
    sink.write(trace::LaneRecord{LaneId{0}, DeviceId{0}, trace::LaneRole::Compute, 0, "compute", 0});
    sink.write(trace::NameRecord{NameId{0}, "mm"});
    trace::IssueRecord issue;
    issue.op = OpId{0};
    issue.name = NameId{0};
    issue.device = DeviceId{0};
    issue.line = line;
    sink.write(issue);
    trace::LifeRecord life;
    life.op = OpId{0};
    life.lane = LaneId{0};
    life.finished = finished;
    sink.write(life);
}

}  // namespace tests

#pragma once

#include "engine/trace/recorder.h"
#include "tests/engine/trace/one_operation.h"

namespace tests {

/// Two statements issue one product each, and a third raises NameError while the second product still runs: two
/// operations are issued and one is complete at that time.
inline engine::trace::TracePtr raisedErrorTrace()
{
    using namespace engine;
    trace::Recorder sink;
    writeOneOperation(sink, Nanoseconds{1000}, kGiB, 1);
    trace::IssueRecord issue;
    issue.op = OpId{1};
    issue.begin = issue.end = Nanoseconds{500};
    issue.name = NameId{0};
    issue.device = DeviceId{0};
    issue.line = 2;
    sink.write(issue);
    trace::LifeRecord life;
    life.op = OpId{1};
    life.lane = LaneId{0};
    life.started = Nanoseconds{1000};
    life.finished = Nanoseconds{9000};
    sink.write(life);
    sink.write(trace::ErrorRecord{Nanoseconds{2000}, 3, "NameError", "name 'z' is not defined", "", {}});
    sink.write(trace::EndRecord{Nanoseconds{9000}, false});
    sink.finish();
    return sink.snapshot();
}

}  // namespace tests

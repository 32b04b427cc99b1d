#pragma once

#include "engine/device/streams.h"
#include "engine/devices/cpu/run_trace.h"

namespace engine::devices::cpu {

/// Creates the record of a wait that begins now; pass it to endWait().
[[nodiscard]] inline trace::WaitRecord beginWait(const RunTrace& trace, const device::WaitSite& site,
                                                 trace::WaitTarget target)
{
    trace::WaitRecord record;
    record.begin = trace.now();
    record.line = site.line;
    record.call = site.call;
    record.target = target;
    return record;
}

/// Writes the record of a wait that has ended now, and returns `status`.
inline Status endWait(RunTrace& trace, Status status, trace::WaitRecord record)
{
    record.end = trace.now();
    // If no operation ended the wait, the work was complete before the wait began: the program was not blocked.
    if (status && record.target != trace::WaitTarget::Event && !record.releasedBy.isValid())
        record.begin = record.end;
    trace.write(record);
    return status;
}

}  // namespace engine::devices::cpu

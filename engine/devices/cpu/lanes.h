#pragma once

#include "engine/trace/sink.h"

#include <string>
#include <vector>

namespace engine::devices::cpu {

/// The lanes of this computer's timeline. declare() writes them to the trace at the start of the run.
struct Lanes {
    LaneId frontend;
    std::vector<LaneId> compute;  ///< by worker
    std::vector<LaneId> cores;    ///< by helper thread
    std::vector<LaneId> copy;     ///< by worker

    struct Counts {
        int compute = 1;
        int cores = 0;
        int copy = 0;
    };
    /// Writes a record for each lane. Call it once per run.
    [[nodiscard]] static Lanes declare(trace::Sink& sink, DeviceId device, const Counts& counts);
};

}  // namespace engine::devices::cpu

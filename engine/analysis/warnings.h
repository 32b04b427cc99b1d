#pragma once

#include "engine/analysis/scope.h"
#include "engine/base/message.h"

#include <string>
#include <vector>

namespace engine::analysis {

/// A warning, and the statement and the device that it is about. Line 0: no statement. An invalid device: no device.
struct Warning {
    Nanoseconds time{};
    std::int32_t line = 0;
    DeviceId device{};
    Message text;
};

/// Conditions that make times of this run misleading: timed blocks whose clock stopped before their work was
/// done, timed blocks that earlier work delayed (TimedBlock), and work that still runs when the program ends. In time
/// order.
[[nodiscard]] std::vector<Warning> timingWarnings(const trace::Trace& trace);
/// The timingWarnings() and the warnings that the run recorded, in time order.
[[nodiscard]] std::vector<Warning> warnings(const trace::Trace& trace);

/// The time of the last record of the program's thread. Work that it issued may still run then.
[[nodiscard]] Nanoseconds programEnd(const trace::Trace& trace);

/// The name of an operation in messages: "mm (y[17])", or "mm" if it has no label; for a copy without a label, its
/// call.
[[nodiscard]] std::string nameOf(const trace::Trace& trace, OpId op);

}  // namespace engine::analysis

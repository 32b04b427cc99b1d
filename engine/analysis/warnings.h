#pragma once

#include "engine/analysis/scope.h"

#include <string>
#include <vector>

namespace engine::analysis {

struct Warning {
    Nanoseconds time{};
    std::int32_t line = 0;
    DeviceId device{};
    std::string text;
};

/// What makes a figure of this run misleading: work still running when a timed block ends or outstanding when it
/// begins, work still running when the program ends, and the run's own warnings. In time order.
[[nodiscard]] std::vector<Warning> warnings(const trace::Trace& trace);

/// How the program calls an operation: "mm (y[17])", or "mm" if it has no label.
[[nodiscard]] std::string nameOf(const trace::Trace& trace, OpId op);

}  // namespace engine::analysis

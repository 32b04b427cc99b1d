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

/// Conditions that make a figure of this run misleading, in time order: timed blocks whose clock stopped before their
/// work, or that earlier work delayed (TimedBlock), work that still runs when the program ends, and the warnings that
/// the run recorded.
[[nodiscard]] std::vector<Warning> warnings(const trace::Trace& trace);

/// The program's name of an operation: "mm (y[17])", or "mm" if it has no label.
[[nodiscard]] std::string nameOf(const trace::Trace& trace, OpId op);

}  // namespace engine::analysis

#pragma once

#include "engine/trace/record.h"

namespace engine::trace {

/// Value of RunInfo::machine for a run that another program recorded.
inline constexpr const char* kImportedMachine = "imported";

/// Whether another program recorded the run. It then has no listing, and its lanes keep the names in its file.
[[nodiscard]] inline bool isImported(const RunInfo& run)
{
    return run.machine == kImportedMachine;
}

}  // namespace engine::trace

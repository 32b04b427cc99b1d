#pragma once

#include "engine/trace/record.h"

namespace engine::trace {

/// RunInfo::machine of what another program recorded.
inline constexpr const char* kImportedMachine = "imported";

/// Whether another program recorded it: there is no listing, and lanes go by names of their own.
[[nodiscard]] inline bool isImported(const RunInfo& run)
{
    return run.machine == kImportedMachine;
}

}  // namespace engine::trace

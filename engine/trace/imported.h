#pragma once

#include "engine/trace/record.h"

namespace engine::trace {

/// Value of RunInfo::machine for a run on the computer itself, not on a virtual machine.
inline constexpr const char* kThisComputer = "this-computer";
/// Value of RunInfo::machine for a run that another program recorded.
inline constexpr const char* kImportedMachine = "imported";

/// Whether another program recorded the run. Such a run has no listing, and its lanes have the names in the file.
[[nodiscard]] inline bool isImported(const RunInfo& run)
{
    return run.machine == kImportedMachine;
}

/// Whether every dependency of the run is recorded as an edge, so that operations are independent if no edges connect
/// them. Files of other programs contain only some of the dependencies.
[[nodiscard]] inline bool recordsDependencies(const RunInfo& run)
{
    return !isImported(run);
}

/// Whether this program measured the run, on this or another computer.
[[nodiscard]] inline bool isMeasured(const RunInfo& run)
{
    return run.platform == PlatformKind::Real && !isImported(run);
}

}  // namespace engine::trace

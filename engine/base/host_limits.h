#pragma once

#include "engine/base/units.h"

#include <filesystem>

/// The cores and the memory of the computer that this process may use. A limit of the control groups on the path of
/// this process (a container's limit) applies like a limit of the system. `groups`: mount point of the control groups.
namespace engine {

constexpr const char* kControlGroups = "/sys/fs/cgroup";

/// Returns how many threads of this process can compute at the same time, at least 1: the cores of its affinity mask,
/// or the number of whole cores in the quota of a control group (version 2 or version 1), if that is smaller.
[[nodiscard]] int usableCores(const std::filesystem::path& groups = kControlGroups);

/// Memory that this process may use.
struct MemoryLimits {
    Bytes most;       ///< installed memory, or the limit of a control group (version 2) if it is smaller
    Bytes available;  ///< available now without swapping
};
/// Reads the limits now; `available` changes with the load of the computer.
[[nodiscard]] MemoryLimits usableMemory(const std::filesystem::path& groups = kControlGroups);

}  // namespace engine

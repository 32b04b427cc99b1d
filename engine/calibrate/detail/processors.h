#pragma once

#include <filesystem>

namespace engine::calibrate::detail {

/// Returns how many threads of this process can compute at the same time, at least 1: the processors of its affinity
/// mask, or the number of whole processors in the quota of its control group (a container's limit), if that is smaller.
/// `groups`: mount point of the control groups, version 2 or version 1.
[[nodiscard]] int usableProcessors(const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace engine::calibrate::detail

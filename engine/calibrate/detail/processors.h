#pragma once

#include <filesystem>

namespace engine::calibrate::detail {

/// How many threads of this process can compute at once without taking time from each other, at least 1: the processors
/// that it may run on, or fewer whole ones where its control group has less time than that, as containers have.
/// `groups`: where the system shows control groups, of the second version or of the first.
[[nodiscard]] int usableProcessors(const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace engine::calibrate::detail

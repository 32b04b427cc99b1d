#pragma once

#include <filesystem>

namespace engine {

constexpr const char* kProcessorStatistics = "/proc/stat";

/// Processor time used until now, on the cores that this process may use.
struct ProcessorTimes {
    double seconds = 0;  ///< monotonic clock
    double busy = 0;  ///< s of all programs and of the kernel, summed over the cores; with time taken by a hypervisor
    double own = 0;   ///< s of the threads of this process
    int cores = 0;    ///< 0: the system does not report busy times
};

[[nodiscard]] ProcessorTimes processorTimes(const std::filesystem::path& statistics = kProcessorStatistics);

/// Returns the fraction of the cores that other programs used between two times: busy time of the machine less that of
/// this process. In [0, 1]; 0 if the system does not report busy times. The system counts in steps of 10 ms, so the
/// times should be at least 0.2 s apart.
[[nodiscard]] double otherLoad(const ProcessorTimes& begin, const ProcessorTimes& end);

/// Measured times are disturbed if other programs use more than this fraction of the cores.
constexpr double kMostOtherLoad = 0.1;

}  // namespace engine

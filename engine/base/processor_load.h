#pragma once

#include <filesystem>
#include <functional>
#include <utility>

namespace engine {

constexpr const char* kProcessorStatistics = "/proc/stat";

/// Processor time used until now, on the cores that this process may use.
struct ProcessorTimes {
    double seconds = 0;  ///< monotonic clock
    double busy = 0;     ///< s; time that programs and the kernel used, summed over the cores; includes stolen time
    double own = 0;      ///< s; time that the threads of this process used
    int cores = 0;       ///< 0: the system does not report busy times
};

[[nodiscard]] ProcessorTimes processorTimes(const std::filesystem::path& statistics = kProcessorStatistics);

/// Returns the fraction of the cores that other programs used between two times: busy time of the machine less that of
/// this process. In [0, 1]; 0 if the system does not report busy times. The system counts in steps of 10 ms, so the
/// times should be at least 0.2 s apart.
[[nodiscard]] double otherLoad(const ProcessorTimes& begin, const ProcessorTimes& end);

/// Measured times are disturbed if other programs use more than this fraction of the cores.
constexpr double kMostOtherLoad = 0.1;

/// Measures the load caused by other programs since its construction. Without `times`, the load is 0.
class OtherPrograms {
public:
    explicit OtherPrograms(std::function<ProcessorTimes()> times)
        : m_times(std::move(times)), m_begin(m_times ? m_times() : ProcessorTimes())
    {
    }

    /// Returns otherLoad() for the time since construction.
    [[nodiscard]] double load() const { return m_times ? otherLoad(m_begin, m_times()) : 0; }
    [[nodiscard]] bool areDisturbing() const { return load() > kMostOtherLoad; }

private:
    std::function<ProcessorTimes()> m_times;
    ProcessorTimes m_begin;
};

}  // namespace engine

#include "engine/calibrate/detail/processors.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <sched.h>

namespace engine::calibrate::detail {

namespace {

namespace fs = std::filesystem;

/// Processors' worth of time that one group may take; 0: as much as there is.
double quotaOf(const fs::path& group)
{
    double quota = 0;
    double period = 0;
    if (std::ifstream both(group / "cpu.max"); both)
        both >> quota >> period;  // "max 100000" is no number
    else if (std::ifstream alone(group / "cpu.cfs_quota_us"), other(group / "cpu.cfs_period_us"); alone && other) {
        alone >> quota;
        other >> period;
    }
    return quota > 0 && period > 0 ? quota / period : 0;
}

/// This process's group below the first one, where the system says it (second version: "0::/user.slice/a").
fs::path ownGroup()
{
    constexpr std::string_view kSecondVersion = "0::/";
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);)
        if (line.starts_with(kSecondVersion))
            return line.substr(kSecondVersion.size());
    return {};
}

int allowedProcessors()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return std::max(1, CPU_COUNT(&allowed));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

int usableProcessors(const fs::path& groups)
{
    int processors = allowedProcessors();
    const auto limit = [&](const fs::path& group) {
        if (const double quota = quotaOf(group); quota > 0)
            processors = std::min(processors, std::max(1, static_cast<int>(std::min(quota, 1e6))));
    };
    limit(groups);
    limit(groups / "cpu");
    // What is above a group limits it as well.
    fs::path group = groups;
    for (const fs::path& step : ownGroup())
        limit(group /= step);
    return processors;
}

}  // namespace engine::calibrate::detail

#include "engine/calibrate/detail/processors.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include <sched.h>

namespace engine::calibrate::detail {

namespace {

namespace fs = std::filesystem;

/// Limits `processors` to the number of whole processors in the group's quota, at least 1.
void limitByQuota(const fs::path& group, int& processors)
{
    double quota = 0;
    double period = 0;
    if (std::ifstream both(group / "cpu.max"); both) {
        both >> quota >> period;  // "max 100000" leaves 0
    } else {
        std::ifstream(group / "cpu.cfs_quota_us") >> quota;
        std::ifstream(group / "cpu.cfs_period_us") >> period;
    }
    if (quota > 0 && period > 0)
        processors = std::clamp(static_cast<int>(std::min(quota / period, 1e6)), 1, processors);
}

}  // namespace

int usableProcessors(const fs::path& groups)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    int processors = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                         ? CPU_COUNT(&allowed)
                         : static_cast<int>(std::thread::hardware_concurrency());
    processors = std::max(1, processors);
    limitByQuota(groups, processors);
    limitByQuota(groups / "cpu", processors);
    // "0::/user.slice/a": every group on the path of this process limits it.
    std::string own;
    for (std::ifstream file("/proc/self/cgroup"); std::getline(file, own) && !own.starts_with("0::/");)
        own.clear();
    fs::path group = groups;
    for (const fs::path& step : fs::path(own.substr(std::min<std::size_t>(own.size(), 4))))
        limitByQuota(group /= step, processors);
    return processors;
}

}  // namespace engine::calibrate::detail

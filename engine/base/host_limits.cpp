#include "engine/base/host_limits.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>
#include <unistd.h>

namespace engine {

namespace {

namespace fs = std::filesystem;

/// Returns the folders of the control groups that may limit this process. Includes the folder `cpu`, in which version 1
/// of the control groups limits processors.
std::vector<fs::path> groupsOfProcess(const fs::path& groups)
{
    std::vector<fs::path> all{groups, groups / "cpu"};
    std::string own;  // "0::/user.slice/a"
    for (std::ifstream file("/proc/self/cgroup"); std::getline(file, own) && !own.starts_with("0::/");)
        own.clear();
    fs::path group = groups;
    for (const fs::path& step : fs::path(own.substr(std::min<std::size_t>(own.size(), 4))))
        all.push_back(group /= step);
    return all;
}

/// Limits `cores` to the number of whole cores in the group's quota, at least 1.
void limitByQuota(const fs::path& group, int& cores)
{
    double quota = 0;
    double period = 0;
    if (std::ifstream both(group / "cpu.max"); both) {
        both >> quota >> period;  // "max 100000" (no limit) leaves both 0
    } else {
        std::ifstream(group / "cpu.cfs_quota_us") >> quota;
        std::ifstream(group / "cpu.cfs_period_us") >> period;
    }
    if (quota > 0 && period > 0)
        cores = std::clamp(static_cast<int>(std::min(quota / period, 1e6)), 1, cores);
}

/// Reads a number of bytes. Returns 0 if there is no file, or if it contains "max".
Bytes bytesIn(const fs::path& path)
{
    std::int64_t bytes = 0;
    std::ifstream(path) >> bytes;
    return Bytes{bytes};
}

Bytes memoryInfo(std::string_view key)
{
    std::ifstream file("/proc/meminfo");
    for (std::string word; file >> word;) {
        std::int64_t kibibytes = 0;
        if (word == key && file >> kibibytes)
            return kKiB * kibibytes;
    }
    return {};
}

}  // namespace

int usableCores(const fs::path& groups)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool isKnown = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    int cores = std::max(1, isKnown ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency()));
    for (const fs::path& group : groupsOfProcess(groups))
        limitByQuota(group, cores);
    return cores;
}

MemoryLimits usableMemory(const fs::path& groups)
{
    MemoryLimits limits{memoryInfo("MemTotal:"), memoryInfo("MemAvailable:")};
    if (limits.most.value == 0)
        limits.most = Bytes{static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE)};
    if (limits.available.value == 0)
        limits.available = limits.most;
    for (const fs::path& group : groupsOfProcess(groups))
        if (const Bytes most = bytesIn(group / "memory.max"); most.value > 0) {
            limits.most = std::min(limits.most, most);
            limits.available = std::clamp(most - bytesIn(group / "memory.current"), Bytes{}, limits.available);
        }
    return limits;
}

}  // namespace engine

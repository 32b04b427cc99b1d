#include "engine/devices/cpu/host.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace engine::devices::cpu {

namespace {

/// Returns the text after "key:" in a file of such lines; empty if the key is missing.
std::string valueOf(const char* path, const std::string& key)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.compare(0, key.size(), key) != 0)
            continue;
        const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
        return begin == std::string::npos ? std::string() : line.substr(begin);
    }
    return {};
}

Bytes memoryOf(const std::string& key)
{
    std::istringstream text(valueOf("/proc/meminfo", key));
    std::int64_t kibibytes = 0;
    text >> kibibytes;
    return kKiB * kibibytes;
}

/// Reads a number of bytes from a file of the control group; 0 if there is no file or it contains "max".
Bytes groupBytes(const char* path)
{
    std::ifstream file(path);
    std::int64_t bytes = 0;
    file >> bytes;
    return Bytes{file ? bytes : 0};
}

int usableCores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

Host readHost()
{
    Host host;
    host.cores = usableCores();
    host.model = valueOf("/proc/cpuinfo", "model name");
    if (host.model.empty())
        host.model = "CPU";
    host.memory = memoryOf("MemTotal");
    host.available = memoryOf("MemAvailable");
    const Bytes allowed = groupBytes("/sys/fs/cgroup/memory.max");
    if (allowed.value > 0 && allowed < host.memory) {
        host.memory = allowed;
        host.available = std::min(host.available, allowed - groupBytes("/sys/fs/cgroup/memory.current"));
    }
    return host;
}

}  // namespace engine::devices::cpu

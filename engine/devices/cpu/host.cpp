#include "engine/devices/cpu/host.h"

#include "engine/base/host_limits.h"

#include <algorithm>
#include <fstream>

namespace engine::devices::cpu {

namespace {

/// Returns the text after "key:" in a file with one key per line; empty if the key is missing.
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

}  // namespace

Host readHost(int ranks)
{
    Host host;
    host.cores = std::max(usableCores() / ranks, 1);
    host.model = valueOf("/proc/cpuinfo", "model name");
    if (host.model.empty())
        host.model = "CPU";
    const MemoryLimits memory = usableMemory();
    host.memory = memory.most;
    host.available = Bytes{memory.available.value / ranks};
    return host;
}

}  // namespace engine::devices::cpu

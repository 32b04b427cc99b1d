#pragma once

#include "engine/devices/cuda/abi.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda::plugin {

/// Device times of kernels and copies, by CUPTI if installed. One per process, since CUPTI supports one reader; it is
/// enabled at the first use and stays enabled, because CUPTI 13.0 confuses launches of CUDA graphs after it was
/// disabled. Threads: any.
class Activity {
public:
    /// Returns null if CUPTI is missing, too old, used by another tool, or fails to start. `text` receives its version,
    /// or why it is not used.
    static std::shared_ptr<Activity> shared(std::string& text);
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// Attributes later launches of this thread to operation `op` of GPU `ordinal`.
    void enter(int ordinal, std::uint64_t op);
    void leave();
    /// Returns at most `most` times of operations of a GPU whose records arrived since the last call.
    std::vector<abi::OperationTime> collect(int ordinal, std::size_t most);
    /// Flushes the buffers that CUPTI still fills. All work on the device must have ended.
    void flush();

private:
    explicit Activity(std::uint64_t period) : m_period(period) {}

    const std::uint64_t m_period;  ///< number of this object; records that arrive for earlier objects are dropped
};

}  // namespace engine::devices::cuda::plugin

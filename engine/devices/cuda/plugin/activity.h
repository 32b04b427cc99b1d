#pragma once

#include "engine/devices/cuda/abi.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda::plugin {

/// Device times of kernels and copies, by CUPTI if installed. One per process, since CUPTI supports one clock and one
/// reader. Threads: any.
class Activity {
public:
    /// Null: CUPTI is missing, another tool uses it, or it fails to start.
    static std::shared_ptr<Activity> shared();
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// Attributes later launches of this thread to operation `op` of GPU `ordinal`.
    void enter(int ordinal, std::uint64_t op);
    void leave();
    /// Times of the operations of a GPU whose records arrived since the last call. `isFinal`: waits for all records.
    std::vector<abi::OperationTime> collect(int ordinal, std::size_t most, bool isFinal);

    struct State;

private:
    explicit Activity(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace engine::devices::cuda::plugin

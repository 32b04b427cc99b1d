#pragma once

#include "engine/devices/cuda/abi.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace engine::devices::cuda::plugin {

/// True times of kernels and copies, by CUPTI, which is loaded if it is there. One per process: CUPTI
/// takes one clock and one reader. Threads: any.
class Activity {
public:
    /// Null: CUPTI is not there, another tool has it, or it does not start.
    static std::shared_ptr<Activity> shared();
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// What this thread launches from here on belongs to operation `op` of GPU `ordinal`.
    void enter(int ordinal, std::uint64_t op);
    void leave();
    /// Times of operations of a GPU whose records have come, each of those that came since the last call. `isFinal`:
    /// waits for all.
    std::vector<abi::OperationTime> take(int ordinal, std::size_t most, bool isFinal);

    struct State;

private:
    explicit Activity(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

}  // namespace engine::devices::cuda::plugin

#include "engine/ranks/mpi/detail/abandoned.h"

#include <mutex>
#include <utility>
#include <vector>

namespace engine::ranks::mpi::detail {

void abandon(std::shared_ptr<const void> memory)
{
    struct AbandonedMemory {
        std::mutex mutex;
        std::vector<std::shared_ptr<const void>> memory;
    };
    static AbandonedMemory& abandoned = *new AbandonedMemory;
    const std::lock_guard lock(abandoned.mutex);
    abandoned.memory.push_back(std::move(memory));
}

}  // namespace engine::ranks::mpi::detail

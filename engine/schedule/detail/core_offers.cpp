#include "engine/schedule/detail/core_offers.h"

#include <ctime>

namespace engine::schedule::detail {

std::chrono::nanoseconds processTime()
{
#if defined(CLOCK_PROCESS_CPUTIME_ID)
    timespec used{};
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0)
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
#endif
    return {};
}

}  // namespace engine::schedule::detail

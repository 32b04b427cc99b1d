#include "engine/schedule/detail/cores.h"

#include <algorithm>
#include <thread>
#if defined(__linux__)
#include <sched.h>
#endif

namespace engine::schedule::detail {

int usableCores()
{
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return std::max(1, CPU_COUNT(&allowed));
#endif
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void continueOnCore([[maybe_unused]] int n)
{
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2)
        return;
    n %= CPU_COUNT(&allowed);
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &allowed) && n-- == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            if (sched_setaffinity(0, sizeof one, &one) == 0)
                static_cast<void>(sched_setaffinity(0, sizeof allowed, &allowed));
            return;
        }
#endif
}

}  // namespace engine::schedule::detail

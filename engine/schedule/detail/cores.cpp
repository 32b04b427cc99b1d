#include "engine/schedule/detail/cores.h"

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace engine::schedule::detail {

void moveToCore([[maybe_unused]] std::jthread& thread, [[maybe_unused]] int n)
{
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2)
        return;
    n %= CPU_COUNT(&allowed);
    int core = 0;
    while (!CPU_ISSET(core, &allowed) || n-- > 0)
        ++core;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    if (pthread_setaffinity_np(thread.native_handle(), sizeof one, &one) == 0)
        static_cast<void>(pthread_setaffinity_np(thread.native_handle(), sizeof allowed, &allowed));
#endif
}

}  // namespace engine::schedule::detail

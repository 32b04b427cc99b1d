#include "engine/schedule/detail/sleepable.h"

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#endif

namespace engine::schedule::detail {

#if defined(__linux__)

void sleepOn(const std::atomic<std::uint32_t>& word, std::uint32_t old)
{
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, old, nullptr, nullptr, 0);
}

void wakeOn(const std::atomic<std::uint32_t>& word, Sleepers which)
{
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, which == Sleepers::All ? INT_MAX : 1, nullptr, nullptr, 0);
}

#else

void sleepOn(const std::atomic<std::uint32_t>& word, std::uint32_t old)
{
    word.wait(old);
}

void wakeOn(const std::atomic<std::uint32_t>& word, Sleepers which)
{
    auto& sleeping = const_cast<std::atomic<std::uint32_t>&>(word);
    if (which == Sleepers::All)
        sleeping.notify_all();
    else
        sleeping.notify_one();
}

#endif

}  // namespace engine::schedule::detail

#include "app/wiring/stacks.h"

#include <csignal>
#include <cstring>
#include <initializer_list>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace app {

namespace {

constexpr rlim_t kStack = rlim_t{64} << 20U;

const char* programName = "";

/// Calls only functions that a signal handler may call.
void endAtTimeLimit(int)
{
    for (const char* text :
         {programName,
          ": the processor time that the system allows this program is used up. Its limit is too small: "
          "see ulimit -t.\n"})
        static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text)));
    ::_exit(2);
}

}  // namespace

void makeStacksDeep()
{
    // For the main thread: Linux checks this limit when the stack grows, and reserves 128 MiB of addresses.
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < kStack) {
        limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > kStack ? kStack : limit.rlim_max;
        setrlimit(RLIMIT_STACK, &limit);
    }
    // For other threads: this reserves only addresses; memory is allocated when the stack is used.
    pthread_attr_t attributes;
    if (pthread_getattr_default_np(&attributes) != 0)
        return;
    if (pthread_attr_setstacksize(&attributes, kStack) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

void answerLimits(const char* program)
{
    programName = program;
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGXCPU, endAtTimeLimit);
}

}  // namespace app

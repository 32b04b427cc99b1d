#include "app/run/standard_output.h"

#include <poll.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace app {

using namespace engine;

namespace {

bool isOutputClosed()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

}  // namespace

void print(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

Status finishOutput()
{
    const bool failedBefore = std::ferror(stdout) != 0;
    errno = 0;
    const bool isFlushed = std::fflush(stdout) == 0;
    const int reason = errno;
    if ((isFlushed && !failedBefore) || reason == EPIPE || isOutputClosed())
        return {};
    return untranslatedError(ErrorCode::InputOutput,
                             std::string("The output could not be written to standard output") +
                                 (isFlushed || reason == 0 ? "" : std::string(" (") + std::strerror(reason) + ")") +
                                 "; some of it is missing. Make room, or name another file.");
}

}  // namespace app

#include "tests/engine/io/system_faults.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::size_t kMaxPath = 4096;

char s_folder[kMaxPath] = {};
std::atomic<int> s_next{-1};  ///< number of calls before the one that fails; negative: none fails
std::atomic<int> s_error{0};

/// Returns whether this call for a file has to fail; sets errno. Allocates nothing, since an allocation may call
/// write().
bool strikes(const char* path)
{
    if (s_next.load() < 0 || std::strncmp(path, s_folder, std::strlen(s_folder)) != 0 || s_next.fetch_sub(1) != 0)
        return false;
    errno = s_error.load();
    return true;
}

bool strikes(int descriptor)
{
    if (s_next.load() < 0)
        return false;
    char link[64];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    char path[kMaxPath] = {};
    return ::readlink(link, path, sizeof path - 1) > 0 && strikes(path);
}

}  // namespace

namespace tests {

void SystemFault::arm(const std::string& folder, int call, int errorNumber)
{
    folder.copy(s_folder, kMaxPath - 1);
    s_folder[std::min(folder.size(), kMaxPath - 1)] = '\0';
    s_error = errorNumber;
    s_next = call;
}

bool SystemFault::disarm()
{
    return s_next.exchange(-1) < 0;
}

}  // namespace tests

// The linker prefers these functions to those of the C library.
extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    return strikes(descriptor) ? -1 : syscall(SYS_write, descriptor, bytes, size);
}

int fsync(int descriptor)
{
    return strikes(descriptor) ? -1 : static_cast<int>(syscall(SYS_fsync, descriptor));
}

int rename(const char* from, const char* to) noexcept
{
    return strikes(to) ? -1 : static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int open(const char* path, int flags, ...)
{
    std::va_list more;
    va_start(more, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
    va_end(more);
    return strikes(path) ? -1 : static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

}  // extern "C"

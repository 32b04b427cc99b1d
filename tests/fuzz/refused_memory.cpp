#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <unistd.h>

// Refuses memory to the program and to all its libraries, including SQLite, zlib and Python. Two kinds of memory are
// never refused: aligned memory, and memory within a destructor of nlohmann::json, which allocates and would end the
// program.
extern "C" {
void* __interceptor_malloc(std::size_t size);
void* __interceptor_calloc(std::size_t count, std::size_t size);
void* __interceptor_realloc(void* memory, std::size_t size);
}

namespace {

using fuzz::Refusal;

constinit thread_local long t_granted = -1;  ///< number of allocations until one is refused; negative: none is refused

/// Searches the call stack for the destructor of nlohmann::json. Its symbol is dynamic, because the program consists of
/// shared libraries.
bool isInJsonDestructor()
{
    std::array<void*, 24> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    return std::any_of(frames.begin(), frames.begin() + count, [](const void* frame) {
        Dl_info symbol{};
        return dladdr(frame, &symbol) != 0 && symbol.dli_sname != nullptr &&
               std::string_view(symbol.dli_sname).find("10json_value7destroy") != std::string_view::npos;
    });
}

/// Not instrumented, because it is also called before the address sanitizer has started.
__attribute__((no_sanitize("address"))) bool isRefused()
{
    if (!Refusal::isEnabled || t_granted < 0)
        return false;
    if (t_granted > 0) {
        --t_granted;
        return false;
    }
    Refusal::isEnabled = false;  // backtrace() allocates
    Refusal::hasHappened = !isInJsonDestructor();
    Refusal::isEnabled = true;
    if (!Refusal::hasHappened)
        return false;
    t_granted = -1;
    errno = ENOMEM;
    return true;
}

/// Returns the lowest free file descriptor. It becomes larger if a reader does not close a file.
int nextDescriptor()
{
    const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(descriptor);
    return descriptor;
}

/// Reads the input while the n-th allocation is refused. Returns whether there was an n-th allocation.
bool readWithout(long allocation, const std::string& input)
{
    const int descriptor = nextDescriptor();
    bool hasThrown = false;
    Refusal::hasHappened = false;
    t_granted = allocation;
    try {
        static_cast<void>(fuzz::kTarget.read(input));
    } catch (const std::bad_alloc&) {
        hasThrown = true;
    }
    t_granted = -1;
    const bool hasHappened = std::exchange(Refusal::hasHappened, false);
    fuzz::require(!hasThrown || (hasHappened && fuzz::kTarget.withoutMemory == fuzz::WithoutMemory::Throws),
                  "a reader returns an error where memory is refused");
    fuzz::require(nextDescriptor() == descriptor, "a reader closes its files");
    return hasHappened;
}

}  // namespace

extern "C" void* malloc(std::size_t size) noexcept
{
    return isRefused() ? nullptr : __interceptor_malloc(size);
}
extern "C" void* calloc(std::size_t count, std::size_t size) noexcept
{
    return isRefused() ? nullptr : __interceptor_calloc(count, size);
}
extern "C" void* realloc(void* memory, std::size_t size) noexcept
{
    return isRefused() ? nullptr : __interceptor_realloc(memory, size);
}

// Not all standard libraries implement these operators by malloc().
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return malloc(std::max<std::size_t>(size, 1));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept
{
    return operator new(size, std::nothrow);
}
void* operator new(std::size_t size)
{
    void* memory = operator new(size, std::nothrow);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}
void* operator new[](std::size_t size)
{
    return operator new(size);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

namespace fuzz {

int refuseMemory()
{
    constexpr std::size_t kSeeds = 6;
    const std::vector<std::string> seeds = kTarget.seeds();
    {
        const __lsan::ScopedDisabler kept;
        static_cast<void>(isInJsonDestructor());  // the first call of backtrace() loads a library
    }
    long reads = 0;
    for (std::size_t i = 0; i < seeds.size(); i += 1 + seeds.size() / (kSeeds + 1)) {
        static_cast<void>(kTarget.read(seeds[i]));  // creates the objects that exist until the process ends
        // Refuses each of the first allocations, then some of the later ones.
        for (long allocation = 0; readWithout(allocation, seeds[i]); allocation += 1 + allocation / 20)
            ++reads;
    }
    std::printf("%ld refused allocations\n", reads);
    return reads > 0 ? 0 : 1;
}

}  // namespace fuzz

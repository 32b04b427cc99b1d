#include <cstdint>
#include <cstdlib>

#include <unistd.h>

/// Replaces the function of glibc 2.36, to which the static C++ library refers (std::random_device), in programs that
/// run with glibc 2.34.
extern "C" std::uint32_t arc4random() noexcept
{
    std::uint32_t bits = 0;
    if (::getentropy(&bits, sizeof bits) != 0)
        std::abort();
    return bits;
}

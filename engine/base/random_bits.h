#pragma once

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <unistd.h>

namespace engine {

/// Returns 32 random bits of the operating system. std::random_device, linked statically, would need glibc 2.36;
/// programs of tests/gpu must run with glibc 2.34.
[[nodiscard]] inline std::uint32_t randomBits()
{
    std::uint32_t bits = 0;
    if (::getentropy(&bits, sizeof bits) != 0)
        throw std::system_error(errno, std::generic_category(), "getentropy");
    return bits;
}

}  // namespace engine

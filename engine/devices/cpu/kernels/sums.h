#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace engine::devices::cpu {

/// Returns the sum of f(i) for i in [0, count). Adds short blocks in float, and the sums of the blocks in double
/// precision. The order of the additions is fixed and allows vector registers.
double sumOf(std::int64_t count, const auto& f)
{
    // With fewer lanes, the compiler unrolls the loop into single additions and then uses no vector registers.
    constexpr std::int64_t kLanes = 64;
    constexpr std::int64_t kBlock = 4096;
    double sum = 0;
    std::int64_t i = 0;
    const std::int64_t whole = count - count % kLanes;
    while (i < whole) {
        std::array<float, kLanes> lanes{};
        for (const std::int64_t end = std::min(i + kBlock, whole); i < end; i += kLanes)
            for (std::int64_t lane = 0; lane < kLanes; ++lane)
                lanes[static_cast<std::size_t>(lane)] += f(i + lane);
        for (const float lane : lanes)
            sum += static_cast<double>(lane);
    }
    float rest = 0;
    for (; i < count; ++i)
        rest += f(i);
    return sum + static_cast<double>(rest);
}

}  // namespace engine::devices::cpu

#pragma once

#include <array>
#include <cstdint>

namespace engine::devices::cpu {

/// Philox4x32-10: four random words from a counter and a key, without any state in between.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011, section 4.3.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                                std::array<std::uint32_t, 2> key)
{
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53U;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57U;
    constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
    constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;
    constexpr int kRounds = 10;
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t product0 = kMultiplier0 * counter[0];
        const std::uint64_t product1 = kMultiplier1 * counter[2];
        counter = {
            static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product1),
            static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(product0)};
        key = {key[0] + kWeyl0, key[1] + kWeyl1};
    }
    return counter;
}

/// Words 4 * block ... 4 * block + 3 of stream `seed`.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> randomWords(std::uint64_t seed, std::uint64_t block)
{
    return philox4x32({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0, 0},
                      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
}

}  // namespace engine::devices::cpu

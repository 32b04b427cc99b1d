#pragma once

#include <cstdint>
#include <span>

namespace engine::devices::cpu {

/// Fills `out` with elements `first`, first + 1, ... of ops::UniformDistribution.
void fillUniform(std::span<float> out, std::uint64_t first, std::uint64_t seed, double low, double high);

/// Fills `out` with elements `first`, first + 1, ... of ops::NormalDistribution.
void fillNormal(std::span<float> out, std::uint64_t first, std::uint64_t seed, double mean, double deviation);

}  // namespace engine::devices::cpu

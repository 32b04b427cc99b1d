#pragma once

#include <cstdint>
#include <span>

namespace engine::devices::cpu {

/// Elements `first`, first + 1, ... of ops::UniformDistribution.
void fillUniform(std::span<float> out, std::uint64_t first, std::uint64_t seed, double low, double high);

/// Elements `first`, first + 1, ... of ops::NormalDistribution.
void fillNormal(std::span<float> out, std::uint64_t first, std::uint64_t seed, double mean, double deviation);

}  // namespace engine::devices::cpu

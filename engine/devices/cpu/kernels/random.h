#pragma once

#include <cstdint>
#include <span>

/// Counter-based random numbers: element i of stream `seed` depends on i and the seed alone, so that pieces may be
/// made in any order by any number of threads. Only operations that IEEE 754 rounds exactly are used (no library
/// logarithm, no fused multiply-add): every platform gets the same bits.
namespace engine::devices::cpu {

/// Elements `first`, first + 1, ... uniform in [low, high): 24 random bits each. `high` <= `low` gives `low`.
void fillUniform(std::span<float> out, std::uint64_t first, std::uint64_t seed, double low, double high);

/// Elements `first`, first + 1, ... normal, by the inverse of the distribution function of 32 random bits each.
void fillNormal(std::span<float> out, std::uint64_t first, std::uint64_t seed, double mean, double deviation);

/// The quantile of the standard normal distribution, 0 < p < 1; relative error about 1e-7.
/// Source: Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", 1988, PPND7.
[[nodiscard]] double normalQuantile(double p);

}  // namespace engine::devices::cpu

#pragma once

#include "engine/base/id.h"

#include <cstdint>
#include <vector>

namespace tests {

/// An xorshift generator, which gives the same numbers on every platform.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15U + 0x2545F4914F6CDD1DU) {}
    std::uint64_t next()
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 7;
        m_state ^= m_state << 17;
        return m_state;
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

private:
    std::uint64_t m_state;
};

/// An operation of a random program: every written value becomes a hash of the operation and its inputs.
struct Step {
    std::vector<std::size_t> reads;
    std::vector<std::size_t> writes;
    int priority = 0;
    std::uint32_t group = 0;
    bool fails = false;
};

struct RandomProgram {
    std::size_t variables = 0;
    std::vector<Step> steps;
};

/// Lists of reads and writes may be empty, may contain a variable twice, and may overlap.
inline RandomProgram makeRandomProgram(std::uint64_t seed, std::size_t maxSteps, std::uint32_t groups,
                                       unsigned failuresPerThousand = 0)
{
    Random random(seed);
    RandomProgram program;
    program.variables = 1 + random.below(12);
    program.steps.resize(random.below(maxSteps + 1));
    for (Step& step : program.steps) {
        for (std::size_t n = random.below(4); n > 0; --n)
            step.reads.push_back(random.below(program.variables));
        for (std::size_t n = random.below(10) == 0 ? random.below(12) : random.below(3); n > 0; --n)
            step.writes.push_back(random.below(program.variables));
        step.priority = static_cast<int>(random.below(3)) - 1;
        step.group = static_cast<std::uint32_t>(random.below(groups));
        step.fails = random.below(1000) < failuresPerThousand;
    }
    return program;
}

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    a ^= b + 0x9E3779B97F4A7C15U + (a << 6) + (a >> 2);
    return a * 0xBF58476D1CE4E5B9U;
}

/// Applies one step to the values.
inline void apply(const Step& step, std::size_t index, std::vector<std::uint64_t>& values)
{
    std::uint64_t hash = index;
    for (const std::size_t r : step.reads)
        hash = mix(hash, values[r]);
    for (const std::size_t w : step.writes)
        values[w] = mix(hash, w);
}

}  // namespace tests

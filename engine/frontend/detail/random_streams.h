#pragma once

#include <cstdint>

namespace engine::frontend {

/// The seeds of a program run's random numbers, one per operation. Thread: the program's.
class RandomStreams {
public:
    explicit RandomStreams(std::uint64_t seedOfRun) : m_seedOfRun(seedOfRun), m_seed(seedOfRun) {}

    /// The position in the sequence of streams.
    struct State {
        std::uint64_t seed = 0;
        std::uint64_t count = 0;
    };
    [[nodiscard]] State state() const { return {m_seed, m_count}; }
    void restore(State state)
    {
        m_seed = state.seed;
        m_count = state.count;
    }
    /// Returns the seed of the next stream of random numbers.
    [[nodiscard]] std::uint64_t next() { return mix(m_seed + mix(m_count++)); }
    /// Starts another sequence of streams.
    void seed(std::uint64_t seed)
    {
        m_seed = mix(seed ^ m_seedOfRun);
        m_count = 0;
    }

private:
    /// splitmix64: adjacent seeds give independent streams.
    static std::uint64_t mix(std::uint64_t x)
    {
        x += 0x9e3779b97f4a7c15U;
        x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
        return x ^ (x >> 31U);
    }

    const std::uint64_t m_seedOfRun;
    std::uint64_t m_seed;
    std::uint64_t m_count = 0;
};

}  // namespace engine::frontend

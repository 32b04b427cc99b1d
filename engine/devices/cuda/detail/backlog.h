#pragma once

#include "engine/base/units.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace engine::devices::cuda::detail {

/// How long a stream will be busy with what is queued in it. A device cannot take queued work back, so that this is
/// what Stop waits for: it is kept short. Durations are learned by the name of the operation, as a factor on what its
/// FLOP and bytes suggest.
/// Threads: one at a time.
class Backlog {
public:
    /// What an operation adds until it has ended.
    struct Share {
        std::string name{};
        Nanoseconds modelled{};
        Nanoseconds expected{};
        bool isUnknown = false;
    };

    /// `modelled`: more than zero.
    [[nodiscard]] Share expect(std::string name, Nanoseconds modelled) const;
    /// Whether one more may be queued; the first always may.
    [[nodiscard]] bool hasRoomFor(const Share& share) const;
    void add(const Share& share);
    /// It has ended, `taken` after it or its predecessor in the stream could begin.
    void end(const Share& share, Nanoseconds taken);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] Nanoseconds expected() const { return m_expected; }

private:
    std::unordered_map<std::string, double> m_factors;  ///< taken / modelled
    Nanoseconds m_expected{};
    std::size_t m_size = 0;
    std::size_t m_unknown = 0;
};

}  // namespace engine::devices::cuda::detail

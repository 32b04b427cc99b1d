#pragma once

#include "engine/base/units.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace engine::devices::cuda::detail {

/// How long a stream will be busy with what is queued in it. A device cannot take queued work back, so that this is
/// what Stop waits for: it is kept short. Durations are learned by the name of the operation, as a factor on what its
/// FLOP and bytes suggest; what is learned counts at once for all of the name that is queued.
/// Threads: one at a time.
class Backlog {
public:
    /// Whether one more may be queued; the first always may. `modelled`: more than zero, as everywhere here.
    [[nodiscard]] bool hasRoomFor(const std::string& name, Nanoseconds modelled) const;
    void add(const std::string& name, Nanoseconds modelled);
    /// One has ended, and was seen to have `taken` after its predecessor in the stream was, or after it was queued.
    /// Who looks may be late: of two that ended while nobody looked, the first seems long and the second short.
    void end(const std::string& name, Nanoseconds modelled, Nanoseconds taken);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] Nanoseconds expected() const;

private:
    struct Kind {
        double taken = 0;     ///< ns, of those that ended lately
        double modelled = 0;  ///< ns, of the same
        double underWay = 0;  ///< modelled ns of those that are queued
        std::size_t count = 0;

        [[nodiscard]] bool isKnown() const { return modelled > 0; }
        [[nodiscard]] double expected(double nanoseconds) const;
    };

    std::unordered_map<std::string, Kind> m_kinds;
    std::size_t m_size = 0;
    std::size_t m_unknown = 0;  ///< queued, of kinds none of which has ended yet
};

}  // namespace engine::devices::cuda::detail

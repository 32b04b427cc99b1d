#pragma once

#include "engine/base/units.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace engine::devices::cuda::detail {

/// Estimates how long a stream will take for the work queued in it. Queued work cannot be withdrawn from a device, so
/// Stop waits for it, and the queue is kept short. Durations are learned per operation name, as a factor on the
/// estimate from FLOP and bytes; a new factor also applies to operations of that name that are queued already.
/// Threads: one at a time.
class Backlog {
public:
    /// Whether one more operation may be queued; always true for an empty queue. `modelled` must be positive.
    [[nodiscard]] bool hasRoomFor(const std::string& name, Nanoseconds modelled) const;
    void add(const std::string& name, Nanoseconds modelled);
    /// Call when an operation has ended. `taken`: time since the operation was queued, or since its predecessor was
    /// observed to end, whichever is later. If two operations end before the observer checks, the first one seems too
    /// long and the second one too short.
    void end(const std::string& name, Nanoseconds modelled, Nanoseconds taken);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] Nanoseconds expected() const;

private:
    struct Kind {
        double taken = 0;     ///< measured ns of ended operations, as a sum in which recent ones weigh more
        double modelled = 0;  ///< modelled ns of ended operations, with the weights of `taken`
        double inFlight = 0;  ///< modelled ns of queued operations
        std::size_t count = 0;

        [[nodiscard]] bool isKnown() const { return modelled > 0; }
        [[nodiscard]] double expected(double nanoseconds) const;
    };

    std::unordered_map<std::string, Kind> m_kinds;
    std::size_t m_size = 0;
    std::size_t m_unknown = 0;  ///< number of queued operations whose name has no observed duration yet
};

}  // namespace engine::devices::cuda::detail

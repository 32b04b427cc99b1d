#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/device/ranks.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace engine::device {

/// A time that never comes.
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// The other ranks of a run on a virtual machine. Each rank has its own modelled clock; the clocks meet at collectives.
/// A rank that has arrived at one must not advance past the time at which another rank could still arrive, so it asks
/// before each advance. No answer depends on the order in which the ranks really run.
///
/// Thread: that of the rank's program.
class Meeting {
public:
    virtual ~Meeting() = default;

    [[nodiscard]] virtual RankPlace place() const = 0;
    /// The ranks of a group in order; empty if this rank has created no such group.
    [[nodiscard]] virtual std::span<const int> ranksOf(GroupId group) const = 0;
    /// Errors: InvalidArgument; the other ranks created the group of this number with other ranks.
    [[nodiscard]] virtual Result<GroupId> createGroup(std::span<const int> ranks) = 0;

    struct Arrival {
        trace::Collective what;
        std::int64_t elements = 0;
        std::int32_t line = 0;
        std::int32_t gpu = -1;  ///< -1: the CPU
        std::int64_t time = 0;  ///< ns
        /// The numbers that this rank contributes; empty in a run of times only.
        std::vector<std::span<const float>> numbers;
    };
    using Ticket = std::uint32_t;
    /// This rank has arrived. Errors: the call differs from that of a rank that arrived earlier, which ends all ranks.
    [[nodiscard]] virtual Result<Ticket> arrive(const Arrival& arrival) = 0;

    /// A collective at which the last rank has arrived.
    struct Complete {
        Ticket ticket = 0;
        std::int64_t started = 0;  ///< the last arrival, ns
        std::vector<int> ranks;
        std::vector<int> gpus;  ///< of these ranks; -1: the CPU
    };
    struct Answer {
        std::int64_t horizon = 0;        ///< this rank may advance up to here
        std::vector<Complete> complete;  ///< not empty: ask again after these were scheduled
    };
    /// Asks whether this rank may advance to `time` (kNever: it has nothing else to do); blocks until it may, or until
    /// one of its collectives is complete. Errors: Cancelled; what ended all ranks, such as a collective that a rank
    /// never calls.
    [[nodiscard]] virtual Result<Answer> advance(std::int64_t time, const std::atomic<bool>& isCancelled) = 0;

    /// The numbers that `rank` contributed to a complete collective, in one sequence.
    [[nodiscard]] virtual Result<std::vector<float>> numbersOf(Ticket ticket, int rank) = 0;
    /// This rank needs the collective no more.
    virtual void leave(Ticket ticket) = 0;

    /// This rank uses a GPU from now on. Errors: another rank uses it too.
    [[nodiscard]] virtual Status use(int gpu) = 0;
};

}  // namespace engine::device

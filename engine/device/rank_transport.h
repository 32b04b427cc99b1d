#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/device/ranks.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine::device {

/// A time later than any event.
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Connects one rank of a run with the others: the rank posts collectives, and advance() reports those that all their
/// ranks have posted. In this file, a rank has "arrived" at a collective when it has posted its call. Implementations:
/// ranks::shm::SharedWorld (virtual machines, shared memory), ranks::mpi::World (this computer, MPI).
///
/// On a virtual machine each rank has its own modelled clock. While ranks are missing at a collective, a rank that has
/// arrived must not advance its clock past the earliest time at which the collective can start (Progress::horizon). It
/// therefore calls advance() before each step of its clock. No result depends on the order in which the processes of
/// the ranks run. On this computer, clocks advance by themselves, and advance() blocks only after a failure or a stop,
/// for some seconds.
///
/// Thread: one at a time; any for place(), ranksOf() and where stated.
class RankTransport {
public:
    virtual ~RankTransport() = default;

    /// The position of this rank, which does not change during the run.
    [[nodiscard]] virtual RankPlace place() const = 0;
    /// The ranks of a group in order; empty if this rank has created no such group.
    [[nodiscard]] virtual std::span<const int> ranksOf(GroupId group) const = 0;
    /// Creates a group. Errors: InvalidArgument; Unsupported for too many groups; Cancelled; the error that ended all
    /// ranks, for example because another rank has created the group of this number with other members.
    [[nodiscard]] virtual Result<GroupId> createGroup(std::span<const int> ranks) = 0;

    /// The data that is transferred when all ranks have arrived.
    enum class Payload : std::uint8_t {
        Numbers,
        External,   ///< no data: a library of the GPUs (NCCL) transfers the numbers
        Handshake,  ///< all-gather of `numbers`, by which the ranks decide whether a GPU library runs their collectives
    };
    /// This rank's call of a collective.
    struct CollectiveCall {
        trace::Collective what;
        Payload payload = Payload::Numbers;
        std::int64_t elements = 0;
        std::int32_t line = 0;
        std::int32_t gpu = -1;  ///< -1: the CPU
        std::int32_t gpus = 0;  ///< number of GPUs of this rank's computer
        std::int64_t time = 0;  ///< ns
        int concurrent = 1;     ///< same as TransferBatch::concurrent
        /// The numbers that this rank contributes, valid until the collective is complete; empty in a timing-only run.
        std::vector<std::span<const float>> numbers;
        /// Memory in which the result may be stored; it has the size of the result, and may be the memory of one of
        /// `numbers`. Empty: none.
        std::span<float> result;
        /// Owns `numbers` and `result`: a collective that has failed may still use them.
        std::shared_ptr<const void> owner;
    };
    /// Identifies a posted collective until release(); reused afterwards.
    using Ticket = std::uint32_t;
    /// Posts a collective and returns without waiting for other ranks. Errors: the error that ended all ranks, such as
    /// a call that differs from that of another rank; on a virtual machine also OutOfMemory, and Unsupported if too
    /// many collectives are incomplete.
    [[nodiscard]] virtual Result<Ticket> post(const CollectiveCall& call) = 0;

    /// A collective at which the last rank has arrived.
    struct CompleteCollective {
        Ticket ticket = 0;
        /// ns; time of the last arrival. On this computer: the `time` that was passed to advance() or post() when
        /// this rank was notified.
        std::int64_t started = 0;
        // Set on a virtual machine only:
        std::vector<int> ranks;
        std::vector<int> gpus;  ///< the GPU of each rank; -1: the CPU
        int concurrent = 1;     ///< largest CollectiveCall::concurrent of all ranks
    };
    /// Result of advance(): the time up to which the rank may advance, and the collectives completed since the last
    /// call.
    struct Progress {
        std::int64_t horizon = 0;  ///< time up to which this rank may advance
        /// Collectives that became complete; on this computer, in the order on which all ranks agreed. If there are
        /// any, the caller schedules their operations and calls advance() again.
        std::vector<CompleteCollective> complete;
        /// On this computer: whether the caller must call advance() again soon, because numbers are being
        /// transferred or clocks compared.
        bool mustPollAgain = false;
        std::optional<trace::ClockRecord> clock{};  ///< a comparison with the clock of rank 0, made while idle
    };
    /// Asks whether this rank may advance to `time` (kNever: it has nothing else to do); blocks until it may, or until
    /// one of its collectives is complete. Errors: Cancelled; the error that ended all ranks, such as a collective that
    /// a rank never calls.
    [[nodiscard]] virtual Result<Progress> advance(std::int64_t time, const std::atomic<bool>& isCancelled) = 0;

    /// Returns the numbers that this rank receives from a complete collective, concatenated; valid until
    /// release(). They may be stored in CollectiveCall::result.
    [[nodiscard]] virtual Result<std::span<const float>> resultOf(Ticket ticket) = 0;
    /// Releases the collective and its numbers.
    virtual void release(Ticket ticket) = 0;

    /// Registers that this rank uses a GPU (-1: the CPU), in `line` of the program. Errors: another rank uses the GPU
    /// too; the error that ended all ranks.
    [[nodiscard]] virtual Status registerGpu(int /*gpu*/, std::int32_t /*line*/) { return {}; }

    /// Reports that this rank waits for no collective and will post none before `time`. Errors: the error that ended
    /// all ranks.
    [[nodiscard]] virtual Status reportIdleUntil(std::int64_t /*time*/) { return {}; }
    /// Reports that this rank's clock has advanced, which shows that its program is not stuck. Cheap.
    virtual void countProgress() {}
    /// Same as Ranks::setSleep(). Any thread.
    [[nodiscard]] virtual Status setSleep(std::int32_t line) = 0;
    /// Same as Ranks::setTimeout(). Any thread. No effect if the user has chosen the time-out.
    virtual void setTimeout(Nanoseconds timeout) = 0;
    /// Returns how long ranks may wait for each other.
    [[nodiscard]] virtual Nanoseconds timeout() const { return Nanoseconds::max(); }

    /// Compares this rank's clock with that of rank 0; all ranks must call this function together. Returns none if both
    /// ranks use the same clock, or if rank 0 does not answer. `now` returns this rank's time.
    [[nodiscard]] virtual std::optional<trace::ClockRecord> compareClocks(const std::function<Nanoseconds()>& /*now*/,
                                                                          const std::atomic<bool>& /*isCancelled*/)
    {
        return std::nullopt;
    }

    /// Ends all ranks because of an error of this rank's devices.
    virtual void fail(const Error& /*error*/) {}
    /// Reports that an error has ended the program; ranks that later wait for this one name the error. `line`: the line
    /// that raised the error; 0: unknown.
    virtual void reportError(const std::string& error, std::int32_t line) = 0;
    /// Reports that the program has ended and issues nothing more.
    virtual void end() = 0;
    /// After end(): blocks until the programs of all ranks have ended. Returns false if the run failed or was stopped
    /// first.
    [[nodiscard]] virtual bool awaitEnds(const std::atomic<bool>& /*isCancelled*/) { return true; }
};

}  // namespace engine::device

#pragma once

#include "engine/base/result.h"
#include "engine/device/meeting.h"
#include "engine/ranks/mpi/abi.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// Memory for numbers, used again by later collectives: the first use of new pages took longer than all else in a sum
/// of many numbers.
class Buffers {
public:
    struct Buffer {
        std::unique_ptr<float[]> data;
        std::size_t size = 0;

        [[nodiscard]] std::span<float> first(std::size_t count) const { return {data.get(), count}; }
    };
    /// A buffer of at least this size.
    [[nodiscard]] Buffer acquire(std::size_t size);
    void release(Buffer buffer);

private:
    std::vector<Buffer> m_free;  ///< by size
};

/// Transfers the numbers of one collective. A sum of many numbers takes two steps: each rank receives its part of all
/// contributions and adds them in the order of the ranks, then the parts are gathered. Few numbers are gathered and
/// then added by each rank that needs them.
///
/// MPI matches the calls of a communicator by their order, which must be the same on all ranks. First steps begin in
/// the order of the collectives; so do second steps, but on another communicator, since a first step may end before the
/// next collective begins on one rank, and after it on another.
class Transfer {
public:
    struct Channels {
        std::int32_t first = 0;
        std::int32_t second = 0;
    };
    /// `ranks`: those of the group; `own`: this rank's position among them.
    Transfer(const abi::Module& module, Channels channels, std::span<const int> ranks, int own,
             const device::Meeting::Arrival& arrival, Buffers& buffers);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Starts the transfer. Errors: OperationFailed, with MPI's text; Unsupported.
    [[nodiscard]] Status begin();
    /// Advances the transfer. `mayGoOn`: all earlier collectives of the group have begun their second step, or have
    /// none. Returns whether the transfer is complete.
    [[nodiscard]] Result<bool> advance(bool mayGoOn);
    /// Whether a second step will follow.
    [[nodiscard]] bool isInFirstOfTwo() const { return m_step == Step::Parts || m_step == Step::Added; }
    [[nodiscard]] std::span<const float> result() const { return m_result; }

private:
    enum class Step { Only, Parts, Added, Second };

    void pack(const device::Meeting::Arrival& arrival);
    void placeResult(std::size_t size);
    void setParts(std::int64_t elements);
    [[nodiscard]] Status allGather(std::int32_t channel, std::span<const float> from, float* to,
                                   const std::vector<std::int32_t>& counts, const std::vector<std::int32_t>& offsets);
    [[nodiscard]] Status beginSum();
    void endStep();
    [[nodiscard]] Status beginSecond();
    [[nodiscard]] Status started(abi::Code code);
    [[nodiscard]] int positionOf(int rank) const;
    [[nodiscard]] bool isNeededHere() const;
    void reduce(std::span<float> result, std::span<const float> own) const;

    const abi::Module& m_module;
    Channels m_channels;
    std::vector<int> m_ranks;
    int m_own;
    trace::Collective m_what;
    std::int64_t m_elements;
    Step m_step = Step::Only;
    bool m_isGathered = false;  ///< all contributions were gathered, and are added here
    Buffers& m_buffers;
    std::shared_ptr<const void> m_owner;  ///< keeps the program's memory alive
    std::span<const float> m_contribution;
    std::span<float> m_place;             ///< the program's memory for the result
    std::span<float> m_result;            ///< what this rank receives
    std::span<float> m_part;              ///< the sum of this rank's part
    Buffers::Buffer m_packed;             ///< contributions of several tensors
    Buffers::Buffer m_received;           ///< the other ranks' contributions
    Buffers::Buffer m_made;               ///< results for several tensors
    std::vector<std::int32_t> m_counts;   ///< by rank: numbers of its part
    std::vector<std::int32_t> m_offsets;  ///< by rank: where its part begins
    std::vector<std::int32_t> m_sentCounts;
    std::vector<std::int32_t> m_places;        ///< by rank: numbers received from it
    std::vector<std::int32_t> m_placeOffsets;  ///< by rank: where they begin
    abi::Request* m_request = nullptr;
};

}  // namespace engine::ranks::mpi::detail

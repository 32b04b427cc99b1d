#pragma once

#include "engine/base/result.h"
#include "engine/device/rank_transport.h"
#include "engine/ranks/mpi/abi.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// Memory for numbers, reused by later collectives. Without reuse, the first access to new pages took longer than all
/// other work in a sum of many numbers.
class Buffers {
public:
    struct Buffer {
        std::unique_ptr<float[]> data;
        std::size_t size = 0;

        [[nodiscard]] std::span<float> first(std::size_t count) const { return {data.get(), count}; }
    };
    /// Returns a buffer of at least this size.
    [[nodiscard]] Buffer acquire(std::size_t size);
    void release(Buffer buffer);

private:
    std::vector<Buffer> m_free;  ///< free buffers, sorted by size
};

/// Sizes and offsets of the parts of a buffer, one part for each rank of a group.
struct Parts {
    /// Returns almost equal parts of `elements` numbers.
    [[nodiscard]] static Parts of(std::int64_t elements, std::size_t ranks);
    /// Returns parts of `size` numbers each, one after the other.
    [[nodiscard]] static Parts each(std::int32_t size, std::size_t ranks);

    [[nodiscard]] abi::Parts view() const { return {counts.data(), offsets.data()}; }

    // Both lists are indexed by the rank's position in the group.
    std::vector<std::int32_t> counts;
    std::vector<std::int32_t> offsets;
};

/// Transfers the numbers of one collective. A sum of many numbers takes two steps. First, each rank receives one part
/// of each contribution and adds them in the order of the ranks; then the summed parts are gathered. A sum of few
/// numbers takes one step: each rank that needs the sum gathers all contributions and adds them. A ReduceScatter takes
/// only the first of the two steps.
///
/// MPI matches the calls of a communicator by their order, which must be the same on all ranks. First steps begin in
/// the order of the collectives. Second steps do so too, but use a second communicator, because ranks may differ in
/// whether a second step begins before or after the first step of the next collective.
class Transfer {
public:
    struct Channels {
        std::int32_t first = 0;
        std::int32_t second = 0;
    };
    struct Group {
        Channels channels;
        std::vector<int> ranks;
        int own = 0;  ///< this rank's position among `ranks`

        [[nodiscard]] int positionOf(int rank) const;
    };
    Transfer(const abi::Module& module, Group group, const device::RankTransport::CollectiveCall& call,
             Buffers& buffers);
    ~Transfer();
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    /// Starts the transfer. Errors: OperationFailed, with MPI's text; Unsupported.
    [[nodiscard]] Status begin();
    /// Advances the transfer. `mayBeginSecond`: whether the second step may begin, because all earlier collectives of
    /// the group have begun their second step or have none. Returns whether the transfer is complete.
    [[nodiscard]] Result<bool> advance(bool mayBeginSecond);
    /// Whether a second step will follow the current one.
    [[nodiscard]] bool isInFirstOfTwo() const { return m_step == Step::Parts || m_step == Step::Added; }
    [[nodiscard]] std::span<const float> result() const { return m_result; }

private:
    enum class Step {
        Only,      ///< the only step of a transfer without a sum; in ReduceScatter also the state after the sum
        Gathered,  ///< the only step of a sum of few numbers: gathers all contributions, which this rank then adds
        Parts,     ///< the first step of a sum of many numbers, and the only one of a ReduceScatter: receives the
                   ///< contributions to this rank's part
        Added,     ///< this rank's part is added; the second step has not begun
        Second,    ///< gathers the summed parts
    };
    /// The parts of a sum or of a gather operation. They must not change until the request is complete.
    struct Layout {
        Parts result;    ///< each rank's part
        Parts sent;      ///< this rank's contributions to the parts of other ranks
        Parts received;  ///< other ranks' contributions to this rank's part
    };

    void pack(const device::RankTransport::CollectiveCall& call);
    void placeResult(std::size_t size);
    [[nodiscard]] Status allGather(std::int32_t channel, std::span<const float> from, float* to, const Parts& parts);
    [[nodiscard]] Status gather(std::int32_t channel, std::span<const float> from, float* to, const Parts& parts);
    [[nodiscard]] Status beginSum();
    void endStep();
    [[nodiscard]] Status beginSecond();
    [[nodiscard]] Status statusOf(abi::Code code);
    [[nodiscard]] bool isNeededHere() const;
    /// Returns the memory for the sum of this rank's part.
    [[nodiscard]] std::span<float> part() const;
    void reduce(std::span<float> result, std::span<const float> own) const;

    const abi::Module& m_module;
    Group m_group;
    trace::Collective m_what;
    std::int64_t m_elements;
    Step m_step = Step::Only;
    Buffers& m_buffers;
    std::shared_ptr<const void> m_owner;  ///< keeps the program's memory alive
    std::span<const float> m_contribution;
    std::span<float> m_programResult;  ///< the program's memory for the result
    std::span<float> m_result;         ///< numbers that this rank receives
    Buffers::Buffer m_packed;          ///< this rank's contributions, if there are several tensors
    Buffers::Buffer m_received;        ///< the other ranks' contributions
    Buffers::Buffer m_resultBuffer;    ///< memory of the result, unless it is m_programResult or m_packed
    Layout m_layout;
    abi::Request* m_request = nullptr;
};

}  // namespace engine::ranks::mpi::detail

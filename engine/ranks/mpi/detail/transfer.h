#pragma once

#include "engine/base/result.h"
#include "engine/device/meeting.h"
#include "engine/ranks/mpi/abi.h"

#include <span>
#include <string>
#include <vector>

namespace engine::ranks::mpi::detail {

/// The numbers of one collective on their way. A sum of many numbers goes in two steps: each rank receives its part of
/// all contributions, adds them in the order of the ranks, and the parts are gathered. Few numbers are gathered and
/// then added by each rank that needs them.
///
/// MPI matches the calls of a communicator by their order, which must be the same on all ranks. First steps begin in
/// the order of the collectives; so do second steps, but on another communicator, since a first step may end earlier on
/// one rank and later than the next collective begins on another.
class Transfer {
public:
    struct Channels {
        std::int32_t first = 0;
        std::int32_t second = 0;
    };
    /// `ranks`: those of the group; `own`: this rank's position among them.
    Transfer(const abi::Module& module, Channels channels, std::span<const int> ranks, int own,
             const device::Meeting::Arrival& arrival);

    /// Starts it. Errors: OperationFailed, with MPI's text; Unsupported.
    [[nodiscard]] Status begin();
    /// Advances it. `mayGoOn`: all earlier collectives of the group have begun their second step, or have none. Returns
    /// whether it is complete.
    [[nodiscard]] Result<bool> advance(bool mayGoOn);
    /// Whether a second step is to come.
    [[nodiscard]] bool isInFirstOfTwo() const { return m_step == Step::Parts || m_step == Step::Added; }
    [[nodiscard]] std::span<const float> result() const { return m_result; }

private:
    enum class Step { Only, Parts, Added, Second };

    void pack(const device::Meeting::Arrival& arrival);
    void setParts(std::int64_t elements);
    [[nodiscard]] Status beginSum();
    void endStep();
    [[nodiscard]] Status beginSecond();
    [[nodiscard]] Status started(abi::Code code);
    [[nodiscard]] int positionOf(int rank) const;
    [[nodiscard]] bool isNeededHere() const;
    void reduce(std::span<float> result, std::size_t size) const;

    const abi::Module& m_module;
    Channels m_channels;
    std::vector<int> m_ranks;
    int m_own;
    trace::Collective m_what;
    std::int64_t m_elements;
    Step m_step = Step::Only;
    bool m_isGathered = false;  ///< all contributions were gathered, and are added here
    std::vector<float> m_packed;
    std::span<const float> m_contribution;
    std::vector<std::int32_t> m_counts;   ///< by rank: numbers of its part
    std::vector<std::int32_t> m_offsets;  ///< by rank: where its part begins
    std::vector<std::int32_t> m_ownCounts;
    std::vector<std::int32_t> m_ownOffsets;
    std::vector<float> m_received;
    std::vector<float> m_part;
    std::vector<float> m_result;
    abi::Request* m_request = nullptr;
};

}  // namespace engine::ranks::mpi::detail

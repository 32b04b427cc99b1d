#pragma once

#include "engine/device/rank_transport.h"
#include "engine/ranks/shm/detail/memory.h"
#include "engine/ranks/shm/detail/numbers.h"

#include <array>
#include <atomic>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace engine::ranks::shm::detail {

/// The transport of one rank over the shared memory. `memory` must outlive it.
class ShmTransport final : public device::RankTransport {
public:
    ShmTransport(Memory& memory, int rank);

    [[nodiscard]] device::RankPlace place() const override;
    [[nodiscard]] std::span<const int> ranksOf(GroupId group) const override;
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks) override;
    [[nodiscard]] Result<Ticket> post(const CollectiveCall& call) override;
    [[nodiscard]] Result<Progress> advance(std::int64_t time, const std::atomic<bool>& isCancelled) override;
    [[nodiscard]] Result<std::span<const float>> resultOf(Ticket ticket) override;
    void release(Ticket ticket) override;
    [[nodiscard]] Status registerGpu(int gpu, std::int32_t line) override;
    [[nodiscard]] Status reportIdleUntil(std::int64_t time) override;
    void countProgress() override
    {
        m_shared.ranks[static_cast<std::size_t>(m_rank)].progressCount.fetch_add(1, std::memory_order_relaxed);
    }
    [[nodiscard]] Status setSleep(std::int32_t line) override;
    void setTimeout(Nanoseconds timeout) override;
    void reportError(const std::string& error, std::int32_t line) override { m_reason = endedWith(error, line); }
    void end() override { m_memory.end(m_rank, m_reason); }

private:
    GroupId addGroup(const Group& group);

    // For the following functions, the caller must own the Lock.
    /// Counts a report of this rank, and returns the rank's state, to which the caller writes the report.
    [[nodiscard]] RankState& countReport()
    {
        countProgress();
        return m_shared.ranks[static_cast<std::size_t>(m_rank)];
    }
    [[nodiscard]] Status status() const { return m_shared.hasFailed ? Status(m_memory.failed()) : Status(); }
    void failUnlessEmpty(const std::string& sentence);
    [[nodiscard]] std::vector<CompleteCollective> popComplete();
    /// Returns a time before which none of this rank's open collectives can start.
    [[nodiscard]] std::int64_t horizonOf(const Bounds& bounds) const;

    Memory& m_memory;
    SharedState& m_shared;
    const int m_rank;
    std::vector<std::vector<int>> m_groups;
    std::vector<Ticket> m_open;  ///< this rank's collectives that are not complete
    Numbers m_numbers;
    std::map<Ticket, std::vector<float>> m_results;
    std::string m_reason;     ///< why the rank's program ended
    bool m_isAsleep = false;  ///< the rank's program is in time.sleep()
    std::array<bool, kMostGpus> m_isUsing{};
};

}  // namespace engine::ranks::shm::detail

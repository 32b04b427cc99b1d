#pragma once

#include "engine/ranks/mpi/detail/transfer.h"
#include "engine/ranks/mpi/world.h"
#include "engine/ranks/open_call.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine::ranks::mpi::detail {

/// The collectives that this rank has posted and not released, and their transfers. All ranks begin the transfers of a
/// group in the order in which rank 0 agreed to its collectives. Thread: one at a time, as for World.
class Transfers {
public:
    using Ticket = World::Ticket;

    explicit Transfers(const abi::Module& module) : m_module(module) {}

    /// Adds the channels of the next group.
    void addGroup(const Transfer::Channels& channels) { m_channels.push_back(channels); }
    /// Adds a collective. `ranks`: ranks of its group; `own`: this rank's position among them.
    Ticket add(const CollectiveKey& key, const World::CollectiveCall& call, std::span<const int> ranks, int own);
    /// Records that all ranks have called the collective `key`, as rank 0 has reported. `now` in ns.
    void agree(const CollectiveKey& key, std::int64_t now);
    /// Begins the collectives on which all ranks agree, and advances those that have begun.
    [[nodiscard]] Status advance();
    /// Returns the collectives that have completed since the last call, in the order in which rank 0 agreed to them.
    [[nodiscard]] std::vector<World::CompleteCollective> popComplete();
    [[nodiscard]] Result<std::span<const float>> resultOf(Ticket ticket);
    void release(Ticket ticket);

    [[nodiscard]] bool hasOpen() const;
    /// Whether a transfer has begun and is not complete.
    [[nodiscard]] bool isTransferring() const;
    /// Whether there is a collective that all its ranks have called and that is not complete. Such a collective
    /// completes without further calls of any rank.
    [[nodiscard]] bool isUnderWay() const;
    /// Returns the first collective that popComplete() has not returned; nullopt: none.
    [[nodiscard]] std::optional<World::Position> position() const;

private:
    struct Open {
        CollectiveKey key;
        World::Position position;
        std::uint64_t call = 0;              ///< index among all calls of this rank
        std::unique_ptr<Transfer> transfer;  ///< null: this entry is not used
        std::int64_t agreed = -1;            ///< ns; time of rank 0's report that all have arrived; -1: not yet
        std::uint64_t number = 0;            ///< index among the collectives that rank 0 agreed to
        bool hasBegun = false;               ///< the transfer of this collective has started
        bool isDone = false;                 ///< the transfer of this collective is complete
        bool isReturned = false;             ///< popComplete() has returned this collective

        [[nodiscard]] bool isOpen() const { return transfer != nullptr; }
        [[nodiscard]] bool isAgreed() const { return isOpen() && agreed >= 0; }
    };

    const abi::Module& m_module;
    std::vector<Transfer::Channels> m_channels{{abi::kFirst, abi::kSecond}};  ///< indexed by group
    Buffers m_buffers;
    std::vector<Open> m_open;        ///< indexed by ticket
    std::uint64_t m_calls = 0;       ///< number of calls of this rank
    std::uint64_t m_agreements = 0;  ///< number of this rank's calls to which all ranks have agreed
};

}  // namespace engine::ranks::mpi::detail

#pragma once

#include "engine/base/message.h"
#include "engine/devices/cpu/communication_thread.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace engine::devices::cpu {

/// Determines which groups of ranks use the library of their GPUs (RankLibrary): each rank must have the library and a
/// separate GPU, and all GPUs must be connected. The ranks agree on this at the group's first collective of GPU
/// tensors: they exchange a handshake before they connect, and the outcome after it. Thread: the program's.
class LibraryGroups {
public:
    LibraryGroups(ComputerState& state, device::RankTransport& transport, CommunicationThread& thread)
        : m_state(state), m_transport(transport), m_thread(thread)
    {
    }

    /// Sets whether the program wants the library; initially false.
    void enable(bool isWanted) { m_isWanted = isWanted; }
    /// Whether the library runs this collective; false for a transfer between two ranks. If the program wants the
    /// library, a group's first collective on tensors of GPUs blocks until all ranks have called it and their GPUs are
    /// connected. The group's first collective on tensors of the CPU also waits for all ranks, because a rank whose
    /// tensors are on a GPU needs the handshake of this rank. Errors: those of a collective; InvalidArgument if this
    /// rank used another GPU in the group before.
    [[nodiscard]] Result<bool> usesLibrary(const PendingCollective& call);
    /// Why the library did not run a collective of GPU tensors although the program wanted it; empty if it runs them.
    [[nodiscard]] const Message& problem() const { return m_problem; }
    /// Whether any group uses the library.
    [[nodiscard]] bool isConnected() const
    {
        return std::ranges::any_of(m_groups, [](const auto& group) { return group.second.has_value(); });
    }

private:
    struct Handshake;
    struct Outcome;
    /// Sends the words of this rank to all ranks of the group, and returns the words of all ranks.
    template <typename Words>
    [[nodiscard]] Result<std::vector<Words>> allGather(const PendingCollective& call, const Words& own);
    [[nodiscard]] Result<std::vector<Handshake>> exchangeHandshakes(const PendingCollective& call);
    /// Returns the reason why the ranks cannot use the library; empty if they can.
    [[nodiscard]] Message problemOf(const std::vector<Handshake>& handshakes, GroupId group) const;
    /// Connects the GPU of this rank. If one rank fails to connect, no rank stays connected, and the reason is
    /// returned.
    [[nodiscard]] Result<Message> connect(const PendingCollective& call, const RankLibrary::Id& id);

    ComputerState& m_state;
    device::RankTransport& m_transport;
    CommunicationThread& m_thread;
    bool m_isWanted = false;
    /// key: group, and whether tensors are on GPUs; value: this rank's GPU, or none if the library does not run the
    /// collectives
    std::map<std::pair<GroupId, bool>, std::optional<DeviceId>> m_groups;
    Message m_problem;
};

}  // namespace engine::devices::cpu

#pragma once

#include "engine/base/message.h"
#include "engine/devices/cpu/communication_thread.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace engine::devices::cpu {

/// Determines which groups of ranks use the library of their GPUs (RankLibrary): those in which each rank has the
/// library and a separate GPU, and all GPUs can be connected. The ranks agree on it at the group's first collective of
/// tensors of GPUs, by a message before they connect and one after. Thread: the program's.
class LibraryGroups {
public:
    LibraryGroups(ComputerState& state, device::Meeting& meeting, CommunicationThread& thread)
        : m_state(state), m_meeting(meeting), m_thread(thread)
    {
    }

    /// Whether the program wants the library; not at first.
    void enable(bool isWanted) { m_isWanted = isWanted; }
    /// Whether the library runs this collective; not a transfer between two ranks. If it is wanted, the first
    /// collective of a group blocks until all ranks of the group have called it and their GPUs are connected; so does
    /// the first one of tensors of the CPU, so that calls on different devices meet and are compared. Errors: those of
    /// the call; InvalidArgument: another GPU than before.
    [[nodiscard]] Result<bool> use(const CommunicationThread::Call& call);
    /// Why the last call that wants the library does not use it; empty: there is none.
    [[nodiscard]] const Message& problem() const { return m_problem; }
    /// Whether a group uses the library.
    [[nodiscard]] bool isConnected() const
    {
        return std::ranges::any_of(m_groups, [](const auto& one) { return one.second.has_value(); });
    }

private:
    struct Greeting;
    struct Outcome;
    /// Sends all ranks of the group the words of this rank, and returns those of all.
    template <typename Words>
    [[nodiscard]] Result<std::vector<Words>> exchange(const CommunicationThread::Call& call, const Words& own);
    [[nodiscard]] Result<std::vector<Greeting>> greet(const CommunicationThread::Call& call);
    /// What keeps the ranks from using the library; empty: nothing.
    [[nodiscard]] Message problemOf(const std::vector<Greeting>& greetings, GroupId group) const;
    /// Connects the GPU of this rank. Returns why one rank could not; then none is connected.
    [[nodiscard]] Result<Message> connect(const CommunicationThread::Call& call, const RankLibrary::Id& id);

    ComputerState& m_state;
    device::Meeting& m_meeting;
    CommunicationThread& m_thread;
    bool m_isWanted = false;
    /// This rank's GPU, by group and whether its tensors are on GPUs; none: the library does not run these collectives.
    std::map<std::pair<GroupId, bool>, std::optional<DeviceId>> m_groups;
    Message m_problem;
};

}  // namespace engine::devices::cpu

#pragma once

#include "engine/base/expect.h"
#include "engine/base/result.h"
#include "engine/schedule/detail/group.h"
#include "engine/schedule/engine.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace engine::schedule::detail {

/// The groups of an engine, which exist as long as the engine. Any thread.
class GroupTable {
public:
    /// Calls start() for each worker of the new group, unless the policy is naive. Call before the first push. If the
    /// system has too few addresses for the group's queues, the slab releases some of its addresses.
    [[nodiscard]] Result<GroupId> add(GroupOptions options, Policy policy, Slab& slab,
                                      const std::function<void(Worker&)>& start);
    /// Makes later calls of add() fail. Returns false if the table was closed already.
    [[nodiscard]] bool close();
    /// Wakes all workers and waits until their threads have ended.
    void joinWorkers();

    /// Returns null if there is no such group.
    [[nodiscard]] Group* find(std::uint32_t index) const
    {
        return index < m_groups.size() ? m_groups[index].load(std::memory_order_acquire) : nullptr;
    }
    /// The group must exist.
    [[nodiscard]] Group& at(std::uint32_t index) const
    {
        ENGINE_EXPECT(find(index) != nullptr);
        return *m_groups[index].load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint32_t count() const { return m_count.load(); }
    [[nodiscard]] bool hasDispatchers() const { return m_hasDispatchers.load(std::memory_order_relaxed); }
    /// Number of completed operations of all groups.
    [[nodiscard]] std::int64_t completed() const;

private:
    std::array<std::atomic<Group*>, 1024> m_groups{};
    std::atomic<std::uint32_t> m_count{0};
    std::atomic<bool> m_hasDispatchers{false};
    std::mutex m_mutex;  ///< guards the members below
    std::vector<std::unique_ptr<Group>> m_owned;
    bool m_isClosed = false;
};

}  // namespace engine::schedule::detail

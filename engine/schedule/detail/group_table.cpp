#include "engine/schedule/detail/group_table.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace engine::schedule::detail {

namespace {

/// Moves a thread that was just started to the `n`-th usable core (modulo their number); the system may move it away
/// later. Without this move, threads that start together often run on the same core for milliseconds. Call this
/// function on the creating thread, because a thread that moves itself waits in two run queues.
void moveToCore([[maybe_unused]] std::jthread& thread, [[maybe_unused]] int n)
{
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2)
        return;
    n %= CPU_COUNT(&allowed);
    int core = 0;
    while (!CPU_ISSET(core, &allowed) || n-- > 0)
        ++core;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    if (pthread_setaffinity_np(thread.native_handle(), sizeof one, &one) == 0)
        static_cast<void>(pthread_setaffinity_np(thread.native_handle(), sizeof allowed, &allowed));
#endif
}

}  // namespace

Result<GroupId> GroupTable::add(GroupOptions options, Policy policy, Slab& slab,
                                const std::function<void(Worker&)>& start)
{
    const std::lock_guard lock(m_mutex);
    const std::uint32_t index = m_count.load();
    if (index == m_groups.size())
        return untranslatedError(ErrorCode::InvalidArgument, "an engine can have at most 1024 groups");
    if (options.dispatcher == nullptr && (options.workers < 1 || options.workers > 256))
        return untranslatedError(ErrorCode::InvalidArgument, "group '" + options.name + "' requests " +
                                                                 std::to_string(options.workers) +
                                                                 " workers; allowed are 1 to 256");
    if (m_isClosed)
        return untranslatedError(ErrorCode::Cancelled, "the run has ended; the group was rejected");
    auto owned = std::make_unique<Group>();
    Group& group = *owned;
    group.options = std::move(options);
    group.index = index;
    const bool hasThreads = group.options.dispatcher == nullptr && policy != Policy::Naive;
    group.isShared = hasThreads && group.options.workers > 1;
    if (group.options.dispatcher != nullptr)
        m_hasDispatchers.store(true);
    const auto reserve = [&slab](Injector& injector) { return injector.reserve(slab.most()); };
    while (hasThreads && !std::ranges::all_of(group.injectors, reserve))
        if (!slab.halve())
            return untranslatedError(ErrorCode::OutOfMemory, "the system has no addresses for the queues of group '" +
                                                                 group.options.name + "'");
    for (int i = 0; hasThreads && i < group.options.workers; ++i) {
        auto worker = std::make_unique<Worker>();
        worker->group = &group;
        worker->index = static_cast<std::uint32_t>(i);
        worker->plainKind = std::bit_cast<std::uint32_t>(OpRecord::Kind{static_cast<std::uint16_t>(index)});
        if (group.isShared)
            worker->deque = std::make_unique<WorkDeque>();
        group.workers.push_back(std::move(worker));
    }
    m_groups[index].store(&group, std::memory_order_release);
    m_owned.push_back(std::move(owned));
    m_count.store(index + 1);
    for (const auto& worker : group.workers) {
        start(*worker);
        if (group.isShared)
            moveToCore(worker->thread, static_cast<int>(worker->index));
#if defined(__linux__)
        const std::string name = (group.options.name + " " + std::to_string(worker->index)).substr(0, 15);
        pthread_setname_np(worker->thread.native_handle(), name.c_str());
#endif
    }
    return GroupId{index};
}

bool GroupTable::close()
{
    const std::lock_guard lock(m_mutex);
    return !std::exchange(m_isClosed, true);
}

void GroupTable::joinWorkers()
{
    for (const auto& group : m_owned)
        group->events.notifyAll();
    for (const auto& group : m_owned)
        for (const auto& worker : group->workers)
            if (worker->thread.joinable())
                worker->thread.join();
}

std::int64_t GroupTable::completed() const
{
    std::int64_t completed = 0;
    const std::uint32_t count = m_count.load();
    for (std::uint32_t i = 0; i < count; ++i) {
        const Group& one = *m_groups[i].load(std::memory_order_acquire);
        completed += one.completedOutside.load(std::memory_order_seq_cst);
        for (const auto& worker : one.workers)
            completed += worker->completed.load(std::memory_order_seq_cst);
    }
    return completed;
}

}  // namespace engine::schedule::detail

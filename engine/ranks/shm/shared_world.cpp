#include "engine/ranks/shm/shared_world.h"

#include "engine/base/expect.h"
#include "engine/messages/messages.h"
#include "engine/ranks/shm/detail/memory.h"
#include "engine/ranks/shm/detail/shared_state.h"
#include "engine/ranks/shm/detail/shm_transport.h"
#include "engine/ranks/shm/detail/stall_watchdog.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

namespace engine::ranks::shm {

using namespace detail;

Result<std::unique_ptr<SharedWorld>> SharedWorld::create(int ranks, std::optional<Nanoseconds> timeout,
                                                         std::uint64_t run, int ranksPerComputer)
{
    if (ranks < 1 || ranks > kMostRanks)
        return untranslatedError(ErrorCode::InvalidArgument, "A virtual machine has 1 to " +
                                                                 std::to_string(kMostRanks) + " ranks; " +
                                                                 std::to_string(ranks) + " were asked for.");
    void* const bytes =
        ::mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "mmap"));
    auto memory = std::make_unique<detail::Memory>(new (bytes) SharedState);
    SharedState& shared = *memory->shared;
    shared.count = ranks;
    shared.ranksPerComputer = ranksPerComputer > 0 ? std::min(ranksPerComputer, ranks) : ranks;
    shared.run = run;
    shared.timeout = timeout.value_or(kTimeout).count();
    shared.isTimeoutGiven = timeout.has_value();
    shared.groups[0].count = ranks;
    for (int rank = 0; rank < ranks; ++rank) {
        shared.groups[0].ranks[static_cast<std::size_t>(rank)] = static_cast<std::int8_t>(rank);
        int& file = memory->files[static_cast<std::size_t>(rank)];
        file = ::memfd_create("overlap rank", MFD_CLOEXEC);
        if (file < 0)
            return makeError(ErrorCode::OutOfMemory, messages::message("run.no-resources", "memfd_create"));
    }
    pthread_mutexattr_t kind;
    ::pthread_mutexattr_init(&kind);
    ::pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    ::pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    ::pthread_mutex_init(&shared.mutex, &kind);
    ::pthread_mutexattr_destroy(&kind);
    return std::unique_ptr<SharedWorld>(new SharedWorld(std::move(memory)));
}

SharedWorld::SharedWorld(std::unique_ptr<detail::Memory> memory)
    : m_memory(std::move(memory)), m_watchdog(std::make_unique<StallWatchdog>())
{
}

SharedWorld::~SharedWorld() = default;

void SharedWorld::end(int rank, const std::string& reason)
{
    m_memory->end(rank, reason);
}

std::string SharedWorld::stop()
{
    const Lock lock(*m_memory->shared);
    m_memory->shared->isStopped = true;
    return describe(openCalls(*m_memory->shared));
}

std::string SharedWorld::failure() const
{
    const Lock lock(*m_memory->shared);
    return m_memory->shared->hasFailed ? m_memory->shared->failure.text() : std::string();
}

std::string SharedWorld::checkStalls(std::chrono::steady_clock::time_point now,
                                     std::chrono::steady_clock::duration remarkAfter)
{
    const Lock lock(*m_memory->shared);
    const SharedState& shared = *m_memory->shared;
    if (shared.hasFailed || shared.isStopped)
        return {};
    m_watchdog->poll(shared, now);
    const Nanoseconds timeout{shared.timeout};
    const Nanoseconds remark = std::min<Nanoseconds>(remarkAfter, timeout);
    const Nanoseconds end = std::max<Nanoseconds>(remarkAfter, timeout);
    if (const std::vector<OpenCall> calls = m_watchdog->waitsOf(end, now); !calls.empty())
        m_memory->fail(describeTimeout(calls, end));
    return describeWait(m_watchdog->newWaitsOf(remark, now), remark);
}

bool SharedWorld::hasEnded(int rank) const
{
    const Lock lock(*m_memory->shared);
    return m_memory->shared->ranks[static_cast<std::size_t>(rank)].state == State::Ended;
}

std::vector<std::string> SharedWorld::remarks() const
{
    const Lock lock(*m_memory->shared);
    return m_memory->shared->remarks.texts();
}

std::unique_ptr<device::RankTransport> SharedWorld::join(int rank)
{
    ENGINE_EXPECT(rank >= 0 && rank < m_memory->shared->count);
    return std::make_unique<ShmTransport>(*m_memory, rank);
}

}  // namespace engine::ranks::shm

#include "engine/ranks/shm/detail/memory.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <limits>
#include <utility>

namespace engine::ranks::shm::detail {

namespace {

constexpr timespec kBetweenChecks{0, 50'000'000};  // longest time between two checks for a killed rank or a stop

}  // namespace

Lock::Lock(SharedState& shared) : m_shared(shared)
{
    if (::pthread_mutex_lock(&m_shared.mutex) == EOWNERDEAD)
        ::pthread_mutex_consistent(&m_shared.mutex);
}

Memory::~Memory()
{
    for (const int file : files)
        if (file >= 0)
            ::close(file);
    ::munmap(shared, sizeof(SharedState));
}

void Memory::wakeAll() const
{
    shared->changes.fetch_add(1);
    ::syscall(SYS_futex, &shared->changes, FUTEX_WAKE, std::numeric_limits<int>::max(), nullptr, nullptr, 0);
}

void Memory::fail(const std::string& sentence) const
{
    if (!std::exchange(shared->hasFailed, true))
        shared->failure = sentence;
    wakeAll();
}

Error Memory::failed() const
{
    return untranslatedError(ErrorCode::OperationFailed, shared->failure.text());
}

void Memory::end(int rank, const std::string& reason) const
{
    const Lock lock(*shared);
    RankState& state = shared->ranks[static_cast<std::size_t>(rank)];
    if (state.state == State::Ended)
        return;
    state.state = State::Ended;
    state.reason = reason;
    wakeAll();
}

void Memory::waitForChange(std::uint32_t lastChange) const
{
    ::syscall(SYS_futex, &shared->changes, FUTEX_WAIT, lastChange, &kBetweenChecks, nullptr, 0);
}

}  // namespace engine::ranks::shm::detail

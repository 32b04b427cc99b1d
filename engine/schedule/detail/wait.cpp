#include "engine/schedule/detail/complete.h"
#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

namespace engine::schedule {

using detail::Access;
using detail::kNone;
using detail::OpRecord;
using detail::Variable;

namespace {

/// A wait looks so long before it sleeps, if there is a core for it: waking a thread that sleeps on an idle virtual
/// core takes 20 to 60 us, and most waits of a program are for the last few operations. After some pauses it offers its
/// core at each look, since on a busy machine the worker may be queued behind it.
constexpr std::chrono::microseconds kWaitLook{1000};
constexpr int kPauses = 1000;
/// A push that waits for room.
constexpr int kYields = 50;
/// With so many operations left when it is woken, it is back before the workers run dry. It then sleeps at once: a
/// thread that looks takes the core on which a worker that was just woken could run.
constexpr std::int64_t kEnoughToSleep = 256;

Error insideError()
{
    return makeError(ErrorCode::Deadlock,
                     "an operation waits for another, which would block the worker that it runs on for ever; name what "
                     "it needs as a variable that it reads");
}

Error cancelledError()
{
    return makeError(ErrorCode::Cancelled, "the run was stopped");
}

}  // namespace

Waiter* Engine::Core::takeWaiter(std::uint32_t parties)
{
    const std::lock_guard lock(waitMutex);
    if (isCancelled.load(std::memory_order_relaxed))
        return nullptr;
    if (idleWaiters.empty()) {
        waiterPool.push_back(std::make_unique<Waiter>());
        idleWaiters.push_back(waiterPool.back().get());
    }
    Waiter* const waiter = idleWaiters.back();
    idleWaiters.pop_back();
    waiter->state.store(Waiter::Waiting, std::memory_order_relaxed);
    waiter->parties.store(parties, std::memory_order_relaxed);
    waiter->failure = nullptr;
    waiter->releasedBy = OpId{};
    waiter->group = kNone;
    activeWaiters.push_back(waiter);
    return waiter;
}

void Engine::Core::dropWaiter(Waiter* waiter)
{
    if (waiter->parties.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    const std::lock_guard lock(waitMutex);
    std::erase(activeWaiters, waiter);
    idleWaiters.push_back(waiter);
}

void Engine::Core::release(Waiter& waiter, OpId by, Waiter::State state)
{
    if (state == Waiter::Released)
        waiter.releasedBy = by;
    std::uint32_t before = waiter.state.load(std::memory_order_relaxed);
    do {
        if (before != Waiter::Waiting && before != Waiter::Sleeping)
            return;
    } while (!waiter.state.compare_exchange_weak(before, state, std::memory_order_seq_cst));
    if (before == Waiter::Sleeping)
        waiter.state.notify_one();
}

/// The wait that this record stands for is over.
void Engine::Core::fire(Record record)
{
    OpRecord& op = slab[record];
    Waiter* waiter = nullptr;
    std::memcpy(&waiter, op.closure, sizeof waiter);
    if (op.pending.isPoisoned())
        waiter->failure = failures.takePoison(record);
    const OpId by{op.slots[OpRecord::kReleasedBy]};
    op.kind.flags = 0;
    static_cast<void>(op.successors.close());
    release(*waiter, by, Waiter::Released);
    dropWaiter(waiter);
}

Waiter::State Engine::Core::lookUntilReleased(Waiter& waiter)
{
    const auto isOver = [&waiter] { return waiter.state.load(std::memory_order_acquire) != Waiter::Waiting; };
    for (int i = 0; i < kPauses && !isOver() && hasSpareCore(); ++i)
        detail::pauseSpin();
    detail::OfferedLook look(offers);
    for (const auto until = look.now() + kWaitLook; look.goesOn() && !isOver() && hasSpareCore() && look.now() < until;)
        look.offer(isOver);
    return sleepUntilReleased(waiter);
}

Waiter::State Engine::Core::sleepUntilReleased(Waiter& waiter)
{
    std::uint32_t state = Waiter::Waiting;
    if (waiter.state.compare_exchange_strong(state, Waiter::Sleeping, std::memory_order_acq_rel,
                                             std::memory_order_acquire)) {
        waiter.state.wait(Waiter::Sleeping, std::memory_order_acquire);
        state = waiter.state.load(std::memory_order_acquire);
    }
    return static_cast<Waiter::State>(state);
}

Status Engine::Core::waitToRead(VariableId id, OpId* releasedBy)
{
    Waiter* waiter = nullptr;
    {
        std::unique_lock lock(submission);
        Variable* variable = variables.find(id);
        if (variable == nullptr)
            return makeError(ErrorCode::InvalidArgument,
                             "variable " + std::to_string(id.index) + " does not exist, or was released");
        const Access writer = variable->writer;
        if (isDone(writer)) {
            lock.unlock();
            const FailurePtr failure = writer.exists() ? failures.ofCompleted(writer.key) : nullptr;
            if (failure)
                return failure->error;
            return isCancelled.load(std::memory_order_relaxed) ? Status(cancelledError()) : Status();
        }
        lock.unlock();
        if (isInsideBody())
            return insideError();
        waiter = takeWaiter(2);
        if (waiter == nullptr)
            return cancelledError();
        lock.lock();

        // An operation that depends on the writer alone and needs no worker.
        const Record record = allocateAnyway();
        if (record == kNone) {
            lock.unlock();
            dropWaiter(waiter);
            dropWaiter(waiter);
            return pollUntilDone(writer);
        }
        OpRecord& op = slab[record];
        op.pending.begin();
        op.kind.flags = OpRecord::kWaiter;
        std::memcpy(op.closure, &waiter, sizeof waiter);
        Linking linking;
        begin(linking, record, kNone);
        link(linking, writer, trace::DependencyKind::ReadAfterWrite);
        const bool isReady = publish(linking);
        lock.unlock();
        if (isReady) {
            slab[record].setReleased(kNone, 0);
            fire(record);
            freeRecord(record, nullptr);
        }
    }
    const Waiter::State state = lookUntilReleased(*waiter);
    FailurePtr failure;
    if (state == Waiter::Released) {
        failure = waiter->failure;
        if (releasedBy != nullptr)
            *releasedBy = waiter->releasedBy;
    }
    dropWaiter(waiter);
    if (failure)
        return failure->error;
    return state == Waiter::Cancelled ? Status(cancelledError()) : Status();
}

/// Where there are so many operations that there is no record for the wait: they will be fewer.
Status Engine::Core::pollUntilDone(const Access& writer)
{
    while (!isDone(writer) && !isCancelled.load(std::memory_order_relaxed))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!isDone(writer))
        return cancelledError();
    const FailurePtr failure = failures.ofCompleted(writer.key);
    return failure ? Status(failure->error) : Status();
}

Status Engine::Core::waitQuiet(std::uint32_t groupOrNone, std::int64_t limit, OpId* releasedBy)
{
    if (pending(groupOrNone) <= limit)
        return isCancelled.load() ? Status(cancelledError()) : Status();
    if (isInsideBody())
        return insideError();
    // Give the workers a chance first: with one core, sleeping and waking costs more than the work that is left.
    detail::OfferedLook look(offers);
    for (int i = 0; limit > 0 && look.goesOn() && i < kYields; ++i) {
        const std::int64_t before = pending(groupOrNone);
        look.offer([&] { return pending(groupOrNone) < before; });
        if (pending(groupOrNone) <= limit)
            return Status();
    }
    Waiter* const waiter = takeWaiter(1);
    if (waiter == nullptr)
        return cancelledError();
    {
        const std::lock_guard lock(waitMutex);
        waiter->group = groupOrNone;
        waiter->limit = limit;
        quietWaiters.push_back(waiter);
        quietWaits.fetch_add(1, std::memory_order_seq_cst);
    }
    Waiter::State state = Waiter::Released;
    if (pending(groupOrNone) > limit)
        state = limit >= kEnoughToSleep ? sleepUntilReleased(*waiter) : lookUntilReleased(*waiter);
    {
        const std::lock_guard lock(waitMutex);
        std::erase(quietWaiters, waiter);
        quietWaits.fetch_sub(1, std::memory_order_seq_cst);
        if (releasedBy != nullptr)
            *releasedBy = waiter->releasedBy;
    }
    dropWaiter(waiter);
    return state == Waiter::Cancelled ? Status(cancelledError()) : Status();
}

void Engine::Core::wakeQuiet(OpId by)
{
    const std::lock_guard lock(waitMutex);
    for (Waiter* waiter : quietWaiters)
        if (pending(waiter->group) <= waiter->limit)
            release(*waiter, by, Waiter::Released);
}

}  // namespace engine::schedule

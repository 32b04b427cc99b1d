#include "engine/schedule/detail/completion.h"
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
using detail::Waiter;

namespace {

/// How long a waiting thread polls before it sleeps, if a core is spare: waking a thread on an idle virtual core takes
/// 20 to 60 us, and most waits of a program are for the last few operations. After kPauses polls the thread yields its
/// core at each poll, because on a loaded machine the worker may be queued behind this thread.
constexpr std::chrono::microseconds kWaitLook{1000};
constexpr int kPauses = 1000;
/// Largest number of yields of a push that waits because too many operations are pending (EngineOptions::maxPending).
constexpr int kYields = 50;
/// A wait with a limit of at least this many pending operations (Waiter::limit) sleeps without polling. The thread
/// resumes before the workers run out of work, and a polling thread would occupy the core on which a woken worker could
/// run.
constexpr std::int64_t kEnoughToSleep = 256;

Error insideError()
{
    return untranslatedError(
        ErrorCode::Deadlock,
        "an operation waits for another, which would block the worker that it runs on for ever; name what "
        "it needs as a variable that it reads");
}

Error cancelledError()
{
    return untranslatedError(ErrorCode::Cancelled, "the run was stopped");
}

Waiter::State pollThenSleep(Waiter& waiter, detail::CoreUse& cores)
{
    const auto isOver = [&waiter] { return waiter.state.load(std::memory_order_acquire) != Waiter::Waiting; };
    for (int i = 0; i < kPauses && !isOver() && cores.hasSpare(); ++i)
        detail::pauseSpin();
    detail::YieldingPoll poll(cores.offers);
    for (const auto until = poll.now() + kWaitLook;
         poll.shouldContinue() && !isOver() && cores.hasSpare() && poll.now() < until;)
        poll.yieldOnce(isOver);
    return waiter.sleep();
}

}  // namespace

/// Ends the wait that the record represents.
void Engine::Core::fire(Record record)
{
    OpRecord& op = slab[record];
    Waiter* waiter = nullptr;
    std::memcpy(&waiter, op.closure, sizeof waiter);
    if (op.pending.isPoisoned())
        waiter->failure = failures.removePoison(record);
    const OpId by{op.slots[OpRecord::kReleasedBy]};
    op.kind.flags = 0;
    static_cast<void>(op.successors.close());
    waiter->wake(by, Waiter::Released);
    waiters.release(waiter);
}

/// A wait for the last writer of a variable.
class Engine::Core::WriterWait {
public:
    WriterWait(Core& core, const Access& writer) : m_core(core), m_writer(writer) {}

    [[nodiscard]] Status wait(OpId* releasedBy)
    {
        if (m_core.submission.linker.isDone(m_writer))
            return status();
        if (detail::isInsideBody(&m_core))
            return insideError();
        Waiter* const waiter = m_core.waiters.acquire(2);
        if (waiter == nullptr)
            return cancelledError();
        if (wakeAfterWriter(*waiter))
            return sleep(*waiter, releasedBy);
        m_core.waiters.release(waiter);  // on behalf of the writer, which has no reference to the waiter
        m_core.waiters.release(waiter);
        return poll();
    }

private:
    /// Returns the status of a wait after its writer has completed.
    [[nodiscard]] Status status() const
    {
        if (const FailurePtr failure = m_writer.exists() ? m_core.failures.ofCompleted(m_writer.key) : nullptr)
            return failure->error;
        return m_core.ending.isCancelled.load(std::memory_order_relaxed) ? Status(cancelledError()) : Status();
    }

    /// Pushes an operation that depends only on the writer, needs no worker, and wakes the waiter. Returns false if no
    /// record is free.
    [[nodiscard]] bool wakeAfterWriter(Waiter& waiter)
    {
        auto& submission = m_core.submission;
        Record record = kNone;
        bool isReady = false;
        {
            const std::lock_guard lock(submission.lock);
            record = submission.records.allocateFromReserve(m_core.slab);
            if (record == kNone)
                return false;
            OpRecord& op = m_core.slab[record];
            op.pending.begin();
            op.kind.flags = OpRecord::kWaiter;
            const Waiter* const pointer = &waiter;
            std::memcpy(op.closure, &pointer, sizeof pointer);
            detail::PushInProgress linking;
            submission.linker.begin(linking, record, kNone);
            submission.linker.link(linking, m_writer, trace::DependencyKind::ReadAfterWrite);
            isReady = submission.linker.publish(linking);
        }
        if (isReady) {
            m_core.slab[record].setReleased(kNone, 0);
            m_core.fire(record);
            submission.records.free(m_core.slab, record, nullptr);
        }
        return true;
    }

    [[nodiscard]] Status sleep(Waiter& waiter, OpId* releasedBy)
    {
        const Waiter::State state = pollThenSleep(waiter, m_core.cores);
        FailurePtr failure;
        if (state == Waiter::Released) {
            failure = waiter.failure;
            if (releasedBy != nullptr)
                *releasedBy = waiter.releasedBy;
        }
        m_core.waiters.release(&waiter);
        if (failure)
            return failure->error;
        return state == Waiter::Cancelled ? Status(cancelledError()) : Status();
    }

    /// Waits by polling: so many operations are pending that there is no free record for the wait.
    [[nodiscard]] Status poll() const
    {
        while (!m_core.submission.linker.isDone(m_writer))
            if (m_core.ending.isCancelled.load(std::memory_order_relaxed))
                return cancelledError();
            else
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return status();
    }

    Core& m_core;
    const Access m_writer;
};

Status Engine::Core::waitToRead(VariableId id, OpId* releasedBy)
{
    Access writer;
    {
        const std::lock_guard lock(submission.lock);
        const Variable* const variable = submission.linker.variables().find(id);
        if (variable == nullptr)
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "variable " + std::to_string(id.index) + " does not exist, or was released");
        writer = variable->writer;
    }
    return WriterWait(*this, writer).wait(releasedBy);
}

Status Engine::Core::waitIdle(std::uint32_t groupOrNone, std::int64_t limit, OpId* releasedBy)
{
    if (pending(groupOrNone) <= limit)
        return ending.isCancelled.load() ? Status(cancelledError()) : Status();
    if (detail::isInsideBody(this))
        return insideError();
    // First yield to the workers: on one core, sleeping and waking costs more than the remaining work.
    detail::YieldingPoll poll(cores.offers);
    for (int i = 0; limit > 0 && poll.shouldContinue() && i < kYields; ++i) {
        const std::int64_t before = pending(groupOrNone);
        poll.yieldOnce([&] { return pending(groupOrNone) < before; });
        if (pending(groupOrNone) <= limit)
            return Status();
    }
    Waiter* const waiter = waiters.acquire(1);
    if (waiter == nullptr)
        return cancelledError();
    waiters.addIdleWait(*waiter, groupOrNone, limit);
    Waiter::State state = Waiter::Released;
    if (pending(groupOrNone) > limit)
        state = limit >= kEnoughToSleep ? waiter->sleep() : pollThenSleep(*waiter, cores);
    const OpId by = waiters.removeIdleWait(*waiter);
    if (releasedBy != nullptr)
        *releasedBy = by;
    waiters.release(waiter);
    return state == Waiter::Cancelled ? Status(cancelledError()) : Status();
}

void Engine::Core::wakeIdleWaits(OpId by)
{
    waiters.wakeIdleWaits(by, [this](std::uint32_t groupOrNone) { return pending(groupOrNone); });
}

}  // namespace engine::schedule

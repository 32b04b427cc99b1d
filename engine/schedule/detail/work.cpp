#include "engine/schedule/detail/completion.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace engine::schedule {

using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Worker;

namespace {

/// How long an idle worker polls before it sleeps. On several cores, kPauses polls with pauses. Then kYields polls that
/// yield the core, since sleeping at once would cost a context switch per few operations on one core. If a core is
/// spare, it polls until kIdleLook has passed, since waking a thread on an idle virtual core takes 20 to 60 us.
constexpr int kPauses = 200;
constexpr int kYields = 50;
constexpr std::chrono::microseconds kIdleLook{100};
/// On a loaded machine an idle worker sleeps this long, and pushes do not wake it: each wake-up would cost the pusher
/// its core, which another program would then use for some milliseconds, for a single operation.
constexpr std::chrono::microseconds kNap{100};

[[gnu::always_inline]] inline void fillLife(Life& life, const OpRecord& op, std::uint64_t started, std::uint64_t ended,
                                            const Worker* worker)
{
    // The predecessor that released this operation may have read the clock before the operation was pushed.
    const std::uint64_t ready = std::max(op.readyTime(), op.pushed);
    started = std::max(started, ready);
    life.pushed = op.pushed;
    life.ready = ready;
    life.started = started;
    life.finished = std::max(ended, started);
    life.op = OpId{op.op};
    life.name = NameId{op.name};
    life.releasedBy = OpId{op.slots[OpRecord::kReleasedBy]};
    life.culprit = OpId{};
    life.before = worker != nullptr && worker->isBusy ? worker->last : OpId{};
    life.group = op.kind.group;
    life.worker = static_cast<std::uint16_t>(worker != nullptr ? worker->index : 0);
    life.state = trace::OpState::Done;
}

/// Runs a body, which throws only if there is no memory to describe its failure: the failure has no message then.
[[gnu::always_inline]] inline std::optional<BodyFailure> runBody(const Body::Table& body, void* closure,
                                                                 const Running& running)
try {
    return body.run(closure, running);
} catch (...) {
    return BodyFailure{Error{ErrorCode::OutOfMemory, {}}, nullptr};
}

}  // namespace

// -- workers

void Engine::Core::workLoop(Worker& worker)
{
    detail::Frame frame{this, nullptr, nullptr, true, &worker};
    detail::t_frame = &frame;
    awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    while (!ending.isCancelled.load(std::memory_order_relaxed) || !cancelsInBulk()) {
        const Record record = detail::nextReady(slab, worker);
        if (record != kNone) {
            executeOwn(record, worker);
            continue;
        }
        worker.isBusy = false;
        worker.clock = 0;
        if (!sleepUntilWork(worker))
            break;
    }
    awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
    detail::t_frame = nullptr;
}

/// Polls for a while, then sleeps until notified. Returns false if the engine ends.
bool Engine::Core::sleepUntilWork(Worker& worker)
{
    Group& from = *worker.group;
    submission.records.flush(slab, worker.freed);
    // seq_cst: either a thread that waits for pending operations sees this count, or this worker sees that thread.
    worker.completed.store(worker.completed.load(std::memory_order_relaxed), std::memory_order_seq_cst);
    if (waiters.hasIdleWaits(std::memory_order_seq_cst))
        wakeIdleWaits(worker.last);

    for (int i = 0; cores > 1 && i < kPauses; ++i) {
        if (from.hasWork())
            return true;
        detail::pauseSpin();
    }
    detail::YieldingPoll poll(offers);
    const auto until = poll.now() + kIdleLook;
    for (int i = 0; poll.shouldContinue() && (i < kYields || (hasSpareCore() && poll.now() < until)); ++i) {
        if (from.hasWork())
            return true;
        poll.yieldOnce([&from] { return from.hasWork(); });
    }
    if (!offers.areWelcome(poll.now())) {
        awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
        std::this_thread::sleep_for(kNap);
        awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    }

    const detail::EventCount::Key key = from.events.prepare();
    if (from.hasWork()) {
        from.events.cancel();
        return true;
    }
    if (ending.isStopping.load(std::memory_order_seq_cst)) {
        from.events.cancel();
        return false;
    }
    awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
    from.events.wait(key);
    awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    worker.wakeUps.store(worker.wakeUps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return true;
}

// Runs an operation on a worker. A worker that continues without a pause reads the clock once per operation: the end of
// one is the start of the next. The completion of the first, some tens of nanoseconds, then counts for the second.
// After anything that may take longer, worker.clock is 0. With several workers the time is not reused, since a
// predecessor may have ended elsewhere after it.
void Engine::Core::executeOwn(Record record, Worker& worker)
{
    OpRecord& op = slab[record];
    if (ending.isCancelled.load(std::memory_order_relaxed)) [[unlikely]] {
        cancelReady(record, &worker);
        return;
    }
    if (worker.group->isShared) {
        slab.prefetchSuccessors(op);  // not prefetchAhead(): other workers may be writing those records
    } else {
        slab.prefetchFirst(op);
        slab.prefetchAhead(record, worker.prefetchOffset);
    }
    std::uint64_t started = 0;
    if (options.isRecording)
        started =
            worker.clock != 0 && !runsOnSeveral.load(std::memory_order_relaxed) ? worker.clock : TickClock::ticks();
    const Running running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, worker.index};
    const Body::Table* const body = op.body;
    if (body->runPlain != nullptr) [[likely]] {
        body->runPlain(op.closure, running);
    } else if (std::optional<BodyFailure> failed = runBody(*body, op.closure, running)) [[unlikely]] {
        executeFailed(record, *std::move(failed), started, &worker);
        return;
    }
    if (body->destroy != nullptr)
        body->destroy(op.closure);
    op.body = nullptr;
    std::uint64_t ended = 0;
    if (options.isRecording) {
        ended = TickClock::ticks();
        if ((op.kind.flags & OpRecord::kUnnumbered) == 0)
            if (Life* const life = worker.lives.next(); life != nullptr) {
                fillLife(*life, op, started, ended, &worker);
                worker.lives.publish();
            }
    }
    worker.last = running.op;
    worker.isBusy = true;
    worker.clock = ended;
    Completion(*this, ended, &worker).finish(record, noFailure);
}

// Runs an operation under the naive policy.
void Engine::Core::execute(Record record, detail::Frame& frame)
{
    OpRecord& op = slab[record];
    if (ending.isCancelled.load(std::memory_order_relaxed)) {
        cancelReady(record, nullptr);
        return;
    }
    const std::uint64_t started = options.isRecording ? TickClock::ticks() : 0;
    const Running running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, 0};
    frame.isBody = true;
    std::optional<BodyFailure> failed;
    if (op.body->runPlain != nullptr)
        op.body->runPlain(op.closure, running);
    else
        failed = runBody(*op.body, op.closure, running);
    frame.isBody = false;
    if (failed) {
        executeFailed(record, *std::move(failed), started, nullptr);
        return;
    }
    if (op.body->destroy != nullptr)
        op.body->destroy(op.closure);
    op.body = nullptr;
    const std::uint64_t ended = options.isRecording ? TickClock::ticks() : 0;
    recordLife(record, started, ended, trace::OpState::Done, nullptr, nullptr);
    Completion(*this, ended, nullptr).finish(record, noFailure);
}

void Engine::Core::executeFailed(Record record, BodyFailure failed, std::uint64_t started, Worker* worker)
{
    OpRecord& op = slab[record];
    const FailurePtr failure = makeFailure(record, std::move(failed.error), std::move(failed.exception));
    if (op.body->destroy != nullptr)
        op.body->destroy(op.closure);
    op.body = nullptr;
    const std::uint64_t ended = options.isRecording ? TickClock::ticks() : 0;
    recordLife(record, started, ended, trace::OpState::Failed, failure.get(), worker);
    if (worker != nullptr) {
        worker->last = OpId{op.op};
        worker->isBusy = true;
        worker->clock = 0;
    }
    Completion(*this, ended, worker).finish(record, failure);
}

FailurePtr Engine::Core::makeFailure(Record record, Error error, std::exception_ptr exception)
try {
    tallies.failed.fetch_add(1, std::memory_order_relaxed);
    if (error.code == ErrorCode::OutOfMemory && error.message.empty())
        return failures.refuse();  // there was no memory for the message
    const OpRecord& op = slab[record];
    const bool isUnnumbered = (op.kind.flags & OpRecord::kUnnumbered) != 0;
    Failure failure;
    failure.error = std::move(error);
    failure.exception = std::move(exception);
    failure.op = isUnnumbered ? OpId{} : OpId{op.op};
    failure.name = NameId{op.name};
    failure.order = std::uint64_t{op.op} * 2 + (isUnnumbered ? 0 : 1);
    auto shared = std::make_shared<const Failure>(std::move(failure));
    failures.addReport(shared, op.kind.group);
    return shared;
} catch (const std::bad_alloc&) {
    return failures.refuse();
}

void Engine::Core::cancelReady(Record record, Worker* worker)
{
    if (cancelsInBulk())
        return;
    Completion completion(*this, options.isRecording ? TickClock::ticks() : 0, worker);
    completion.drop(record);
    completion.finishReleased();
}

void Engine::Core::recordLife(Record record, std::uint64_t started, std::uint64_t ended, trace::OpState state,
                              const Failure* failure, Worker* worker)
{
    const OpRecord& op = slab[record];
    if (!options.isRecording || (op.kind.flags & OpRecord::kUnnumbered) != 0)
        return;
    if (groups.at(op.kind.group).options.dispatcher != nullptr)
        return;  // a dispatcher records its own operations
    Life life;
    fillLife(life, op, started, ended, worker);
    life.state = state;
    if (state == trace::OpState::Skipped && failure != nullptr)
        life.culprit = failure->op;
    if (worker != nullptr) {
        worker->lives.push(life);
        return;
    }
    outsideLives.push(life);
}

// -- operations executed by dispatchers or under the naive policy

ReadyOp Engine::Core::describe(Record record) const
{
    const OpRecord& op = slab[record];
    ReadyOp ready;
    ready.handle = OpHandle{std::uint64_t{op.successors.generation()} << 32 | record};
    ready.op = (op.kind.flags & OpRecord::kUnnumbered) != 0 ? OpId{} : OpId{op.op};
    ready.name = NameId{op.name};
    ready.group = GroupId{std::uint32_t{op.kind.group}};
    ready.level = op.kind.level;
    if (op.body == nullptr)
        std::memcpy(&ready.payload, op.closure, sizeof ready.payload);
    ready.releasedBy = OpId{op.slots[OpRecord::kReleasedBy]};
    return ready;
}

// A dispatcher may complete operations within ready(), which makes other operations ready: the outermost frame queues
// those, so that a long chain needs no stack.
void Engine::Core::dispatch(detail::Chain& ready)
{
    if (detail::Frame* outer = detail::dispatchingFrame(this); outer != nullptr) {
        while (!ready.isEmpty())
            outer->queue->append(slab, ready.pop(slab));
        return;
    }
    std::unique_lock<std::mutex> lock(naiveMutex, std::defer_lock);
    if (isNaive())
        lock.lock();
    detail::Frame frame{this, detail::t_frame, &ready};
    const detail::FrameScope scope(frame);
    runQueue(frame);
}

void Engine::Core::runQueue(detail::Frame& frame)
{
    while (!frame.queue->isEmpty()) {
        const Record record = frame.queue->pop(slab);
        Dispatcher* const dispatcher = groups.at(slab[record].kind.group).options.dispatcher;
        if (dispatcher != nullptr)
            dispatcher->ready(describe(record));
        else
            execute(record, frame);
    }
}

}  // namespace engine::schedule

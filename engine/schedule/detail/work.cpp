#include "engine/schedule/detail/completion.h"

#include <chrono>

namespace engine::schedule {

using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Worker;

namespace {

/// How long an idle worker polls before it sleeps. If there are several cores, it first makes kPauses polls with
/// pauses. Then it makes kYields polls that yield the core: on one core, sleeping without polling would cost a context
/// switch for every few operations. If a core is spare, it then polls until kIdleLook has passed, because waking a
/// thread on an idle virtual core takes 20 to 60 us.
constexpr int kPauses = 200;
constexpr int kYields = 50;
constexpr std::chrono::microseconds kIdleLook{100};
/// On a loaded machine an idle worker sleeps this long, and pushes do not wake it. A wake-up for a single operation
/// would cost the pushing thread its core, which another program would then use for some milliseconds.
constexpr std::chrono::microseconds kSleep{100};

/// Runs a body. The call throws only if there is no memory to describe the body's failure, which then has no message.
[[gnu::always_inline]] inline std::optional<BodyFailure> runBody(const Body::Table& body, void* closure,
                                                                 const RunningBody& running)
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
    cores.addWorker();
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
    cores.removeWorker();
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

    for (int i = 0; cores.hasSeveral() && i < kPauses; ++i) {
        if (from.hasWork())
            return true;
        detail::pauseSpin();
    }
    detail::YieldingPoll poll(cores.offers);
    const auto until = poll.now() + kIdleLook;
    for (int i = 0; poll.shouldContinue() && (i < kYields || (cores.hasSpare() && poll.now() < until)); ++i) {
        if (from.hasWork())
            return true;
        poll.yieldOnce([&from] { return from.hasWork(); });
    }
    if (!cores.offers.areWelcome(poll.now()))
        cores.withoutWorker([] { std::this_thread::sleep_for(kSleep); });

    const detail::EventCount::Key key = from.events.prepare();
    if (from.hasWork()) {
        from.events.cancel();
        return true;
    }
    if (ending.isStopping.load(std::memory_order_seq_cst)) {
        from.events.cancel();
        return false;
    }
    cores.withoutWorker([&] { from.events.wait(key); });
    worker.wakeUps.store(worker.wakeUps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return true;
}

// Runs an operation on a worker. A worker that continues without a pause reads the clock once per operation: the end of
// an operation is the start of the next one. The time to complete the first operation, some tens of nanoseconds, then
// counts for the second. After anything that may take longer, worker.clock is 0. If operations end on several threads,
// the end is not reused, because a predecessor of the next operation may have ended on another thread after that time.
void Engine::Core::executeOwn(Record record, Worker& worker)
{
    OpRecord& op = slab[record];
    if (ending.isCancelled.load(std::memory_order_relaxed)) [[unlikely]] {
        cancelReady(record, &worker);
        return;
    }
    if (worker.group->isShared) {
        slab.prefetchSuccessors(op);
        if (slab.exceedsCaches() && static_cast<std::uint32_t>(op.successors.head()) != detail::BasicEdgeList<>::kEnd)
            slab.prefetchToRead(record, worker.prefetchOffset);  // only for reading: another worker may write first
    } else {
        slab.prefetchFirst(op);
        slab.prefetchAhead(record, worker.prefetchOffset);
    }
    std::uint64_t started = 0;
    if (lives.isOn())
        started = worker.clock != 0 && !runsOnSeveral.load(std::memory_order_relaxed) ? worker.clock : lives.now();
    const RunningBody running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, worker.index};
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
    const std::uint64_t ended = lives.now();
    lives.addDone(op, started, ended, worker);
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
    const std::uint64_t started = lives.now();
    const RunningBody running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, 0};
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
    op.destroyBody();
    const std::uint64_t ended = lives.now();
    lives.add(op, started, ended, trace::OpState::Done, nullptr, nullptr);
    Completion(*this, ended, nullptr).finish(record, noFailure);
}

void Engine::Core::executeFailed(Record record, BodyFailure failed, std::uint64_t started, Worker* worker)
{
    OpRecord& op = slab[record];
    const FailurePtr failure = failures.add(op, std::move(failed.error), std::move(failed.exception));
    op.destroyBody();
    const std::uint64_t ended = lives.now();
    lives.add(op, started, ended, trace::OpState::Failed, nullptr, worker);
    if (worker != nullptr) {
        worker->last = OpId{op.op};
        worker->isBusy = true;
        worker->clock = 0;
    }
    Completion(*this, ended, worker).finish(record, failure);
}

void Engine::Core::cancelReady(Record record, Worker* worker)
{
    if (cancelsInBulk())
        return;
    Completion completion(*this, lives.now(), worker);
    completion.drop(record);
    completion.finishReleased();
}

// -- operations executed by dispatchers or under the naive policy

// A dispatcher may complete operations within ready(), which makes other operations ready: the outermost frame queues
// them, so that a long chain needs no stack.
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
            dispatcher->ready(detail::describe(slab[record], record));
        else
            execute(record, frame);
    }
}

}  // namespace engine::schedule

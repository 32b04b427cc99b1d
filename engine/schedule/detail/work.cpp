#include "engine/schedule/detail/complete.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace engine::schedule {

using detail::Group;
using detail::kHigh;
using detail::kLevels;
using detail::kLow;
using detail::kNone;
using detail::kNormal;
using detail::OpRecord;
using detail::Worker;

namespace {

/// A worker that finds nothing looks again: on several cores so often with pauses; then so often, giving its core away,
/// since parking at once would cost a context switch per few operations on one core; and for so
/// long if there is a core for it beside a pusher, which saves the 20 to 60 us until an idle virtual core runs again.
constexpr int kPauses = 200;
constexpr int kYields = 50;
constexpr std::chrono::microseconds kIdleLook{100};
/// Beside other programs it sleeps so long without being woken by pushes: each wake-up would take the pusher's core,
/// which somebody else then has for some milliseconds, and all that for one operation.
constexpr std::chrono::microseconds kNap{100};
/// A worker with local work looks so often at what came from outside.
constexpr std::uint32_t kFairness = 64;

}  // namespace

// -- queues

void Engine::Core::enqueue(Group& to, Record record, Worker* worker)
{
    const std::uint8_t level = slab[record].kind.level;
    if (worker != nullptr && worker->group == &to) {
        if (!to.isShared) {
            // First in, first out over both ways in: what was injected before goes before.
            if (!to.injectors[level].isEmpty())
                drainInjector(*worker, level);
            worker->ready[level].append(slab, record);
            return;
        }
        if (level == kNormal) {
            if (worker->next == kNone) {
                worker->next = record;
                return;
            }
            if (worker->deque->push(record)) {
                to.events.notifyOne();
                return;
            }
        }
    }
    to.injectors[level].push(slab, record);
    to.events.notifyOne();
}

// Ready operations of its own group and of normal priority, linked: for this worker later, or for another one now.
void Engine::Core::offer(Record ready, Worker& worker)
{
    Group& to = *worker.group;
    while (ready != kNone) {
        const Record next = slab[ready].slots[OpRecord::kLink];
        if (!worker.deque->push(ready)) [[unlikely]]
            to.injectors[kNormal].push(slab, ready);
        ready = next;
    }
    if (to.events.notifyOne())
        worker.clock = 0;
}

void Engine::Core::drainInjector(Worker& worker, std::uint8_t level)
{
    if (const detail::Chain injected = worker.group->injectors[level].takeInOrder(slab); !injected.isEmpty())
        worker.ready[level].append(slab, injected);
}

Engine::Core::Record Engine::Core::nextRecord(Worker& worker)
{
    return worker.group->isShared ? nextOfShared(worker) : nextOfSingle(worker);
}

Engine::Core::Record Engine::Core::nextOfSingle(Worker& worker)
{
    Group& from = *worker.group;
    if (!from.injectors[kHigh].isEmpty())
        drainInjector(worker, kHigh);
    for (std::uint8_t level = kHigh; level < kLevels; ++level) {
        detail::Chain& ready = worker.ready[level];
        if (ready.isEmpty() && level != kHigh && !from.injectors[level].isEmpty())
            drainInjector(worker, level);
        if (!ready.isEmpty()) {
            const Record record = ready.take(slab);
            if (!ready.isEmpty())
                slab.prefetch(ready.first);
            return record;
        }
    }
    return kNone;
}

// A batch at a time: the oldest is run, the others go to this worker's deque, where it pops the older first and others
// may steal. Only operations of normal priority go there, and while older ones wait elsewhere and the deque has work,
// none does.
Engine::Core::Record Engine::Core::takeInjected(Worker& worker, std::uint8_t level)
{
    detail::Injector& injector = worker.group->injectors[level];
    if (injector.isEmpty())
        return kNone;
    const bool takesOne = level != kNormal || (injector.hasBacklog() && !worker.deque->isEmpty());
    detail::ReadyBatch batch(takesOne ? 1 : worker.deque->room() + 1);
    if (const std::uint32_t moved = injector.take(slab, batch); moved > 0)
        worker.backlogged.store(worker.backlogged.load(std::memory_order_relaxed) + moved, std::memory_order_relaxed);
    if (batch.size() == 0)
        return kNone;
    batch.forAllButOldest([&worker](Record record) { static_cast<void>(worker.deque->push(record)); });
    if ((batch.size() > 1 || !injector.isEmpty()) && worker.group->events.notifyOne())
        worker.clock = 0;
    return batch.oldest();
}

Engine::Core::Record Engine::Core::nextOfShared(Worker& worker)
{
    Group& from = *worker.group;
    const bool looksOutside = ++worker.turns % kFairness == 0;
    if (!from.injectors[kHigh].isEmpty() || looksOutside) {
        Record record = takeInjected(worker, kHigh);
        if (record == kNone && looksOutside)
            record = takeInjected(worker, kNormal);
        if (record != kNone) {
            if (const Record mine = std::exchange(worker.next, kNone); mine != kNone) {
                if (!worker.deque->push(mine))
                    from.injectors[kNormal].push(slab, mine);
                from.events.notifyOne();
            }
            return record;
        }
    }
    if (worker.next != kNone)
        return std::exchange(worker.next, kNone);
    if (const Record record = worker.deque->pop(); record != kNone)
        return record;
    if (const Record record = takeInjected(worker, kNormal); record != kNone)
        return record;
    if (const Record record = steal(worker); record != kNone)
        return record;
    return takeInjected(worker, kLow);
}

Engine::Core::Record Engine::Core::steal(Worker& worker)
{
    const auto& workers = worker.group->workers;
    for (std::size_t i = 1; i < workers.size(); ++i) {
        Worker& victim = *workers[(worker.index + i) % workers.size()];
        if (const Record record = victim.deque->steal(); record != kNone) {
            worker.steals.store(worker.steals.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            if (!victim.deque->isEmpty())
                worker.group->events.notifyOne();
            return record;
        }
    }
    return kNone;
}

// -- workers

void Engine::Core::workLoop(Worker& worker)
{
    Frame frame{this, nullptr, nullptr, true, &worker};
    t_frame = &frame;
    awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    while (!isCancelled.load(std::memory_order_relaxed) || !leavesRest()) {
        const Record record = nextRecord(worker);
        if (record != kNone) {
            executeOwn(record, worker);
            continue;
        }
        worker.isBusy = false;
        worker.clock = 0;
        if (!rest(worker))
            break;
    }
    awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
    t_frame = nullptr;
}

/// Nothing to do: looks again for a while, then sleeps until notified. False: the engine ends.
bool Engine::Core::rest(Worker& worker)
{
    Group& from = *worker.group;
    flushFreed(worker);
    // In the total order: a thread that waits for quiet either sees this count or is seen here.
    worker.completed.store(worker.completed.load(std::memory_order_relaxed), std::memory_order_seq_cst);
    if (quietWaits.load(std::memory_order_seq_cst) > 0)
        wakeQuiet(worker.last);

    for (int i = 0; cores > 1 && i < kPauses; ++i) {
        if (from.hasWork())
            return true;
        detail::pauseSpin();
    }
    detail::OfferedLook look(offers);
    const auto until = look.now() + kIdleLook;
    for (int i = 0; look.goesOn() && (i < kYields || (hasSpareCore() && look.now() < until)); ++i) {
        if (from.hasWork())
            return true;
        look.offer([&from] { return from.hasWork(); });
    }
    if (!offers.areWelcome(look.now())) {
        awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
        std::this_thread::sleep_for(kNap);
        awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    }

    const detail::EventCount::Key key = from.events.prepare();
    if (from.hasWork()) {
        from.events.cancel();
        return true;
    }
    if (isStopping.load(std::memory_order_seq_cst)) {
        from.events.cancel();
        return false;
    }
    awakeWorkers.fetch_sub(1, std::memory_order_relaxed);
    from.events.wait(key);
    awakeWorkers.fetch_add(1, std::memory_order_relaxed);
    worker.wakeUps.store(worker.wakeUps.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return true;
}

// On a worker. One that goes straight on reads the clock once per operation: where one ends, the next begins. What
// completing the first took, some tens of nanoseconds, counts with the second; after whatever may take longer,
// worker.clock is 0. With several workers, a predecessor may have ended elsewhere after that moment.
void Engine::Core::executeOwn(Record record, Worker& worker)
{
    OpRecord& op = slab[record];
    if (isCancelled.load(std::memory_order_relaxed)) [[unlikely]] {
        cancelReady(record, &worker);
        return;
    }
    if (worker.group->isShared) {
        slab.prefetchSuccessors(op);  // and not what lies ahead, which others may be writing
    } else {
        slab.prefetchFirst(op);
        slab.prefetchAhead(record, worker.way);
    }
    std::uint64_t started = 0;
    if (isRecording)
        started =
            worker.clock != 0 && !runsOnSeveral.load(std::memory_order_relaxed) ? worker.clock : TickClock::ticks();
    const Running running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, worker.index};
    const Body::Table* const body = op.body;
    if (body->runPlain != nullptr) [[likely]] {
        body->runPlain(op.closure, running);
    } else if (std::optional<BodyFailure> failed = body->run(op.closure, running)) [[unlikely]] {
        executeFailed(record, *std::move(failed), started, &worker);
        return;
    }
    if (body->destroy != nullptr)
        body->destroy(op.closure);
    op.body = nullptr;
    std::uint64_t ended = 0;
    if (isRecording) {
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
    Released released;
    finishOne(record, noFailure, ended, &worker, released);
    if (!released.dropped.isEmpty() || !released.outside.isEmpty()) [[unlikely]]
        settle(released, ended, &worker);
}

// The naive policy.
void Engine::Core::execute(Record record, Frame& frame)
{
    OpRecord& op = slab[record];
    if (isCancelled.load(std::memory_order_relaxed)) {
        cancelReady(record, nullptr);
        return;
    }
    const std::uint64_t started = isRecording ? TickClock::ticks() : 0;
    const Running running{OpId{op.op}, GroupId{std::uint32_t{op.kind.group}}, 0};
    frame.isBody = true;
    std::optional<BodyFailure> failed;
    if (op.body->runPlain != nullptr)
        op.body->runPlain(op.closure, running);
    else
        failed = op.body->run(op.closure, running);
    frame.isBody = false;
    if (failed) {
        executeFailed(record, *std::move(failed), started, nullptr);
        return;
    }
    if (op.body->destroy != nullptr)
        op.body->destroy(op.closure);
    op.body = nullptr;
    const std::uint64_t ended = isRecording ? TickClock::ticks() : 0;
    recordLife(record, started, ended, trace::OpState::Done, nullptr, nullptr);
    finish(record, noFailure, ended, nullptr);
}

void Engine::Core::executeFailed(Record record, BodyFailure failed, std::uint64_t started, Worker* worker)
{
    OpRecord& op = slab[record];
    const FailurePtr failure = makeFailure(record, std::move(failed.error), std::move(failed.exception));
    if (op.body->destroy != nullptr)
        op.body->destroy(op.closure);
    op.body = nullptr;
    const std::uint64_t ended = isRecording ? TickClock::ticks() : 0;
    recordLife(record, started, ended, trace::OpState::Failed, failure.get(), worker);
    if (worker != nullptr) {
        worker->last = OpId{op.op};
        worker->isBusy = true;
        worker->clock = 0;
    }
    finish(record, failure, ended, worker);
}

void Engine::Core::cancelReady(Record record, Worker* worker)
{
    if (leavesRest())
        return;
    Released released;
    released.dropped.append(slab, record);
    settle(released, isRecording ? TickClock::ticks() : 0, worker);
}

[[gnu::always_inline]] inline void Engine::Core::fillLife(Life& life, const OpRecord& op, std::uint64_t started,
                                                          std::uint64_t ended, const Worker* worker) const
{
    // A predecessor may have read the clock before this operation was pushed, and still be the one that released it.
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

void Engine::Core::recordLife(Record record, std::uint64_t started, std::uint64_t ended, trace::OpState state,
                              const Failure* failure, Worker* worker)
{
    const OpRecord& op = slab[record];
    if (!isRecording || (op.kind.flags & OpRecord::kUnnumbered) != 0)
        return;
    if (groups[op.kind.group].load(std::memory_order_relaxed)->options.dispatcher != nullptr)
        return;  // its own affair
    Life life;
    fillLife(life, op, started, ended, worker);
    life.state = state;
    if (state == trace::OpState::Skipped && failure != nullptr)
        life.culprit = failure->op;
    if (worker != nullptr) {
        worker->lives.push(life);
        return;
    }
    const std::lock_guard lock(outsideLivesLock);
    outsideLives.push(life);
}

// -- operations of dispatchers, and of the naive policy

bool Engine::Core::isInsideBody() const
{
    for (const Frame* frame = t_frame; frame != nullptr; frame = frame->up)
        if (frame->core == this && frame->isBody)
            return true;
    return false;
}

Frame* Engine::Core::dispatchingFrame() const
{
    for (Frame* frame = t_frame; frame != nullptr; frame = frame->up)
        if (frame->core == this && frame->queue != nullptr)
            return frame;
    return nullptr;
}

Worker* Engine::Core::currentWorker() const
{
    for (const Frame* frame = t_frame; frame != nullptr; frame = frame->up)
        if (frame->core == this && frame->worker != nullptr)
            return frame->worker;
    return nullptr;
}

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

// A dispatcher may complete operations within ready(), which makes others ready: they queue up at the outermost
// frame, so that a long chain needs no stack.
void Engine::Core::dispatch(detail::Chain& ready)
{
    if (Frame* outer = dispatchingFrame(); outer != nullptr) {
        while (!ready.isEmpty())
            outer->queue->append(slab, ready.take(slab));
        return;
    }
    std::unique_lock<std::mutex> lock(naiveMutex, std::defer_lock);
    if (isNaive)
        lock.lock();
    Frame frame{this, t_frame, &ready};
    t_frame = &frame;
    runQueue(frame);
    t_frame = frame.up;
}

void Engine::Core::runQueue(Frame& frame)
{
    while (!frame.queue->isEmpty()) {
        const Record record = frame.queue->take(slab);
        Dispatcher* const dispatcher =
            groups[slab[record].kind.group].load(std::memory_order_relaxed)->options.dispatcher;
        if (dispatcher != nullptr)
            dispatcher->ready(describe(record));
        else
            execute(record, frame);
    }
}

}  // namespace engine::schedule

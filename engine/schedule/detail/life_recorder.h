#pragma once

#include "engine/schedule/detail/group.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/failure.h"
#include "engine/schedule/life.h"
#include "engine/schedule/tick_clock.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace engine::schedule::detail {

/// Records the lifetimes of operations. If a worker ran the operation, its lifetime is stored in the worker's queue;
/// all others are stored in a queue that the other threads share. Any thread; one collector drains.
class LifeRecorder {
public:
    explicit LifeRecorder(bool isOn) : m_isOn(isOn) {}

    [[nodiscard]] bool isOn() const { return m_isOn; }
    /// The current time; 0 if nothing is recorded.
    [[nodiscard]] std::uint64_t now() const { return m_isOn ? TickClock::ticks() : 0; }

    /// Records an operation that its worker ran without a failure. Inline, since every operation needs it.
    [[gnu::always_inline]] void addDone(const OpRecord& op, std::uint64_t started, std::uint64_t ended, Worker& worker)
    {
        if (!m_isOn || op.isUnnumbered())
            return;
        if (Life* const life = worker.lives.next(); life != nullptr) {
            fill(*life, op, started, ended, &worker);
            worker.lives.publish();
        }
    }
    /// Records an operation that addDone() does not cover. `failure`: why the operation was skipped; may be null.
    /// `worker`: the worker of this thread; null: another thread.
    void add(const OpRecord& op, std::uint64_t started, std::uint64_t ended, trace::OpState state,
             const Failure* failure, Worker* worker);
    /// Records an operation that cancelPending() cancels. Does not read the slots, which may contain edges.
    void addCancelled(const OpRecord& op, std::uint64_t now);

    /// Drains the queue that the threads share. Called by the collector.
    template <typename Take>
    std::size_t drainShared(Take&& take)
    {
        return m_shared.drain(std::forward<Take>(take));
    }
    [[nodiscard]] std::int64_t droppedShared() const { return m_shared.dropped(); }

private:
    [[gnu::always_inline]] static void fill(Life& life, const OpRecord& op, std::uint64_t started, std::uint64_t ended,
                                            const Worker* worker)
    {
        // The predecessor that released this operation may have read the clock before the operation was pushed, so the
        // later of both times counts.
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
    void addShared(const Life& life)
    {
        const std::lock_guard lock(m_lock);
        m_shared.push(life);
    }

    const bool m_isOn;
    SpinLock m_lock;  ///< guards the producer's side of m_shared
    ChunkQueue<Life> m_shared;
};

}  // namespace engine::schedule::detail

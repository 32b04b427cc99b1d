#pragma once

#include "engine/devices/cuda/clock_pairs.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

/// Parts of both imitations of a GPU (fake_gpu.h, fake_runtime.h): queues, events, and memory.
namespace fake {

using Task = std::function<void()>;

using engine::devices::cuda::monotonicNow;

/// The time of the imitated device in the task that the calling thread runs, in ns of CLOCK_MONOTONIC: the end of the
/// work before the task, or the moment when the task was queued if that was later. Unlike monotonicNow(), it excludes
/// the time for which the thread waits for a core, so events and records of CUPTI state the same time.
[[nodiscard]] std::int64_t deviceTime();
/// Advances the time of the imitated device to `time`. Does nothing if the device's time is already later.
void advanceDeviceTime(std::int64_t time = monotonicNow());

/// A queue of a device: a thread that runs tasks in order. While the queue is captured, tasks are stored in a list
/// instead. A list that runs as one task (a launched graph) advances the device's time only at its end.
class TaskStream {
public:
    /// `jitter`: before about every fourth task, the thread sleeps up to this many microseconds.
    explicit TaskStream(int jitter = 0);
    /// Ends after the queued tasks have run.
    ~TaskStream();
    TaskStream(const TaskStream&) = delete;
    TaskStream& operator=(const TaskStream&) = delete;

    void enqueue(Task task) { enqueue(std::move(task), Kind::Work); }
    /// Queues a task that takes no time on the device, such as recording an event.
    void enqueueMark(Task task) { enqueue(std::move(task), Kind::Mark); }
    /// Waits for the tasks queued so far.
    void drain();
    void beginCapture();
    [[nodiscard]] std::vector<Task> endCapture();
    [[nodiscard]] bool isCaptured();

private:
    enum class Kind : std::int8_t { Work, Mark };
    struct Queued {
        Task task;
        Kind kind = Kind::Work;
        std::int64_t time = monotonicNow();
    };

    void enqueue(Task task, Kind kind);
    void work(int jitter);

    std::mutex m_mutex;  // guards everything below
    std::condition_variable m_changed;
    std::deque<Queued> m_tasks;
    std::unique_ptr<std::vector<Task>> m_captured;
    bool m_isEnding = false;
    std::thread m_thread;
};

/// The state of an event. Queued tasks share it, so it may outlive the event.
class EventState : public std::enable_shared_from_this<EventState> {
public:
    /// Records the event in a queue.
    void recordIn(TaskStream& stream);
    /// Makes a queue wait for the latest recording of the event so far. Later recordings do not change this wait.
    void delay(TaskStream& stream);
    /// Blocks until a queue has reached the latest recording, or until `isLost` returns true.
    void wait(const std::function<bool()>& isLost = [] { return false; });
    [[nodiscard]] bool isReached();
    [[nodiscard]] std::int64_t time();

private:
    std::mutex m_mutex;  // guards everything below
    std::condition_variable m_reached;
    std::int64_t m_recorded = 0;  // how often the event was recorded
    std::int64_t m_done = 0;
    std::int64_t m_time = 0;
};

/// The memory of a device, or the page-locked memory of the host. Elements are NaN until they are written.
/// Threads: any.
class CardMemory {
public:
    CardMemory() = default;
    ~CardMemory();
    CardMemory(const CardMemory&) = delete;
    CardMemory& operator=(const CardMemory&) = delete;

    /// Bytes that programs may allocate on a card of `total` bytes; the driver needs the rest.
    [[nodiscard]] static std::int64_t usable(std::int64_t total) { return total - (total >> 4); }
    /// Returns null if the blocks would exceed `usable` bytes.
    [[nodiscard]] void* allocate(std::int64_t bytes, std::int64_t usable);
    /// Frees the block and returns its size; none if the block does not exist.
    std::optional<std::int64_t> release(void* memory);
    [[nodiscard]] std::int64_t allocated();
    [[nodiscard]] void* lock(std::int64_t bytes);
    void unlock(void* memory);
    /// Returns whether `memory` is in a page-locked block.
    [[nodiscard]] bool isLocked(const void* memory);

private:
    std::mutex m_mutex;  // guards everything below
    std::map<void*, std::int64_t> m_blocks;
    std::map<void*, std::int64_t> m_locked;
    std::int64_t m_allocated = 0;
};

}  // namespace fake

#include "tests/devices/task_stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

namespace fake {

namespace {

thread_local std::int64_t t_time = 0;

}  // namespace

std::int64_t deviceTime()
{
    return t_time;
}

void advanceDeviceTime(std::int64_t time)
{
    t_time = std::max(t_time, time);
}

TaskStream::TaskStream(int jitter) : m_thread([this, jitter] { work(jitter); }) {}

TaskStream::~TaskStream()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void TaskStream::enqueue(Task task, Kind kind)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_captured) {
            m_captured->push_back(std::move(task));
            return;
        }
        m_tasks.push_back({std::move(task), kind});
    }
    m_changed.notify_all();
}

void TaskStream::drain()
{
    const auto end = std::make_shared<EventState>();
    end->recordIn(*this);
    end->wait();
}

void TaskStream::beginCapture()
{
    const std::lock_guard lock(m_mutex);
    m_captured = std::make_unique<std::vector<Task>>();
}

std::vector<Task> TaskStream::endCapture()
{
    const std::lock_guard lock(m_mutex);
    return std::move(*std::exchange(m_captured, nullptr));
}

bool TaskStream::isCaptured()
{
    const std::lock_guard lock(m_mutex);
    return m_captured != nullptr;
}

void TaskStream::work(int jitter)
{
    static std::atomic<unsigned> s_streams{0};
    std::minstd_rand random(++s_streams);
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [&] { return m_isEnding || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
        const Queued next = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        if (jitter > 0 && random() % 4 == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(random() % static_cast<unsigned>(jitter)));
        advanceDeviceTime(next.time);
        next.task();
        if (next.kind == Kind::Work)
            advanceDeviceTime();
        lock.lock();
    }
}

void EventState::recordIn(TaskStream& stream)
{
    std::int64_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        number = ++m_recorded;
    }
    stream.enqueueMark([event = shared_from_this(), number] {
        const std::lock_guard lock(event->m_mutex);
        event->m_done = std::max(event->m_done, number);
        event->m_time = deviceTime();
        event->m_reached.notify_all();
    });
}

void EventState::delay(TaskStream& stream)
{
    std::int64_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        number = m_recorded;
    }
    stream.enqueueMark([event = shared_from_this(), number] {
        std::unique_lock lock(event->m_mutex);
        event->m_reached.wait(lock, [&] { return event->m_done >= number; });
        advanceDeviceTime(event->m_time);
    });
}

void EventState::wait(const std::function<bool()>& isLost)
{
    std::unique_lock lock(m_mutex);
    m_reached.wait(lock, [&] { return m_done >= m_recorded || isLost(); });
}

bool EventState::isReached()
{
    const std::lock_guard lock(m_mutex);
    return m_done >= m_recorded;
}

std::int64_t EventState::time()
{
    const std::lock_guard lock(m_mutex);
    return m_time;
}

namespace {

void* newBlock(std::int64_t bytes)
{
    const auto size = static_cast<std::size_t>((bytes + 511) / 512 * 512);
    void* memory = std::aligned_alloc(512, size);
    std::memset(memory, 0xFF, size);
    return memory;
}

}  // namespace

CardMemory::~CardMemory()
{
    for (const auto& [memory, bytes] : m_blocks)
        std::free(memory);
    for (const auto& [memory, bytes] : m_locked)
        std::free(memory);
}

void* CardMemory::allocate(std::int64_t bytes, std::int64_t usable)
{
    const std::lock_guard lock(m_mutex);
    if (m_allocated + bytes > usable)
        return nullptr;
    void* memory = newBlock(bytes);
    m_blocks[memory] = bytes;
    m_allocated += bytes;
    return memory;
}

std::optional<std::int64_t> CardMemory::release(void* memory)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_blocks.extract(memory);
    if (found.empty())
        return {};
    m_allocated -= found.mapped();
    std::free(memory);
    return found.mapped();
}

std::int64_t CardMemory::allocated()
{
    const std::lock_guard lock(m_mutex);
    return m_allocated;
}

void* CardMemory::lock(std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    return m_locked.emplace(newBlock(bytes), bytes).first->first;
}

void CardMemory::unlock(void* memory)
{
    const std::lock_guard lock(m_mutex);
    m_locked.erase(memory);
    std::free(memory);
}

bool CardMemory::isLocked(const void* memory)
{
    const std::lock_guard lock(m_mutex);
    const auto after = m_locked.upper_bound(const_cast<void*>(memory));
    if (after == m_locked.begin())
        return false;
    const auto& [begin, bytes] = *std::prev(after);
    return static_cast<const char*>(memory) < static_cast<const char*>(begin) + std::max<std::int64_t>(bytes, 1);
}

}  // namespace fake

#include "engine/frontend/detail/python_time.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace engine::frontend {

namespace {

constexpr Nanoseconds kPrecise = std::chrono::milliseconds(1);

/// Processor time of the calling thread.
Nanoseconds processorTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

}  // namespace

void PythonTime::start()
{
    m_wallBegin = std::chrono::steady_clock::now();
    if (m_wallBegin - m_readAt < kPrecise)
        return;
    m_readAt = m_wallBegin;
    m_processor = processorTime();
}

// Measures short statements by the wall clock, which is cheaper to read than processor time. The wall clock also counts
// the time of other programs, but that matters only for long statements.
void PythonTime::add()
{
    if (!m_hasIssued)
        return;
    const Nanoseconds wall = std::chrono::steady_clock::now() - m_wallBegin;
    m_sinceOperation += wall < kPrecise ? wall : std::min(wall, processorTime() - m_processor);
}

void PythonTime::issued()
{
    m_hasIssued = true;
    m_betweenOperations += std::exchange(m_sinceOperation, Nanoseconds{});
}

Message PythonTime::remark(Nanoseconds modelled) const
{
    constexpr Nanoseconds kShortest = std::chrono::milliseconds(50);
    constexpr std::int64_t kOneOf = 20;  // no remark for less than 1/20 of the modelled time
    if (m_betweenOperations < kShortest || m_betweenOperations * kOneOf < modelled)
        return {};
    return message("run.python-unmodelled", m_betweenOperations / std::chrono::milliseconds(1));
}

}  // namespace engine::frontend

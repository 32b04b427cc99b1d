#include "engine/devices/sim/detail/kernel_share.h"

#include "engine/devices/sim/detail/work_ends.h"

#include <algorithm>

namespace engine::devices::sim::detail {

namespace {

constexpr double kNothing = 1e-12;

}  // namespace

bool KernelShare::hasRoom() const
{
    if (m_running.empty())
        return true;
    if (static_cast<int>(m_running.size()) >= m_options.mostResident)
        return false;
    if (m_options.isFair)
        return true;
    double left = 1;
    for (const Kernel& kernel : m_running)
        left -= kernel.share;
    return left > kNothing;
}

void KernelShare::start(std::uint32_t slot, double share, double memory, double work, std::int64_t now)
{
    m_running.push_back({slot, share, memory, work, 0, now});
    this->share(now);
}

void KernelShare::setCopies(int count, double memory, std::int64_t now)
{
    if (count == m_copies && memory == m_copyMemory)
        return;
    m_copies = count;
    m_copyMemory = memory;
    if (!m_running.empty())
        share(now);
}

std::int64_t KernelShare::endOf(const Kernel& kernel)
{
    return kernel.speed > 0 ? endAt(kernel.since, kernel.work, kernel.speed) : -1;
}

void KernelShare::collectDone(std::int64_t now, std::vector<std::uint32_t>& done)
{
    if (popDone(m_running, now, done, endOf))
        share(now);
}

std::int64_t KernelShare::nextEnd() const
{
    return firstEnd(m_running, endOf);
}

void KernelShare::limitByLaunchOrder()
{
    double left = 1;
    for (std::size_t i = 0; i < m_running.size(); ++i) {
        const double granted = std::min(m_running[i].share, std::max(left, 0.0));
        m_limits[i] = granted / m_running[i].share;
        left -= granted;
    }
}

// Max-min fairness on speed: all speeds rise together. A kernel's speed stops rising when it reaches its limit, or when
// a resource that the kernel uses is exhausted.
void KernelShare::limitByMemory()
{
    double memory = std::max(1 - m_copyMemory, 0.01);
    double processors = 1;
    std::fill(m_speeds.begin(), m_speeds.end(), -1.0);
    for (std::size_t open = m_running.size(); open > 0;) {
        double memoryWeight = 0;
        double processorWeight = 0;
        double step = 1;
        for (std::size_t i = 0; i < m_running.size(); ++i)
            if (m_speeds[i] < 0) {
                memoryWeight += m_running[i].memory;
                processorWeight += m_options.isFair ? m_running[i].share : 0;
                step = std::min(step, m_limits[i]);
            }
        const double byMemory = memoryWeight > kNothing ? memory / memoryWeight : 2;
        const double byProcessors = processorWeight > kNothing ? processors / processorWeight : 2;
        const bool isExhausted = std::min(byMemory, byProcessors) <= step;
        const double speed = std::max(std::min({step, byMemory, byProcessors}), 0.0);
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            if (m_speeds[i] >= 0)
                continue;
            const bool touches = byMemory <= byProcessors ? m_running[i].memory > 0 : m_running[i].share > 0;
            if (isExhausted ? touches : m_limits[i] <= step) {
                m_speeds[i] = speed;
                memory -= speed * m_running[i].memory;
                processors -= m_options.isFair ? speed * m_running[i].share : 0;
                --open;
            }
        }
    }
}

void KernelShare::share(std::int64_t now)
{
    ++m_version;
    const double loss = m_copies > 0 ? 1 - m_options.interference : 1;
    // The most common case, computed without rounding errors: a single kernel runs at full speed.
    if (m_running.size() == 1 && m_running[0].memory <= 1 - m_copyMemory) {
        m_speeds.assign(1, 1.0);
    } else {
        m_speeds.assign(m_running.size(), 0);
        m_limits.assign(m_running.size(), 1);
        if (!m_options.isFair)
            limitByLaunchOrder();
        limitByMemory();
    }
    for (std::size_t i = 0; i < m_running.size(); ++i) {
        Kernel& kernel = m_running[i];
        const double speed = m_speeds[i] * loss;
        if (speed == kernel.speed)
            continue;
        kernel.work = std::max(kernel.work - kernel.speed * static_cast<double>(now - kernel.since), 0.0);
        kernel.since = now;
        kernel.speed = speed;
    }
}

}  // namespace engine::devices::sim::detail

#include "engine/devices/cuda/detail/ordered_callbacks.h"

#include <utility>

namespace engine::devices::cuda::detail {

OrderedCallbacks::Number OrderedCallbacks::announce()
{
    const std::lock_guard lock(m_mutex);
    return m_announced++;
}

void OrderedCallbacks::ready(Number number, std::function<void()> use)
{
    const std::lock_guard lock(m_mutex);
    m_ready.emplace(number, std::move(use));
    callReady();
}

void OrderedCallbacks::finish()
{
    const std::lock_guard lock(m_mutex);
    while (!m_ready.empty()) {
        m_next = m_ready.begin()->first;
        callReady();
    }
}

void OrderedCallbacks::callReady()
{
    for (auto next = m_ready.find(m_next); next != m_ready.end(); next = m_ready.find(m_next)) {
        if (next->second)
            next->second();
        m_ready.erase(next);
        ++m_next;
    }
}

}  // namespace engine::devices::cuda::detail

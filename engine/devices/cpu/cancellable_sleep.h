#pragma once

#include "engine/base/units.h"

#include <condition_variable>
#include <mutex>

namespace engine::devices::cpu {

/// A sleep of the program's thread that any thread can end.
class CancellableSleep {
public:
    /// Returns after `duration`, or when cancel() is called. After cancel(), it returns immediately.
    void sleep(Nanoseconds duration)
    {
        std::unique_lock lock(m_mutex);
        m_woken.wait_for(lock, duration, [this] { return m_isCancelled; });
    }
    void cancel()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isCancelled = true;
        }
        m_woken.notify_all();
    }
    [[nodiscard]] bool isCancelled() const
    {
        const std::lock_guard lock(m_mutex);
        return m_isCancelled;
    }

private:
    mutable std::mutex m_mutex;  ///< guards m_isCancelled
    std::condition_variable m_woken;
    bool m_isCancelled = false;
};

}  // namespace engine::devices::cpu

#include "engine/frontend/detail/stopper.h"

#include "engine/frontend/detail/native.h"

#include <pthread.h>

#include <chrono>
#include <csignal>
#include <utility>

namespace engine::frontend {

void Stopper::stop()
{
    const std::lock_guard lock(m_mutex);
    if (!m_raising.joinable())
        m_raising = std::jthread([this](const std::stop_token& token) { raiseUntilEnded(token); });
}

void Stopper::end()
{
    std::jthread raising;
    {
        const std::lock_guard lock(m_mutex);
        raising = std::exchange(m_raising, {});
    }
    if (!raising.joinable())
        return;
    raising.request_stop();
    const GilRelease unlocked;  // because the thread to be joined may be waiting for the GIL
    raising.join();
}

void Stopper::raiseUntilEnded(const std::stop_token& token)
{
    pthread_setname_np(pthread_self(), "stopper");
    std::mutex mutex;  // required by m_ended; guards nothing
    std::unique_lock lock(mutex);
    while (!token.stop_requested()) {
        // A Python built-in that checks for signals (a large power, a search) holds the GIL until it receives a signal.
        PyErr_SetInterruptEx(SIGINT);
        const PyGILState_STATE state = PyGILState_Ensure();
        if (!token.stop_requested() && !native()->delaysStop)
            PyThreadState_SetAsyncExc(m_thread, static_cast<PyObject*>(m_exception));
        PyGILState_Release(state);
        m_ended.wait_for(lock, token, std::chrono::milliseconds(20), [] { return false; });
    }
}

}  // namespace engine::frontend

#pragma once

#include <pthread.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <thread>
#include <utility>

namespace app {

/// Handles `signals` (SIGINT, which Ctrl+C sends, and SIGTERM, unless given) during its lifetime, on a separate thread.
/// The first signal calls `stop(0)`, then `stop(1)`, `stop(2)`… every 50 ms until the end of the lifetime. A second
/// signal ends the process. Each SIGUSR1 calls `request`, if it is set.
class Interruption {
public:
    explicit Interruption(std::function<void(int call)> stop, std::function<void()> request = {},
                          std::initializer_list<int> signals = {SIGINT, SIGTERM})
        : m_stop(std::move(stop)), m_request(std::move(request))
    {
        sigemptyset(&m_signals);
        for (const int signal : signals)
            sigaddset(&m_signals, signal);
        if (m_request)
            sigaddset(&m_signals, SIGUSR1);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
        m_waiting = std::jthread([this](const std::stop_token& end) { wait(end); });
    }
    ~Interruption()
    {
        m_waiting.request_stop();
        m_waiting.join();
        std::fflush(stdout);
        // All results are written, so signals may end the process again. SIGINT still has Python's handler, which is
        // removed.
        std::signal(SIGINT, SIG_DFL);
        if (m_request)
            std::signal(SIGUSR1, SIG_IGN);  // ignored, because its sender repeats it until this process has ended
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

private:
    void wait(const std::stop_token& end) const
    {
        pthread_setname_np(pthread_self(), "interruption");
        const timespec pause{0, 50'000'000};
        for (int calls = -1; !end.stop_requested();) {
            const int signal = sigtimedwait(&m_signals, nullptr, &pause);
            if (signal == SIGUSR1)
                m_request();
            else if (signal > 0 && ++calls > 0)
                std::_Exit(130);
            if (calls >= 0)
                m_stop(calls++);
        }
    }

    std::function<void(int)> m_stop;
    std::function<void()> m_request;
    sigset_t m_signals{};
    sigset_t m_before{};
    std::jthread m_waiting;
};

/// During its lifetime, SIGINT, SIGTERM and SIGCHLD are not delivered to this thread; they stay pending until await().
class AwaitedSignals {
public:
    AwaitedSignals()
    {
        sigemptyset(&m_signals);
        for (const int signal : {SIGINT, SIGTERM, SIGCHLD})
            sigaddset(&m_signals, signal);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~AwaitedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    AwaitedSignals(const AwaitedSignals&) = delete;
    AwaitedSignals& operator=(const AwaitedSignals&) = delete;

    /// Waits for a signal, at most 0.2 s, because a child that ended before this object existed sends no signal.
    /// Returns SIGINT, SIGTERM, or 0.
    [[nodiscard]] int await() const
    {
        const timespec pause{0, 200'000'000};
        const int signal = sigtimedwait(&m_signals, nullptr, &pause);
        return signal == SIGINT || signal == SIGTERM ? signal : 0;
    }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
};

}  // namespace app

#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace engine::frontend {

struct Native;

/// Stops a program that makes no calls to the platform: raises Stopped in the program's thread, repeatedly until the
/// program has ended, because the program may catch the exception. A single call of a Python built-in stops immediately
/// if the built-in checks for signals; otherwise (`sum(range(10**10))`) it runs to its end. One object per program run;
/// it owns a thread during a stop.
class Stopper {
public:
    /// `thread`: Python's number of the program's thread; `exception`: the exception to raise there.
    Stopper(unsigned long thread, void* exception) : m_thread(thread), m_exception(exception) {}
    ~Stopper() { end(); }
    Stopper(const Stopper&) = delete;
    Stopper& operator=(const Stopper&) = delete;

    /// Call it from any thread that does not hold the GIL; does not wait for the end of the program.
    void stop();
    /// Call when the program has ended, with the GIL held. After it returns, no exception is raised in the program's
    /// thread.
    void end();

private:
    void raiseUntilEnded(const std::stop_token& token);

    unsigned long m_thread;
    void* m_exception;
    std::mutex m_mutex;  ///< guards m_raising
    std::condition_variable_any m_ended;
    std::jthread m_raising;
};

}  // namespace engine::frontend

#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace engine::frontend {

struct Native;

/// Ends a program that does not reach the platform: raises Stopped in its thread again and again until it is gone,
/// for a program may catch it. What Python does in one call (`sum(range(10**10))`) ends by itself or, where it looks
/// for signals, at once. One per run; owns a thread while a stop is under way.
class Stopper {
public:
    /// `thread` is Python's number of the program's thread; `exception` is what to raise there.
    Stopper(unsigned long thread, void* exception) : m_thread(thread), m_exception(exception) {}
    ~Stopper() { end(); }
    Stopper(const Stopper&) = delete;
    Stopper& operator=(const Stopper&) = delete;

    /// Any thread that does not hold the interpreter's lock; returns at once.
    void stop();
    /// The program is gone. Called with the interpreter's lock held; returns when nothing more will be raised.
    void end();

private:
    void insist(const std::stop_token& token);

    unsigned long m_thread;
    void* m_exception;
    std::mutex m_mutex;  ///< guards m_raising
    std::condition_variable_any m_ended;
    std::jthread m_raising;
};

}  // namespace engine::frontend

#pragma once

#include <ucontext.h>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Runs a few small threads in every order of their atomic operations, up to a number of preemptions. The threads are
/// fibers of one thread; a switch is possible before each operation of a ModelAtomic. All operations are sequentially
/// consistent, also those for which the code under test requests a weaker memory order; the thread sanitizer tests the
/// weaker orders.
namespace tests {

class Explorer {
public:
    using Body = std::function<void()>;

    /// `setUp` creates new state and returns the threads. `check` is called after each execution and returns a problem
    /// or an empty string. Returns the first problem, which may be threads that sleep forever.
    static std::string explore(int maxPreemptions, const std::function<std::vector<Body>()>& setUp,
                               const std::function<std::string()>& check, std::uint64_t* executions = nullptr)
    {
        Explorer explorer(maxPreemptions);
        std::string problem;
        std::uint64_t count = 0;
        do {
            explorer.m_step = 0;
            problem = explorer.execute(setUp());
            if (problem.empty())
                problem = check();
            ++count;
        } while (problem.empty() && explorer.advance());
        if (executions != nullptr)
            *executions = count;
        return problem;
    }

    /// Called by a fiber: may switch to another fiber.
    static void point()
    {
        if (s_current != nullptr)
            s_current->choose(false);
    }
    /// Called by a fiber: sleeps until woken.
    static void sleep(const void* on)
    {
        s_current->m_threads[s_current->m_running].sleepsOn = on;
        s_current->choose(true);
    }
    static void wake(const void* on, bool all)
    {
        for (Thread& thread : s_current->m_threads)
            if (thread.sleepsOn == on) {
                thread.sleepsOn = nullptr;
                if (!all)
                    return;
            }
    }

private:
    static constexpr std::size_t kStack = 64 * 1024;

    struct Thread {
        Body body;
        ucontext_t context{};
        const void* sleepsOn = nullptr;
        bool isDone = false;
    };
    struct Choice {
        std::size_t taken = 0;
        std::size_t options = 0;
    };

    explicit Explorer(int maxPreemptions) : m_maxPreemptions(maxPreemptions) {}

    static void enter()
    {
        Explorer& self = *s_current;
        self.m_threads[self.m_running].body();
        self.m_threads[self.m_running].isDone = true;
        swapcontext(&self.m_threads[self.m_running].context, &self.m_scheduler);
    }

    std::string execute(std::vector<Body> bodies)
    {
        m_threads.clear();
        m_threads.resize(bodies.size());
        m_preemptions = 0;
        s_current = this;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            Thread& thread = m_threads[i];
            thread.body = std::move(bodies[i]);
            if (m_stacks.size() <= i)
                m_stacks.push_back(std::unique_ptr<char[]>(new char[kStack]));
            getcontext(&thread.context);
            thread.context.uc_stack.ss_sp = m_stacks[i].get();
            thread.context.uc_stack.ss_size = kStack;
            thread.context.uc_link = nullptr;
            makecontext(&thread.context, &Explorer::enter, 0);
        }
        std::string problem;
        for (;;) {
            std::vector<std::size_t> runnable;
            bool isAnyLeft = false;
            for (std::size_t i = 0; i < m_threads.size(); ++i) {
                isAnyLeft = isAnyLeft || !m_threads[i].isDone;
                if (!m_threads[i].isDone && m_threads[i].sleepsOn == nullptr)
                    runnable.push_back(i);
            }
            if (!isAnyLeft)
                break;
            if (runnable.empty()) {
                problem = "a thread sleeps for ever";
                break;
            }
            m_running = runnable[pick(runnable.size())];
            swapcontext(&m_scheduler, &m_threads[m_running].context);
        }
        s_current = nullptr;
        return problem;
    }

    /// Called by a fiber. A switch away from a runnable fiber counts as a preemption.
    void choose(bool mustSwitch)
    {
        if (!mustSwitch) {
            if (m_preemptions >= m_maxPreemptions || pick(2) == 0)
                return;
            ++m_preemptions;
        }
        swapcontext(&m_threads[m_running].context, &m_scheduler);
    }

    std::size_t pick(std::size_t options)
    {
        if (options == 1)
            return 0;
        if (m_step == m_choices.size())
            m_choices.push_back({0, options});
        return m_choices[m_step++].taken;
    }

    /// Selects the next execution in depth-first order. Returns false if there is none.
    bool advance()
    {
        m_choices.resize(m_step);
        while (!m_choices.empty() && m_choices.back().taken + 1 == m_choices.back().options)
            m_choices.pop_back();
        if (m_choices.empty())
            return false;
        ++m_choices.back().taken;
        return true;
    }

    inline static Explorer* s_current = nullptr;

    const int m_maxPreemptions;
    std::vector<Thread> m_threads;
    std::vector<std::unique_ptr<char[]>> m_stacks;
    std::vector<Choice> m_choices;
    std::size_t m_step = 0;
    std::size_t m_running = 0;
    int m_preemptions = 0;
    ucontext_t m_scheduler{};
};

/// Replaces std::atomic in the code under test.
template <typename T>
class ModelAtomic {
public:
    ModelAtomic() = default;
    ModelAtomic(T value) : m_value(value) {}  // NOLINT(google-explicit-constructor)

    template <typename... Order>
    T load(Order...) const
    {
        Explorer::point();
        return m_value;
    }
    template <typename... Order>
    void store(T value, Order...)
    {
        Explorer::point();
        m_value = value;
    }
    template <typename... Order>
    T exchange(T value, Order...)
    {
        Explorer::point();
        return std::exchange(m_value, value);
    }
    template <typename... Order>
    T fetch_add(T n, Order...)
    {
        Explorer::point();
        return std::exchange(m_value, static_cast<T>(m_value + n));
    }
    template <typename... Order>
    T fetch_sub(T n, Order...)
    {
        Explorer::point();
        return std::exchange(m_value, static_cast<T>(m_value - n));
    }
    template <typename... Order>
    T fetch_or(T bits, Order...)
    {
        Explorer::point();
        return std::exchange(m_value, static_cast<T>(m_value | bits));
    }
    template <typename... Order>
    bool compare_exchange_strong(T& expected, T value, Order...)
    {
        Explorer::point();
        if (m_value != expected) {
            expected = m_value;
            return false;
        }
        m_value = value;
        return true;
    }
    template <typename... Order>
    bool compare_exchange_weak(T& expected, T value, Order...)
    {
        return compare_exchange_strong(expected, value);
    }
    template <typename... Order>
    void wait(T old, Order...) const
    {
        Explorer::point();
        while (m_value == old)
            Explorer::sleep(this);
    }
    void notify_one()
    {
        Explorer::point();
        Explorer::wake(this, false);
    }
    void notify_all()
    {
        Explorer::point();
        Explorer::wake(this, true);
    }

private:
    T m_value{};
};

}  // namespace tests

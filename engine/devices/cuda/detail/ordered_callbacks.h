#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace engine::devices::cuda::detail {

/// Calls functions in the order in which they were announced, no matter when each becomes ready.
/// Threads: any; the functions are called one at a time.
class OrderedCallbacks {
public:
    using Number = std::uint64_t;

    [[nodiscard]] Number announce();
    /// Calls `use`, on this or another thread, after all functions announced earlier were called. `use` may be empty.
    void ready(Number number, std::function<void()> use);
    /// Calls the remaining ready functions; skips those that are not ready.
    void finish();

private:
    void callReady();

    std::mutex m_mutex;  ///< held while functions are called, to keep their order
    std::map<Number, std::function<void()>> m_ready;
    Number m_announced = 0;
    Number m_next = 0;
};

}  // namespace engine::devices::cuda::detail

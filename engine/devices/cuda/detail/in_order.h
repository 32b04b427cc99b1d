#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace engine::devices::cuda::detail {

/// Hands things on in the order in which they were announced, whenever each becomes ready.
/// Threads: any; what is handed on is called one at a time.
class InOrder {
public:
    using Number = std::uint64_t;

    [[nodiscard]] Number announce();
    /// Calls `use` once all before it were handed on: here, or from another thread. `use` may be empty.
    void ready(Number number, std::function<void()> use);
    /// Nothing more becomes ready: what never did is left out.
    void finish();

private:
    void handOn();

    std::mutex m_mutex;  ///< held while things are handed on, so that they keep their order
    std::map<Number, std::function<void()>> m_ready;
    Number m_announced = 0;
    Number m_next = 0;
};

}  // namespace engine::devices::cuda::detail

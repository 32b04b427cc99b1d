#pragma once

#include <thread>

namespace engine::schedule::detail {

/// How many cores this process may use, at least 1.
[[nodiscard]] int usableCores();

/// Puts a thread that was just started on the `n`-th of them (modulo their number), from where the system may move it
/// as it likes. Threads that start together are otherwise often put on one core and stay there for milliseconds. Not
/// by the thread itself: it would have to come out of one queue to wait in another.
void moveToCore(std::jthread& thread, int n);

}  // namespace engine::schedule::detail

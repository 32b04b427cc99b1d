#pragma once

#include <thread>

namespace engine::schedule::detail {

/// Moves a thread that was just started to the `n`-th usable core (modulo their number); the system may move it away
/// later. Otherwise threads that start together often run on the same core for milliseconds. Call this function on the
/// creating thread, because a thread that moves itself waits in two run queues.
void moveToCore(std::jthread& thread, int n);

}  // namespace engine::schedule::detail

#pragma once

namespace engine::schedule::detail {

/// How many cores this process may use, at least 1.
[[nodiscard]] int usableCores();

/// Lets the calling thread go on on the `n`-th of them (modulo their number), from where the system may move it as it
/// likes. Threads that start together are otherwise often put on one core and stay there for milliseconds.
void continueOnCore(int n);

}  // namespace engine::schedule::detail

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

/// Computes the end times of work that shares a resource: kernels of a GPU, or flows of a link.
namespace engine::devices::sim::detail {

/// Returns the time at which work ends of which `left` remains at time `since`, if `rate` of it is done per ns. The
/// result is bounded, because a rate may be almost 0, and times must not overflow.
[[nodiscard]] inline std::int64_t endAt(std::int64_t since, double left, double rate)
{
    constexpr double kLongest = 1e18;  // ns
    return since + static_cast<std::int64_t>(std::min(std::ceil(left / rate), kLongest));
}

/// Returns the earliest end, or -1 if no work ends. `endOf` returns -1 for work that does not advance.
template <typename Work, typename EndOf>
[[nodiscard]] std::int64_t firstEnd(const std::vector<Work>& running, EndOf endOf)
{
    std::int64_t first = -1;
    for (const Work& work : running)
        if (const std::int64_t end = endOf(work); end >= 0)
            first = first < 0 ? end : std::min(first, end);
    return first;
}

/// Removes the work that ends by `now` and appends its slots to `done`, in the order of `running`. Returns whether any
/// work has ended.
template <typename Work, typename EndOf>
[[nodiscard]] bool popDone(std::vector<Work>& running, std::int64_t now, std::vector<std::uint32_t>& done, EndOf endOf)
{
    return std::erase_if(running, [&](const Work& work) {
               const std::int64_t end = endOf(work);
               const bool isDone = end >= 0 && end <= now;
               if (isDone)
                   done.push_back(work.slot);
               return isDone;
           }) > 0;
}

}  // namespace engine::devices::sim::detail

#pragma once

#include <algorithm>
#include <vector>

namespace engine::analysis::detail {

/// The median, of an even number of values the upper one; T{} if there are none. Of two values neither is a median, so
/// callers compare each with the other.
template <typename T>
[[nodiscard]] T medianOf(std::vector<T> values)
{
    if (values.empty())
        return T{};
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace engine::analysis::detail

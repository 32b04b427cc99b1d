#pragma once

#include <algorithm>
#include <vector>

namespace engine::analysis::detail {

/// Returns the median; of an even number of values, the larger of the two in the middle; T{} without values. With two
/// values, callers that compare each value with the median must use the other value instead.
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

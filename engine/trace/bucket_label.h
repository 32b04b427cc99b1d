#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace engine::trace {

inline constexpr std::string_view kBucketLabel = "bucket ";

/// The label of the operation that sends a bucket of DistributedDataParallel: "bucket 3".
[[nodiscard]] inline std::string bucketLabel(std::size_t number)
{
    return std::string(kBucketLabel) + std::to_string(number);
}

/// The number of the bucket that an operation with this label sends; none: it sends no bucket.
[[nodiscard]] inline std::optional<int> bucketOf(std::string_view label)
{
    int number = 0;
    const char* const end = label.data() + label.size();
    if (!label.starts_with(kBucketLabel))
        return std::nullopt;
    const auto [stop, error] = std::from_chars(label.data() + kBucketLabel.size(), end, number);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace engine::trace

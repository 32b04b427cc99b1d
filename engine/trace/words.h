#pragma once

#include <string_view>

/// What a run notes about itself, and views look for.
namespace engine::trace {

/// A note that begins so: nothing was computed, so the numbers that the program read are none.
inline constexpr std::string_view kTimesOnly = "This run models times only";

}  // namespace engine::trace

#pragma once

#include <string_view>

/// Texts of notes that a run records about itself and that views search for.
namespace engine::trace {

/// A note that starts with this text states that no values were computed, so numbers that the program read are
/// meaningless.
inline constexpr std::string_view kTimesOnly = "This run models times only";

}  // namespace engine::trace

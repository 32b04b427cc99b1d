#pragma once

#include <string_view>

/// What a calibration prints for people, and the window that runs it looks for.
namespace engine::device {

/// A remark that begins so: every number of the calibration is too high.
inline constexpr std::string_view kOthersAtWork = "Other programs were at work";

}  // namespace engine::device

#pragma once

#include <string_view>

/// Strings that a calibration prints and that the calibration window searches for.
namespace engine::device {

/// Start of the remark that all measured durations may be too long because other programs used the processor.
inline constexpr std::string_view kOthersAtWork = "Other programs were at work";

}  // namespace engine::device

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// Replaces a forked process by the program `words[0]`, whose output is discarded.
[[noreturn]] void becomeSilently(const std::vector<std::string>& words);

/// Returns the processor time in milliseconds that ViTE needs for one zoom step in `trace` (Paje text), in a window on
/// a separate display: the median of several wheel steps. Each step ends when ViTE is idle. Returns none and sets `why`
/// if Xvfb, xdotool or ViTE is missing, or if ViTE's window does not appear.
std::optional<double> viteZoomStep(const std::filesystem::path& trace, std::string& why);

}  // namespace bench

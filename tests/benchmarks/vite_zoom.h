#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bench {

/// Becomes the program `words[0]`, which says nothing: of a process that was just forked.
[[noreturn]] void becomeSilently(const std::vector<std::string>& words);

/// Processor time in milliseconds that ViTE takes to zoom once into `trace` (Paje's text), in a window on a display of
/// its own: the median of some turns of the wheel, each from the turn until ViTE is idle again. None, and `why` says
/// why, without Xvfb, xdotool or ViTE, or where ViTE's window does not appear.
std::optional<double> viteZoomStep(const std::filesystem::path& trace, std::string& why);

}  // namespace bench

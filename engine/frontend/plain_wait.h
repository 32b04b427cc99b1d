#pragma once

#include "engine/frontend/program.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace engine::frontend {

/// Whether the call only waits. Switching off any other call also removes or changes work: printing, reading or copying
/// a value.
[[nodiscard]] inline bool isPlainWait(const SyncPoint& point)
{
    constexpr std::array<std::string_view, 4> kWaits{"synchronize(", "waitall(", "wait_to_read(", "wait("};
    return !point.rewritesCall && std::any_of(kWaits.begin(), kWaits.end(), [&](std::string_view call) {
        return point.call.find(call) != std::string::npos;
    });
}

}  // namespace engine::frontend

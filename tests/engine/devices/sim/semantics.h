#pragma once

#include "tests/engine/devices/sim/driver.h"

namespace simtest {

inline const DeviceId kCpu{0};
constexpr std::int64_t kN = 4000;

[[nodiscard]] inline device::PlatformOptions options(device::Semantics semantics)
{
    device::PlatformOptions result;
    result.semantics = semantics;
    return result;
}

[[nodiscard]] inline std::int64_t ns(Nanoseconds time)
{
    return time.count();
}

[[nodiscard]] inline bool overlap(const trace::LifeRecord& a, const trace::LifeRecord& b)
{
    return a.started < b.finished && b.started < a.finished;
}

}  // namespace simtest

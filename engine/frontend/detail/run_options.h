#pragma once

#include "engine/base/result.h"
#include "engine/device/platform.h"
#include "engine/frontend/runner.h"
#include "engine/listing/replaced_numbers.h"

#include <string>

namespace engine::frontend {

/// What the parameters of a run mean: for the platform, for the front end, and for the listing's numbers.
struct RunSettings {
    device::PlatformOptions platform;
    std::optional<device::HostMemoryMode> hostMemory;  ///< of every copy, when chosen
    std::optional<std::vector<int>> visibleGpus;       ///< ordinals; none: all of them
    bool synchronizesAll = false;
    bool isTf32 = false;  ///< of this computer's GPUs
    listing::Literals literals;
    std::vector<std::pair<std::string, std::string>> all;  ///< every parameter with its value, in order
};

/// Checks every override against the program's fields. Errors: InvalidArgument, a sentence with the bounds.
[[nodiscard]] Result<RunSettings> settingsOf(const RunRequest& request);

/// Parameters that every program has, because the platform has them: hostMemory, copies, workers, streams, devices,
/// policy, synchronize, allReduce (of MXNet's Trainer), tf32, data, images, noise, valueThreads.
[[nodiscard]] const std::vector<Parameter>& platformParameters();

/// Whole number within bounds. Errors: a sentence.
[[nodiscard]] Result<std::int64_t> wholeNumber(const Parameter& parameter, const std::string& text);
/// Any number within bounds. Errors: a sentence.
[[nodiscard]] Result<double> realNumber(const Parameter& parameter, const std::string& text);

}  // namespace engine::frontend

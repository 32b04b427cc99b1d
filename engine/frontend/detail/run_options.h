#pragma once

#include "engine/base/result.h"
#include "engine/device/platform.h"
#include "engine/frontend/platform_parameters.h"
#include "engine/frontend/runner.h"
#include "engine/listing/replaced_numbers.h"

#include <string>

namespace engine::frontend {

/// The parameters of a program run, converted for the platform, for the front end and for the literals of the listing.
struct RunSettings {
    device::PlatformOptions platform;
    std::optional<device::HostMemoryMode> hostMemory;  ///< mode for every copy; none: not chosen
    std::optional<std::vector<int>> visibleGpus;       ///< ordinals; none: all GPUs
    bool synchronizesAll = false;
    bool isTf32 = false;  ///< matrix products on this computer's GPUs may use TF32
    listing::Literals literals;
    /// names and values of the program's parameters, then of the other overrides; without valueThreads
    std::vector<std::pair<std::string, std::string>> all;
};

/// Returns the settings of a run. Errors: InvalidArgument for an unknown parameter, or for a value that its parameter
/// does not accept; the message explains the accepted values.
[[nodiscard]] Result<RunSettings> settingsOf(const RunRequest& request);

/// Checks that the GPUs chosen for the program exist. Errors: InvalidArgument.
[[nodiscard]] Status checkGpus(const RunSettings& settings, const std::string& machine, device::Platform& platform);

/// Parses an integer within the parameter's bounds. Errors: InvalidArgument.
[[nodiscard]] Result<std::int64_t> wholeNumber(const Parameter& parameter, const std::string& text);
/// Parses a number within the parameter's bounds. Errors: InvalidArgument.
[[nodiscard]] Result<double> realNumber(const Parameter& parameter, const std::string& text);

}  // namespace engine::frontend

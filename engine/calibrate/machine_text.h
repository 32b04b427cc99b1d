#pragma once

#include "engine/base/result.h"
#include "engine/calibrate/measure.h"
#include "engine/device/machine.h"

#include <string>
#include <string_view>

namespace engine::calibrate {

/// Origin of the numbers, as recorded in a machine file.
struct Provenance {
    std::string id = "this-computer-model";
    std::string label = "Model of this computer";
    std::string date{};       ///< "2026-11-21"
    std::string processor{};  ///< empty: the name that the platform reports
    std::string driver{};     ///< "13.0"; empty: no GPU
    std::string toolkit{};
    std::string products{};  ///< number format in which the GPUs multiply: "fp32", "tf32"; empty: no GPU
    std::string note = "Measured on this computer. What stands as estimated was not measured.";
};

/// Machine files that supply the numbers that were not measured; these are marked as estimates.
struct Templates {
    std::string_view host;  ///< a machine file
    std::string_view gpu;   ///< a machine file; its first GPU is used
};

/// Returns the machine file of a report: every number with its kind, source and statistics.
/// Errors: BadFile if a template is not a machine file, or if a number is outside the range of a machine file.
[[nodiscard]] Result<std::string> machineText(const Report& report, const Provenance& provenance,
                                              const Templates& templates);

/// Returns the file with the comparison of predictions and measurements; an earlier comparison is replaced.
/// Errors: BadFile.
[[nodiscard]] Result<std::string> withHeldOut(std::string_view text, const std::vector<device::ValidationRun>& heldOut);

}  // namespace engine::calibrate

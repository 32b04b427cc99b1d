#pragma once

#include "engine/base/result.h"
#include "engine/calibrate/measure.h"
#include "engine/device/machine.h"

#include <string>
#include <string_view>

namespace engine::calibrate {

/// What a machine file says about where its numbers are from.
struct Provenance {
    std::string id = "this-computer-model";
    std::string label = "Model of this computer";
    std::string date{};       ///< "2026-11-21"
    std::string processor{};  ///< empty: as the platform calls it
    std::string driver{};     ///< "13.0"; empty: no GPU
    std::string toolkit{};
    std::string products{};  ///< how the GPUs multiply: "fp32", "tf32"; empty: no GPU
    std::string note = "Measured on this computer. What stands as estimated was not measured.";
};

/// Files whose numbers stand in for what was not measured; they become estimates.
struct Templates {
    std::string_view host;  ///< a machine file
    std::string_view gpu;   ///< a machine file whose first GPU is taken
};

/// The machine file of what was measured: every number with its kind, its source and what it was taken from.
/// Errors: BadFile for a template that is no machine file, or if a number lies outside of what a machine can have.
[[nodiscard]] Result<std::string> machineText(const Report& report, const Provenance& provenance,
                                              const Templates& templates);

/// The file with its predictions held against measurements; those of before are replaced. Errors: BadFile.
[[nodiscard]] Result<std::string> withHeldOut(std::string_view text, const std::vector<device::HeldOut>& heldOut);

}  // namespace engine::calibrate

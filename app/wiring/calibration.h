#pragma once

#include "engine/calibrate/machine_text.h"
#include "engine/calibrate/measure.h"
#include "engine/frontend/runner.h"

#include <filesystem>
#include <string>

namespace app {

struct CalibrationRequest {
    std::filesystem::path machines;  ///< folder of the machine files
    std::string machine;             ///< id of the machine to measure
    std::string id;                  ///< of the machine that comes out
    bool isHeldOut = true;           ///< hold its predictions against programs that had no part in it
};

/// A machine file, and what it was held against.
struct Calibration {
    std::string text;
    std::vector<engine::device::HeldOut> heldOut;
    std::vector<std::string> remarks;
};

/// Measures, fits, and runs the held-out programs both ways. Errors: Cancelled; what kept the machine from opening.
/// Thread: that of `runner`. Nothing is written but a file in the system's temporary folder, which is gone at the end.
[[nodiscard]] engine::Result<Calibration> calibrateMachine(engine::frontend::Runner& runner,
                                                           const CalibrationRequest& request,
                                                           const engine::calibrate::Control& control);

/// A machine from printed times of 13.3.1 and 13.3.2, and the cells of these programs on it beside those given.
/// `times`: as engine/calibrate/from_times.h reads them. Errors: its, and what keeps the programs from running.
[[nodiscard]] engine::Result<Calibration> machineFromCells(engine::frontend::Runner& runner,
                                                           const std::filesystem::path& machines,
                                                           const std::string& times);

/// "2026-11-21"
[[nodiscard]] std::string today();

}  // namespace app

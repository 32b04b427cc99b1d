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
    std::string id;                  ///< id of the new machine
    bool isHeldOut = true;           ///< also predicts programs that were not used for the fit
};

/// A machine file, and the comparison of its predictions with measurements.
struct Calibration {
    std::string text;
    std::vector<engine::device::ValidationRun> heldOut;
    std::vector<engine::Message> remarks;
};

/// Measures the machine and fits a virtual machine to it. With isHeldOut, also runs the held-out programs, which were
/// not used for the fit, on both machines. If a held-out program fails, or if other programs disturb the measurement or
/// the held-out programs, returns a remark instead of the comparison. Errors: Cancelled; the reason why the machine
/// could not be opened or measured, or why its machine file could not be made. Thread: that of `runner`. Writes only a
/// temporary file, which is removed at the end.
[[nodiscard]] engine::Result<Calibration> calibrateMachine(engine::frontend::Runner& runner,
                                                           const CalibrationRequest& request,
                                                           const engine::calibrate::Control& control);

/// Fits a machine to given times of 13.3.1 and 13.3.2, runs these programs on the fitted machine, and compares their
/// times with the given ones. `times`: in the format of engine/calibrate/from_times.h. Errors: those of parseTimes(),
/// of machineFromTimes(), of reading the template book-v100.json in `machines`, and of running the programs.
[[nodiscard]] engine::Result<Calibration> machineFromCells(engine::frontend::Runner& runner,
                                                           const std::filesystem::path& machines,
                                                           const std::string& times);

/// The current date in UTC: "2026-11-21"
[[nodiscard]] std::string today();

}  // namespace app

#pragma once

#include "engine/calibrate/measure.h"
#include "engine/device/machine.h"
#include "engine/trace/trace.h"

#include <map>
#include <string>
#include <vector>

/// Measurements that need whole programs: the cost of issuing operations from Python, and the error of predictions.
namespace engine::calibrate {

/// A program to run: a built-in program, by its id, or a listing.
struct ProgramRequest {
    std::string id;  ///< empty: `source` is the program
    std::string source;
    bool isTorch = false;
    std::string machine;  ///< id, or the path of a machine file
    std::map<std::string, std::string> parameters{};
};

/// Runs a program until it ends. Errors: the reason why it did not start, or the exception that ended it.
using ProgramRun = std::function<Result<trace::TracePtr>(const ProgramRequest&)>;

/// Adds the constants of the front end, in both dialects. `machine` is the calibrated machine. Takes a few seconds.
/// Errors: Cancelled; a program that fails adds a remark instead.
[[nodiscard]] Status measureFrontEnd(const ProgramRun& run, const std::string& machine, const Control& control,
                                     Report& report);

/// A program for which the calibrated machine's prediction is compared with a measurement. No constant was fitted to
/// it.
struct Trial {
    std::string id;
    std::string title;  ///< "13.2.3, 50 iterations"
    bool isTorch = false;
    std::map<std::string, std::string> parameters;
};

/// Returns the trials for a computer with `gpus` GPUs.
[[nodiscard]] std::vector<Trial> heldOutTrials(int gpus);

/// Runs each trial on the machine `measured` six times, the first time to warm up, and once on the machine file
/// `predicted`. The result contains the median of the five other times. The time of a run is the sum of its timed
/// blocks, or the length of the run if it has none. Errors: Cancelled; the exception of a program.
[[nodiscard]] Result<std::vector<device::ValidationRun>> holdOut(const ProgramRun& run,
                                                                 const std::vector<Trial>& trials,
                                                                 const std::string& measured,
                                                                 const std::string& predicted, const Control& control);

}  // namespace engine::calibrate

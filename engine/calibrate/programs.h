#pragma once

#include "engine/calibrate/measure.h"
#include "engine/device/machine.h"
#include "engine/trace/trace.h"

#include <map>
#include <string>
#include <vector>

/// What only programs show: the cost of issuing from Python, and how far predictions are off.
namespace engine::calibrate {

/// A program to run: one of the chapter's by id, or a listing of its own.
struct ProgramRequest {
    std::string id;  ///< empty: `source` is the program
    std::string source;
    bool isTorch = false;
    std::string machine;  ///< id, or the path of a machine file
    std::map<std::string, std::string> parameters{};
};

/// Runs it to its end. Errors: what kept it from running, or the exception that ended it.
using ProgramRun = std::function<Result<trace::TracePtr>(const ProgramRequest&)>;

/// Adds the front end's constants, in both dialects. `machine` is the one that is calibrated. Takes about 2 s.
/// Errors: Cancelled; a program that does not run is a remark.
[[nodiscard]] Status measureFrontEnd(const ProgramRun& run, const std::string& machine, const Control& control,
                                     Report& report);

/// A program that had no part in the fits.
struct Trial {
    std::string id;
    std::string title;  ///< "13.2.3, 50 iterations"
    bool isTorch = false;
    std::map<std::string, std::string> parameters;
};

/// For a computer with so many GPUs.
[[nodiscard]] std::vector<Trial> heldOutTrials(int gpus);

/// Runs each on `measured` (five times, the median counts) and once on the machine file `predicted`; the time is that
/// of its Benchmark blocks together. Errors: Cancelled; what a program raised.
[[nodiscard]] Result<std::vector<device::HeldOut>> holdOut(const ProgramRun& run, const std::vector<Trial>& trials,
                                                           const std::string& measured, const std::string& predicted,
                                                           const Control& control);

}  // namespace engine::calibrate

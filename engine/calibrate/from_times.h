#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

/// A machine from what the chapter's programs printed somewhere: no computer to measure is needed.
namespace engine::calibrate {

/// The cells of 13.3.1 and 13.3.2 in PyTorch, with 50 products of 4000 x 4000; in s.
struct ChapterTimes {
    std::optional<double> gpu1;  ///< 13.3.1, the first GPU alone
    std::optional<double> gpu2;
    std::optional<double> gpus;  ///< both; says nothing new, and is held against the prediction
    double run = 0;              ///< 13.3.2, the products
    double copy = 0;             ///< the copies after them
    double both = 0;             ///< products and non-blocking copies
};

/// "run=0.5019, copy=2.7168, both=2.4682" with any of gpu1, gpu2, gpus; also one a line, with # for comments.
/// Errors: InvalidArgument with a sentence that names the word at fault, or what is missing.
[[nodiscard]] Result<ChapterTimes> parseTimes(std::string_view text);

/// `base` (a machine file with GPUs) with the rates that these times give: products by the time of the products, page
/// faults by the copies, page-locking by products and copies together. Errors: InvalidArgument with a sentence for
/// times that no machine has, such as copies faster than the link; BadFile.
[[nodiscard]] Result<std::string> machineFromTimes(const ChapterTimes& times, std::string_view base,
                                                   const std::string& label);

/// The machine with another time for page-locking; for a second look at what the closed form leaves out.
[[nodiscard]] Result<std::string> withPinTime(std::string_view machine, double nanoseconds);

}  // namespace engine::calibrate

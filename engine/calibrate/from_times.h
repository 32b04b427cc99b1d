#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

/// Derives a machine from times that the book's programs printed on a computer which is not available here.
namespace engine::calibrate {

/// Times of the cells of 13.3.1 and 13.3.2 in PyTorch, with 50 products of 4000 x 4000; in s.
struct ChapterTimes {
    std::optional<double> gpu1;  ///< 13.3.1, the first GPU alone
    std::optional<double> gpu2;
    std::optional<double> gpus;  ///< both GPUs; optional, for comparison with the prediction
    double run = 0;              ///< 13.3.2: the products alone
    double copy = 0;             ///< 13.3.2: the copies alone, after the products
    double both = 0;             ///< 13.3.2: products overlapped with non-blocking copies
};

/// Parses "run=0.5019, copy=2.7168, both=2.4682"; gpu1, gpu2 and gpus are optional. Each entry may be on a separate
/// line; comments start with #.
/// Errors: InvalidArgument; the message names the invalid word, or the missing entry.
[[nodiscard]] Result<ChapterTimes> parseTimes(std::string_view text);

/// Returns `base` (a machine file with two GPUs) with rates computed from the times. The product rate of GPU 0 comes
/// from gpu1, or from run if gpu1 is missing; that of GPU 1 comes from gpu2, or equals that of GPU 0 if gpu2 is
/// missing. Page faults come from the copies, page-locking from products and copies together. Errors: InvalidArgument
/// for impossible times, such as copies faster than the driver's buffers; BadFile.
[[nodiscard]] Result<std::string> machineFromTimes(const ChapterTimes& times, std::string_view base,
                                                   const std::string& label);

/// Returns the machine file with `nanoseconds` as the time to page-lock a page. Callers use this function to correct
/// the time that machineFromTimes() has computed by a formula, until a simulated run takes the printed time.
[[nodiscard]] Result<std::string> withPinTime(std::string_view machine, double nanoseconds);

}  // namespace engine::calibrate

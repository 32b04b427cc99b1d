#pragma once

#include "engine/base/processor_load.h"
#include "engine/base/statistics.h"
#include "engine/device/platform.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Measures an open platform through the calls that programs make.
namespace engine::calibrate {

/// One constant of a machine file.
struct Number {
    std::string path;  ///< path in the file: "host.operationUs.mxnet", "gpus[0].gemmGflops"
    double value = 0;  ///< in the file's unit
    std::string how;   ///< measurement: "product of 1536 x 1536"
    Statistics statistics{};
    std::optional<double> residual{};  ///< relative residual of the fit; none: not fitted
};

/// The result of a calibration: the numbers that were measured, and the reasons why others could not be measured.
struct Report {
    std::vector<Number> numbers;
    std::vector<Message> remarks;                  ///< "SM share of GPU 0 was not measured: ..."
    std::vector<std::optional<bool>> mallocWaits;  ///< by GPU: whether allocating waits for kernels; none: not measured
    std::vector<std::pair<int, int>> peers;  ///< pairs of GPUs with a direct link, in the order of the paths "peers[i]"
    std::string processor;                   ///< name reported by the platform
    std::vector<std::string> gpus;           ///< models of the GPUs
    double seconds = 0;                      ///< duration of the calibration
};

/// State of a running calibration, for a progress display.
struct Progress {
    Message item;          ///< "products on GPU 0"
    double fraction = 0;   ///< [0, 1]
    double remaining = 0;  ///< s, extrapolated from the items measured so far
};

/// Reports the progress of a calibration and stops it. The measuring thread calls `report` before each item.
struct Control {
    std::function<void(const Progress&)> report;
    std::stop_token stop;
    /// Returns the processor times of the measured computer; empty: assumes that no other programs disturb the
    /// measurement.
    std::function<ProcessorTimes()> processors{};
};

/// Opens the platform that is measured.
using Opener = std::function<Result<std::unique_ptr<device::Platform>>(const device::PlatformOptions&, trace::Sink&)>;

/// Measures all items that the platform supports, most of them with three warm-ups and at least ten repeats. The CPU's
/// items are measured in up to 8 rounds: until two rounds agree, and in all rounds while other programs run. Their
/// numbers are computed from the fastest mode of the samples. An item that fails, or whose rounds never agree, adds a
/// remark. Errors: Cancelled on `control.stop`; those of `open`. No item starts after 40 s; each GPU after the first
/// adds 15 s.
[[nodiscard]] Result<Report> measurePlatform(const Opener& open, const Control& control);

}  // namespace engine::calibrate

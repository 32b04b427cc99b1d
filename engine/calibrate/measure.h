#pragma once

#include "engine/calibrate/statistics.h"
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
    std::string path;  ///< in the file: "host.operationUs.mxnet", "gpus[0].gemmGflops"
    double value = 0;  ///< in the file's unit
    std::string how;   ///< "product of 1536 x 1536"
    Statistics statistics{};
    std::optional<double> residual{};  ///< relative, of the fit that it comes from
};

struct Report {
    std::vector<Number> numbers;
    std::vector<std::string> remarks;              ///< "SM share of GPU 0 was not measured: ..."
    std::vector<std::optional<bool>> mallocWaits;  ///< per GPU; none: not measured
    std::vector<std::pair<int, int>> peers;        ///< GPUs with a link of their own, as peers[i] of the numbers
    std::string processor;                         ///< as the platform calls it
    std::vector<std::string> gpus;                 ///< their models
    double seconds = 0;                            ///< that it took
};

struct Progress {
    std::string item;      ///< "products on GPU 0"
    double fraction = 0;   ///< [0, 1]
    double remaining = 0;  ///< s, extrapolated from the items so far
};

/// Reports the progress of a calibration and stops it. The measuring thread calls `report` before each item.
struct Control {
    std::function<void(const Progress&)> report;
    std::stop_token stop;
};

/// Opens the platform that is measured.
using Opener = std::function<Result<std::unique_ptr<device::Platform>>(const device::PlatformOptions&, trace::Sink&)>;

/// Measures every item that the platform has: three warm-ups, ten repeats or more. An item that fails gives a remark.
/// Errors: Cancelled on `control.stop`; those of `open`. Takes 10 to 40 s on a real platform.
[[nodiscard]] Result<Report> measurePlatform(const Opener& open, const Control& control);

}  // namespace engine::calibrate

#pragma once

#include "engine/ops/operation.h"
#include "tests/devices/driver.h"

#include <string>
#include <vector>

/// Samples of every operator except Marker and Segment, to compare a device with the CPU. Does not use Qt.
namespace conformance {

struct Sample {
    std::string name;
    ops::Operation operation;
    bool isExact = false;  ///< device and CPU give equal bits: no library function, no reordered sum
};

[[nodiscard]] std::vector<Sample> operatorSamples();

/// Returns all results of an operation on random tensors, computed on the first device other than the CPU if there is
/// one. Empty if the operation failed.
[[nodiscard]] std::vector<Values> resultsOf(const Opener& open, const ops::Operation& sample);
[[nodiscard]] std::vector<Values> resultsOf(Driver& driver, const ops::Operation& sample);
/// Returns platform options with the naive policy, which waits for every operation, for many samples with one driver.
[[nodiscard]] device::PlatformOptions sampleOptions();

/// The largest difference divided by the largest value.
[[nodiscard]] double differenceOf(const Values& expected, const Values& found);

}  // namespace conformance

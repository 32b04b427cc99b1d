#pragma once

#include "engine/ops/operation.h"
#include "tests/devices/driver.h"

#include <string>
#include <vector>

/// One of every operator, to hold a kind of device against the processor. No Qt.
namespace conformance {

struct Sample {
    std::string name;
    ops::Operation operation;
    bool isExact = false;  ///< equal bits: no library functions, no sums in another order
};

[[nodiscard]] std::vector<Sample> operatorSamples();

/// All results of an operation on tensors of random numbers, on the first device beside the processor if there is one;
/// none if it failed.
[[nodiscard]] std::vector<Values> resultsOf(const Opener& open, const ops::Operation& sample);

/// The largest difference, as a part of the largest value.
[[nodiscard]] double differenceOf(const Values& expected, const Values& found);

}  // namespace conformance

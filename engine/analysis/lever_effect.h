#pragma once

#include "engine/trace/trace.h"

#include <optional>
#include <string>

namespace engine::analysis {

/// What changing one lever (non_blocking, pinned memory, a stream, a device, a batch size, …) changed between two runs
/// of a listing, since their first timed blocks. Each member is set only if its condition holds for the two traces; a
/// sentence about the change uses nothing else. Two times differ if the difference is more than 2 % of the longer one
/// and more than 0.2 ms.
struct LeverEffect {
    struct Times {
        Nanoseconds before{}, now{};
    };
    struct Counts {
        std::size_t before = 0, now = 0;
    };
    /// The runs issued different numbers of operations.
    std::optional<Counts> operations;
    /// The sums of the times of all copies differ.
    std::optional<Times> copies;
    /// The times in which two or more lanes worked differ.
    std::optional<Times> together;
    /// The times for which the program was blocked in waits differ.
    std::optional<Times> blocked;
    /// The device on which the total time of operations other than copies grew most; none: it grew on no device.
    struct Device {
        std::string name;
        Times times;
    };
    std::optional<Device> device;
    /// None of these holds, and both runs are equally long to 1 %.
    bool isWithoutEffect = false;
};

/// Cost: linear in the operations of both runs, with a sort.
[[nodiscard]] LeverEffect leverEffect(const trace::Trace& before, const trace::Trace& now);

}  // namespace engine::analysis

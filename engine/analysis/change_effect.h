#pragma once

#include "engine/analysis/bound.h"

#include <cstddef>
#include <optional>
#include <string>

namespace engine::analysis {

/// The differences between two runs of a listing, between which levers, parameters or several waits were changed. Times
/// and counts cover each run from the start of its first timed block to its end. Each member is set only if its
/// condition holds for the two traces; a message about the change states only members that are set. Two times differ if
/// the difference is more than 2 % of the longer one and more than 0.2 ms.
struct ChangeEffect {
    struct Times {
        Nanoseconds before{}, now{};
    };
    struct Counts {
        std::size_t before = 0, now = 0;
    };
    /// Set if the runs issued different numbers of operations.
    std::optional<Counts> operations;
    /// Set if the numbers of mistimed blocks (TimedBlock) differ.
    std::optional<Counts> mistimed;
    /// Set if the total durations of all copies differ.
    std::optional<Times> copies;
    /// Set if the times in which a copy overlapped an operation other than a copy differ.
    std::optional<Times> hidden;
    /// Set if the times in which two or more operations ran at the same time differ.
    std::optional<Times> together;
    /// Set if the times for which the program's thread worked on pages of host memory differ.
    std::optional<Times> pages;
    /// Set if the times for which the program was blocked in waits differ.
    std::optional<Times> blocked;
    /// Set if on a device the total time of operations other than copies differs and grew: the device on which it grew
    /// most.
    struct Device {
        std::string name;
        Times times;
    };
    std::optional<Device> device;
    /// True if a member above is set, but the lengths of the runs and of all parts of their critical paths differ by at
    /// most 1 % of the run.
    bool isOffPath = false;
    /// The part of the critical path that changed most. Set if no member above is set, but the lengths of the runs
    /// differ by more than 1 %.
    std::optional<PathChange> path;
    /// True if no member above is set and the lengths of the runs differ by at most 1 %.
    bool isWithoutEffect = false;
};

/// Compares two runs. Cost: linear in the operations of both runs, with a sort.
[[nodiscard]] ChangeEffect changeEffect(const trace::Trace& before, const trace::Trace& now);

}  // namespace engine::analysis

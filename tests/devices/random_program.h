#pragma once

#include "tests/devices/driver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace conformance {

/// One statement of a random program over numbered tensors of 5 x 5 (or one) elements.
struct Step {
    ops::Operator op = ops::Operator::Fill;
    std::vector<int> inputs{};
    int output = 0;           ///< a new tensor, or an existing one that is overwritten
    std::vector<int> more{};  ///< further outputs; kNobody: a tensor that the program drops immediately
    double first = 0;
    double second = 0;
    std::uint64_t seed = 0;
    int place = 0;     ///< device that runs the step, modulo the number of devices
    int dropped = -1;  ///< tensor that the program drops after the step; -1 if none
    bool isWaitedFor = false;
};

constexpr int kNobody = -1;

/// Returns a program of random reads, in-place writes, overwrites, drops and waits. Equal arguments give equal
/// programs.
[[nodiscard]] std::vector<Step> randomProgram(std::uint64_t seed, int steps);

/// The tensors that an operation reads and writes, as pushed by the program.
struct Journalled {
    OpId op;
    std::vector<VariableId> reads;
    std::vector<VariableId> writes;
};

/// Runs the program. Inputs on another device are copied first. Returns the values of all remaining tensors in order,
/// or nothing if a step failed.
[[nodiscard]] Values runProgram(const std::vector<Step>& program, Driver& driver, std::vector<Journalled>& journal);

/// Checks that the run respects the order of the program, using the journal instead of the recorded edges: readers
/// start after the previous writer ends, writers after all previous readers and writers. Returns the first problem;
/// empty if there is none.
[[nodiscard]] std::string orderProblemOf(const std::vector<Journalled>& journal, const trace::Trace& trace);

}  // namespace conformance

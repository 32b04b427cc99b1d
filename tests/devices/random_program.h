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
    int output = 0;           ///< a new tensor, or one that exists and is overwritten
    std::vector<int> more{};  ///< further outputs; kNobody: a tensor that the program drops at once
    double first = 0;
    double second = 0;
    std::uint64_t seed = 0;
    int place = 0;     ///< where it runs, modulo the number of devices
    int dropped = -1;  ///< tensor that the program drops after it
    bool isWaitedFor = false;
};

constexpr int kNobody = -1;

/// Everything about it follows from `seed`: reads, in-place writes, overwriting, drops, waits.
[[nodiscard]] std::vector<Step> randomProgram(std::uint64_t seed, int steps);

/// What an operation read and wrote, as the program pushed it.
struct Journalled {
    OpId op;
    std::vector<VariableId> reads;
    std::vector<VariableId> writes;
};

/// Runs it; inputs that live on another device are copied first. Returns the bits of all tensors left at the end, one
/// after the other; empty if anything failed.
[[nodiscard]] Values runProgram(const std::vector<Step>& program, Driver& driver, std::vector<Journalled>& journal);

/// Whether what ran respects the order of the program, judged from the journal alone (not from the recorded edges):
/// readers start after the writer before them, writers after everything before them. Empty: it does.
[[nodiscard]] std::string orderProblemOf(const std::vector<Journalled>& journal, const trace::Trace& trace);

}  // namespace conformance

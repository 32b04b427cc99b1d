#pragma once

#include "tests/devices/driver.h"

#include <filesystem>
#include <optional>
#include <string>

/// What the programs of tests/gpu work on: the GPUs of this computer, or made-up ones, which show that the programs
/// themselves work where there is no GPU.
namespace gpu {

constexpr int kSkipped = 77;  ///< exit status: there is nothing to work on; the reason was printed

struct Subject {
    conformance::Opener open;
    std::string name;
    int devices = 0;
};

/// Command line of all of them: [--made-up] [--count N] [--traces FOLDER] [--plain] [FILTER]
struct Arguments {
    bool isMadeUp = false;
    int count = 0;  ///< 0: as many as usual
    std::filesystem::path traces;
    bool isUnderstood = true;
};
[[nodiscard]] Arguments readArguments(int argc, char** argv);

/// None if there is no GPU; the sentence was printed.
[[nodiscard]] std::optional<Subject> findSubject(bool isMadeUp);

/// There are some, and their bits are equal.
[[nodiscard]] bool haveSameBits(const conformance::Values& a, const conformance::Values& b);

/// Writes a trace into the folder, if one was named; says so if that does not work.
void keepTrace(const engine::trace::Trace& trace, const std::filesystem::path& folder, const std::string& name);

}  // namespace gpu

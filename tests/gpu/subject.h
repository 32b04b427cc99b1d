#pragma once

#include "engine/devices/cuda/module.h"
#include "tests/devices/driver.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// The GPUs used by the programs of tests/gpu: those of this computer, or fake ones, which test the programs themselves
/// on computers without a GPU.
namespace gpu {

constexpr int kSkipped = 77;  ///< exit status if there is no GPU; the reason was printed

struct Subject {
    conformance::Opener open;
    std::string name;
    int devices = 0;
    engine::devices::cuda::ModulePtr module;
};

/// Common command line: [--made-up] [--count N] [--traces FOLDER] [--seconds N] [--libraries] [--tf32] [--own-kernels]
/// [FILTER]
struct Arguments {
    bool isMadeUp = false;
    int count = 0;    ///< 0 selects the default
    int seconds = 0;  ///< after this time, no further random programs are begun; 0: no limit
    std::filesystem::path traces;
    std::string filter;  ///< empty selects all
    /// Returns whether the name of a case contains the filter.
    [[nodiscard]] bool wants(std::string_view name) const { return name.find(filter) != std::string_view::npos; }
    bool isListing = false;  ///< only print the libraries
    bool isTf32 = false;
    bool isPlain = false;  ///< without cuDNN
    bool isUnderstood = true;
};

/// Calls `check` with the arguments and the GPUs and returns its exit status. Without GPUs, or with wrong arguments, it
/// prints why and returns another status.
[[nodiscard]] int run(int argc, char** argv, const std::function<int(const Arguments&, const Subject&)>& check);

/// Prints that no name contains the filter, and returns the exit status for this case.
[[nodiscard]] int skipAll(const Arguments& arguments);

/// Returns true if both are non-empty and have equal bits.
[[nodiscard]] bool haveSameBits(const conformance::Values& a, const conformance::Values& b);

/// Writes a trace to the folder, if one was given; prints a message on failure.
void keepTrace(const engine::trace::Trace& trace, const std::filesystem::path& folder, const std::string& name);

}  // namespace gpu

#pragma once

#include "engine/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A fuzz target is one source that defines kTarget. The preset `asan` links it with libFuzzer; every other preset
/// links it with driver.cpp, which replays the corpus and mutates it with mutations.h.
namespace fuzz {

struct Target {
    /// Feeds an input to the reader. Returns whether the reader accepted it.
    bool (*read)(std::string_view input);
    /// Generated inputs, besides the files of the corpus.
    std::vector<std::string> (*seeds)();
    /// Restores checksums after a mutation; null if the format has none.
    void (*repair)(std::string& input) = nullptr;
};

extern const Target kTarget;

/// Ends the process if a reader breaks one of its guarantees, in every build type.
void require(bool condition, const char* promise);

/// Returns the path of a temporary file with this content. Each call replaces the content.
[[nodiscard]] std::filesystem::path fileOf(std::string_view content);

[[nodiscard]] std::string contentOf(const std::filesystem::path& file);

/// Returns the `most` smallest files with this suffix in a folder of the source tree.
[[nodiscard]] std::vector<std::string> filesOf(const std::string& folder, std::string_view ending, std::size_t most);

/// Runs all analyses of a trace that need no window. Defined in use_trace.cpp.
void use(const engine::trace::Trace& trace);

}  // namespace fuzz

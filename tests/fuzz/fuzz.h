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

/// The behaviour of a reader when an allocation is refused: it returns an error, or throws std::bad_alloc to the
/// caller.
enum class WithoutMemory { Returns, Throws };

struct Target {
    /// Feeds an input to the reader. Returns whether the reader accepted it.
    bool (*read)(std::string_view input);
    /// Returns generated inputs, in addition to the files of the corpus.
    std::vector<std::string> (*seeds)();
    /// Repairs the checksums of an input after a mutation; null if the format has none.
    void (*repair)(std::string& input) = nullptr;
    WithoutMemory withoutMemory = WithoutMemory::Returns;
};

extern const Target kTarget;

[[noreturn]] void endWithoutSentence();

/// Ends the process if `condition` is false, in every build type. `promise`: what the reader guarantees, unless memory
/// was refused.
void require(bool condition, const char* promise);

/// Returns whether a reader succeeded. Ends the process if a failed reader gives no error message, or a very short one.
template <typename Result>
[[nodiscard]] bool succeeded(const Result& result)
{
    if (!result && result.error().english().size() < 10)
        endWithoutSentence();
    return result.has_value();
}

/// State of this thread: whether allocations may be refused now, and whether one was refused.
struct Refusal {
    static inline constinit thread_local bool isEnabled = false;
    static inline constinit thread_local bool hasHappened = false;
};

/// Calls a reader. Allocations are refused only during this call, not in the code of a target.
template <typename Read>
auto reading(const Read& read)
{
    struct Scope {
        Scope() { Refusal::isEnabled = true; }
        ~Scope() { Refusal::isEnabled = false; }
    } scope;
    return read();
}

/// Feeds some seeds to the target many times, and refuses a different allocation each time. Returns the exit status of
/// the process. Defined in refused_memory.cpp, for libFuzzer's builds.
[[nodiscard]] int refuseMemory();

/// Writes the content to a temporary file and returns its path. Each call overwrites the file.
[[nodiscard]] std::filesystem::path fileOf(std::string_view content);

[[nodiscard]] std::string contentOf(const std::filesystem::path& file);

/// Returns the `most` smallest files with this suffix in a folder of the source tree.
[[nodiscard]] std::vector<std::string> filesOf(const std::string& folder, std::string_view ending, std::size_t most);

/// Runs all analyses of a trace that need no window. Defined in use_trace.cpp.
void use(const engine::trace::Trace& trace);

}  // namespace fuzz

#include "engine/analysis/failure.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace engine::analysis {

namespace {

/// Whether `text` contains `word`. Ignores the case of `text`; `word` must be in lower case.
bool contains(std::string_view text, std::string_view word)
{
    const auto isSame = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::ranges::search(text, word, isSame).begin() != text.end();
}

std::string_view sourceLine(std::string_view source, int line)
{
    for (int i = 1; i < line; ++i)
        source.remove_prefix(std::min(source.find('\n'), source.size() - 1) + 1);
    return line > 0 ? source.substr(0, source.find('\n')) : std::string_view();
}

}  // namespace

bool wasStopped(const trace::Trace& trace)
{
    return trace.error().has_value() || (trace.end() && !trace.end()->isComplete);
}

bool isOutOfMemory(const trace::ErrorRecord& error)
{
    return contains(error.message, "out of memory");
}

bool asksForMissingGpu(const trace::Trace& trace)
{
    const auto& error = trace.error();
    if (!error)
        return false;
    // The index may be out of range in a list of GPUs or in any other list, so check that the source line mentions
    // devices.
    if (error->type == "IndexError") {
        const std::string_view line = sourceLine(trace.run().source, error->line);
        return contains(line, "device") || contains(line, "gpu") || contains(line, "ctx");
    }
    const std::string_view message = error->message;
    return (contains(message, "device") && !contains(message, "same device")) || contains(message, "no cuda gpus");
}

}  // namespace engine::analysis

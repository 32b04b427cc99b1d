#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::io::detail {

/// Returns 0 for text that is not a finite number ("NaN", "Infinity", a word).
[[nodiscard]] double toDouble(std::string_view text);
[[nodiscard]] std::int64_t toInteger(std::string_view text);

/// Converts decimal microseconds to ns; digits without an exponent are not rounded. Returns false and leaves `ns`
/// unchanged if the text is not a number or out of range.
bool toNanoseconds(std::string_view text, std::int64_t& ns);

/// How an event is connected with events of other threads.
struct RawLinks {
    std::int64_t link = 0;           ///< the same number for a call and for the work on the device
    std::int64_t waitedStream = -1;  ///< the stream on which the awaited event was recorded
    std::int64_t recordLink = 0;     ///< link of the call that recorded the event
};

/// Of a memory event of PyTorch's profiler.
struct RawMemory {
    std::int64_t allocated = -1;
    std::int64_t reserved = -1;
    std::int64_t bytes = 0;
    std::uint64_t address = 0;
    std::int64_t deviceType = -1;
    std::int64_t device = -1;
};

/// What a slice has beyond its name and times.
struct RawDetails {
    std::string text, stack;
    std::int64_t line = 0;
    std::int64_t stream = -1;
    double flops = 0;
    double bytes = 0;
    bool isFailed = false;

    [[nodiscard]] bool isEmpty() const
    {
        return stream < 0 && line <= 0 && flops <= 0 && bytes <= 0 && !isFailed && text.empty() && stack.empty();
    }
};

/// Of a metadata event, which describes a process or a thread.
struct RawMetadata {
    std::string name, labels;
    std::int64_t sort = 0;
};

/// The fields of one Chrome trace event, as the file contains them. Assigning {} keeps the memory of its texts.
struct RawEvent {
    std::string name, category, pid, tid, id;
    char phase = 0;
    std::int64_t ts = 0;
    std::int64_t duration = 0;
    bool isTimeKnown = false;
    bool isDurationWrong = false;  ///< present, but not a number or out of range
    RawLinks links;
    RawMemory memory;
    RawDetails details;
    RawMetadata metadata;
    std::vector<std::pair<std::string, double>> series;  ///< of a counter
};

}  // namespace engine::io::detail

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

/// The fields of one Chrome trace event, as the file contains them.
struct RawEvent {
    std::string name, category, pid, tid, id, metaName, labels, text, stack;
    char phase = 0;
    std::int64_t ts = 0;
    std::int64_t duration = 0;
    std::int64_t sort = 0;
    std::int64_t line = 0;
    std::int64_t link = 0;
    std::int64_t stream = -1;
    std::int64_t waitedStream = -1;  ///< the stream on which the awaited event was recorded
    std::int64_t recordLink = 0;     ///< link of the call that recorded the event
    double flops = 0;
    double bytes = 0;
    std::int64_t allocated = -1;
    std::int64_t reserved = -1;
    std::int64_t memoryBytes = 0;
    std::uint64_t address = 0;
    std::int64_t deviceType = -1;
    std::int64_t device = -1;
    bool isFailed = false;
    bool isTimeKnown = false;
    bool isDurationWrong = false;  ///< present, but not a number or out of range
    std::vector<std::pair<std::string, double>> series;

    void clear()
    {
        for (std::string* each : {&name, &category, &pid, &tid, &id, &metaName, &labels, &text, &stack})
            each->clear();
        phase = 0;
        ts = duration = sort = line = link = recordLink = memoryBytes = 0;
        stream = waitedStream = allocated = reserved = deviceType = device = -1;
        address = 0;
        flops = bytes = 0;
        isFailed = isTimeKnown = isDurationWrong = false;
        series.clear();
    }
    [[nodiscard]] bool hasDetails() const
    {
        return stream >= 0 || line > 0 || flops > 0 || bytes > 0 || isFailed || !text.empty() || !stack.empty();
    }
};

}  // namespace engine::io::detail

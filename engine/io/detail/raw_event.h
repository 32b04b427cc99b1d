#pragma once

#include "engine/io/detail/imported_events.h"
#include "engine/io/detail/json_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::io::detail {

/// Returns 0 for text that is not a finite number ("NaN", "Infinity", a word).
[[nodiscard]] double toDouble(std::string_view text);
[[nodiscard]] std::int64_t toInteger(std::string_view text);

/// Returns -1 for text that is not a decimal integer.
[[nodiscard]] std::int64_t numberOf(std::string_view text);
[[nodiscard]] std::uint64_t hashOf(std::string_view text, std::uint64_t seed = 0);

/// Converts decimal microseconds to ns. Without an exponent, only digits beyond whole ns are rounded. Returns false and
/// leaves `ns` unchanged if the text is not a number or out of range.
bool toNanoseconds(std::string_view text, std::int64_t& ns);

/// Numbers that connect an event with events of other threads.
struct RawLinks {
    std::int64_t link = 0;           ///< equal for a call and the device work that it started
    std::int64_t waitedStream = -1;  ///< the stream on which the awaited event was recorded
    std::int64_t recordLink = 0;     ///< link of the call that recorded the event
};

/// The fields of a metadata event, which describes a process or a thread.
struct RawMetadata {
    std::string name, labels;
    std::int64_t sort = 0;
};

/// The process group of a collective, as PyTorch's profiler writes it.
struct RawGroup {
    std::string name, description;
    std::string ranks;        ///< "[0, 1, 2, 3]"; for a large group shortened to "[0, 1, ..., 63]"
    std::int64_t size = 0;    ///< number of ranks
    std::int64_t start = -1;  ///< first rank, if the distances between the ranks are equal
    std::int64_t stride = 0;
    std::int64_t elements = 0;  ///< number of elements that this rank contributes to the collective
    std::string type;           ///< type of the elements: "Float", "BFloat16"
};

/// The fields of one Chrome trace event, as the file contains them. Assigning {} retains the allocated memory of the
/// strings.
struct RawEvent {
    std::string name, category, pid, tid, id;
    char phase = 0;
    std::int64_t ts = 0;
    std::int64_t duration = 0;
    bool isTimeKnown = false;
    bool isDurationWrong = false;  ///< the duration of the event is no number or is out of range
    RawLinks links;
    RawMetadata metadata;
    SliceDetails details;  ///< SliceDetails::text is not set yet: see `text` and `stack`
    std::string text, stack;
    RawGroup group;
    MemoryEvent memory;  ///< MemoryEvent::gpu is not set yet: see `deviceType` and `device`
    std::int64_t deviceType = -1;
    std::int64_t device = -1;
    bool isOperation = false;                            ///< an operation of a program run that we exported
    std::vector<std::pair<std::string, double>> series;  ///< name and value, if the event is a counter

    [[nodiscard]] bool hasDetails() const
    {
        return details.stream >= 0 || details.line > 0 || details.flops > 0 || details.bytes > 0 || details.isFailed ||
               !text.empty() || !stack.empty() || !group.name.empty() || details.collective;
    }
};

/// Reads single events.
class RawEventReader {
public:
    /// Reads the members of an object that `json` has begun. Returns false if the text is cut off or is not JSON.
    bool read(JsonReader& json, RawEvent& event);

private:
    void readArguments(JsonReader& json, RawEvent& event);
    void readArgument(JsonReader& json, RawEvent& event);

    std::string m_key;
};

}  // namespace engine::io::detail
